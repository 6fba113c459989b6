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
	st := newStage(t)
	started := st.begun(t, st.sync)
	if started.ExpiresIn != 600*time.Second || started.Interval != 5*time.Second {
		t.Errorf("got %s and %s", started.ExpiresIn, started.Interval)
	}
	if secret.Pattern.FindString("device_code="+started.DeviceCode+"&") != started.DeviceCode {
		t.Error("a scanner would not find a leaked device code")
	}
	got, err := st.other.ByUserCode(t.Context(), " "+started.UserCode)
	must(t, err)
	want := device.Pending{
		ID: got.ID, UserCode: started.UserCode, App: st.sync.ID, Scopes: scope.Of(scope.EventsRead, scope.InvoicesRead),
		Asked: visit, CreatedAt: at, ExpiresAt: at.Add(10 * time.Minute),
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateComparable(netip.Addr{})); diff != "" {
		t.Error(diff)
	}
}

func TestWrongDecidedAndExpiredUserCodesLookTheSame(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	denied, approved, over := st.begun(t, st.sync), st.approved(t), st.begun(t, st.sync)
	must(t, st.Deny(t.Context(), denied.UserCode, st.olivia))
	st.clock.Move(10*time.Minute - time.Microsecond)
	if _, err := st.ByUserCode(t.Context(), over.UserCode); err != nil {
		t.Errorf("in time: %v", err)
	}
	st.clock.Move(time.Microsecond)
	for name, code := range map[string]string{
		"nothing": "", "no code": "hello", "wrong": "BCDF-GHJK", "denied": denied.UserCode, "approved": approved.UserCode, "over": over.UserCode,
	} {
		_, err := st.ByUserCode(t.Context(), code)
		tries := []error{err, st.Approve(t.Context(), code, st.olivia, st.bakery), st.Deny(t.Context(), code, st.olivia)}
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
		st := newStage(t)
		started := st.begun(t, st.sync)
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
			st.clock.Move(step.wait)
			if _, err := []*node{st.node, st.other}[i%2].Poll(t.Context(), st.sync.ID, started.DeviceCode); codeOf(t, err) != step.want {
				t.Errorf("poll %d: got %v, want %s", i, err, step.want)
			}
		}
	})
	t.Run("DEV-06 returns the grant at any pace once it is approved", func(t *testing.T) {
		t.Parallel()
		st := newStage(t)
		started := st.begun(t, st.sync)
		st.answers(t, started, st.sync, "authorization_pending")
		must(t, st.Approve(t.Context(), started.UserCode, st.olivia, st.bakery))
		g := st.other.answers(t, started, st.sync, "")
		want := approval.Grant{
			Kind: approval.Device, Business: st.bakery, App: st.sync.ID, User: st.olivia, AccessGeneration: 1,
			Scopes: scope.Of(scope.EventsRead, scope.InvoicesRead), CreatedAt: at, ExpiresAt: at.Add(10 * time.Minute), Stands: true,
		}
		if diff := cmp.Diff(want, g, cmpopts.IgnoreFields(approval.Grant{}, "ID", "Decision", "Installation", "Consent")); diff != "" {
			t.Error(diff)
		}
		st.answers(t, started, st.sync, "")
	})
	t.Run("DEV-07 denied is access_denied until the time is over", func(t *testing.T) {
		t.Parallel()
		st := newStage(t)
		started := st.begun(t, st.sync)
		must(t, st.Deny(t.Context(), started.UserCode, st.olivia))
		refused(t, st.Approve(t.Context(), started.UserCode, st.olivia, st.bakery), "DEVICE_CODE_NOT_FOUND")
		for range 3 { // at any pace
			st.answers(t, started, st.sync, "access_denied")
		}
		st.clock.Move(10*time.Minute - time.Microsecond)
		st.answers(t, started, st.sync, "access_denied")
		st.clock.Move(time.Microsecond)
		st.answers(t, started, st.sync, "expired_token")
	})
	t.Run("DEV-07 pending or not collected after 10 minutes is expired_token", func(t *testing.T) {
		t.Parallel()
		st := newStage(t)
		pending, approved := st.begun(t, st.sync), st.approved(t)
		st.clock.Move(10*time.Minute - time.Microsecond)
		st.answers(t, pending, st.sync, "authorization_pending")
		st.answers(t, approved, st.sync, "")
		st.clock.Move(time.Microsecond)
		for range 2 {
			st.answers(t, pending, st.sync, "expired_token")
			st.answers(t, approved, st.sync, "expired_token")
		}
	})
	t.Run("DEV-07 consumed or cancelled stays invalid_grant", func(t *testing.T) {
		t.Parallel()
		st := newStage(t)
		consumed, cancelled := st.approved(t), st.approved(t)
		took, err := st.collect(t.Context(), st.answers(t, consumed, st.sync, ""))
		if err != nil || !took {
			t.Fatalf("collected %t, %v", took, err)
		}
		inst, _, err := st.installs.Standing(t.Context(), st.bakery, st.sync.ID)
		must(t, err)
		_, err = st.installs.Uninstall(t.Context(), st.olivia, inst.ID)
		must(t, err)
		for _, pause := range []time.Duration{0, 10 * time.Minute, 29 * 24 * time.Hour} {
			st.clock.Move(pause)
			st.answers(t, consumed, st.sync, "invalid_grant")
			st.answers(t, cancelled, st.sync, "invalid_grant")
		}
	})
	for name, end := range map[string]func(t *testing.T, st *stage, inst ident.Installation) error{
		"DEV-09 uninstall before collection is invalid_grant": func(t *testing.T, st *stage, inst ident.Installation) error {
			_, err := st.installs.Uninstall(t.Context(), st.olivia, inst)
			return err
		},
		"DEV-09 revoked access before collection is invalid_grant": func(t *testing.T, st *stage, inst ident.Installation) error {
			_, err := st.installs.RevokeAccess(t.Context(), st.olivia, inst)
			return err
		},
		"a withdrawn consent before collection is invalid_grant": func(t *testing.T, st *stage, inst ident.Installation) error {
			return st.installs.WithdrawConsent(t.Context(), st.olivia, inst)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := newStage(t)
			started := st.approved(t)
			g := st.answers(t, started, st.sync, "")
			must(t, end(t, st, g.Installation))
			st.answers(t, started, st.sync, "invalid_grant")
			st.approved(t) // a renewed approval revives nothing
			st.answers(t, started, st.sync, "invalid_grant")
		})
	}
	t.Run("TOK-08 a device code that is not there, or another client's, is invalid_grant without description", func(t *testing.T) {
		t.Parallel()
		st := newStage(t)
		started := st.approved(t)
		st.answers(t, started, st.fresh, "invalid_grant")
		for _, text := range []string{"", "\x00", "cpdc_", started.UserCode, started.DeviceCode[1:], secret.NewAt(secret.DeviceCode, 9), secret.NewAt(secret.AuthorizationCode, 9)} {
			st.answers(t, device.Started{DeviceCode: text}, st.sync, "invalid_grant")
		}
		st.answers(t, started, st.sync, "")
	})
}

