package grant_test

import (
	"errors"
	"log/slog"
	"maps"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/clock"
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
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
	"github.com/counterpart/counterpart/internal/core/oauth/keys"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/coretest"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const (
	origin      = "https://api.example.com"
	redirectURI = "https://bakery-sync.example/callback"
	jwt         = "urn:ietf:params:oauth:token-type:jwt"
	accessToken = "urn:ietf:params:oauth:token-type:access_token"

	// The example of RFC 7636, appendix B.
	verifier  = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
	challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
)

// fixture is two nodes on one database, and a small world: olivia owns the bakery,
// where ada is an admin; acme's app is connected by what the tests approve.
type fixture struct {
	url         string
	redis       *rdb.Client
	clock       *clock.Stopped
	one, two    *node
	olivia, ada ident.User
	bakery      tenancy.Business
	sync, rival apps.App
	session     ident.Session // olivia's
}

// node is one process of the service.
type node struct {
	*grant.Service
	deps     grant.Deps // what it is made of
	apps     *apps.Service
	accounts *accounts.Service
	tenancy  *tenancy.Service
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	f := &fixture{url: pgtest.Clone(t), redis: rdbtest.New(t), clock: clock.NewStopped(pgtest.Start)}
	f.one, f.two = f.node(t, nil), f.node(t, nil)
	f.settle(t)
	return f
}

// node starts a process of the service; a tracer sees its every statement.
func (f *fixture) node(t testing.TB, tracer pg.Tracer) *node {
	t.Helper()
	database := pgtest.Open(t, f.url, pg.Options{Tracer: tracer})
	ring, err := secret.ParseKeyring("k1:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=")
	must(t, err)
	rights := epoch.NewRegistry(f.redis, slog.New(slog.DiscardHandler))
	core := coretest.New(coretest.Deps{DB: database, Now: f.clock.Now, Rights: rights, Keys: ring})
	approvals := approval.New(approval.Deps{DB: database, Now: f.clock.Now, Installs: core.Installs, Tenancy: core.Tenancy, App: core.Apps.ByID})
	n := &node{apps: core.Apps, accounts: core.Accounts, tenancy: core.Tenancy, deps: grant.Deps{
		DB: database, Now: f.clock.Now, Accounts: core.Accounts, Tenancy: core.Tenancy, Installs: core.Installs, Approvals: approvals, Origin: origin,
		Devices: device.New(device.Deps{DB: database, Now: f.clock.Now, Keys: ring, Approvals: approvals}),
		Keys:    keys.New(keys.Deps{DB: database, Now: f.clock.Now, Ring: ring, Audit: core.Audit, Issuer: origin}),
		Tokens:  token.New(token.Deps{DB: database, Now: f.clock.Now, Keys: ring, Rights: rights, Audit: core.Audit}),
	}}
	n.Service = grant.New(n.deps)
	return n
}

func (f *fixture) settle(t testing.TB) {
	t.Helper()
	ctx := t.Context()
	f.olivia, f.ada = f.user(t, "olivia"), f.user(t, "ada")
	business, err := f.one.tenancy.CreateBusiness(ctx, tenancy.NewBusiness{Name: "Old Mill Bakery", Currency: "EUR", Timezone: "Europe/Berlin"}, f.olivia)
	must(t, err)
	f.bakery = business
	must(t, f.one.tenancy.AddMember(ctx, tenancy.By(f.olivia), f.bakery.ID, f.ada, permission.Admin))
	acme, err := f.one.tenancy.CreateOrganization(ctx, "Acme Apps", f.user(t, "dana"))
	must(t, err)
	f.sync, f.rival = f.app(t, "Bakery Sync", acme.ID), f.app(t, "Rival", acme.ID)
	f.signIn(t)
}

// signIn gives olivia a new session.
func (f *fixture) signIn(t testing.TB) {
	t.Helper()
	const password = "a quiet lamp by the harbour"
	must(t, f.one.accounts.SetPassword(t.Context(), f.olivia, password))
	entry, err := f.one.accounts.SignIn(t.Context(), "olivia@example.com", password, accounts.Visit{})
	must(t, err)
	f.session = entry.Session.ID
}

