package device_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// reaper ends a node before one of its statements: that one and all that come
// after it never reach the database, and what was not committed is lost.
type reaper struct {
	before func(n int, sql string) bool // the first statement is 1

	mu   sync.Mutex
	seen int
	dead bool
}

// TraceQueryStart sees a statement, begin and commit included.
func (r *reaper) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen++
	if r.dead = r.dead || r.before(r.seen, data.SQL); !r.dead {
		return ctx
	}
	over, end := context.WithCancel(ctx)
	end()
	return over
}

// TraceQueryEnd is not of interest.
func (r *reaper) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// transactionBegins is where an approval has been decided and not yet given.
func transactionBegins(_ int, sql string) bool { return strings.HasPrefix(sql, "begin") }

// cutOff is a device's request whose approval crashed right after the decision.
func (f *fixture) cutOff(t testing.TB) device.Started {
	t.Helper()
	started := f.begun(t, f.sync)
	doomed := f.join(t, &reaper{before: transactionBegins})
	if err := doomed.Approve(t.Context(), started.UserCode, f.olivia, f.bakery); err == nil {
		t.Fatal("the node did not die")
	}
	return started
}

// sweep lets the sweep's patience pass and sweeps.
func (f *fixture) sweep(t testing.TB, want int64) {
	t.Helper()
	f.clock.Move(5 * time.Second)
	n, err := f.other.Complete(t.Context(), ident.EveryShard())
	if n != want || err != nil {
		t.Errorf("settled %d, %v, want %d", n, err, want)
	}
}

// TestACrashAnywhereInAnApproval ends a node before its n-th statement, for
// every n, and looks at what the device gets in the end.
func TestACrashAnywhereInAnApproval(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, installed := range []bool{false, true} {
		crashed, undecided, settled := 0, 0, int64(0)
		for n, alive := 1, false; !alive; n++ {
			f.bakery = f.core.Business(t, "Old Mill Bakery", f.olivia, ident.Organization{}).ID
			consents := 1
			if installed {
				f.approved(t)
				consents++
			}
			started := f.begun(t, f.sync)
			doomed := f.join(t, &reaper{before: func(seen int, _ string) bool { return seen == n }})
			alive = doomed.Approve(t.Context(), started.UserCode, f.olivia, f.bakery) == nil
			if _, err := f.Poll(t.Context(), f.sync.ID, started.DeviceCode); err != nil && codeOf(t, err) != "authorization_pending" {
				t.Errorf("before statement %d: a poll got %v", n, err)
			}
			f.clock.Move(5 * time.Second)
			swept, err := f.other.Complete(t.Context(), ident.EveryShard())
			must(t, err)
			settled += swept
			if !alive {
				crashed++
				if err := f.Approve(t.Context(), started.UserCode, f.olivia, f.bakery); err == nil {
					undecided++
				} else {
					refused(t, err, "DEVICE_CODE_NOT_FOUND")
				}
			}
			g := f.other.answers(t, started, f.sync, "")
			for i, want := range []bool{true, false} {
				if took, err := f.collect(t.Context(), g); err != nil || took != want {
					t.Errorf("before statement %d: collected %t at try %d, %v", n, took, i+1, err)
				}
			}
			if diff := cmp.Diff([]int{consents, consents, 1}, []int{f.grants(t), f.consents(t), f.installations(t)}); diff != "" {
				t.Errorf("before statement %d: grants, consents, installations: %s", n, diff)
			}
		}
		if undecided == 0 || int(settled) != crashed-undecided {
			t.Errorf("of %d crashes %d came before the decision, and the sweep settled %d", crashed, undecided, settled)
		}
		t.Logf("installed before: %t; %d crashes, %d of them before the decision", installed, crashed, undecided)
	}
}

func TestASweepSignsWithWhoeverDecided(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	started := f.cutOff(t)
	f.answers(t, started, f.sync, "authorization_pending")
	if n, err := f.other.Complete(t.Context(), ident.EveryShard()); n != 0 || err != nil {
		t.Errorf("whoever approves was not left to finish: settled %d, %v", n, err)
	}
	f.sweep(t, 1)
	f.sweep(t, 0)
	g := f.answers(t, started, f.sync, "")
	if !g.ExpiresAt.Equal(at.Add(10 * time.Minute)) {
		t.Errorf("the grant lives until %s", g.ExpiresAt)
	}
	entries, err := f.record.OfBusiness(t.Context(), f.bakery, ident.AuditEntry{}, 1)
	must(t, err)
	if entries[0].Action != "app.connected" || entries[0].Actor.ID != f.olivia.String() {
		t.Errorf("the record says %+v", entries[0])
	}
}

