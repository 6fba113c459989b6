package client_test

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/coretest"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

var (
	home     = netip.MustParseAddr("198.51.100.7")
	anywhere = netip.MustParseAddr("203.0.113.9")
)

// fixture is the clients over real engines, at a clock that stands still, and a
// web server on which documents can be published.
type fixture struct {
	*client.Service
	deps     client.Deps // what it is made of
	accounts *accounts.Service
	tenancy  *tenancy.Service
	installs *installs.Service
	clock    *clock.Stopped
	web      *web

	dana    ident.User // of acme
	acme    ident.Organization
	sandbox tenancy.Business // of acme
	bakery  tenancy.Business // dana's own
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	return newFixtureOn(t, pgtest.New(t), rdbtest.URL(t))
}

func newFixtureOn(t testing.TB, database *pg.DB, redisURL string) *fixture {
	t.Helper()
	at, log := clock.NewStopped(pgtest.Start), slog.New(slog.DiscardHandler)
	redis := rdbtest.Open(t, redisURL, rdbtest.Prefix())
	f := &fixture{clock: at, web: publish(t)}
	outside, err := egress.New(egress.Config{Allow: []string{"127.0.0.1"}, CAFile: f.web.authority})
	must(t, err)
	t.Cleanup(outside.Close)
	rights := epoch.NewRegistry(redis, log)
	core := coretest.New(coretest.Deps{DB: database, Now: at.Now, Rights: rights, Origins: []string{"https://api.books.test"}})
	f.accounts, f.tenancy, f.installs = core.Accounts, core.Tenancy, core.Installs
	f.deps = client.Deps{
		DB: database, Now: at.Now, Audit: core.Audit, Log: log, Egress: outside, Windows: limits.NewWindows(redis, at.Now, log, limits.Hooks{}), Rights: rights, Apps: core.Apps,
	}
	f.Service = client.New(f.deps)
	f.settle(t)
	return f
}

func (f *fixture) settle(t testing.TB) {
	t.Helper()
	places := f.tenancy
	dana, err := f.accounts.CreateUser(t.Context(), accounts.NewUser{Email: "dana@acme.test", Name: "Dana"})
	must(t, err)
	f.dana = dana.ID
	acme, err := places.CreateOrganization(t.Context(), "Acme Apps", dana.ID)
	must(t, err)
	f.acme = acme.ID
	place := tenancy.NewBusiness{Name: "Old Mill Bakery", Currency: "EUR", Timezone: "Europe/Berlin"}
	f.bakery, err = places.CreateBusiness(t.Context(), place, dana.ID)
	must(t, err)
	place.Name, place.SandboxOf = "Acme Sandbox", acme.ID
	f.sandbox, err = places.CreateBusiness(t.Context(), place, dana.ID)
	must(t, err)
}

// connect lets dana connect a client with one of her businesses.
func (f *fixture) connect(t testing.TB, clientID string, business tenancy.Business) error {
	t.Helper()
	found, ok, err := f.Find(t.Context(), clientID)
	must(t, err)
	if !ok {
		t.Fatalf("there is no client %s", clientID)
	}
	_, _, err = f.installs.Connect(t.Context(), installs.Approval{App: found.App, Business: business, User: f.dana, Scopes: scope.Of(scope.InvoicesRead)})
	return err
}

func (f *fixture) app(t testing.TB, kind apps.Type) (apps.App, string) {
	t.Helper()
	app, secret, err := f.deps.Apps.Register(t.Context(), apps.NewApp{
		Organization: f.acme, Name: "Sync", Type: kind, RedirectURIs: []string{"https://sync.test/callback"}, Scopes: scope.Of(scope.InvoicesRead),
	})
	must(t, err)
	return app, secret
}

// said is what is kept of what a client says of itself.
func (f *fixture) said(t testing.TB, clientID string) (said client.Metadata) {
	t.Helper()
	var text []byte
	must(t, f.deps.DB.QueryRow(t.Context(), `
		SELECT r.metadata FROM oauth.registrations r JOIN apps.apps a ON a.id = r.app_id WHERE a.client_id = $1`, clientID).Scan(&text))
	must(t, json.Unmarshal(text, &said))
	return said
}

// web is a TLS server that answers what a test publishes on it.
type web struct {
	*httptest.Server
	authority string // file with its certificate
	answer    atomic.Pointer[http.HandlerFunc]
	asked     atomic.Int64
}

func publish(t testing.TB) *web {
	t.Helper()
	w := &web{}
	w.Server = httptest.NewTLSServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.asked.Add(1)
		if answer := w.answer.Load(); answer != nil {
			(*answer)(rw, r)
			return
		}
		rw.WriteHeader(http.StatusNotFound)
	}))
	t.Cleanup(w.Close)
	w.authority = filepath.Join(t.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: w.Certificate().Raw})
	must(t, os.WriteFile(w.authority, block, 0o600))
	return w
}

func (w *web) serves(answer http.HandlerFunc) { w.answer.Store(&answer) }

// says publishes a JSON text.
func (w *web) says(text string, headers ...string) {
	w.serves(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "application/json")
		for i := 0; i < len(headers); i += 2 {
			rw.Header().Set(headers[i], headers[i+1])
		}
		_, _ = rw.Write([]byte(text))
	})
}

// from is a context of a request from an address.
func from(ctx context.Context, address netip.Addr) context.Context {
	return actor.With(ctx, actor.Actor{Kind: actor.System, Address: address})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// refused fails the test unless the error is the wanted one of the protocol.
func refused(t testing.TB, err error, code, description string) {
	t.Helper()
	got, _ := errors.AsType[*oauth.Error](err)
	if got == nil {
		t.Fatalf("want %s, got %v", code, err)
	}
	if diff := cmp.Diff([]string{code, description}, []string{got.Code, got.Description}); diff != "" {
		t.Error(diff)
	}
}
