package protocol_test

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apicheck"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdb"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
	"github.com/counterpart/counterpart/internal/core/oauth/keys"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/coretest"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/address"
	"github.com/counterpart/counterpart/internal/web/cors"
	"github.com/counterpart/counterpart/internal/web/protocol"
	"github.com/counterpart/counterpart/internal/web/route"
)

const (
	baseURL     = "https://api.books.test"
	authURL     = "https://app.books.test"
	redirectURI = "https://sync.test/callback"

	// The example of RFC 7636, appendix B.
	verifier  = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
	challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
)

// fixture is an installation of several nodes with this face alone, over real
// engines: olivia owns the bakery, acme makes the apps.
type fixture struct {
	nodes  []*node
	clock  *clock.Stopped
	client *http.Client

	olivia           ident.User
	bakery           tenancy.Business
	sync, halted     apps.App // CONFIDENTIAL; the second is suspended
	pocket           apps.App // PUBLIC
	secret, haltedBy string   // their secrets
}

type node struct {
	*httptest.Server
	db        *pg.DB
	apps      *apps.Service
	accounts  *accounts.Service
	tenancy   *tenancy.Service
	installs  *installs.Service
	approvals *approval.Service
	clients   *client.Service
	devices   *device.Service
	grants    *grant.Service
	sent      *statements // what it sent to PostgreSQL
}

func newFixture(t testing.TB, nodes int) *fixture {
	t.Helper()
	return newFixtureOn(t, rdbtest.URL(t), nodes)
}

func newFixtureOn(t testing.TB, redisURL string, nodes int) *fixture {
	t.Helper()
	f := &fixture{clock: clock.NewStopped(pgtest.Start), client: &http.Client{Transport: apicheck.Transport(t, nil)}}
	database, prefix := pgtest.Clone(t), rdbtest.Prefix()
	for range nodes {
		sent := &statements{}
		f.nodes = append(f.nodes, f.node(t, pgtest.Open(t, database, pg.Options{Tracer: sent}), rdbtest.Open(t, redisURL, prefix)))
		f.nodes[len(f.nodes)-1].sent = sent
	}
	f.settle(t)
	return f
}

func (f *fixture) node(t testing.TB, database *pg.DB, redis *rdb.Client) *node {
	t.Helper()
	log, now := slog.New(slog.DiscardHandler), f.clock.Now
	ring, err := secret.ParseKeyring("k1:" + base64.StdEncoding.EncodeToString(make([]byte, 32)))
	must(t, err)
	outside, err := egress.New(egress.Config{})
	must(t, err)
	rights := epoch.NewRegistry(redis, log)
	core := coretest.New(coretest.Deps{DB: database, Now: now, Rights: rights})
	n := &node{db: database, apps: core.Apps, accounts: core.Accounts, tenancy: core.Tenancy, installs: core.Installs}
	n.clients = client.New(client.Deps{
		DB: database, Now: now, Apps: n.apps, Audit: core.Audit, Windows: limits.NewWindows(redis, now, log, limits.Hooks{}), Rights: rights, Egress: outside, Log: log,
	})
	n.approvals = approval.New(approval.Deps{DB: database, Now: now, Installs: n.installs, Tenancy: n.tenancy, App: n.clients.App})
	n.devices = device.New(device.Deps{DB: database, Now: now, Keys: ring, Approvals: n.approvals})
	signing := keys.New(keys.Deps{DB: database, Now: now, Ring: ring, Audit: core.Audit, Issuer: baseURL})
	tokens := token.New(token.Deps{DB: database, Now: now, Keys: ring, Rights: rights, Audit: core.Audit})
	n.grants = grant.New(grant.Deps{
		DB: database, Now: now, Accounts: n.accounts, Installs: n.installs, Approvals: n.approvals, Devices: n.devices, Keys: signing, Tokens: tokens, Origin: baseURL,
	})
	face := protocol.New(protocol.Deps{
		Clients: n.clients, Accounts: n.accounts, Grants: n.grants, Tokens: tokens, Devices: n.devices, Keys: signing,
		Service: "Books & Co", BaseURL: baseURL, AuthURL: authURL, VersionHeader: "Books-Version",
		Links: protocol.Links{Documentation: "https://docs.books.test"},
	})
	n.Server = httptest.NewServer(host(t, log, now, face))
	t.Cleanup(n.Close)
	return n
}

// host puts before the face what stands before it in an installation.
func host(t testing.TB, log *slog.Logger, now clock.Now, face *protocol.Face) http.Handler {
	t.Helper()
	proxies, err := address.ParseProxies([]string{"127.0.0.1", "::1"}) // so that a test can come from anywhere
	must(t, err)
	policy := cors.Policy{Trusted: authURL, VersionHeader: "Service-Version", Open: func(string) bool { return true }}
	front := route.Front{Log: log, Now: now}
	return front.Wrap(proxies.Wrap(route.Harden("", policy.Wrap(route.Mux(face.Tables()...)))))
}