// TestASweepGivesNothingThatWasTakenAway changes the world between a decision
// and its carrying out.
func TestASweepGivesNothingThatWasTakenAway(t *testing.T) {
	t.Parallel()
	uninstall := func(ctx context.Context, f *fixture) error {
		inst, _, err := f.installs.Current(ctx, f.bakery, f.sync.ID)
		if err != nil {
			return err
		}
		_, err = f.installs.Uninstall(ctx, f.olivia, inst.ID)
		return err
	}
	for name, c := range map[string]struct {
		installed bool
		change    func(ctx context.Context, f *fixture) error
	}{
		"the app was uninstalled": {true, uninstall},
		"access was revoked": {true, func(ctx context.Context, f *fixture) error {
			inst, _, err := f.installs.Current(ctx, f.bakery, f.sync.ID)
			if err != nil {
				return err
			}
			_, err = f.installs.RevokeAccess(ctx, f.olivia, inst.ID)
			return err
		}},
		"the app was connected and uninstalled": {false, func(ctx context.Context, f *fixture) error {
			started, err := f.Begin(ctx, f.sync, f.sync.Scopes, visit)
			if err != nil {
				return err
			}
			if err := f.Approve(ctx, started.UserCode, f.olivia, f.bakery); err != nil {
				return err
			}
			return uninstall(ctx, f)
		}},
		"the user may no longer connect apps": {false, func(ctx context.Context, f *fixture) error {
			if err := f.tenancy.ChangeRole(ctx, tenancy.By(f.olivia), f.bakery, f.ben, permission.Owner); err != nil {
				return err
			}
			return f.tenancy.ChangeRole(ctx, tenancy.By(f.ben), f.bakery, f.olivia, permission.Accountant)
		}},
		"the app was suspended": {false, func(ctx context.Context, f *fixture) error {
			_, err := f.apps.Suspend(ctx, f.sync.ID)
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			if c.installed {
				f.approved(t)
			}
			started := f.cutOff(t)
			must(t, c.change(t.Context(), f))
			installations, consents := f.installations(t), f.consents(t)
			f.sweep(t, 1)
			f.answers(t, started, f.sync, "invalid_grant")
			if f.installations(t) != installations || f.consents(t) != consents {
				t.Error("the cancelled approval left a trace")
			}
			f.clock.Move(10 * time.Minute)
			f.answers(t, started, f.sync, "invalid_grant")
			f.sweep(t, 0)
		})
	}
}

func TestASweepThatComesTooLateGivesNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	started := f.cutOff(t)
	f.clock.Move(10*time.Minute - 5*time.Second)
	f.sweep(t, 1)
	f.answers(t, started, f.sync, "expired_token")
	f.sweep(t, 0)
	if f.grants(t)+f.installations(t) != 0 {
		t.Error("an expired code gave something")
	}
}

func TestManySweepsCompleteAnApprovalOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 5 {
		f.bakery = f.core.Business(t, "Old Mill Bakery", f.olivia, ident.Organization{}).ID
		started := f.cutOff(t)
		f.clock.Move(5 * time.Second)
		f.atOnce(20, func(_ int, n *node) {
			if _, err := n.Complete(t.Context(), ident.EveryShard()); err != nil {
				t.Error(err)
			}
		})
		f.answers(t, started, f.sync, "")
		if diff := cmp.Diff([]int{1, 1, 1}, []int{f.grants(t), f.consents(t), f.installations(t)}); diff != "" {
			t.Errorf("grants, consents, installations: %s", diff)
		}
	}
}

// TestASlowApprovalAndTheSweepGiveOneGrant stops an approval right after its
// decision, until the sweep has done its work.
func TestASlowApprovalAndTheSweepGiveOneGrant(t *testing.T) {
	t.Parallel()
	for name, uninstall := range map[string]bool{"and both agree": false, "unless the sweep cancelled it": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.approved(t)
			started := f.begun(t, f.sync)
			decided, swept := make(chan struct{}), make(chan struct{})
			stop := sync.OnceFunc(func() { close(decided); <-swept })
			slow := f.join(t, &reaper{before: func(n int, sql string) bool {
				if transactionBegins(n, sql) {
					stop()
				}
				return false
			}})
			answer := make(chan error, 1)
			go func() { answer <- slow.Approve(t.Context(), started.UserCode, f.olivia, f.bakery) }()
			<-decided
			want := ""
			if uninstall {
				inst, _, err := f.installs.Current(t.Context(), f.bakery, f.sync.ID)
				must(t, err)
				_, err = f.installs.Uninstall(t.Context(), f.olivia, inst.ID)
				must(t, err)
				want = "invalid_grant"
			}
			f.sweep(t, 1)
			close(swept)
			if err := <-answer; uninstall {
				refused(t, err, "APPROVAL_OVERTAKEN")
			} else {
				must(t, err)
			}
			f.answers(t, started, f.sync, want)
			if f.grants(t) != 2 {
				t.Errorf("%d grants of two approvals", f.grants(t))
			}
		})
	}
}