func TestApproval(t *testing.T) {
	t.Parallel()
	t.Run("DEV-05 binds to the business that the user is signed into", func(t *testing.T) {
		t.Parallel()
		st := newStage(t)
		other := st.business(t, st.olivia, ident.Organization{})
		started := st.begun(t, st.sync)
		must(t, st.Approve(t.Context(), started.UserCode, st.olivia, other))
		if g := st.answers(t, started, st.sync, ""); g.Business != other || g.Installation.Shard != other.Shard {
			t.Errorf("got %+v", g)
		}
		if st.installations(t) != 0 {
			t.Error("the app was let into the other business")
		}
	})
	for _, c := range []struct {
		name string
		app  func(st *stage) apps.App
		user func(st *stage) ident.User
		want string
	}{
		{"DEV-05 holds the review rule", func(st *stage) apps.App { return st.fresh }, func(st *stage) ident.User { return st.olivia }, "APP_NOT_REVIEWED"},
		{"DEV-05 needs apps.install", func(st *stage) apps.App { return st.sync }, func(st *stage) ident.User { return st.ben }, "PERMISSION_DENIED"},
		{"is not for strangers", func(st *stage) apps.App { return st.sync }, func(st *stage) ident.User { return st.dana }, "BUSINESS_NOT_FOUND"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			st := newStage(t)
			app := c.app(st)
			started := st.begun(t, app)
			refused(t, st.Approve(t.Context(), started.UserCode, c.user(st), st.bakery), c.want)
			if st.grants(t)+st.installations(t) != 0 {
				t.Error("the refused approval gave something")
			}
			// The code still waits: in another business it is fine.
			st.answers(t, started, app, "authorization_pending")
			must(t, st.Approve(t.Context(), started.UserCode, st.dana, st.sandbox))
			st.answers(t, started, app, "")
		})
	}
}

func TestAnApprovalThatIsOvertakenIsCancelled(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.approved(t)
	inst, _, err := st.installs.Standing(t.Context(), st.bakery, st.sync.ID)
	must(t, err)
	started := st.begun(t, st.sync)
	// The business uninstalls the app right after the decision.
	late := st.join(t, &reaper{before: func(n int, sql string) bool {
		if transactionBegins(n, sql) && inst.Active() {
			inst, err = st.installs.Uninstall(t.Context(), st.olivia, inst.ID)
		}
		return false
	}})
	refused(t, late.Approve(t.Context(), started.UserCode, st.olivia, st.bakery), "APPROVAL_OVERTAKEN")
	must(t, err)
	st.answers(t, started, st.sync, "invalid_grant")
	st.sweep(t, 0)
	if st.installations(t) != 0 {
		t.Error("the app is back")
	}
}

