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
	st := newStage(t)
	for _, installed := range []bool{false, true} {
		if installed {
			st.given(t)
		}
		before := [3]int{st.grants(t), st.consents(t), st.installations(t)}
		ready, d := st.ready(t, st.yes(scope.InvoicesRead)), st.decided()
		const many = 50
		grants, codes := make([]ident.Grant, many), make([]string, many)
		st.atOnce(many, func(i int, n *node) {
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
		after := [3]int{st.grants(t), st.consents(t), st.installations(t)}
		want := [3]int{before[0] + 1, before[1] + 1, 1}
		if diff := cmp.Diff(want, after); diff != "" {
			t.Error("grants, consents, installations:", diff)
		}
	}
}

func TestWhatTheBusinessTookAwayIsNotGivenBack(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(ctx context.Context, st *stage, g approval.Grant) error{
		"uninstalled": func(ctx context.Context, st *stage, g approval.Grant) error {
			_, err := st.Installs.Uninstall(ctx, st.olivia, g.Installation)
			return err
		},
		"access revoked": func(ctx context.Context, st *stage, g approval.Grant) error {
			_, err := st.Installs.RevokeAccess(ctx, st.olivia, g.Installation)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := newStage(t)
			g, _ := st.given(t)
			ready := st.ready(t, st.yes(scope.InvoicesRead, scope.PaymentsRead))
			must(t, take(t.Context(), st, g))
			inst, _, err := st.Installs.Newest(t.Context(), st.bakery, st.sync)
			must(t, err)
			_, _, err = st.CarryOut(t.Context(), ready, st.decided())
			refused(t, err, "APPROVAL_OVERTAKEN")
			now, _, err := st.Installs.Newest(t.Context(), st.bakery, st.sync)
			must(t, err)
			if diff := cmp.Diff(inst, now); diff != "" {
				t.Error("the refused approval left a trace:", diff)
			}
			if st.grants(t) != 1 || st.consents(t) != 1 {
				t.Errorf("%d grants and %d consents", st.grants(t), st.consents(t))
			}
		})
	}
}

func TestWhatOthersGaveInTheMeantimeDoesNotStandInTheWay(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	ready := st.ready(t, st.yes(scope.InvoicesRead))
	adas := st.yes(scope.EventsRead)
	adas.User = st.ada
	_, _, err := st.other.CarryOut(t.Context(), st.ready(t, adas), st.decided())
	must(t, err)
	_, code, err := st.CarryOut(t.Context(), ready, st.decided())
	must(t, err)
	if g := st.find(t, code); !g.Stands || st.installations(t) != 1 {
		t.Errorf("got %+v in %d installations", g, st.installations(t))
	}
}

func TestNoApprovalOutrunsAnUninstall(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	for range 20 {
		g, _ := st.given(t)
		ready := st.ready(t, st.yes(scope.InvoicesRead))
		codes := make([]string, 8)
		st.atOnce(len(codes)+1, func(i int, n *node) {
			if i == len(codes) {
				if _, err := n.Installs.Uninstall(t.Context(), st.olivia, g.Installation); err != nil {
					t.Error(err)
				}
				return
			}
			_, code, err := n.CarryOut(t.Context(), ready, st.decided())
			if err != nil {
				refused(t, err, "APPROVAL_OVERTAKEN")
			}
			codes[i] = code
		})
		for _, code := range codes {
			if code != "" && st.find(t, code).Stands {
				t.Fatal("a grant outlived the uninstall")
			}
		}
		if n := st.installations(t); n != 0 {
			t.Fatalf("%d installations are left", n)
		}
	}
}

func TestACancelledDecisionIsNeverCarriedOut(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	yes, d := st.yes(scope.InvoicesRead), st.decided()
	ready := st.ready(t, yes)
	must(t, st.Cancel(t.Context(), yes, d))
	must(t, st.other.Cancel(t.Context(), yes, d))
	_, _, err := st.CarryOut(t.Context(), ready, d)
	refused(t, err, "APPROVAL_OVERTAKEN")
	g, ok, err := st.FindDecision(t.Context(), st.bakery, d.ID)
	if err != nil || !ok || !g.Cancelled() || g.Stands || !g.Installation.IsZero() {
		t.Errorf("got %+v, %t, %v", g, ok, err)
	}
	if _, took, err := st.take(t, g); took || err != nil {
		t.Errorf("took %t, %v", took, err)
	}
	if st.installations(t) != 0 || st.consents(t) != 0 {
		t.Error("the cancelled approval left a trace")
	}
}

