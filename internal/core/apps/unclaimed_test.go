package apps_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func wild() apps.NewApp {
	return apps.NewApp{
		Name: "Wild", Type: apps.Public, ClientID: "https://wild.test/client", PrivacyURL: "https://wild.test/privacy",
		RedirectURIs: []string{"https://wild.test/callback"}, Scopes: scope.Of(scope.InvoicesRead),
	}
}

func TestAnUnclaimedAppRestatesWhatItSaysOfItself(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	app, _ := r.register(t, wild())
	said := wild()
	if same, err := r.Restate(t.Context(), app.ID, said); err != nil || same.Version != app.Version {
		t.Errorf("saying the same changed something: %+v, %v", same, err)
	}
	said.Name, said.PrivacyURL, said.RedirectURIs, said.Scopes = "Wilder", "", []string{"http://localhost/callback"}, scope.Of(scope.EventsRead)
	want := app
	want.Name, want.PrivacyURL, want.RedirectURIs, want.Scopes, want.Version = said.Name, "", said.RedirectURIs, said.Scopes, 2
	r.forgets(t, app.ID, func() error { _, err := r.Restate(t.Context(), app.ID, said); return err })
	stored, err := r.ByID(t.Context(), app.ID)
	must(t, err)
	if diff := cmp.Diff(want, stored); diff != "" {
		t.Error(diff)
	}
	said.RedirectURIs = []string{"ftp://wild.test"}
	if _, err := r.Restate(t.Context(), app.ID, said); err == nil {
		t.Error("a redirect URI that cannot be registered is let in")
	}
}

func TestOnlyAnUnclaimedAppThatNothingPointsToIsRemoved(t *testing.T) {
	t.Parallel()
	r := newRegistry(t)
	remove := func(id ident.App) (removed bool, err error) {
		err = r.deps.DB.InTx(t.Context(), func(tx *pg.Tx) error {
			removed, err = r.RemoveIn(t.Context(), tx, id)
			return err
		})
		return removed, err
	}
	owned, _ := r.register(t, r.sync())
	if removed, err := remove(owned.ID); removed || err != nil {
		t.Errorf("an organization's app was removed: %t, %v", removed, err)
	}
	in := wild()
	in.Type = apps.Confidential
	app, _ := r.register(t, in)
	_, err := r.deps.DB.Exec(t.Context(), "INSERT INTO oauth.registrations (app_id, metadata, registered_at) VALUES ($1, '{}', $2)", app.ID.UUID, r.clock.Now())
	must(t, err)
	if _, err := remove(app.ID); !pg.IsReferenced(err) {
		t.Errorf("want that something points to the app, got %v", err)
	}
	_, err = r.deps.DB.Exec(t.Context(), "DELETE FROM oauth.registrations")
	must(t, err)
	if removed, err := remove(app.ID); !removed || err != nil {
		t.Errorf("the app was not removed: %v", err)
	}
	_, err = r.ByID(t.Context(), app.ID)
	refused(t, err, "APP_NOT_FOUND")
}
