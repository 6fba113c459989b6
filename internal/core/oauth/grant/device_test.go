package grant_test

import (
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
)

func TestADeviceCode(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	t.Run("DEV-06 waits for its user, and is then answered at any pace", func(t *testing.T) {
		started := st.begin(t)
		poll := st.withDeviceCode(started.DeviceCode)
		st.refused(t, poll, oauth.AuthorizationPending())
		st.refused(t, poll, oauth.SlowDown())
		st.clock.Move(5 * time.Second)
		st.refused(t, poll, oauth.AuthorizationPending())
		must(t, st.one.Devices.Approve(t.Context(), started.UserCode, st.olivia, st.bakery.ID))
		st.got(t, poll)
	})
	t.Run("DEV-08 is collected once", func(t *testing.T) {
		poll := st.withDeviceCode(st.deviceCode(t))
		first := st.got(t, poll)
		for range 2 {
			st.refused(t, poll, oauth.InvalidGrant(""))
		}
		if !st.live(t, first.AccessToken) {
			t.Error("a second poll revoked what the first one got")
		}
		st.clock.Move(11 * time.Minute)
		st.refused(t, poll, oauth.InvalidGrant(""))
	})
	t.Run("DEV-07 that was denied says so until its time is over", func(t *testing.T) {
		started := st.begin(t)
		must(t, st.one.Devices.Deny(t.Context(), started.UserCode, st.olivia))
		poll := st.withDeviceCode(started.DeviceCode)
		st.refused(t, poll, oauth.AccessDenied())
		st.refused(t, poll, oauth.AccessDenied())
		st.clock.Move(10 * time.Minute)
		st.refused(t, poll, oauth.ExpiredToken())
	})
	t.Run("DEV-07 that nobody collected is over after ten minutes", func(t *testing.T) {
		waiting, approved := st.withDeviceCode(st.begin(t).DeviceCode), st.withDeviceCode(st.deviceCode(t))
		st.clock.Move(10 * time.Minute)
		st.refused(t, waiting, oauth.ExpiredToken())
		st.refused(t, approved, oauth.ExpiredToken())
	})
	t.Run("DEV-09 is dead when the business uninstalls before it is collected", func(t *testing.T) {
		poll := st.withDeviceCode(st.deviceCode(t))
		falls["the business uninstalled the app"].fell(t, st)
		st.refused(t, poll, oauth.InvalidGrant(""))
		st.clock.Move(11 * time.Minute)
		st.refused(t, poll, oauth.InvalidGrant(""))
	})
	t.Run("DEV-09 is dead when the business revokes access before it is collected", func(t *testing.T) {
		poll := st.withDeviceCode(st.deviceCode(t))
		falls["the business revoked access"].fell(t, st)
		st.refused(t, poll, oauth.InvalidGrant(""))
	})
	t.Run("TOK-08 that is nobody's or another client's is refused without a word", func(t *testing.T) {
		poll := st.withDeviceCode(st.deviceCode(t))
		stranger := poll
		stranger.Client = client.Client{App: st.rival}
		st.refused(t, stranger, oauth.InvalidGrant(""))
		st.refused(t, st.withDeviceCode("cpdc_x"), oauth.InvalidGrant(""))
		st.got(t, poll)
	})
}
