package device_test

import (
	"errors"
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

var at = time.Date(2026, time.November, 8, 9, 30, 0, 0, time.UTC)

func TestAUserSeesWhoAsks(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	started := f.begun(t, f.sync)
	if started.ExpiresIn != 600*time.Second || started.Interval != 5*time.Second {
		t.Errorf("got %s and %s", started.ExpiresIn, started.Interval)
	}
	if secret.Pattern.FindString("device_code="+started.DeviceCode+"&") != started.DeviceCode {
		t.Error("a scanner would not find a leaked device code")
	}
	got, err := f.other.ByUserCode(t.Context(), " "+started.UserCode)
	must(t, err)
	want := device.Pending{
		ID: got.ID, UserCode: started.UserCode, App: f.sync.ID, Scopes: scope.Of(scope.EventsRead, scope.InvoicesRead),
		Asked: visit, CreatedAt: at, ExpiresAt: at.Add(10 * time.Minute),
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateComparable(netip.Addr{})); diff != "" {
		t.Error(diff)
	}
}

func TestWrongDecidedAndExpiredUserCodesLookTheSame(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	denied, approved, over := f.begun(t, f.sync), f.approved(t), f.begun(t, f.sync)
	must(t, f.Deny(t.Context(), denied.UserCode, f.olivia))
	f.clock.Move(10*time.Minute - time.Microsecond)
	if _, err := f.ByUserCode(t.Context(), over.UserCode); err != nil {
		t.Errorf("in time: %v", err)
	}
	f.clock.Move(time.Microsecond)
	for name, code := range map[string]string{
		"nothing": "", "no code": "hello", "wrong": "BCDF-GHJK", "denied": denied.UserCode, "approved": approved.UserCode, "over": over.UserCode,
	} {
		_, err := f.ByUserCode(t.Context(), code)
		tries := []error{err, f.Approve(t.Context(), code, f.olivia, f.bakery), f.Deny(t.Context(), code, f.olivia)}
		for _, err := range tries {
			if !errors.Is(err, device.ErrNotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestPolling(t *testing.T) {
	t.Parallel()
	t.Run("DEV-06 is pending at the right pace, and slow_down faster than that", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		started := f.begun(t, f.sync)
		for i, step := range []struct {
			wait time.Duration
			want string
		}{
			{0, "authorization_pending"}, // the first is free
			{5*time.Second - time.Microsecond, "slow_down"},
			{5 * time.Second, "authorization_pending"},
			{0, "slow_down"},
			{3 * time.Second, "slow_down"},
			{3 * time.Second, "slow_down"},             // since the last poll, not since the last good one
			{5 * time.Second, "authorization_pending"}, // and the interval did not grow
			{time.Minute, "authorization_pending"},
		} {
			f.clock.Move(step.wait)
			if _, err := []*node{f.node, f.other}[i%2].Poll(t.Context(), f.sync.ID, started.DeviceCode); codeOf(t, err) != step.want {
				t.Errorf("poll %d: got %v, want %s", i, err, step.want)
			}
		}
	})
	t.Run("DEV-06 returns the grant at any pace once it is approved", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		started := f.begun(t, f.sync)
		f.answers(t, started, f.sync, "authorization_pending")
		must(t, f.Approve(t.Context(), started.UserCode, f.olivia, f.bakery))
		g := f.other.answers(t, started, f.sync, "")
		want := approval.Grant{
			Kind: approval.Device, Business: f.bakery, App: f.sync.ID, User: f.olivia, AccessGeneration: 1,
			Scopes: scope.Of(scope.EventsRead, scope.InvoicesRead), CreatedAt: at, ExpiresAt: at.Add(10 * time.Minute), Live: true,
		}
		if diff := cmp.Diff(want, g, cmpopts.IgnoreFields(approval.Grant{}, "ID", "Decision", "Installation", "Consent")); diff != "" {
			t.Error(diff)
		}
		f.answers(t, started, f.sync, "")
	})
	t.Run("DEV-07 denied is access_denied until the time is over", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		started := f.begun(t, f.sync)
		must(t, f.Deny(t.Context(), started.UserCode, f.olivia))
		refused(t, f.Approve(t.Context(), started.UserCode, f.olivia, f.bakery), "DEVICE_CODE_NOT_FOUND")
		for range 3 { // at any pace
			f.answers(t, started, f.sync, "access_denied")
		}
		f.clock.Move(10*time.Minute - time.Microsecond)
		f.answers(t, started, f.sync, "access_denied")
		f.clock.Move(time.Microsecond)
		f.answers(t, started, f.sync, "expired_token")
	})
	t.Run("DEV-07 pending or not collected after 10 minutes is expired_token", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		pending, approved := f.begun(t, f.sync), f.approved(t)
		f.clock.Move(10*time.Minute - time.Microsecond)
		f.answers(t, pending, f.sync, "authorization_pending")
		f.answers(t, approved, f.sync, "")
		f.clock.Move(time.Microsecond)
		for range 2 {
			f.answers(t, pending, f.sync, "expired_token")
			f.answers(t, approved, f.sync, "expired_token")
		}
	})
	t.Run("DEV-07 consumed or cancelled stays invalid_grant", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		consumed, cancelled := f.approved(t), f.approved(t)
		took, err := f.collect(t.Context(), f.answers(t, consumed, f.sync, ""))
		if err != nil || !took {
			t.Fatalf("collected %t, %v", took, err)
		}
		inst, _, err := f.installs.Current(t.Context(), f.bakery, f.sync.ID)
		must(t, err)
		_, err = f.installs.Uninstall(t.Context(), f.olivia, inst.ID)
		must(t, err)
		for _, pause := range []time.Duration{0, 10 * time.Minute, 29 * 24 * time.Hour} {
			f.clock.Move(pause)
			f.answers(t, consumed, f.sync, "invalid_grant")
			f.answers(t, cancelled, f.sync, "invalid_grant")
		}
	})
	for name, end := range map[string]func(t *testing.T, f *fixture, inst ident.Installation) error{
		"DEV-09 uninstall before collection is invalid_grant": func(t *testing.T, f *fixture, inst ident.Installation) error {
			_, err := f.installs.Uninstall(t.Context(), f.olivia, inst)
			return err
		},
		"DEV-09 revoked access before collection is invalid_grant": func(t *testing.T, f *fixture, inst ident.Installation) error {
			_, err := f.installs.RevokeAccess(t.Context(), f.olivia, inst)
			return err
		},
		"a withdrawn consent before collection is invalid_grant": func(t *testing.T, f *fixture, inst ident.Installation) error {
			return f.installs.WithdrawConsent(t.Context(), f.olivia, inst)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			started := f.approved(t)
			g := f.answers(t, started, f.sync, "")
			must(t, end(t, f, g.Installation))
			f.answers(t, started, f.sync, "invalid_grant")
			f.approved(t) // a renewed approval revives nothing
			f.answers(t, started, f.sync, "invalid_grant")
		})
	}
	t.Run("TOK-08 a device code that is not there, or another client's, is invalid_grant without description", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		started := f.approved(t)
		f.answers(t, started, f.fresh, "invalid_grant")
		for _, text := range []string{"", "\x00", "cpdc_", started.UserCode, started.DeviceCode[1:], secret.NewAt(secret.DeviceCode, 9), secret.NewAt(secret.AuthorizationCode, 9)} {
			f.answers(t, device.Started{DeviceCode: text}, f.sync, "invalid_grant")
		}
		f.answers(t, started, f.sync, "")
	})
}

