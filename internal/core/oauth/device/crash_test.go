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
func (st *stage) cutOff(t testing.TB) device.Started {
	t.Helper()
	started := st.begun(t, st.sync)
	doomed := st.join(t, &reaper{before: transactionBegins})
	if err := doomed.Approve(t.Context(), started.UserCode, st.olivia, st.bakery); err == nil {
		t.Fatal("the node did not die")
	}
	return started
}

// sweep lets the sweep's patience pass and sweeps.
func (st *stage) sweep(t testing.TB, want int64) {
	t.Helper()
	st.clock.Move(5 * time.Second)
	n, err := st.other.Complete(t.Context())
	if n != want || err != nil {
		t.Errorf("settled %d, %v, want %d", n, err, want)
	}
}

// TestACrashAnywhereInAnApproval ends a node before its n-th statement, for
// every n, and looks at what the device gets in the end.
func TestACrashAnywhereInAnApproval(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	for _, installed := range []bool{false, true} {
		crashed, undecided, settled := 0, 0, int64(0)
		for n, alive := 1, false; !alive; n++ {
			st.bakery = st.business(t, st.olivia, ident.Organization{})
			consents := 1
			if installed {
				st.approved(t)
				consents++
			}
			started := st.begun(t, st.sync)
			doomed := st.join(t, &reaper{before: func(seen int, _ string) bool { return seen == n }})
			alive = doomed.Approve(t.Context(), started.UserCode, st.olivia, st.bakery) == nil
			if _, err := st.Poll(t.Context(), st.sync.ID, started.DeviceCode); err != nil && codeOf(t, err) != "authorization_pending" {
				t.Errorf("before statement %d: a poll got %v", n, err)
			}
			st.clock.Move(5 * time.Second)
			swept, err := st.other.Complete(t.Context())
			must(t, err)
			settled += swept
			if !alive {
				crashed++
				if err := st.Approve(t.Context(), started.UserCode, st.olivia, st.bakery); err == nil {
					undecided++
				} else {
					refused(t, err, "DEVICE_CODE_NOT_FOUND")
				}
			}
			g := st.other.answers(t, started, st.sync, "")
			for i, want := range []bool{true, false} {
				if took, err := st.collect(t.Context(), g); err != nil || took != want {
					t.Errorf("before statement %d: collected %t at try %d, %v", n, took, i+1, err)
				}
			}
			if diff := cmp.Diff([]int{consents, consents, 1}, []int{st.grants(t), st.consents(t), st.installations(t)}); diff != "" {
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
	st := newStage(t)
	started := st.cutOff(t)
	st.answers(t, started, st.sync, "authorization_pending")
	if n, err := st.other.Complete(t.Context()); n != 0 || err != nil {
		t.Errorf("whoever approves was not left to finish: settled %d, %v", n, err)
	}
	st.sweep(t, 1)
	st.sweep(t, 0)
	g := st.answers(t, started, st.sync, "")
	if !g.ExpiresAt.Equal(at.Add(10 * time.Minute)) {
		t.Errorf("the grant lives until %s", g.ExpiresAt)
	}
	entries, err := st.record.OfBusiness(t.Context(), st.bakery, ident.AuditEntry{}, 1)
	must(t, err)
	if entries[0].Action != "app.connected" || entries[0].Actor.ID != st.olivia.String() {
		t.Errorf("the record says %+v", entries[0])
	}
}

// TestASweepGivesNothingThatWasTakenAway changes the world between a decision
// and its carrying out.
func TestASweepGivesNothingThatWasTakenAway(t *testing.T) {
	t.Parallel()
	uninstall := func(ctx context.Context, st *stage) error {
		inst, _, err := st.installs.Standing(ctx, st.bakery, st.sync.ID)
		if err != nil {
			return err
		}
		_, err = st.installs.Uninstall(ctx, st.olivia, inst.ID)
		return err
	}
	for name, c := range map[string]struct {
		installed bool
		change    func(ctx context.Context, st *stage) error
	}{
		"the app was uninstalled": {true, uninstall},
		"access was revoked": {true, func(ctx context.Context, st *stage) error {
			inst, _, err := st.installs.Standing(ctx, st.bakery, st.sync.ID)
			if err != nil {
				return err
			}
			_, err = st.installs.RevokeAccess(ctx, st.olivia, inst.ID)
			return err
		}},
		"the app was connected and uninstalled": {false, func(ctx context.Context, st *stage) error {
			started, err := st.Begin(ctx, st.sync, st.sync.Scopes, visit)
			if err != nil {
				return err
			}
			if err := st.Approve(ctx, started.UserCode, st.olivia, st.bakery); err != nil {
				return err
			}
			return uninstall(ctx, st)
		}},
		"the user may no longer connect apps": {false, func(ctx context.Context, st *stage) error {
			if err := st.tenancy.ChangeRole(ctx, tenancy.By(st.olivia), st.bakery, st.ben, permission.Owner); err != nil {
				return err
			}
			return st.tenancy.ChangeRole(ctx, tenancy.By(st.ben), st.bakery, st.olivia, permission.Accountant)
		}},
		"the app was suspended": {false, func(ctx context.Context, st *stage) error {
			_, err := st.apps.Suspend(ctx, st.sync.ID)
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := newStage(t)
			if c.installed {
				st.approved(t)
			}
			started := st.cutOff(t)
			must(t, c.change(t.Context(), st))
			installations, consents := st.installations(t), st.consents(t)
			st.sweep(t, 1)
			st.answers(t, started, st.sync, "invalid_grant")
			if st.installations(t) != installations || st.consents(t) != consents {
				t.Error("the cancelled approval left a trace")
			}
			st.clock.Move(10 * time.Minute)
			st.answers(t, started, st.sync, "invalid_grant")
			st.sweep(t, 0)
		})
	}
}

func TestASweepThatComesTooLateGivesNothing(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	started := st.cutOff(t)
	st.clock.Move(10*time.Minute - 5*time.Second)
	st.sweep(t, 1)
	st.answers(t, started, st.sync, "expired_token")
	st.sweep(t, 0)
	if st.grants(t)+st.installations(t) != 0 {
		t.Error("an expired code gave something")
	}
}

func TestManySweepsCompleteAnApprovalOnce(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	for range 5 {
		st.bakery = st.business(t, st.olivia, ident.Organization{})
		started := st.cutOff(t)
		st.clock.Move(5 * time.Second)
		st.atOnce(20, func(_ int, n *node) {
			if _, err := n.Complete(t.Context()); err != nil {
				t.Error(err)
			}
		})
		st.answers(t, started, st.sync, "")
		if diff := cmp.Diff([]int{1, 1, 1}, []int{st.grants(t), st.consents(t), st.installations(t)}); diff != "" {
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
			st := newStage(t)
			st.approved(t)
			started := st.begun(t, st.sync)
			decided, swept := make(chan struct{}), make(chan struct{})
			stop := sync.OnceFunc(func() { close(decided); <-swept })
			slow := st.join(t, &reaper{before: func(n int, sql string) bool {
				if transactionBegins(n, sql) {
					stop()
				}
				return false
			}})
			answer := make(chan error, 1)
			go func() { answer <- slow.Approve(t.Context(), started.UserCode, st.olivia, st.bakery) }()
			<-decided
			want := ""
			if uninstall {
				inst, _, err := st.installs.Standing(t.Context(), st.bakery, st.sync.ID)
				must(t, err)
				_, err = st.installs.Uninstall(t.Context(), st.olivia, inst.ID)
				must(t, err)
				want = "invalid_grant"
			}
			st.sweep(t, 1)
			close(swept)
			if err := <-answer; uninstall {
				refused(t, err, "APPROVAL_OVERTAKEN")
			} else {
				must(t, err)
			}
			st.answers(t, started, st.sync, want)
			if st.grants(t) != 2 {
				t.Errorf("%d grants of two approvals", st.grants(t))
			}
		})
	}
}
