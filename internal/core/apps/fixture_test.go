package apps_test

import (
	"log/slog"
	"testing"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// registry is the service on a database and a Redis of the test's own, at a
// clock that stands still, with one organization.
type registry struct {
	*apps.Service
	deps  apps.Deps // what it is made of
	clock *clock.Stopped
	acme  ident.Organization
}

func newRegistry(t testing.TB) *registry {
	t.Helper()
	return registryOn(t, pgtest.New(t))
}

func registryOn(t testing.TB, database *pg.DB) *registry {
	t.Helper()
	stopped := clock.NewStopped(pgtest.Start)
	r := &registry{clock: stopped, deps: apps.Deps{
		DB: database, Now: stopped.Now, Audit: audit.NewLog(database, stopped.Now, audit.Hooks{}),
		Rights:  epoch.NewRegistry(rdbtest.New(t), slog.New(slog.DiscardHandler)),
		Origins: []string{"https://api.books.test", "https://app.books.test:8443"},
	}}
	r.Service = apps.New(r.deps)
	r.acme = r.organization(t, "Acme Apps")
	return r
}

func (r *registry) organization(t testing.TB, name string) ident.Organization {
	t.Helper()
	id := ident.New[ident.Organization](ident.Control, r.clock.Now())
	_, err := r.deps.DB.Exec(t.Context(), "INSERT INTO tenancy.organizations (id, name, created_at) VALUES ($1, $2, $3)", id.UUID, name, r.clock.Now())
	must(t, err)
	return id
}

// sync is a new app that nothing is wrong with.
func (r *registry) sync() apps.NewApp {
	return apps.NewApp{
		Organization: r.acme, Name: "Bakery Sync", Type: apps.Confidential,
		AppURL: "https://sync.acme.test/embedded", PrivacyURL: "https://acme.test/privacy", SupportURL: "https://acme.test/help?app=sync",
		RedirectURIs:  []string{"https://sync.acme.test/callback", "http://127.0.0.1:8399/callback"},
		Scopes:        scope.Of(scope.InvoicesRead, scope.CustomersRead),
		PinnedVersion: "2025-02-01",
	}
}

func (r *registry) register(t testing.TB, in apps.NewApp) (apps.App, string) {
	t.Helper()
	app, secret, err := r.Register(t.Context(), in)
	must(t, err)
	return app, secret
}

// operations counts what the organization's record says: the clock stands still, and
// entries of one instant have no order.
func (r *registry) actions(t testing.TB) map[audit.Action]int {
	t.Helper()
	entries, err := r.deps.Audit.OfOrganization(t.Context(), r.acme, ident.AuditEntry{}, 100)
	must(t, err)
	actions := map[audit.Action]int{}
	for _, e := range entries {
		actions[e.Action]++
	}
	return actions
}

// forgets fails the test unless the operation makes every node forget the app.
func (r *registry) forgets(t testing.TB, id ident.App, action func() error) {
	t.Helper()
	before, err := r.deps.Rights.Read(t.Context(), epoch.App(id))
	must(t, err)
	must(t, action())
	after, err := r.deps.Rights.Read(t.Context(), epoch.App(id))
	must(t, err)
	if before.Same(after) || after.InFlux {
		t.Errorf("nodes still go by what they knew: %v, then %v", before, after)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// refused fails the test unless the error is the wanted refusal.
func refused(t testing.TB, err error, code string) {
	t.Helper()
	refusal, ok := fault.As(err)
	if !ok || refusal.Code != code {
		t.Fatalf("want the refusal %s, got %v", code, err)
	}
}
