package apps_test

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestAnUpdateChangesWhatItNames(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, _ := r.register(t, r.sync())
	r.clock.Move(time.Second)
	want := app
	want.Name, want.SupportURL, want.PinnedVersion, want.Version = "Mill Sync", "", "2026-11-01", 2
	want.PreviousVersion, want.RepinnedAt = "2025-02-01", new(r.clock.Now())
	got, err := r.Update(t.Context(), app.ID, app.Version, apps.Changes{
		Name: new(" Mill Sync "), SupportURL: new(""), PinnedVersion: new("2026-11-01"), AppURL: new(app.AppURL),
	})
	must(t, err)
	stored, err := r.ByID(t.Context(), app.ID)
	must(t, err)
	if diff := cmp.Diff([]apps.App{want, want}, []apps.App{got, stored}); diff != "" {
		t.Error(diff)
	}
	entries, err := r.deps.Audit.OfOrganization(t.Context(), r.acme, ident.AuditEntry{}, 1)
	must(t, err)
	const facts = `{"changedFields": ["name", "supportUrl", "pinnedApiVersion"], "pinnedVersion": "2026-11-01"}`
	if diff := cmp.Diff(facts, string(entries[0].Facts)); diff != "" {
		t.Error(diff)
	}
}

func TestAnUpdateThatIsWrongChangesNothing(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, _ := r.register(t, r.sync())
	_, err := r.Update(t.Context(), app.ID, 0, apps.Changes{Name: new("\u202e"), AppURL: new("ftp://acme.test")})
	problems, ok := errors.AsType[*fault.Problems](err)
	if !ok || len(problems.List()) != 2 {
		t.Errorf("want two problems, got %v", err)
	}
	_, err = r.Update(t.Context(), app.ID, 0, apps.Changes{Name: new("Mill Sync"), PinnedVersion: new("2024-06-01")})
	refused(t, err, "UNSUPPORTED_API_VERSION")
	_, err = r.SetRedirectURIs(t.Context(), app.ID, 0, []string{"http://acme.test"})
	if _, ok := errors.AsType[*fault.Problems](err); !ok {
		t.Errorf("want problems, got %v", err)
	}
	_, err = r.SetScopes(t.Context(), app.ID, 0, scope.Of(scope.DeveloperRead))
	if _, ok := errors.AsType[*fault.Problems](err); !ok {
		t.Errorf("want problems, got %v", err)
	}
	stored, err := r.ByID(t.Context(), app.ID)
	must(t, err)
	if diff := cmp.Diff(app, stored); diff != "" {
		t.Error(diff)
	}
}

func TestWhatChangesNothingLeavesNoTrace(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, _ := r.register(t, r.sync())
	before := r.actions(t)
	for _, action := range []func() (apps.App, error){
		func() (apps.App, error) { return r.Update(t.Context(), app.ID, 0, apps.Changes{Name: &app.Name}) },
		func() (apps.App, error) { return r.SetRedirectURIs(t.Context(), app.ID, 0, app.RedirectURIs) },
		func() (apps.App, error) { return r.SetScopes(t.Context(), app.ID, 0, app.Scopes) },
		func() (apps.App, error) { return r.Unsuspend(t.Context(), app.ID) },
		func() (apps.App, error) { return r.Reactivate(t.Context(), app.ID) },
	} {
		got, err := action()
		must(t, err)
		if diff := cmp.Diff(app, got); diff != "" {
			t.Error(diff)
		}
	}
	if diff := cmp.Diff(before, r.actions(t)); diff != "" {
		t.Error(diff)
	}
}

func TestOfTwoWhoChangeOneCopyOneIsTold(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, _ := r.register(t, r.sync())
	var done, stale atomic.Int32
	var all sync.WaitGroup
	for _, name := range []string{"One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"} {
		all.Go(func() {
			_, err := r.Update(t.Context(), app.ID, app.Version, apps.Changes{Name: &name})
			if err == nil {
				done.Add(1)
			} else if refusal, ok := fault.As(err); ok && refusal.Code == "RECORD_CHANGED" {
				stale.Add(1)
			}
		})
	}
	all.Wait()
	if diff := cmp.Diff([]int32{1, 7}, []int32{done.Load(), stale.Load()}); diff != "" {
		t.Error(diff)
	}
}

func TestScopesAndRedirectURIsAreReplaced(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, _ := r.register(t, r.sync())
	r.forgets(t, app.ID, func() (err error) {
		app, err = r.SetScopes(t.Context(), app.ID, app.Version, scope.Of(scope.PaymentsRead, scope.InvoicesRead))
		return err
	})
	app, err := r.SetRedirectURIs(t.Context(), app.ID, app.Version, nil)
	must(t, err)
	stored, err := r.ByID(t.Context(), app.ID)
	must(t, err)
	if !stored.Scopes.Equal(scope.Of(scope.InvoicesRead, scope.PaymentsRead)) || len(stored.RedirectURIs) != 0 || stored.Version != 3 {
		t.Errorf("got %+v", stored)
	}
	_, err = r.SetScopes(t.Context(), app.ID, 2, scope.Of())
	refused(t, err, "RECORD_CHANGED")
}