func (f *fixture) user(t testing.TB, name string) ident.User {
	t.Helper()
	user, err := f.one.accounts.CreateUser(t.Context(), accounts.NewUser{Email: name + "@example.com", Name: name})
	must(t, err)
	return user.ID
}

func (f *fixture) app(t testing.TB, name string, organization ident.Organization) apps.App {
	t.Helper()
	app, _, err := f.one.apps.Register(t.Context(), apps.NewApp{
		Organization: organization, Name: name, Type: apps.Confidential, Scopes: scope.Partner(), RedirectURIs: []string{redirectURI},
		AppURL: "https://bakery-sync.example:8443/embedded?from=us",
	})
	must(t, err)
	app, err = f.one.apps.Approve(t.Context(), app.ID)
	must(t, err)
	return app
}

var granted = scope.Of(scope.InvoicesRead, scope.PaymentsRead)

// code is what the callback of a consent by olivia carries. A challenge may be
// empty.
func (f *fixture) code(t testing.TB, challenge string) string {
	t.Helper()
	return f.approve(t, granted, challenge)
}

// codeFor is a code without a challenge for other scopes.
func (f *fixture) codeFor(t testing.TB, scopes scope.Set) string {
	t.Helper()
	return f.approve(t, scopes, "")
}

func (f *fixture) approve(t testing.TB, scopes scope.Set, challenge string) string {
	t.Helper()
	yes := approval.Yes{App: f.sync.ID, Business: f.bakery.ID, User: f.olivia, Scopes: scopes}
	ready, err := f.one.deps.Approvals.Check(t.Context(), yes)
	must(t, err)
	_, code, err := f.one.deps.Approvals.CarryOut(t.Context(), ready, approval.Decision{
		ID: ident.Random(), Kind: approval.Code, ExpiresAt: f.clock.Now().Add(approval.CodeLifetime),
		RedirectURI: redirectURI, CodeChallenge: challenge,
	})
	must(t, err)
	return code
}

// deviceCode is what a device holds whose user code olivia has approved.
func (f *fixture) deviceCode(t testing.TB) string {
	t.Helper()
	started := f.begin(t)
	must(t, f.one.deps.Devices.Approve(t.Context(), started.UserCode, f.olivia, f.bakery.ID))
	return started.DeviceCode
}

func (f *fixture) begin(t testing.TB) device.Started {
	t.Helper()
	started, err := f.one.deps.Devices.Begin(t.Context(), f.sync, granted, device.Visit{})
	must(t, err)
	return started
}

// page is the app's page as olivia sees it in the bakery.
func (f *fixture) page() grant.Page {
	return grant.Page{App: f.sync, Business: f.bakery.ID, User: f.olivia, Session: f.session}
}

// sessionToken is what the app's page is given.
func (f *fixture) sessionToken(t testing.TB) string {
	t.Helper()
	f.connected(t)
	text, _, err := f.one.SessionToken(t.Context(), f.page())
	must(t, err)
	return text
}

// connected makes sure that the app is installed in the bakery and has access.
func (f *fixture) connected(t testing.TB) installs.Installation {
	t.Helper()
	inst, there, err := f.one.deps.Installs.Current(t.Context(), f.bakery.ID, f.sync.ID)
	must(t, err)
	if !there || inst.AccessRevoked {
		f.code(t, "")
	}
	inst, _, err = f.one.deps.Installs.Current(t.Context(), f.bakery.ID, f.sync.ID)
	must(t, err)
	return inst
}

// request is a request of the app. The forms are the least that each grant wants.
func (f *fixture) request(grantType string, form grant.Form) grant.Request {
	return grant.Request{GrantType: grantType, Client: client.Client{App: f.sync}, Form: form}
}

func (f *fixture) withCode(code string) grant.Request {
	return f.request(grant.AuthorizationCode, grant.Form{"code": code, "redirect_uri": redirectURI})
}

func (f *fixture) withVerifier(code, verifier string) grant.Request {
	return with(f.withCode(code), "code_verifier", verifier)
}

