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
	f := newFixture(t)
	inst, _ := f.connect(t, f.approval(scope.InvoicesRead))
	f.clock.Move(90 * time.Minute)
	want := inst
	want.Status, want.EndedAt, want.EndReason = installs.Uninstalled, new(f.clock.Now()), installs.ByBusiness
	f.forgets(t, inst, func() error {
		ended, err := f.Uninstall(as(t.Context(), f.olivia), f.olivia, inst.ID)
		if diff := cmp.Diff(want, ended); diff != "" {
			t.Error(diff)
		}
		return err
	})
	stored, err := f.ByID(t.Context(), inst.ID)
	must(t, err)
	if diff := cmp.Diff(want, stored); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]event.Name{event.AppInstalled, event.AppUninstalled}, f.happened(t)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]any{
		"id": f.sync.ID.String(), "installationId": inst.ID.String(), "uninstalledAt": "2026-11-08T11:00:00.000Z", "reason": "UNINSTALLED",
		"actor": map[string]any{"type": "user", "id": f.olivia.String()},
	}, f.last(t)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[audit.Action]int{"app.connected": 1, "app.uninstalled": 1}, f.noted(t, inst.ID)); diff != "" {
		t.Error(diff)
	}
	for name, action := range f.actions() {
		if _, err := action(t.Context(), f.olivia, inst.ID); err == nil {
			t.Errorf("%s: done to an ended installation", name)
		} else {
			refused(t, err, "INSTALLATION_ENDED")
		}
	}
}

type action func(ctx context.Context, by ident.User, id ident.Installation) (installs.Installation, error)

// operations are all that can be done to an installation.
func (f *fixture) actions() map[string]action {
	return map[string]action{
		"uninstall":     f.Uninstall,
		"revoke access": f.RevokeAccess,
		"withdraw consent": func(ctx context.Context, by ident.User, id ident.Installation) (installs.Installation, error) {
			return installs.Installation{}, f.WithdrawConsent(ctx, by, id)
		},
		"hold": func(ctx context.Context, _ ident.User, id ident.Installation) (installs.Installation, error) {
			return f.Suspend(ctx, id)
		},
		"resume": func(ctx context.Context, _ ident.User, id ident.Installation) (installs.Installation, error) {
			return f.Resume(ctx, id)
		},
	}
}

func TestOnlyThoseWhoMayEndWhatABusinessHas(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	inst, _ := f.connect(t, f.approval(scope.InvoicesRead))
	for name, action := range map[string]action{"uninstall": f.Uninstall, "revoke access": f.RevokeAccess} {
		for user, code := range map[ident.User]string{f.ben: "PERMISSION_DENIED", f.dana: "INSTALLATION_NOT_FOUND"} {
			_, err := action(t.Context(), user, inst.ID)
			if refusal, ok := fault.As(err); !ok || refusal.Code != code {
				t.Errorf("%s: want %s, got %v", name, code, err)
			}
		}
	}
	unknown := ident.New[ident.Installation](f.bakery.ID.Shard, f.clock.Now())
	for name, action := range f.actions() {
		if _, err := action(t.Context(), f.olivia, unknown); !errors.Is(err, installs.ErrNotFound) {
			t.Errorf("%s: want not found, got %v", name, err)
		}
	}
	stored, err := f.ByID(t.Context(), inst.ID)
	must(t, err)
	if diff := cmp.Diff(inst, stored); diff != "" {
		t.Error(diff)
	}
}

func TestRevokedAccessComesBackWithAConsentAndWhatWasRevokedDoesNot(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	inst, _ := f.connect(t, f.approval(scope.InvoicesRead))
	want := inst
	want.AccessGeneration, want.AccessRevoked = 2, true
	f.forgets(t, inst, func() error {
		revoked, err := f.RevokeAccess(t.Context(), f.olivia, inst.ID)
		if diff := cmp.Diff(want, revoked); diff != "" {
			t.Error(diff)
		}
		return err
	})
	again, _ := f.connect(t, f.approval(scope.InvoicesRead))
	want.AccessRevoked = false
	stored, err := f.ByID(t.Context(), inst.ID)
	must(t, err)
	if diff := cmp.Diff([]installs.Installation{want, want}, []installs.Installation{again, stored}); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[audit.Action]int{"app.connected": 2, "app.access_revoked": 1}, f.noted(t, inst.ID)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]event.Name{event.AppInstalled}, f.happened(t)); diff != "" {
		t.Error(diff)
	}
}

func TestEveryRevocationOfAccessCounts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	inst, _ := f.connect(t, f.approval(scope.InvoicesRead))
	errs := atOnce(20, func(int) error {
		_, err := f.RevokeAccess(t.Context(), f.olivia, inst.ID)
		return err
	})
	must(t, errors.Join(errs...))
	stored, err := f.ByID(t.Context(), inst.ID)
	must(t, err)
	if stored.AccessGeneration != 21 {
		t.Errorf("want generation 21, got %d", stored.AccessGeneration)
	}
}