func TestOneDecisionIsMade(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	for round := range 20 {
		started := st.begun(t, st.sync)
		before := st.grants(t)
		const many = 50
		made := make([]bool, many)
		st.atOnce(many, func(i int, n *node) {
			var err error
			if i%3 == round%3 {
				err = n.Deny(t.Context(), started.UserCode, st.olivia)
			} else {
				err = n.Approve(t.Context(), started.UserCode, st.olivia, st.bakery)
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
		if decisions != 1 || st.grants(t)-before != grants {
			t.Fatalf("%d decisions and %d grants", decisions, st.grants(t)-before)
		}
		st.answers(t, started, st.sync, want)
	}
}

func TestOfManyPollsOneIsInTime(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	started := st.begun(t, st.sync)
	for range 10 {
		const many = 50
		answers := make([]string, many)
		st.atOnce(many, func(i int, n *node) {
			_, err := n.Poll(t.Context(), st.sync.ID, started.DeviceCode)
			answers[i] = codeOf(t, err)
		})
		counts := map[string]int{}
		for _, answer := range answers {
			counts[answer]++
		}
		if diff := cmp.Diff(map[string]int{"authorization_pending": 1, "slow_down": many - 1}, counts); diff != "" {
			t.Fatal(diff)
		}
		st.clock.Move(5 * time.Second)
	}
}

// TestOfManyPollsOneCollects polls from the moment of the approval on, from
// both nodes, and takes whatever a poll finds.
func TestOfManyPollsOneCollects(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	for range 20 {
		started := st.begun(t, st.sync)
		const many = 50
		took := make([]bool, many)
		st.atOnce(many, func(i int, n *node) {
			if i == 0 {
				if err := n.Approve(t.Context(), started.UserCode, st.olivia, st.bakery); err != nil {
					t.Error(err)
				}
			}
			g, err := n.Poll(t.Context(), st.sync.ID, started.DeviceCode)
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
		st.answers(t, started, st.sync, "invalid_grant")
	}
}

func TestNoApprovalOutrunsAnUninstall(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	for range 20 {
		first := st.answers(t, st.approved(t), st.sync, "")
		started := st.begun(t, st.sync)
		var err error
		st.atOnce(2, func(i int, n *node) {
			if i == 0 {
				if _, err := n.installs.Uninstall(t.Context(), st.olivia, first.Installation); err != nil {
					t.Error(err)
				}
				return
			}
			err = n.Approve(t.Context(), started.UserCode, st.olivia, st.bakery)
		})
		g, polled := st.Poll(t.Context(), st.sync.ID, started.DeviceCode)
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
			_, err := st.installs.Uninstall(t.Context(), st.olivia, g.Installation)
			must(t, err)
		}
	}
}

func TestASuspendedUserCollectsNothingAndLosesNothing(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	started := st.approved(t)
	must(t, st.accounts.SuspendUser(t.Context(), st.olivia))
	st.answers(t, started, st.sync, "invalid_grant")
	must(t, st.accounts.UnsuspendUser(t.Context(), st.olivia))
	st.answers(t, started, st.sync, "")
	must(t, st.tenancy.ChangeRole(t.Context(), tenancy.By(st.olivia), st.bakery, st.ben, permission.Owner))
	must(t, st.tenancy.Leave(t.Context(), st.olivia, st.bakery))
	st.answers(t, started, st.sync, "invalid_grant")
}

func TestDeviceCodesAreKnownForThirtyDaysPastTheirEnd(t *testing.T) {
	t.Parallel()
	t.Run("TOK-19 device codes: consumed, denied and expired are told apart until then", func(t *testing.T) {
		t.Parallel()
		st := newStage(t)
		consumed, pending := st.approved(t), st.begun(t, st.sync)
		took, err := st.collect(t.Context(), st.answers(t, consumed, st.sync, ""))
		if err != nil || !took {
			t.Fatalf("collected %t, %v", took, err)
		}
		st.clock.Move(10*time.Minute + 30*24*time.Hour - time.Microsecond)
		for _, purge := range []func() (int64, error){
			func() (int64, error) { return st.Purge(t.Context()) }, func() (int64, error) { return st.approvals.Purge(t.Context()) },
		} {
			if n, err := purge(); n != 0 || err != nil {
				t.Errorf("purged %d, %v", n, err)
			}
		}
		st.answers(t, consumed, st.sync, "invalid_grant")
		st.answers(t, pending, st.sync, "expired_token")
		st.clock.Move(time.Microsecond)
		if n, err := st.Purge(t.Context()); n != 2 || err != nil {
			t.Errorf("purged %d, %v", n, err)
		}
		st.answers(t, pending, st.sync, "invalid_grant")
	})
}

func TestCodesAreNotInTheDatabase(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	waiting, approved, denied := st.begun(t, st.sync), st.approved(t), st.begun(t, st.sync)
	must(t, st.Deny(t.Context(), denied.UserCode, st.olivia))
	for _, started := range []device.Started{waiting, approved, denied} {
		letters := started.UserCode[:4] + started.UserCode[5:]
		// A plain hash of eight letters gives them away: all can be tried.
		st.notKept(t, started.DeviceCode, started.UserCode, letters, string(secret.Hash(letters)), string(secret.Hash(started.UserCode)))
	}
}
