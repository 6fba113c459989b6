package installs_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// atOnce runs fn in n goroutines and collects their errors.
func atOnce(n int, fn func(i int) error) []error {
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = fn(i) })
	}
	all.Wait()
	return errs
}

func TestUninstallingEndsAnInstallationForGood(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	inst, _ := st.connect(t, st.approval(scope.InvoicesRead))
	st.clock.Move(90 * time.Minute)
	want := inst
	want.Status, want.EndedAt = installs.Uninstalled, new(st.clock.Now())
	st.forgets(t, inst, func() error {
		ended, err := st.Uninstall(as(t.Context(), st.olivia), st.olivia, inst.ID)
		if diff := cmp.Diff(want, ended); diff != "" {
			t.Error(diff)
		}
		return err
	})
	stored, err := st.ByID(t.Context(), inst.ID)
	must(t, err)
	if diff := cmp.Diff(want, stored); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]event.Name{event.AppInstalled, event.AppUninstalled}, st.happened(t)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]any{
		"id": st.sync.ID.String(), "installationId": inst.ID.String(), "uninstalledAt": "2026-11-08T11:00:00.000Z", "reason": "UNINSTALLED",
		"actor": map[string]any{"type": "user", "id": st.olivia.String()},
	}, st.last(t)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[audit.Action]int{"app.connected": 1, "app.uninstalled": 1}, st.noted(t, inst.ID)); diff != "" {
		t.Error(diff)
	}
	for name, action := range st.actions() {
		if _, err := action(t.Context(), st.olivia, inst.ID); err == nil {
			t.Errorf("%s: done to an ended installation", name)
		} else {
			refused(t, err, "INSTALLATION_ENDED")
		}
	}
}

type action func(ctx context.Context, by ident.User, id ident.Installation) (installs.Installation, error)

// operations are all that can be done to an installation.
func (st *stage) actions() map[string]action {
	return map[string]action{
		"uninstall":     st.Uninstall,
		"revoke access": st.RevokeAccess,
		"withdraw consent": func(ctx context.Context, by ident.User, id ident.Installation) (installs.Installation, error) {
			return installs.Installation{}, st.WithdrawConsent(ctx, by, id)
		},
		"hold": func(ctx context.Context, _ ident.User, id ident.Installation) (installs.Installation, error) {
			return st.Suspend(ctx, id)
		},
		"resume": func(ctx context.Context, _ ident.User, id ident.Installation) (installs.Installation, error) {
			return st.Resume(ctx, id)
		},
	}
}

func TestOnlyThoseWhoMayEndWhatABusinessHas(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	inst, _ := st.connect(t, st.approval(scope.InvoicesRead))
	for name, action := range map[string]action{"uninstall": st.Uninstall, "revoke access": st.RevokeAccess} {
		for user, code := range map[ident.User]string{st.ben: "PERMISSION_DENIED", st.dana: "INSTALLATION_NOT_FOUND"} {
			_, err := action(t.Context(), user, inst.ID)
			if refusal, ok := fault.As(err); !ok || refusal.Code != code {
				t.Errorf("%s: want %s, got %v", name, code, err)
			}
		}
	}
	unknown := ident.New[ident.Installation](st.bakery.ID.Shard, st.clock.Now())
	for name, action := range st.actions() {
		if _, err := action(t.Context(), st.olivia, unknown); !errors.Is(err, installs.ErrNotFound) {
			t.Errorf("%s: want not found, got %v", name, err)
		}
	}
	stored, err := st.ByID(t.Context(), inst.ID)
	must(t, err)
	if diff := cmp.Diff(inst, stored); diff != "" {
		t.Error(diff)
	}
}

func TestRevokedAccessComesBackWithAConsentAndWhatWasRevokedDoesNot(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	inst, _ := st.connect(t, st.approval(scope.InvoicesRead))
	want := inst
	want.AccessGeneration, want.AccessRevoked = 2, true
	st.forgets(t, inst, func() error {
		revoked, err := st.RevokeAccess(t.Context(), st.olivia, inst.ID)
		if diff := cmp.Diff(want, revoked); diff != "" {
			t.Error(diff)
		}
		return err
	})
	again, _ := st.connect(t, st.approval(scope.InvoicesRead))
	want.AccessRevoked = false
	stored, err := st.ByID(t.Context(), inst.ID)
	must(t, err)
	if diff := cmp.Diff([]installs.Installation{want, want}, []installs.Installation{again, stored}); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[audit.Action]int{"app.connected": 2, "app.access_revoked": 1}, st.noted(t, inst.ID)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]event.Name{event.AppInstalled}, st.happened(t)); diff != "" {
		t.Error(diff)
	}
}

func TestEveryRevocationOfAccessCounts(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	inst, _ := st.connect(t, st.approval(scope.InvoicesRead))
	errs := atOnce(20, func(int) error {
		_, err := st.RevokeAccess(t.Context(), st.olivia, inst.ID)
		return err
	})
	must(t, errors.Join(errs...))
	stored, err := st.ByID(t.Context(), inst.ID)
	must(t, err)
	if stored.AccessGeneration != 21 {
		t.Errorf("want generation 21, got %d", stored.AccessGeneration)
	}
}

