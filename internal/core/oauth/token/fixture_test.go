package token_test

import (
	"context"
	"encoding/base64"
	"errors"
	"log/slog"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/coretest"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// fixture is two nodes over one database, and a small world: olivia owns the
// bakery and the florist, ada is an admin of both and connects apps there.
type fixture struct {
	*token.Service                // of the first node
	deps           token.Deps     // what that is made of
	there          *token.Service // of the second
	traced         *statements    // what the first one's service sends
	url            string
	clock          *clock.Stopped
	accounts       *accounts.Service
	tenancy        *tenancy.Service
	apps           *apps.Service
	installs       *installs.Service
	olivia, ada    ident.User
	bakery         tenancy.Business
	florist        tenancy.Business
	sync, other    apps.App
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	f := &fixture{url: pgtest.Clone(t), clock: clock.NewStopped(pgtest.Start), traced: &statements{}}
	now, world := f.clock.Now, pgtest.Open(t, f.url, pg.Options{})
	rights := epoch.NewRegistry(rdbtest.New(t), slog.New(slog.DiscardHandler))
	core := coretest.New(coretest.Deps{DB: world, Now: now, Rights: rights})
	f.accounts, f.tenancy, f.apps, f.installs = core.Accounts, core.Tenancy, core.Apps, core.Installs
	keys, err := secret.ParseKeyring("k1:" + base64.StdEncoding.EncodeToString(make([]byte, 32)))
	must(t, err)
	node := func(opt pg.Options) token.Deps {
		db := pgtest.Open(t, f.url, opt)
		return token.Deps{DB: db, Now: now, Keys: keys, Rights: rights, Audit: audit.NewLog(db, now, audit.Hooks{})}
	}
	f.deps = node(pg.Options{Tracer: f.traced})
	f.Service, f.there = token.New(f.deps), token.New(node(pg.Options{}))
	f.settle(t)
	return f
}

func (f *fixture) settle(t testing.TB) {
	t.Helper()
	f.olivia, f.ada = f.user(t, "olivia"), f.user(t, "ada")
	f.bakery, f.florist = f.business(t, "Old Mill Bakery"), f.business(t, "Petal and Stem")
	acme, err := f.tenancy.CreateOrganization(t.Context(), "Acme Apps", f.user(t, "dana"))
	must(t, err)
	f.sync, f.other = f.app(t, "Bakery Sync", acme.ID), f.app(t, "Other App", acme.ID)
}

func (f *fixture) user(t testing.TB, name string) ident.User {
	t.Helper()
	user, err := f.accounts.CreateUser(t.Context(), accounts.NewUser{Email: name + "@example.com", Name: name})
	must(t, err)
	return user.ID
}

func (f *fixture) business(t testing.TB, name string) tenancy.Business {
	t.Helper()
	business, err := f.tenancy.CreateBusiness(t.Context(),
		tenancy.NewBusiness{Name: name, Currency: "EUR", Timezone: "Europe/Berlin"}, f.olivia)
	must(t, err)
	must(t, f.tenancy.AddMember(t.Context(), tenancy.By(f.olivia), business.ID, f.ada, permission.Admin))
	return business
}

func (f *fixture) app(t testing.TB, name string, maker ident.Organization) apps.App {
	t.Helper()
	app, _, err := f.apps.Register(t.Context(), apps.NewApp{
		Organization: maker, Name: name, Type: apps.Confidential, Scopes: scope.Partner(),
	})
	must(t, err)
	app, err = f.apps.Approve(t.Context(), app.ID)
	must(t, err)
	return app
}

// approve is ada's yes to an app.
func (f *fixture) approve(t testing.TB, app apps.App, business tenancy.Business, scopes ...scope.Scope) token.NewFamily {
	t.Helper()
	inst, consent, err := f.installs.Connect(t.Context(),
		installs.Approval{App: app, Business: business, User: f.ada, Scopes: scope.Of(scopes...)})
	must(t, err)
	return token.NewFamily{
		Business: business.ID, App: app.ID, User: f.ada, Installation: inst.ID, Consent: consent.ID,
		AccessGeneration: inst.AccessGeneration, Scopes: consent.Scopes, Refreshable: true,
	}
}

func (f *fixture) issue(t testing.TB, n token.NewFamily) token.Issued {
	t.Helper()
	var issued token.Issued
	must(t, f.deps.DB.InTx(t.Context(), func(tx *pg.Tx) (err error) {
		if _, err := f.installs.LockShare(t.Context(), tx, n.Installation); err != nil {
			return err
		}
		issued, err = f.Issue(t.Context(), tx, n)
		return err
	}))
	return issued
}

// connected is the sync app's tokens in the bakery.
func (f *fixture) connected(t testing.TB) (token.Issued, token.NewFamily) {
	t.Helper()
	n := f.approve(t, f.sync, f.bakery, scope.InvoicesRead)
	return f.issue(t, n), n
}

// refresh is one that works.
func (f *fixture) refresh(t testing.TB, tokens token.Issued) token.Issued {
	t.Helper()
	next, err := f.Refresh(t.Context(), f.sync.ID, tokens.Refresh, "")
	must(t, err)
	return next
}

// refusedRefresh fails the test unless the token is refused in these words.
func (f *fixture) refusedRefresh(t testing.TB, tokens token.Issued, description string) {
	t.Helper()
	refusedWith(t, description)(f.Refresh(t.Context(), f.sync.ID, tokens.Refresh, ""))
}

func refusedWith(t testing.TB, description string) func(token.Issued, error) {
	return func(got token.Issued, err error) {
		t.Helper()
		refusal, ok := errors.AsType[*oauth.Error](err)
		if !ok {
			t.Fatalf("want invalid_grant %q, got %v", description, err)
		}
		if diff := cmp.Diff(&oauth.Error{Code: oauth.CodeInvalidGrant, Description: description}, refusal); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(token.Issued{}, got); diff != "" {
			t.Errorf("refused, and yet: %s", diff)
		}
	}
}

// live tells which of the two tokens are good, as both nodes see it.
type live struct{ Access, Refresh bool }

func (f *fixture) wantLive(t testing.TB, tokens token.Issued, want live) {
	t.Helper()
	for name, node := range map[string]*token.Service{"here": f.Service, "there": f.there} {
		_, err := node.Bearer(t.Context(), tokens.Access)
		if refusal, refused := fault.As(err); err != nil && (!refused || refusal.Code != "INVALID_TOKEN") {
			t.Errorf("%s: a call with it is answered %v", name, err)
		}
		if got := err == nil; got != want.Access {
			t.Errorf("%s: a call is let in: %t, want %t", name, got, want.Access)
		}
		got := live{introspected(t, node, f.sync.ID, tokens.Access), introspected(t, node, f.sync.ID, tokens.Refresh)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: introspection: %s", name, diff)
		}
	}
}

func introspected(t testing.TB, node *token.Service, app ident.App, text string) bool {
	t.Helper()
	got, active, err := node.Introspect(t.Context(), app, node.About(text))
	must(t, err)
	if diff := cmp.Diff(token.Introspection{}, got); !active && diff != "" {
		t.Errorf("it is not active, and yet: %s", diff)
	}
	return active
}

// statements notes what is sent to PostgreSQL.
type statements struct {
	mu   sync.Mutex
	list []string
	left int // statements until then
	then func()

	servers []uint32 // the processes that they were sent to
}

func (s *statements) TraceQueryStart(ctx context.Context, by *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list, s.servers = append(s.list, data.SQL), append(s.servers, by.PgConn().PID())
	return ctx
}

func (s *statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left--; s.left == 0 && s.then != nil {
		s.then()
	}
}

// after does something once n more statements are over.
func (s *statements) after(n int, then func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left, s.then = n, then
}

// of lists what an operation sends.
func (s *statements) of(action func()) []string {
	s.mu.Lock()
	s.list = nil
	s.mu.Unlock()
	action()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list
}

// atOnce runs fn in n goroutines.
func atOnce(n int, fn func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { fn(i) })
	}
	all.Wait()
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