func TestApproval(t *testing.T) {
	t.Parallel()
	t.Run("DEV-05 binds to the business that the user is signed into", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		other := f.core.Business(t, "Old Mill Bakery", f.olivia, ident.Organization{}).ID
		started := f.begun(t, f.sync)
		must(t, f.Approve(t.Context(), started.UserCode, f.olivia, other))
		if g := f.answers(t, started, f.sync, ""); g.Business != other || g.Installation.Shard != other.Shard {
			t.Errorf("got %+v", g)
		}
		if f.installations(t) != 0 {
			t.Error("the app was let into the other business")
		}
	})
	for _, c := range []struct {
		name string
		app  func(f *fixture) apps.App
		user func(f *fixture) ident.User
		want string
	}{
		{"DEV-05 holds the review rule", func(f *fixture) apps.App { return f.fresh }, func(f *fixture) ident.User { return f.olivia }, "APP_NOT_REVIEWED"},
		{"DEV-05 needs apps.install", func(f *fixture) apps.App { return f.sync }, func(f *fixture) ident.User { return f.ben }, "PERMISSION_DENIED"},
		{"is not for strangers", func(f *fixture) apps.App { return f.sync }, func(f *fixture) ident.User { return f.dana }, "BUSINESS_NOT_FOUND"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			app := c.app(f)
			started := f.begun(t, app)
			refused(t, f.Approve(t.Context(), started.UserCode, c.user(f), f.bakery), c.want)
			if f.grants(t)+f.installations(t) != 0 {
				t.Error("the refused approval gave something")
			}
			// The code still waits: in another business it is fine.
			f.answers(t, started, app, "authorization_pending")
			must(t, f.Approve(t.Context(), started.UserCode, f.dana, f.sandbox))
			f.answers(t, started, app, "")
		})
	}
}

