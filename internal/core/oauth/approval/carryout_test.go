package approval_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestADecisionIsCarriedOutOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, installed := range []bool{false, true} {
		if installed {
			f.given(t)
		}
		before := [3]int{f.grants(t), f.consents(t), f.installations(t)}
		ready, d := f.ready(t, f.yes(scope.InvoicesRead)), f.decided()
		const many = 50
		grants, codes := make([]ident.Grant, many), make([]string, many)
		f.atOnce(many, func(i int, n *node) {
			g, code, err := n.CarryOut(t.Context(), ready, d)
			if err != nil {
				t.Error(err)
			}
			grants[i], codes[i] = g.ID, code
		})
		handedOut := 0
		for i := range many {
			if grants[i] != grants[0] {
				t.Errorf("one decision gave %s and %s", grants[0], grants[i])
			}
			if codes[i] != "" {
				handedOut++
			}
		}
		if handedOut != 1 {
			t.Errorf("%d codes were handed out", handedOut)
		}
		after := [3]int{f.grants(t), f.consents(t), f.installations(t)}
		want := [3]int{before[0] + 1, before[1] + 1, 1}
		if diff := cmp.Diff(want, after); diff != "" {
			t.Error("grants, consents, installations:", diff)
		}
	}
}

func TestWhatTheBusinessTookAwayIsNotGivenBack(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(ctx context.Context, f *fixture, g approval.Grant) error{
		"uninstalled": func(ctx context.Context, f *fixture, g approval.Grant) error {
			_, err := f.deps.Installs.Uninstall(ctx, f.olivia, g.Installation)
			return err
		},
		"access revoked": func(ctx context.Context, f *fixture, g approval.Grant) error {
			_, err := f.deps.Installs.RevokeAccess(ctx, f.olivia, g.Installation)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			g, _ := f.given(t)
			ready := f.ready(t, f.yes(scope.InvoicesRead, scope.PaymentsRead))
			must(t, take(t.Context(), f, g))
			inst, _, err := f.deps.Installs.Newest(t.Context(), f.bakery, f.sync)
			must(t, err)
			_, _, err = f.CarryOut(t.Context(), ready, f.decided())
			refused(t, err, "APPROVAL_OVERTAKEN")
			now, _, err := f.deps.Installs.Newest(t.Context(), f.bakery, f.sync)
			must(t, err)
			if diff := cmp.Diff(inst, now); diff != "" {
				t.Error("the refused approval left a trace:", diff)
			}
			if f.grants(t) != 1 || f.consents(t) != 1 {
				t.Errorf("%d grants and %d consents", f.grants(t), f.consents(t))
			}
		})
	}
}

func TestWhatOthersGaveInTheMeantimeDoesNotStandInTheWay(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ready := f.ready(t, f.yes(scope.InvoicesRead))
	adas := f.yes(scope.EventsRead)
	adas.User = f.ada
	_, _, err := f.other.CarryOut(t.Context(), f.ready(t, adas), f.decided())
	must(t, err)
	_, code, err := f.CarryOut(t.Context(), ready, f.decided())
	must(t, err)
	if g := f.find(t, code); !g.Live || f.installations(t) != 1 {
		t.Errorf("got %+v in %d installations", g, f.installations(t))
	}
}

func TestNoApprovalOutrunsAnUninstall(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 20 {
		g, _ := f.given(t)
		ready := f.ready(t, f.yes(scope.InvoicesRead))
		codes := make([]string, 8)
		f.atOnce(len(codes)+1, func(i int, n *node) {
			if i == len(codes) {
				if _, err := n.deps.Installs.Uninstall(t.Context(), f.olivia, g.Installation); err != nil {
					t.Error(err)
				}
				return
			}
			_, code, err := n.CarryOut(t.Context(), ready, f.decided())
			if err != nil {
				refused(t, err, "APPROVAL_OVERTAKEN")
			}
			codes[i] = code
		})
		for _, code := range codes {
			if code != "" && f.find(t, code).Live {
				t.Fatal("a grant outlived the uninstall")
			}
		}
		if n := f.installations(t); n != 0 {
			t.Fatalf("%d installations are left", n)
		}
	}
}

func TestACancelledDecisionIsNeverCarriedOut(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	yes, d := f.yes(scope.InvoicesRead), f.decided()
	ready := f.ready(t, yes)
	must(t, f.Cancel(t.Context(), yes, d))
	must(t, f.other.Cancel(t.Context(), yes, d))
	_, _, err := f.CarryOut(t.Context(), ready, d)
	refused(t, err, "APPROVAL_OVERTAKEN")
	g, ok, err := f.FindDecision(t.Context(), f.bakery, d.ID)
	if err != nil || !ok || !g.Cancelled() || g.Live || !g.Installation.IsZero() {
		t.Errorf("got %+v, %t, %v", g, ok, err)
	}
	if _, took, err := f.take(t, g); took || err != nil {
		t.Errorf("took %t, %v", took, err)
	}
	if f.installations(t) != 0 || f.consents(t) != 0 {
		t.Error("the cancelled approval left a trace")
	}
}

