package authorize_test

import (
	"context"
	"encoding/hex"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/authorize"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/coretest"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// node is one of several that share a database.
type node struct {
	*authorize.Service
	core      *coretest.Core
	db        *pg.DB
	approvals *approval.Service
	apps      *apps.Service
	accounts  *accounts.Service
	tenancy   *tenancy.Service
	installs  *installs.Service
}

// fixture is two nodes, and a small world: olivia owns the bakery, where ben is an
// accountant; dana makes apps at acme, which has a sandbox. sync is a reviewed
// app, fresh one that is not.
type fixture struct {
	*node
	other             *node
	url               string
	rights            *epoch.Registry
	clock             *clock.Stopped
	olivia, ben, dana ident.User
	bakery, sandbox   ident.Business
	sync, fresh       apps.App
}

const (
	issuer    = "https://api.example"
	callback  = "https://sync.example/callback"
	challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
)

func newFixture(t testing.TB) *fixture {
	t.Helper()
	f := &fixture{
		url: pgtest.Clone(t), clock: clock.NewStopped(pgtest.Start),
		rights: epoch.NewRegistry(rdbtest.New(t), slog.New(slog.DiscardHandler)),
	}
	f.node, f.other = f.join(t, nil), f.join(t, nil)
	ctx := t.Context()
	f.olivia, f.ben, f.dana = f.core.User(t, "olivia"), f.core.User(t, "ben"), f.core.User(t, "dana")
	acme, err := f.tenancy.CreateOrganization(ctx, "Acme Apps", f.dana)
	must(t, err)
	f.bakery, f.sandbox = f.core.Business(t, "Old Mill Bakery", f.olivia, ident.Organization{}).ID, f.core.Business(t, "Acme Sandbox", f.dana, acme.ID).ID
	must(t, f.tenancy.AddMember(ctx, tenancy.By(f.olivia), f.bakery, f.ben, permission.Accountant))
	f.sync, f.fresh = f.app(t, "Bakery Sync", acme.ID), f.app(t, "Fresh Idea", acme.ID)
	f.sync, err = f.apps.Approve(ctx, f.sync.ID)
	must(t, err)
	return f
}

// join adds a node. The tracer, if there is one, sees its statements.
func (f *fixture) join(t testing.TB, tracer pg.Tracer) *node {
	t.Helper()
	database, now := pgtest.Open(t, f.url, pg.Options{Tracer: tracer}), f.clock.Now
	core := coretest.New(coretest.Deps{DB: database, Now: now, Rights: f.rights})
	n := &node{core: core, db: database, accounts: core.Accounts, apps: core.Apps, tenancy: core.Tenancy, installs: core.Installs}
	n.approvals = approval.New(approval.Deps{DB: database, Now: now, Installs: n.installs, Tenancy: n.tenancy, App: n.apps.ByID})
	n.Service = authorize.New(authorize.Deps{DB: database, Now: now, Approvals: n.approvals, App: n.apps.ByID, Issuer: issuer})
	return n
}

func (f *fixture) app(t testing.TB, name string, organization ident.Organization) apps.App {
	t.Helper()
	app, _, err := f.apps.Register(t.Context(), apps.NewApp{
		Organization: organization, Name: name, Type: apps.Confidential, RedirectURIs: []string{callback}, Scopes: scope.Partner(),
	})
	must(t, err)
	return app
}

// asked is a request in which nothing is wrong.
func asked() authorize.Asked {
	return authorize.Asked{
		ClientID: "sync", RedirectURI: callback, ResponseType: "code", Scope: "invoices:read events:read",
		State: new("xyz"), CodeChallenge: challenge, CodeChallengeMethod: "S256",
	}
}

// browser is the secret of the browser that brings every request.
const browser = "a browser's secret"

// stored stores a request of the app, and returns how its browser names it.
func (f *fixture) stored(t testing.TB, app apps.App, ask authorize.Asked) authorize.Ref {
	t.Helper()
	sound, wrong := authorize.Check(authorize.Client{App: app}, ask, issuer)
	if wrong != nil {
		t.Fatal(wrong)
	}
	handle, err := f.Store(t.Context(), sound, browser)
	must(t, err)
	return authorize.Ref{Handle: handle, Browser: browser}
}

// back reads the way back to the app.
func back(t testing.TB, redirect string) url.Values {
	t.Helper()
	u, err := url.Parse(redirect)
	must(t, err)
	return u.Query()
}

// count answers a question about the bakery.
func (f *fixture) count(t testing.TB, question string) (n int) {
	t.Helper()
	must(t, f.db.QueryRow(t.Context(), question, f.bakery.Shard, f.bakery.UUID).Scan(&n))
	return n
}

func (f *fixture) grants(t testing.TB) int {
	t.Helper()
	return f.count(t, "SELECT count(*) FROM oauth.grants WHERE shard = $1 AND business_id = $2")
}

func (f *fixture) consents(t testing.TB) int {
	t.Helper()
	return f.count(t, `SELECT count(*) FROM installs.consents c JOIN installs.installations i ON i.shard = c.shard AND i.id = c.installation_id
		WHERE i.shard = $1 AND i.business_id = $2`)
}

func (f *fixture) installations(t testing.TB) int {
	t.Helper()
	return f.count(t, "SELECT count(*) FROM installs.active WHERE shard = $1 AND business_id = $2")
}

// notKept fails the test if any row of ours holds one of the secrets.
func (n *node) notKept(t testing.TB, secrets ...string) {
	t.Helper()
	var dump strings.Builder
	for _, table := range n.texts(t, `SELECT format('%I.%I', table_schema, table_name) FROM information_schema.tables
		WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`) {
		dump.WriteString(strings.Join(n.texts(t, "SELECT row::text FROM "+table+" row"), "\n"))
	}
	for _, text := range secrets {
		if strings.Contains(dump.String(), text) || strings.Contains(dump.String(), hex.EncodeToString([]byte(text))) {
			t.Error("the database holds a secret as it is")
		}
	}
}

func (n *node) texts(t testing.TB, sql string) (list []string) {
	t.Helper()
	rows, err := n.db.Query(t.Context(), sql)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var text string
		must(t, rows.Scan(&text))
		list = append(list, text)
	}
	must(t, rows.Err())
	return list
}

// atOnce runs fn that often at the same time, on either node in turn.
func (f *fixture) atOnce(times int, fn func(i int, n *node)) {
	start := make(chan struct{})
	var wait sync.WaitGroup
	for i := range times {
		wait.Go(func() {
			<-start
			fn(i, []*node{f.node, f.other}[i%2])
		})
	}
	close(start)
	wait.Wait()
}

// as signs what happens under the context with the user.
func as(ctx context.Context, user ident.User) context.Context {
	return actor.With(ctx, actor.Actor{Kind: actor.User, ID: user.String()})
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
	if refusal, ok := fault.As(err); !ok || refusal.Code != code {
		t.Errorf("want the refusal %s, got %v", code, err)
	}
}