func TestAUserTakesBackTheirOwnConsentsAlone(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	admin := f.user(t, "ada")
	must(t, f.deps.Tenancy.AddMember(t.Context(), f.byOlivia(), f.bakery.ID, admin, "admin"))
	theirs := f.approval(scope.PaymentsRead)
	theirs.User = admin
	inst, first := f.connect(t, f.approval(scope.InvoicesRead))
	_, second := f.connect(t, f.approval(scope.InvoicesRead))
	_, other := f.connect(t, theirs)
	refused(t, f.WithdrawConsent(t.Context(), f.ben, inst.ID), "CONSENT_NOT_FOUND")
	f.forgets(t, inst, func() error { return f.WithdrawConsent(t.Context(), f.olivia, inst.ID) })
	refused(t, f.WithdrawConsent(t.Context(), f.olivia, inst.ID), "CONSENT_NOT_FOUND")
	_, renewed := f.connect(t, f.approval(scope.InvoicesRead))

	for _, c := range []struct {
		consent ident.Consent
		active  bool
	}{{first.ID, false}, {second.ID, false}, {other.ID, true}, {renewed.ID, true}} {
		must(t, f.deps.DB.InTx(t.Context(), func(tx *pg.Tx) error {
			consent, err := f.ConsentIn(t.Context(), tx, c.consent)
			if consent.Active() != c.active {
				t.Errorf("want it to stand %t, got %+v", c.active, consent)
			}
			return err
		}))
	}
	unknown := ident.New[ident.Consent](inst.ID.Shard, f.clock.Now())
	refused(t, f.deps.DB.InTx(t.Context(), func(tx *pg.Tx) error { _, err := f.ConsentIn(t.Context(), tx, unknown); return err }), "CONSENT_NOT_FOUND")
}

func TestTheOperatorSuspendsAndResumes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	inst, _ := f.connect(t, f.approval(scope.InvoicesRead))
	f.forgets(t, inst, func() error { _, err := f.Suspend(t.Context(), inst.ID); return err })
	suspended, err := f.Suspend(t.Context(), inst.ID)
	must(t, err)
	if suspended.Active() || suspended.Ended() {
		t.Errorf("got %+v", suspended)
	}
	_, err = f.Uninstall(t.Context(), f.olivia, inst.ID)
	refused(t, err, "INSTALLATION_SUSPENDED")
	_, err = f.RevokeAccess(t.Context(), f.olivia, inst.ID)
	must(t, err)
	resumed, err := f.Resume(t.Context(), inst.ID)
	must(t, err)
	if !resumed.Active() || !resumed.AccessRevoked {
		t.Errorf("got %+v", resumed)
	}
	want := map[audit.Action]int{"app.connected": 1, "app.held": 1, "app.released": 1, "app.access_revoked": 1}
	if diff := cmp.Diff(want, f.noted(t, inst.ID)); diff != "" {
		t.Error(diff)
	}
}

func TestUninstallingWaitsForWhoIsIssuing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	inst, _ := f.connect(t, f.approval(scope.InvoicesRead))
	ended := make(chan error, 1)
	must(t, f.deps.DB.InTx(t.Context(), func(tx *pg.Tx) error {
		shared, err := f.LockShare(t.Context(), tx, inst.ID)
		if diff := cmp.Diff(inst, shared); diff != "" {
			t.Error(diff)
		}
		go func() { _, err := f.Uninstall(t.Context(), f.olivia, inst.ID); ended <- err }()
		for !pgtest.SomebodyWaits(t, f.deps.DB) {
			if len(ended) > 0 {
				t.Fatal("uninstalled while somebody issues")
			}
		}
		return err
	}))
	must(t, <-ended)
	must(t, f.deps.DB.InTx(t.Context(), func(tx *pg.Tx) error {
		over, err := f.LockShare(t.Context(), tx, inst.ID)
		if !over.Ended() {
			t.Error("issues under an ended installation")
		}
		return err
	}))
}

func TestARightToEndAnInstallationThatIsTakenAwayMeanwhileIsNotUsed(t *testing.T) {
	t.Parallel()
	for name, action := range map[string]func(f *fixture) action{
		"uninstall":     func(f *fixture) action { return f.Uninstall },
		"revoke access": func(f *fixture) action { return f.RevokeAccess },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			inst, _ := f.connect(t, f.approval(scope.InvoicesRead))
			ended := make(chan error, 1)
			must(t, f.deps.DB.InTx(t.Context(), func(tx *pg.Tx) error {
				for _, statement := range []string{
					"SELECT FROM tenancy.businesses WHERE shard = $1 AND id = $2 FOR NO KEY UPDATE", // as whoever changes members does
					"UPDATE tenancy.memberships SET role = 'viewer' WHERE business_shard = $1 AND business_id = $2",
				} {
					_, err := tx.Exec(t.Context(), statement, f.bakery.ID.Shard, f.bakery.ID.UUID)
					must(t, err)
				}
				go func() { _, err := action(f)(t.Context(), f.olivia, inst.ID); ended <- err }()
				for !pgtest.SomebodyWaits(t, f.deps.DB) {
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