func TestAGivenGrantIsNotCancelled(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	yes, d := f.yes(scope.InvoicesRead), f.decided()
	_, code, err := f.CarryOut(t.Context(), f.ready(t, yes), d)
	must(t, err)
	must(t, f.Cancel(t.Context(), yes, d))
	if g := f.find(t, code); g.Cancelled() || !g.Live {
		t.Errorf("got %+v", g)
	}
}

func TestCarryingOutAndCancellingEndInOneOfThem(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 20 {
		f.bakery = f.business(t)
		yes, d := f.yes(scope.InvoicesRead), f.decided()
		ready := f.ready(t, yes)
		var code string
		f.atOnce(2, func(i int, n *node) {
			if i == 0 {
				if err := n.Cancel(t.Context(), yes, d); err != nil {
					t.Error(err)
				}
				return
			}
			var err error
			if _, code, err = n.CarryOut(t.Context(), ready, d); err != nil {
				refused(t, err, "APPROVAL_OVERTAKEN")
			}
		})
		g, _, err := f.FindDecision(t.Context(), f.bakery, d.ID)
		must(t, err)
		if given := code != ""; g.Cancelled() == given || g.Live != given || (f.installations(t) == 1) != given {
			t.Fatalf("handed out %t, and the grant is %+v", given, g)
		}
	}
}

// take takes a grant that hangs on nothing, so there is no installation to lock.
func (f *fixture) take(t testing.TB, g approval.Grant) (ident.Family, bool, error) {
	t.Helper()
	family := ident.New[ident.Family](g.ID.Shard, f.deps.Now())
	must(t, f.deps.DB.InTx(t.Context(), func(tx *pg.Tx) error { return f.Take(t.Context(), tx, g, family) }))
	took, err := f.takenFor(t.Context(), g, family)
	return family, took, err
}

func TestARightThatWasTakenAwayMeanwhileIsNotUsed(t *testing.T) {
	t.Parallel()
	for code, take := range map[string]func(ctx context.Context, f *fixture) error{
		"PERMISSION_DENIED": func(ctx context.Context, f *fixture) error {
			return f.other.deps.Tenancy.ChangeRole(ctx, tenancy.By(f.olivia), f.bakery, f.ada, permission.Accountant)
		},
		"BUSINESS_NOT_FOUND": func(ctx context.Context, f *fixture) error {
			return f.other.deps.Tenancy.RemoveMember(ctx, tenancy.By(f.olivia), f.bakery, f.ada)
		},
		"APP_NOT_REVIEWED": func(ctx context.Context, f *fixture) error {
			_, err := f.other.apps.SetReview(ctx, f.sync, apps.ChangesRequested)
			return err
		},
		"APP_UNAVAILABLE": func(ctx context.Context, f *fixture) error {
			_, err := f.other.apps.Suspend(ctx, f.sync)
			return err
		},
		"SCOPES_NOT_PERMITTED": func(ctx context.Context, f *fixture) error {
			_, err := f.other.apps.SetScopes(ctx, f.sync, 0, scope.Of(scope.EventsRead))
			return err
		},
	} {
		t.Run("AUTH-13 "+code, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			yes := f.yes(scope.InvoicesRead)
			yes.User = f.ada
			ready := f.ready(t, yes)
			must(t, take(t.Context(), f))
			_, _, err := f.CarryOut(t.Context(), ready, f.decided())
			refused(t, err, code)
			if f.grants(t)+f.consents(t)+f.installations(t) != 0 {
				t.Error("the refused approval left a trace")
			}
		})
	}
}

// The right is taken away while the approval is under way: in a transaction that
// commits first, and for which the approval therefore waits.
func TestAnApprovalWaitsForWhoeverTakesTheRightAway(t *testing.T) {
	t.Parallel()
	t.Run("AUTH-13 the permission is taken between the page and the commit", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		yes := f.yes(scope.InvoicesRead)
		yes.User = f.ada
		ready, result := f.ready(t, yes), make(chan error, 1)
		err := f.other.deps.DB.InTx(t.Context(), func(tx *pg.Tx) error {
			for _, statement := range []string{
				"SELECT FROM tenancy.businesses WHERE shard = $1 AND id = $2 FOR NO KEY UPDATE", // as whoever changes members does
				"UPDATE tenancy.memberships SET role = 'viewer' WHERE business_shard = $1 AND business_id = $2 AND role = 'admin'",
			} {
				if _, err := tx.Exec(t.Context(), statement, f.bakery.Shard, f.bakery.UUID); err != nil {
					return err
				}
			}
			go func() {
				_, _, err := f.CarryOut(t.Context(), ready, f.decided())
				result <- err
			}()
			for !pgtest.SomebodyWaits(t, f.deps.DB) {
				if len(result) > 0 {
					t.Fatal("an approval did not wait for whoever takes the right away")
				}
			}
			return nil
		})
		must(t, err)
		refused(t, <-result, "PERMISSION_DENIED")
	})
}