func TestAGivenGrantIsNotCancelled(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	yes, d := st.yes(scope.InvoicesRead), st.decided()
	_, code, err := st.CarryOut(t.Context(), st.ready(t, yes), d)
	must(t, err)
	must(t, st.Cancel(t.Context(), yes, d))
	if g := st.find(t, code); g.Cancelled() || !g.Stands {
		t.Errorf("got %+v", g)
	}
}

func TestCarryingOutAndCancellingEndInOneOfThem(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	for range 20 {
		st.bakery = st.business(t)
		yes, d := st.yes(scope.InvoicesRead), st.decided()
		ready := st.ready(t, yes)
		var code string
		st.atOnce(2, func(i int, n *node) {
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
		g, _, err := st.FindDecision(t.Context(), st.bakery, d.ID)
		must(t, err)
		if given := code != ""; g.Cancelled() == given || g.Stands != given || (st.installations(t) == 1) != given {
			t.Fatalf("handed out %t, and the grant is %+v", given, g)
		}
	}
}

// take takes a grant that hangs on nothing, so there is no installation to hold.
func (st *stage) take(t testing.TB, g approval.Grant) (ident.Family, bool, error) {
	t.Helper()
	family := ident.New[ident.Family](g.ID.Shard, st.Now())
	var took bool
	err := st.DB.InTx(t.Context(), func(tx *pg.Tx) (err error) {
		took, err = st.Take(t.Context(), tx, g, family)
		return err
	})
	return family, took, err
}

func TestARightThatWasTakenAwayMeanwhileIsNotUsed(t *testing.T) {
	t.Parallel()
	for code, take := range map[string]func(ctx context.Context, st *stage) error{
		"PERMISSION_DENIED": func(ctx context.Context, st *stage) error {
			return st.other.Tenancy.ChangeRole(ctx, tenancy.By(st.olivia), st.bakery, st.ada, permission.Accountant)
		},
		"BUSINESS_NOT_FOUND": func(ctx context.Context, st *stage) error {
			return st.other.Tenancy.RemoveMember(ctx, tenancy.By(st.olivia), st.bakery, st.ada)
		},
		"APP_NOT_REVIEWED": func(ctx context.Context, st *stage) error {
			_, err := st.other.apps.SetReview(ctx, st.sync, apps.ChangesRequested)
			return err
		},
		"APP_UNAVAILABLE": func(ctx context.Context, st *stage) error {
			_, err := st.other.apps.Suspend(ctx, st.sync)
			return err
		},
		"SCOPES_NOT_PERMITTED": func(ctx context.Context, st *stage) error {
			_, err := st.other.apps.SetScopes(ctx, st.sync, 0, scope.Of(scope.EventsRead))
			return err
		},
	} {
		t.Run("AUTH-13 "+code, func(t *testing.T) {
			t.Parallel()
			st := newStage(t)
			yes := st.yes(scope.InvoicesRead)
			yes.User = st.ada
			ready := st.ready(t, yes)
			must(t, take(t.Context(), st))
			_, _, err := st.CarryOut(t.Context(), ready, st.decided())
			refused(t, err, code)
			if st.grants(t)+st.consents(t)+st.installations(t) != 0 {
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
		st := newStage(t)
		yes := st.yes(scope.InvoicesRead)
		yes.User = st.ada
		ready, result := st.ready(t, yes), make(chan error, 1)
		err := st.other.DB.InTx(t.Context(), func(tx *pg.Tx) error {
			for _, statement := range []string{
				"SELECT FROM tenancy.businesses WHERE shard = $1 AND id = $2 FOR NO KEY UPDATE", // as whoever changes members does
				"UPDATE tenancy.memberships SET role = 'viewer' WHERE business_shard = $1 AND business_id = $2 AND role = 'admin'",
			} {
				if _, err := tx.Exec(t.Context(), statement, st.bakery.Shard, st.bakery.UUID); err != nil {
					return err
				}
			}
			go func() {
				_, _, err := st.CarryOut(t.Context(), ready, st.decided())
				result <- err
			}()
			for !pgtest.SomebodyWaits(t, st.DB) {
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