func TestAUserTakesBackTheirOwnConsentsAlone(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	admin := st.user(t, "ada")
	must(t, st.Tenancy.AddMember(t.Context(), st.byOlivia(), st.bakery.ID, admin, "admin"))
	theirs := st.approval(scope.PaymentsRead)
	theirs.User = admin
	inst, first := st.connect(t, st.approval(scope.InvoicesRead))
	_, second := st.connect(t, st.approval(scope.InvoicesRead))
	_, other := st.connect(t, theirs)
	refused(t, st.WithdrawConsent(t.Context(), st.ben, inst.ID), "CONSENT_NOT_FOUND")
	st.forgets(t, inst, func() error { return st.WithdrawConsent(t.Context(), st.olivia, inst.ID) })
	refused(t, st.WithdrawConsent(t.Context(), st.olivia, inst.ID), "CONSENT_NOT_FOUND")
	_, renewed := st.connect(t, st.approval(scope.InvoicesRead))

	for _, c := range []struct {
		consent ident.Consent
		stands  bool
	}{{first.ID, false}, {second.ID, false}, {other.ID, true}, {renewed.ID, true}} {
		must(t, st.DB.InTx(t.Context(), func(tx *pg.Tx) error {
			consent, err := st.ConsentIn(t.Context(), tx, c.consent)
			if consent.Stands() != c.stands {
				t.Errorf("want it to stand %t, got %+v", c.stands, consent)
			}
			return err
		}))
	}
	unknown := ident.New[ident.Consent](inst.ID.Shard, st.clock.Now())
	refused(t, st.DB.InTx(t.Context(), func(tx *pg.Tx) error { _, err := st.ConsentIn(t.Context(), tx, unknown); return err }), "CONSENT_NOT_FOUND")
}

func TestTheOperatorHoldsAndResumes(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	inst, _ := st.connect(t, st.approval(scope.InvoicesRead))
	st.forgets(t, inst, func() error { _, err := st.Suspend(t.Context(), inst.ID); return err })
	held, err := st.Suspend(t.Context(), inst.ID)
	must(t, err)
	if held.Active() || held.Ended() {
		t.Errorf("got %+v", held)
	}
	_, err = st.Uninstall(t.Context(), st.olivia, inst.ID)
	refused(t, err, "INSTALLATION_SUSPENDED")
	_, err = st.RevokeAccess(t.Context(), st.olivia, inst.ID)
	must(t, err)
	resumed, err := st.Resume(t.Context(), inst.ID)
	must(t, err)
	if !resumed.Active() || !resumed.AccessRevoked {
		t.Errorf("got %+v", resumed)
	}
	want := map[audit.Action]int{"app.connected": 1, "app.held": 1, "app.released": 1, "app.access_revoked": 1}
	if diff := cmp.Diff(want, st.noted(t, inst.ID)); diff != "" {
		t.Error(diff)
	}
}

func TestUninstallingWaitsForWhoIsIssuing(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	inst, _ := st.connect(t, st.approval(scope.InvoicesRead))
	ended := make(chan error, 1)
	must(t, st.DB.InTx(t.Context(), func(tx *pg.Tx) error {
		shared, err := st.LockShare(t.Context(), tx, inst.ID)
		if diff := cmp.Diff(inst, shared); diff != "" {
			t.Error(diff)
		}
		go func() { _, err := st.Uninstall(t.Context(), st.olivia, inst.ID); ended <- err }()
		for !pgtest.SomebodyWaits(t, st.DB) {
			if len(ended) > 0 {
				t.Fatal("uninstalled while somebody issues")
			}
		}
		return err
	}))
	must(t, <-ended)
	must(t, st.DB.InTx(t.Context(), func(tx *pg.Tx) error {
		over, err := st.LockShare(t.Context(), tx, inst.ID)
		if !over.Ended() {
			t.Error("issues under an ended installation")
		}
		return err
	}))
}

func TestARightToEndAnInstallationThatIsTakenAwayMeanwhileIsNotUsed(t *testing.T) {
	t.Parallel()
	for name, action := range map[string]func(st *stage) action{
		"uninstall":     func(st *stage) action { return st.Uninstall },
		"revoke access": func(st *stage) action { return st.RevokeAccess },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := newStage(t)
			inst, _ := st.connect(t, st.approval(scope.InvoicesRead))
			ended := make(chan error, 1)
			must(t, st.DB.InTx(t.Context(), func(tx *pg.Tx) error {
				for _, statement := range []string{
					"SELECT FROM tenancy.businesses WHERE shard = $1 AND id = $2 FOR NO KEY UPDATE", // as whoever changes members does
					"UPDATE tenancy.memberships SET role = 'viewer' WHERE business_shard = $1 AND business_id = $2",
				} {
					_, err := tx.Exec(t.Context(), statement, st.bakery.ID.Shard, st.bakery.ID.UUID)
					must(t, err)
				}
				go func() { _, err := action(st)(t.Context(), st.olivia, inst.ID); ended <- err }()
				for !pgtest.SomebodyWaits(t, st.DB) {
					if len(ended) > 0 {
						t.Fatal("it did not wait for whoever takes the right away")
					}
				}
				return nil
			}))
			refused(t, <-ended, "PERMISSION_DENIED")
		})
	}
}
