package installs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/coretest"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// fixture is the service with its neighbours, on a database and a Redis of the
// test's own, and a small world: olivia owns the bakery, where ben is an
// accountant; dana makes apps at acme, which has a sandbox.
type fixture struct {
	*installs.Service
	deps               installs.Deps // what it is made of
	accounts           *accounts.Service
	clock              *clock.Stopped
	log                *events.Log
	olivia, ben, dana  ident.User
	acme               ident.Organization
	bakery, sandbox    tenancy.Business
	sync, fresh, robot apps.App // reviewed; not reviewed; registered by itself
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	database, stopped := pgtest.New(t), clock.NewStopped(pgtest.Start)
	rights := epoch.NewRegistry(rdbtest.New(t), slog.New(slog.DiscardHandler))
	core := coretest.New(coretest.Deps{DB: database, Now: stopped.Now, Rights: rights})
	core.Events.Check = fitsTheSchema
	f := &fixture{
		Service: core.Installs, deps: core.InstallsDeps(), clock: stopped, accounts: core.Accounts, log: events.NewLog(database, stopped.Now),
	}
	f.settle(t)
	return f
}

func (f *fixture) settle(t testing.TB) {
	t.Helper()
	ctx := t.Context()
	f.olivia, f.ben, f.dana = f.user(t, "olivia"), f.user(t, "ben"), f.user(t, "dana")
	acme, err := f.deps.Tenancy.CreateOrganization(ctx, "Acme Apps", f.dana)
	must(t, err)
	f.acme = acme.ID
	f.bakery = f.business(t, "Old Mill Bakery", f.olivia, ident.Organization{})
	must(t, f.deps.Tenancy.AddMember(ctx, tenancy.By(f.olivia), f.bakery.ID, f.ben, permission.Accountant))
	f.sandbox = f.business(t, "Acme Sandbox", f.dana, f.acme)
	f.sync, f.fresh, f.robot = f.app(t, "Bakery Sync", f.acme), f.app(t, "Fresh Idea", f.acme), f.app(t, "Robot", ident.Organization{})
	f.sync, err = f.deps.Apps.Approve(ctx, f.sync.ID)
	must(t, err)
}

func (f *fixture) user(t testing.TB, name string) ident.User {
	t.Helper()
	user, err := f.accounts.CreateUser(t.Context(), accounts.NewUser{Email: name + "@example.com", Name: name})
	must(t, err)
	return user.ID
}

func (f *fixture) business(t testing.TB, name string, owner ident.User, sandboxOf ident.Organization) tenancy.Business {
	t.Helper()
	business, err := f.deps.Tenancy.CreateBusiness(t.Context(),
		tenancy.NewBusiness{Name: name, Currency: "EUR", Timezone: "Europe/Berlin", SandboxOf: sandboxOf}, owner)
	must(t, err)
	return business
}

func (f *fixture) app(t testing.TB, name string, organization ident.Organization) apps.App {
	t.Helper()
	app, _, err := f.deps.Apps.Register(t.Context(), apps.NewApp{
		Organization: organization, Name: name, Type: apps.Confidential, Scopes: scope.Partner(),
	})
	must(t, err)
	return app
}

// approval is olivia's yes to the reviewed app in the bakery.
func (f *fixture) approval(scopes ...scope.Scope) installs.Approval {
	return installs.Approval{App: f.sync, Business: f.bakery, User: f.olivia, Scopes: scope.Of(scopes...)}
}

func (f *fixture) connect(t testing.TB, a installs.Approval) (installs.Installation, installs.Consent) {
	t.Helper()
	inst, consent, err := f.Connect(as(t.Context(), a.User), a)
	must(t, err)
	return inst, consent
}

// happened lists the bakery's events, in order.
func (f *fixture) happened(t testing.TB) []event.Name {
	t.Helper()
	list, err := f.log.After(t.Context(), f.bakery.ID, 0, 1000)
	must(t, err)
	var names []event.Name
	for _, e := range list {
		if e.App != f.sync.ID {
			t.Errorf("%s is for app %s", e.Type, e.App)
		}
		names = append(names, e.Type)
	}
	return names
}

// last is the data of the bakery's newest event.
func (f *fixture) last(t testing.TB) map[string]any {
	t.Helper()
	list, err := f.log.After(t.Context(), f.bakery.ID, 0, 1000)
	must(t, err)
	var data map[string]any
	must(t, json.Unmarshal(list[len(list)-1].Data, &data))
	return data
}

// noted counts the operations on an installation: the clock stands still, and
// entries of one instant have no order.
func (f *fixture) noted(t testing.TB, id ident.Installation) map[audit.Action]int {
	t.Helper()
	entries, err := f.deps.Audit.OfBusiness(t.Context(), f.bakery.ID, ident.AuditEntry{}, 1000)
	must(t, err)
	actions := map[audit.Action]int{}
	for _, e := range entries {
		if e.Subject == id.String() {
			actions[e.Action]++
		}
	}
	return actions
}

// forgets fails the test unless the operation makes every node forget the
// installation.
func (f *fixture) forgets(t testing.TB, inst installs.Installation, action func() error) {
	t.Helper()
	subject := epoch.Installation(inst.App, inst.ID)
	before, err := f.deps.Rights.Read(t.Context(), subject)
	must(t, err)
	must(t, action())
	after, err := f.deps.Rights.Read(t.Context(), subject)
	must(t, err)
	if before.Same(after) || after.InFlux {
		t.Errorf("nodes still go by what they knew: %v, then %v", before, after)
	}
}

// as signs what happens under the context with the user.
func as(ctx context.Context, user ident.User) context.Context {
	return actor.With(ctx, actor.Actor{Kind: actor.User, ID: user.String()})
}

// fitsTheSchema holds an event's data to the catalogue.
func fitsTheSchema(name event.Name, data []byte) error {
	row, _ := event.Lookup(name)
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(row.Schema()))
	if err != nil {
		return err
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("event.json", schema); err != nil {
		return err
	}
	compiled, err := compiler.Compile("event.json")
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return compiled.Validate(value)
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