func TestAnApprovalThatIsOvertakenIsCancelled(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.approved(t)
	inst, _, err := f.installs.Current(t.Context(), f.bakery, f.sync.ID)
	must(t, err)
	started := f.begun(t, f.sync)
	// The business uninstalls the app right after the decision.
	late := f.join(t, &reaper{before: func(n int, sql string) bool {
		if transactionBegins(n, sql) && inst.Active() {
			inst, err = f.installs.Uninstall(t.Context(), f.olivia, inst.ID)
		}
		return false
	}})
	refused(t, late.Approve(t.Context(), started.UserCode, f.olivia, f.bakery), "APPROVAL_OVERTAKEN")
	must(t, err)
	f.answers(t, started, f.sync, "invalid_grant")
	f.sweep(t, 0)
	if f.installations(t) != 0 {
		t.Error("the app is back")
	}
}

func TestOneDecisionIsMade(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for round := range 20 {
		started := f.begun(t, f.sync)
		before := f.grants(t)
		const many = 50
		made := make([]bool, many)
		f.atOnce(many, func(i int, n *node) {
			var err error
			if i%3 == round%3 {
				err = n.Deny(t.Context(), started.UserCode, f.olivia)
			} else {
				err = n.Approve(t.Context(), started.UserCode, f.olivia, f.bakery)
			}
			if made[i] = err == nil; !made[i] {
				refused(t, err, "DEVICE_CODE_NOT_FOUND")
			}
		})
		decisions, denied := 0, false
		for i := range made {
			if made[i] {
				decisions++
				denied = i%3 == round%3
			}
		}
		want, grants := "", 1
		if denied {
			want, grants = "access_denied", 0
		}
		if decisions != 1 || f.grants(t)-before != grants {
			t.Fatalf("%d decisions and %d grants", decisions, f.grants(t)-before)
		}
		f.answers(t, started, f.sync, want)
	}
}

func TestOfManyPollsOneIsInTime(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	started := f.begun(t, f.sync)
	for range 10 {
		const many = 50
		answers := make([]string, many)
		f.atOnce(many, func(i int, n *node) {
			_, err := n.Poll(t.Context(), f.sync.ID, started.DeviceCode)
			answers[i] = codeOf(t, err)
		})
		counts := map[string]int{}
		for _, answer := range answers {
			counts[answer]++
		}
		if diff := cmp.Diff(map[string]int{"authorization_pending": 1, "slow_down": many - 1}, counts); diff != "" {
			t.Fatal(diff)
		}
		f.clock.Move(5 * time.Second)
	}
}

// TestOfManyPollsOneCollects polls from the moment of the approval on, from
// both nodes, and takes whatever a poll finds.
func TestOfManyPollsOneCollects(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 20 {
		started := f.begun(t, f.sync)
		const many = 50
		took := make([]bool, many)
		f.atOnce(many, func(i int, n *node) {
			if i == 0 {
				if err := n.Approve(t.Context(), started.UserCode, f.olivia, f.bakery); err != nil {
					t.Error(err)
				}
			}
			g, err := n.Poll(t.Context(), f.sync.ID, started.DeviceCode)
			if err == nil {
				took[i], err = n.collect(t.Context(), g)
			}
			if e, ok := errors.AsType[*oauth.Error](err); err != nil && (!ok || e.Code == oauth.CodeExpiredToken) {
				t.Error(err)
			}
		})
		collected := 0
		for _, one := range took {
			if one {
				collected++
			}
		}
		if collected != 1 {
			t.Fatalf("collected %d times", collected)
		}
		f.answers(t, started, f.sync, "invalid_grant")
	}
}

