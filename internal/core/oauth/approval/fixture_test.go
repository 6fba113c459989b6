package approval_test

import (
	"context"
	"encoding/hex"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/coretest"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// node is one of several that share a database.
type node struct {
	*approval.Service
	core     *coretest.Core
	deps     approval.Deps // what it is made of
	apps     *apps.Service
	accounts *accounts.Service
}

// fixture is two nodes, and a small world: olivia owns the bakery, where ada is an
// admin; sync is a reviewed app.
type fixture struct {
	*node
	other       *node
	clock       *clock.Stopped
	olivia, ada ident.User
	bakery      ident.Business
	sync        ident.App
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	url, stopped := pgtest.Clone(t), clock.NewStopped(pgtest.Start)
	rights := epoch.NewRegistry(rdbtest.New(t), slog.New(slog.DiscardHandler))
	f := &fixture{node: newNode(t, url, stopped, rights), other: newNode(t, url, stopped, rights), clock: stopped}
	f.olivia, f.ada = f.core.User(t, "olivia"), f.core.User(t, "ada")
	f.bakery = f.business(t)
	acme, err := f.deps.Tenancy.CreateOrganization(t.Context(), "Acme Apps", f.ada)
	must(t, err)
	app, _, err := f.apps.Register(t.Context(), apps.NewApp{
		Organization: acme.ID, Name: "Bakery Sync", Type: apps.Confidential, Scopes: scope.Partner(),
	})
	must(t, err)
	_, err = f.apps.Approve(t.Context(), app.ID)
	must(t, err)
	f.sync = app.ID
	return f
}

func newNode(t testing.TB, url string, stopped *clock.Stopped, rights *epoch.Registry) *node {
	t.Helper()
	database := pgtest.Open(t, url, pg.Options{})
	core := coretest.New(coretest.Deps{DB: database, Now: stopped.Now, Rights: rights})
	n := &node{core: core, apps: core.Apps, accounts: core.Accounts, deps: approval.Deps{
		DB: database, Now: stopped.Now, Tenancy: core.Tenancy, App: core.Apps.ByID, Installs: core.Installs,
	}}
	n.Service = approval.New(n.deps)
	return n
}

// business makes a business of olivia's, in a shard of its own.
func (f *fixture) business(t testing.TB) ident.Business {
	t.Helper()
	business, err := f.deps.Tenancy.CreateBusiness(t.Context(),
		tenancy.NewBusiness{Name: "Old Mill Bakery", Currency: "EUR", Timezone: "Europe/Berlin"}, f.olivia)
	must(t, err)
	must(t, f.deps.Tenancy.AddMember(t.Context(), tenancy.By(f.olivia), business.ID, f.ada, permission.Admin))
	return business.ID
}

// yes is olivia's yes to the app in the bakery.
func (f *fixture) yes(scopes ...scope.Scope) approval.Yes {
	return approval.Yes{App: f.sync, Business: f.bakery, User: f.olivia, Scopes: scope.Of(scopes...)}
}

// decided is a new decision for a code.
func (f *fixture) decided() approval.Decision {
	return approval.Decision{
		ID: uuid.New(), Kind: approval.Code, ExpiresAt: f.clock.Now().Add(approval.CodeLifetime),
		RedirectURI: "https://sync.example/callback", CodeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
	}
}

// ready checks a yes that is fine.
func (f *fixture) ready(t testing.TB, yes approval.Yes) approval.Ready {
	t.Helper()
	ready, err := f.Check(t.Context(), yes)
	must(t, err)
	return ready
}

// given is a grant as a client comes to redeem it, and its code.
func (f *fixture) given(t testing.TB) (approval.Grant, string) {
	t.Helper()
	g, code, err := f.CarryOut(as(t.Context(), f.olivia), f.ready(t, f.yes(scope.InvoicesRead)), f.decided())
	must(t, err)
	return g, code
}

// find finds a grant by a code that we made, and whether it is live.
func (n *node) find(t testing.TB, code string) approval.Grant {
	t.Helper()
	g, ok, err := n.Find(t.Context(), code)
	if err != nil || !ok {
		t.Fatalf("the code is not known: %v", err)
	}
	g, _, err = n.FindDecision(t.Context(), g.Business, g.Decision)
	must(t, err)
	return g
}

// redeem takes a grant as package grant does, without the tokens.
func (n *node) redeem(ctx context.Context, g approval.Grant) (family ident.Family, took bool, err error) {
	family = ident.New[ident.Family](g.ID.Shard, n.deps.Now())
	err = n.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if _, err := n.deps.Installs.LockShare(ctx, tx, g.Installation); err != nil {
			return err
		}
		return n.Take(ctx, tx, g, family)
	})
	if err != nil {
		return family, false, err
	}
	took, err = n.takenFor(ctx, g, family)
	return family, took, err
}

// takenFor tells whether a grant was taken for a family.
func (n *node) takenFor(ctx context.Context, g approval.Grant, family ident.Family) (bool, error) {
	found, _, err := n.FindDecision(ctx, g.Business, g.Decision)
	return found.Family == family, err
}

// count answers a question about the bakery.
func (f *fixture) count(t testing.TB, question string) (n int) {
	t.Helper()
	must(t, f.deps.DB.QueryRow(t.Context(), question, f.bakery.Shard, f.bakery.UUID).Scan(&n))
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
	rows, err := n.deps.DB.Query(t.Context(), sql)
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