func TestSuspensionAndDeactivationDoNotUndoEachOther(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, _ := r.register(t, r.sync())
	for _, step := range []struct {
		action func() (apps.App, error)
		want   apps.Status
	}{
		{func() (apps.App, error) { return r.Suspend(t.Context(), app.ID) }, apps.Suspended},
		{func() (apps.App, error) { return r.Deactivate(t.Context(), app.ID) }, apps.Suspended},
		{func() (apps.App, error) { return r.Unsuspend(t.Context(), app.ID) }, apps.Deactivated},
		{func() (apps.App, error) { return r.Reactivate(t.Context(), app.ID) }, apps.Active},
		{func() (apps.App, error) { return r.Deactivate(t.Context(), app.ID) }, apps.Deactivated},
		{func() (apps.App, error) { return r.Suspend(t.Context(), app.ID) }, apps.Suspended},
		{func() (apps.App, error) { return r.Reactivate(t.Context(), app.ID) }, apps.Suspended},
		{func() (apps.App, error) { return r.Unsuspend(t.Context(), app.ID) }, apps.Active},
	} {
		r.forgets(t, app.ID, func() error { _, err := step.action(); return err })
		stored, err := r.ByID(t.Context(), app.ID)
		must(t, err)
		if stored.Status() != step.want || stored.Usable() != (step.want == apps.Active) {
			t.Errorf("want %s, got %s", step.want, stored.Status())
		}
	}
	want := map[audit.Action]int{
		"app.registered": 1, "app.secret_added": 1,
		"app.suspended": 2, "app.unsuspended": 2, "app.deactivated": 2, "app.reactivated": 2,
	}
	if diff := cmp.Diff(want, r.actions(t)); diff != "" {
		t.Error(diff)
	}
}

func TestASuspendedAppKeepsTheTimeOfItsSuspension(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, _ := r.register(t, r.sync())
	first, err := r.Suspend(t.Context(), app.ID)
	must(t, err)
	r.clock.Move(time.Hour)
	again, err := r.Suspend(t.Context(), app.ID)
	must(t, err)
	if diff := cmp.Diff(first, again); diff != "" {
		t.Error(diff)
	}
}

func TestAReviewGoesItsWay(t *testing.T) {
	t.Parallel()
	allowed := map[apps.Review][]apps.Review{
		apps.Draft:            {apps.Submitted, apps.Approved},
		apps.Submitted:        {apps.InReview, apps.Draft, apps.Approved},
		apps.InReview:         {apps.Approved, apps.ChangesRequested, apps.Rejected},
		apps.ChangesRequested: {apps.Submitted, apps.Approved},
		apps.Rejected:         {apps.Draft, apps.Approved},
		apps.Approved:         {apps.ChangesRequested},
	}
	way := map[apps.Review][]apps.Review{
		apps.Draft:            {},
		apps.Submitted:        {apps.Submitted},
		apps.InReview:         {apps.Submitted, apps.InReview},
		apps.ChangesRequested: {apps.Submitted, apps.InReview, apps.ChangesRequested},
		apps.Rejected:         {apps.Submitted, apps.InReview, apps.Rejected},
		apps.Approved:         {apps.Approved},
	}
	r := newRegistry(t)
	for from, steps := range way {
		for to := range way {
			app, _ := r.register(t, r.sync())
			for _, step := range steps {
				_, err := r.SetReview(t.Context(), app.ID, step)
				must(t, err)
			}
			want := from
			moved, err := r.SetReview(t.Context(), app.ID, to)
			if slices.Contains(allowed[from], to) {
				must(t, err)
				want = to
			} else {
				refused(t, err, "REVIEW_MOVE_NOT_ALLOWED")
				moved, err = r.ByID(t.Context(), app.ID)
				must(t, err)
			}
			if moved.Review != want || moved.Approved() != (want == apps.Approved) {
				t.Errorf("from %s to %s: got %s", from, to, moved.Review)
			}
		}
	}
}

func TestAnUnclaimedAppHasNoReview(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	wild, _ := r.register(t, apps.NewApp{Name: "Wild", Type: apps.Public})
	_, err := r.Approve(t.Context(), wild.ID)
	refused(t, err, "APP_UNCLAIMED")
}

func TestActionsOnAnAppThatDoesNotExistAreRefused(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	nobody := ident.New[ident.App](ident.Control, r.clock.Now())
	_, err := r.Suspend(t.Context(), nobody)
	refused(t, err, "APP_NOT_FOUND")
	_, _, err = r.AddSecret(t.Context(), nobody)
	refused(t, err, "APP_NOT_FOUND")
	refused(t, r.RevokeSecret(t.Context(), nobody, ident.ClientSecret{}), "APP_NOT_FOUND")
}