func (f *fixture) settle(t testing.TB) {
	t.Helper()
	n := f.nodes[0]
	user := func(name string) ident.User {
		made, err := n.accounts.CreateUser(t.Context(), accounts.NewUser{Email: name + "@example.com", Name: name})
		must(t, err)
		return made.ID
	}
	f.olivia = user("olivia")
	var err error
	f.bakery, err = n.tenancy.CreateBusiness(t.Context(), tenancy.NewBusiness{Name: "Old Mill Bakery", Currency: "EUR", Timezone: "Europe/Berlin"}, f.olivia)
	must(t, err)
	acme, err := n.tenancy.CreateOrganization(t.Context(), "Acme Apps", user("dana"))
	must(t, err)
	f.sync, f.secret = f.app(t, acme.ID, apps.Confidential)
	f.pocket, _ = f.app(t, acme.ID, apps.Public)
	f.halted, f.haltedBy = f.app(t, acme.ID, apps.Confidential)
	_, err = n.apps.Suspend(t.Context(), f.halted.ID)
	must(t, err)
}

func (f *fixture) app(t testing.TB, organization ident.Organization, kind apps.Type) (apps.App, string) {
	t.Helper()
	app, secret, err := f.nodes[0].apps.Register(t.Context(), apps.NewApp{
		Organization: organization, Name: "Sync", Type: kind, RedirectURIs: []string{redirectURI},
		Scopes: scope.Of(scope.InvoicesRead, scope.PaymentsRead),
	})
	must(t, err)
	app, err = f.nodes[0].apps.Approve(t.Context(), app.ID)
	must(t, err)
	return app, secret
}

// code is what olivia's consent gives an app, bound to the challenge above.
func (f *fixture) code(t testing.TB, app apps.App) string {
	t.Helper()
	ready, err := f.nodes[0].approvals.Check(t.Context(), approval.Yes{
		App: app.ID, Business: f.bakery.ID, User: f.olivia, Scopes: scope.Of(scope.InvoicesRead),
	})
	must(t, err)
	_, code, err := f.nodes[0].approvals.CarryOut(t.Context(), ready, approval.Decision{
		ID: ident.Random(), Kind: approval.Code, ExpiresAt: f.clock.Now().Add(approval.CodeLifetime),
		RedirectURI: redirectURI, CodeChallenge: challenge,
	})
	must(t, err)
	return code
}

// tokens redeems a code as the client would.
func (f *fixture) tokens(t testing.TB, app apps.App, as ask) map[string]any {
	t.Helper()
	as.form = form("grant_type", "authorization_code", "code", f.code(t, app), "redirect_uri", redirectURI, "code_verifier", verifier)
	if as.header == nil {
		as.form.Set("client_id", app.ClientID)
	}
	as.path = "/oauth/token"
	return f.ask(t, as).json(t)
}

// ask is a request; the zero values of its parts are what nobody thinks about.
type ask struct {
	method string // POST
	path   string
	form   url.Values
	body   string // instead of a form
	kind   string // content type of the body
	header http.Header
	from   string // address
	node   int
}

type answer struct {
	status int
	header http.Header
	body   string
}

func (f *fixture) ask(t testing.TB, a ask) answer {
	t.Helper()
	if a.method == "" {
		a.method = http.MethodPost
	}
	body, kind := a.body, a.kind
	if a.form != nil {
		body, kind = a.form.Encode(), "application/x-www-form-urlencoded"
	}
	r, err := http.NewRequestWithContext(t.Context(), a.method, f.nodes[a.node].URL+a.path, strings.NewReader(body))
	must(t, err)
	for name, values := range a.header {
		r.Header[name] = values
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	if a.from != "" {
		r.Header.Set("X-Forwarded-For", a.from)
	}
	resp, err := f.client.Do(r)
	must(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	must(t, err)
	return answer{resp.StatusCode, resp.Header, strings.TrimSuffix(string(text), "\n")}
}

func (a answer) json(t testing.TB) map[string]any {
	t.Helper()
	var members map[string]any
	must(t, json.Unmarshal([]byte(a.body), &members))
	return members
}

// is compares the whole answer: status, body, and the headers that matter here.
func (a answer) is(t testing.TB, status int, body string, headers ...string) {
	t.Helper()
	want := map[string]string{"Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store", "Pragma": "no-cache"}
	for i := 0; i < len(headers); i += 2 {
		want[headers[i]] = headers[i+1]
	}
	got := map[string]string{}
	for _, name := range []string{"Content-Type", "Cache-Control", "Pragma", "Www-Authenticate", "Retry-After", "Allow"} {
		if value := a.header.Get(name); value != "" {
			got[name] = value
		}
	}
	if diff := cmp.Diff(status, a.status); diff != "" {
		t.Error("status", diff)
	}
	if diff := cmp.Diff(body, a.body); diff != "" {
		t.Error("body", diff)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("headers", diff)
	}
}

// refusal is the body of a refusal.
func refusal(code, description string) string {
	if description == "" {
		return `{"error":"` + code + `","message":"` + code + `"}`
	}
	return `{"error":"` + code + `","error_description":"` + description + `","message":"` + description + `"}`
}

func form(pairs ...string) url.Values {
	values := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		values.Add(pairs[i], pairs[i+1])
	}
	return values
}

// basic is the header of Basic authentication.
func basic(id, secret string) http.Header {
	plain := url.QueryEscape(id) + ":" + url.QueryEscape(secret)
	return http.Header{"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte(plain))}}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