func (f *fixture) withRefreshToken(text string) grant.Request {
	return f.request(grant.RefreshToken, grant.Form{"refresh_token": text})
}

func (f *fixture) withDeviceCode(text string) grant.Request {
	return f.request(grant.DeviceCode, grant.Form{"device_code": text})
}

func (f *fixture) withSessionToken(text string) grant.Request {
	return f.request(grant.TokenExchange, grant.Form{"subject_token": text, "subject_token_type": jwt})
}

// with is the request with a parameter more, or another value of it.
func with(req grant.Request, name, value string) grant.Request {
	req.Form = maps.Clone(req.Form)
	req.Form[name] = value
	return req
}

// fresh has, for each grant, a request that brings something good and unused.
func (f *fixture) fresh() map[string]func(t testing.TB) grant.Request {
	return map[string]func(t testing.TB) grant.Request{
		grant.AuthorizationCode: func(t testing.TB) grant.Request { return f.withVerifier(f.code(t, challenge), verifier) },
		grant.DeviceCode:        func(t testing.TB) grant.Request { return f.withDeviceCode(f.deviceCode(t)) },
		grant.TokenExchange:     func(t testing.TB) grant.Request { return f.withSessionToken(f.sessionToken(t)) },
		grant.RefreshToken: func(t testing.TB) grant.Request {
			return f.withRefreshToken(f.got(t, f.withCode(f.code(t, ""))).RefreshToken)
		},
	}
}

// got is what a request must get.
func (f *fixture) got(t testing.TB, req grant.Request) grant.Response {
	t.Helper()
	response, err := f.two.Token(t.Context(), req)
	must(t, err)
	return response
}

// refused fails the test unless the request gets the error and no tokens.
func (f *fixture) refused(t testing.TB, req grant.Request, want *oauth.Error) {
	t.Helper()
	before := f.families(t)
	response, err := f.two.Token(t.Context(), req)
	got, _ := errors.AsType[*oauth.Error](err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%v: %s", err, diff)
	}
	if diff := cmp.Diff(grant.Response{}, response); diff != "" {
		t.Errorf("it got something all the same: %s", diff)
	}
	if after := f.families(t); after != before {
		t.Errorf("there were %d families of tokens, and now there are %d", before, after)
	}
}

// families counts what was ever issued.
func (f *fixture) families(t testing.TB) (count int) {
	t.Helper()
	must(t, f.one.deps.DB.QueryRow(t.Context(), "SELECT count(*) FROM oauth.families").Scan(&count))
	return count
}

// live reports whether a call with an access token would be let in.
func (f *fixture) live(t testing.TB, access string) bool {
	t.Helper()
	_, err := f.one.deps.Tokens.Bearer(t.Context(), access)
	if err != nil && !errors.Is(err, token.ErrInvalid) {
		t.Fatal(err)
	}
	return err == nil
}

// rounds is how often a race is run: a few times, or as often as the
// environment says when there is time.
func rounds(t testing.TB) int {
	t.Helper()
	text := os.Getenv("COUNTERPART_RACE_ROUNDS")
	if text == "" {
		return 3
	}
	n, err := strconv.Atoi(text)
	must(t, err)
	return n
}

// racers is how many come at once, half of them to each node.
const racers = 50

// race lets all racers bring the same thing at once and sorts what they get. Our
// own fault fails the test.
func (f *fixture) race(t testing.TB, req grant.Request) (won []grant.Response, lost map[oauth.Error]int) {
	t.Helper()
	responses, errs := make([]grant.Response, racers), make([]error, racers)
	start := make(chan struct{})
	var all sync.WaitGroup
	for i := range racers {
		all.Go(func() {
			<-start
			responses[i], errs[i] = []*node{f.one, f.two}[i%2].Token(t.Context(), req)
		})
	}
	close(start)
	all.Wait()
	lost = map[oauth.Error]int{}
	for i, err := range errs {
		if err == nil {
			won = append(won, responses[i])
			continue
		}
		refusal, ok := errors.AsType[*oauth.Error](err)
		if !ok {
			t.Fatalf("our own fault: %v", err)
		}
		lost[*refusal]++
	}
	return won, lost
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

const day = 24 * time.Hour
