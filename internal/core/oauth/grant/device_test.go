package grant_test

import (
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
)

func TestADeviceCode(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	t.Run("DEV-06 waits for its user, and is then answered at any pace", func(t *testing.T) {
		started := f.begin(t)
		poll := f.withDeviceCode(started.DeviceCode)
		f.refused(t, poll, oauth.AuthorizationPending())
		f.refused(t, poll, oauth.SlowDown())
		f.clock.Move(5 * time.Second)
		f.refused(t, poll, oauth.AuthorizationPending())
		must(t, f.one.deps.Devices.Approve(t.Context(), started.UserCode, f.olivia, f.bakery.ID))
		f.got(t, poll)
	})
	t.Run("DEV-08 is collected once", func(t *testing.T) {
		poll := f.withDeviceCode(f.deviceCode(t))
		first := f.got(t, poll)
		for range 2 {
			f.refused(t, poll, oauth.InvalidGrant(""))
		}
		if !f.live(t, first.AccessToken) {
			t.Error("a second poll revoked what the first one got")
		}
		f.clock.Move(11 * time.Minute)
		f.refused(t, poll, oauth.InvalidGrant(""))
	})
	t.Run("DEV-07 that was denied says so until its time is over", func(t *testing.T) {
		started := f.begin(t)
		must(t, f.one.deps.Devices.Deny(t.Context(), started.UserCode, f.olivia))
		poll := f.withDeviceCode(started.DeviceCode)
		f.refused(t, poll, oauth.AccessDenied())
		f.refused(t, poll, oauth.AccessDenied())
		f.clock.Move(10 * time.Minute)
		f.refused(t, poll, oauth.ExpiredToken())
	})
	t.Run("DEV-07 that nobody collected is over after ten minutes", func(t *testing.T) {
		waiting, approved := f.withDeviceCode(f.begin(t).DeviceCode), f.withDeviceCode(f.deviceCode(t))
		f.clock.Move(10 * time.Minute)
		f.refused(t, waiting, oauth.ExpiredToken())
		f.refused(t, approved, oauth.ExpiredToken())
	})
	t.Run("DEV-09 is dead when the business uninstalls before it is collected", func(t *testing.T) {
		poll := f.withDeviceCode(f.deviceCode(t))
		falls["the business uninstalled the app"].fell(t, f)
		f.refused(t, poll, oauth.InvalidGrant(""))
		f.clock.Move(11 * time.Minute)
		f.refused(t, poll, oauth.InvalidGrant(""))
	})
	t.Run("DEV-09 is dead when the business revokes access before it is collected", func(t *testing.T) {
		poll := f.withDeviceCode(f.deviceCode(t))
		falls["the business revoked access"].fell(t, f)
		f.refused(t, poll, oauth.InvalidGrant(""))
	})
	t.Run("TOK-08 that is nobody's or another client's is refused without a word", func(t *testing.T) {
		poll := f.withDeviceCode(f.deviceCode(t))
		stranger := poll
		stranger.Client = client.Client{App: f.rival}
		f.refused(t, stranger, oauth.InvalidGrant(""))
		f.refused(t, f.withDeviceCode("cpdc_x"), oauth.InvalidGrant(""))
		f.got(t, poll)
	})
}