func TestNoApprovalOutrunsAnUninstall(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 20 {
		first := f.answers(t, f.approved(t), f.sync, "")
		started := f.begun(t, f.sync)
		var err error
		f.atOnce(2, func(i int, n *node) {
			if i == 0 {
				if _, err := n.installs.Uninstall(t.Context(), f.olivia, first.Installation); err != nil {
					t.Error(err)
				}
				return
			}
			err = n.Approve(t.Context(), started.UserCode, f.olivia, f.bakery)
		})
		g, polled := f.Poll(t.Context(), f.sync.ID, started.DeviceCode)
		switch {
		case err != nil:
			refused(t, err, "APPROVAL_OVERTAKEN")
			if codeOf(t, polled) != "invalid_grant" {
				t.Fatalf("an overtaken approval gave %+v, %v", g, polled)
			}
		case polled == nil && g.Installation == first.Installation:
			t.Fatal("a grant outlived the uninstall")
		case polled == nil:
			// It began when the uninstall was over, and made an installation of its own.
			_, err := f.installs.Uninstall(t.Context(), f.olivia, g.Installation)
			must(t, err)
		}
	}
}

func TestASuspendedUserCollectsNothingAndLosesNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	started := f.approved(t)
	must(t, f.accounts.SuspendUser(t.Context(), f.olivia))
	f.answers(t, started, f.sync, "invalid_grant")
	must(t, f.accounts.UnsuspendUser(t.Context(), f.olivia))
	f.answers(t, started, f.sync, "")
	must(t, f.tenancy.ChangeRole(t.Context(), tenancy.By(f.olivia), f.bakery, f.ben, permission.Owner))
	must(t, f.tenancy.Leave(t.Context(), f.olivia, f.bakery))
	f.answers(t, started, f.sync, "invalid_grant")
}

func TestDeviceCodesAreKnownForThirtyDaysPastTheirEnd(t *testing.T) {
	t.Parallel()
	t.Run("TOK-19 device codes: consumed, denied and expired are told apart until then", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		consumed, pending := f.approved(t), f.begun(t, f.sync)
		took, err := f.collect(t.Context(), f.answers(t, consumed, f.sync, ""))
		if err != nil || !took {
			t.Fatalf("collected %t, %v", took, err)
		}
		f.clock.Move(10*time.Minute + 30*24*time.Hour - time.Microsecond)
		for _, purge := range []func() (int64, error){
			func() (int64, error) { return f.Purge(t.Context(), ident.EveryShard()) }, func() (int64, error) { return f.approvals.Purge(t.Context(), ident.EveryShard()) },
		} {
			if n, err := purge(); n != 0 || err != nil {
				t.Errorf("purged %d, %v", n, err)
			}
		}
		f.answers(t, consumed, f.sync, "invalid_grant")
		f.answers(t, pending, f.sync, "expired_token")
		f.clock.Move(time.Microsecond)
		if n, err := f.Purge(t.Context(), ident.EveryShard()); n != 2 || err != nil {
			t.Errorf("purged %d, %v", n, err)
		}
		f.answers(t, pending, f.sync, "invalid_grant")
	})
}

func TestCodesAreNotInTheDatabase(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	waiting, approved, denied := f.begun(t, f.sync), f.approved(t), f.begun(t, f.sync)
	must(t, f.Deny(t.Context(), denied.UserCode, f.olivia))
	for _, started := range []device.Started{waiting, approved, denied} {
		letters := started.UserCode[:4] + started.UserCode[5:]
		// A plain hash of eight letters gives them away: all can be tried.
		f.notKept(t, started.DeviceCode, started.UserCode, letters, string(secret.Hash(letters)), string(secret.Hash(started.UserCode)))
	}
}
