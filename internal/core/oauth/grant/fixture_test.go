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
	"github.com/counterpart/counterpart/internal/base/secret/secrettest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/core/oauth/device"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
	"github.com/counterpart/counterpart/internal/core/oauth/keys"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
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

// stage is two nodes on one database, and a small world: olivia owns the bakery,
// where ada is an admin; acme's app is connected by what the tests approve.
type stage struct {
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
	apps     *apps.Service
	accounts *accounts.Service
	tenancy  *tenancy.Service
}

func newStage(t testing.TB) *stage {
	t.Helper()
	st := &stage{url: pgtest.Clone(t), redis: rdbtest.New(t), clock: clock.NewStopped(pgtest.Start)}
	st.one, st.two = st.node(t, nil), st.node(t, nil)
	st.settle(t)
	return st
}

// node starts a process of the service; a tracer sees its every statement.
func (st *stage) node(t testing.TB, tracer pg.Tracer) *node {
	t.Helper()
	database := pgtest.Open(t, st.url, pg.Options{Tracer: tracer})
	ring, err := secret.ParseKeyring("k1:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=")
	must(t, err)
	rights := epoch.NewRegistry(st.redis, slog.New(slog.DiscardHandler))
	record, recorder := audit.NewLog(database, st.clock.Now), events.NewRecorder(st.clock.Now)
	registry := apps.New(apps.Deps{DB: database, Now: st.clock.Now, Rights: rights, Audit: record})
	people := accounts.New(accounts.Deps{
		DB: database, Now: st.clock.Now, Rights: rights, Audit: record, Keys: ring, Passwords: secrettest.Passwords(),
		Memberships: tenancy.NewDirectory(database),
	})
	places := tenancy.New(tenancy.Deps{
		DB: database, Now: st.clock.Now, Rights: rights, Events: recorder, Audit: record, Accounts: people,
	})
	connections := installs.New(installs.Deps{
		DB: database, Now: st.clock.Now, Rights: rights, Events: recorder, Audit: record, Apps: registry, Tenancy: places,
	})
	approvals := approval.New(approval.Deps{DB: database, Now: st.clock.Now, Installs: connections, Tenancy: places, App: registry.ByID})
	return &node{apps: registry, accounts: people, tenancy: places, Service: grant.New(grant.Deps{
		DB: database, Now: st.clock.Now, Accounts: people, Tenancy: places, Installs: connections, Approvals: approvals, Origin: origin,
		Devices: device.New(device.Deps{DB: database, Now: st.clock.Now, Keys: ring, Approvals: approvals}),
		Keys:    keys.New(keys.Deps{DB: database, Now: st.clock.Now, Ring: ring, Audit: record, Issuer: origin}),
		Tokens:  token.New(token.Deps{DB: database, Now: st.clock.Now, Keys: ring, Rights: rights, Audit: record}),
	})}
}

func (st *stage) settle(t testing.TB) {
	t.Helper()
	ctx := t.Context()
	st.olivia, st.ada = st.user(t, "olivia"), st.user(t, "ada")
	business, err := st.one.tenancy.CreateBusiness(ctx, tenancy.NewBusiness{Name: "Old Mill Bakery", Currency: "EUR", Timezone: "Europe/Berlin"}, st.olivia)
	must(t, err)
	st.bakery = business
	must(t, st.one.tenancy.AddMember(ctx, tenancy.By(st.olivia), st.bakery.ID, st.ada, permission.Admin))
	acme, err := st.one.tenancy.CreateOrganization(ctx, "Acme Apps", st.user(t, "dana"))
	must(t, err)
	st.sync, st.rival = st.app(t, "Bakery Sync", acme.ID), st.app(t, "Rival", acme.ID)
	st.signIn(t)
}

// signIn gives olivia a new session.
func (st *stage) signIn(t testing.TB) {
	t.Helper()
	const password = "a quiet lamp by the harbour"
	must(t, st.one.accounts.SetPassword(t.Context(), st.olivia, password))
	entry, err := st.one.accounts.SignIn(t.Context(), "olivia@example.com", password, accounts.Visit{})
	must(t, err)
	st.session = entry.Session.ID
}

func (st *stage) user(t testing.TB, name string) ident.User {
	t.Helper()
	user, err := st.one.accounts.CreateUser(t.Context(), accounts.NewUser{Email: name + "@example.com", Name: name})
	must(t, err)
	return user.ID
}

func (st *stage) app(t testing.TB, name string, organization ident.Organization) apps.App {
	t.Helper()
	app, _, err := st.one.apps.Register(t.Context(), apps.NewApp{
		Organization: organization, Name: name, Type: apps.Confidential, Scopes: scope.Partner(), RedirectURIs: []string{redirectURI},
		AppURL: "https://bakery-sync.example:8443/embedded?from=us",
	})
	must(t, err)
	app, err = st.one.apps.Approve(t.Context(), app.ID)
	must(t, err)
	return app
}

var granted = scope.Of(scope.InvoicesRead, scope.PaymentsRead)

// code is what the callback of a consent by olivia carries. A challenge may be
// empty.
func (st *stage) code(t testing.TB, challenge string) string {
	t.Helper()
	return st.approve(t, granted, challenge)
}

// codeFor is a code without a challenge for other scopes.
func (st *stage) codeFor(t testing.TB, scopes scope.Set) string {
	t.Helper()
	return st.approve(t, scopes, "")
}

func (st *stage) approve(t testing.TB, scopes scope.Set, challenge string) string {
	t.Helper()
	yes := approval.Yes{App: st.sync.ID, Business: st.bakery.ID, User: st.olivia, Scopes: scopes}
	ready, err := st.one.Approvals.Check(t.Context(), yes)
	must(t, err)
	_, code, err := st.one.Approvals.CarryOut(t.Context(), ready, approval.Decision{
		ID: ident.Random(), Kind: approval.Code, ExpiresAt: st.clock.Now().Add(approval.CodeLifetime),
		RedirectURI: redirectURI, CodeChallenge: challenge,
	})
	must(t, err)
	return code
}

// deviceCode is what a device holds whose user code olivia has approved.
func (st *stage) deviceCode(t testing.TB) string {
	t.Helper()
	started := st.begin(t)
	must(t, st.one.Devices.Approve(t.Context(), started.UserCode, st.olivia, st.bakery.ID))
	return started.DeviceCode
}

func (st *stage) begin(t testing.TB) device.Started {
	t.Helper()
	started, err := st.one.Devices.Begin(t.Context(), st.sync, granted, device.Visit{})
	must(t, err)
	return started
}

// page is the app's page as olivia sees it in the bakery.
func (st *stage) page() grant.Page {
	return grant.Page{App: st.sync, Business: st.bakery.ID, User: st.olivia, Session: st.session}
}

// sessionToken is what the app's page is given.
func (st *stage) sessionToken(t testing.TB) string {
	t.Helper()
	st.connected(t)
	text, _, err := st.one.SessionToken(t.Context(), st.page())
	must(t, err)
	return text
}

// connected makes sure that the app is installed in the bakery and has access.
func (st *stage) connected(t testing.TB) installs.Installation {
	t.Helper()
	inst, there, err := st.one.Installs.Standing(t.Context(), st.bakery.ID, st.sync.ID)
	must(t, err)
	if !there || inst.AccessRevoked {
		st.code(t, "")
	}
	inst, _, err = st.one.Installs.Standing(t.Context(), st.bakery.ID, st.sync.ID)
	must(t, err)
	return inst
}

// request is a request of the app. The forms are the least that each grant wants.
func (st *stage) request(grantType string, form grant.Form) grant.Request {
	return grant.Request{GrantType: grantType, Client: client.Client{App: st.sync}, Form: form}
}

func (st *stage) withCode(code string) grant.Request {
	return st.request(grant.AuthorizationCode, grant.Form{"code": code, "redirect_uri": redirectURI})
}

func (st *stage) withVerifier(code, verifier string) grant.Request {
	return with(st.withCode(code), "code_verifier", verifier)
}

func (st *stage) withRefreshToken(text string) grant.Request {
	return st.request(grant.RefreshToken, grant.Form{"refresh_token": text})
}

func (st *stage) withDeviceCode(text string) grant.Request {
	return st.request(grant.DeviceCode, grant.Form{"device_code": text})
}

func (st *stage) withSessionToken(text string) grant.Request {
	return st.request(grant.TokenExchange, grant.Form{"subject_token": text, "subject_token_type": jwt})
}

// with is the request with a parameter more, or another value of it.
func with(req grant.Request, name, value string) grant.Request {
	req.Form = maps.Clone(req.Form)
	req.Form[name] = value
	return req
}

// fresh has, for each grant, a request that brings something good and unused.
func (st *stage) fresh() map[string]func(t testing.TB) grant.Request {
	return map[string]func(t testing.TB) grant.Request{
		grant.AuthorizationCode: func(t testing.TB) grant.Request { return st.withVerifier(st.code(t, challenge), verifier) },
		grant.DeviceCode:        func(t testing.TB) grant.Request { return st.withDeviceCode(st.deviceCode(t)) },
		grant.TokenExchange:     func(t testing.TB) grant.Request { return st.withSessionToken(st.sessionToken(t)) },
		grant.RefreshToken: func(t testing.TB) grant.Request {
			return st.withRefreshToken(st.got(t, st.withCode(st.code(t, ""))).RefreshToken)
		},
	}
}

// got is what a request must get.
func (st *stage) got(t testing.TB, req grant.Request) grant.Response {
	t.Helper()
	response, err := st.two.Token(t.Context(), req)
	must(t, err)
	return response
}

// refused fails the test unless the request gets the error and no tokens.
func (st *stage) refused(t testing.TB, req grant.Request, want *oauth.Error) {
	t.Helper()
	before := st.families(t)
	response, err := st.two.Token(t.Context(), req)
	got, _ := errors.AsType[*oauth.Error](err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%v: %s", err, diff)
	}
	if diff := cmp.Diff(grant.Response{}, response); diff != "" {
		t.Errorf("it got something all the same: %s", diff)
	}
	if after := st.families(t); after != before {
		t.Errorf("there were %d families of tokens, and now there are %d", before, after)
	}
}

// families counts what was ever issued.
func (st *stage) families(t testing.TB) (count int) {
	t.Helper()
	must(t, st.one.DB.QueryRow(t.Context(), "SELECT count(*) FROM oauth.families").Scan(&count))
	return count
}

// live reports whether a call with an access token would be let in.
func (st *stage) live(t testing.TB, access string) bool {
	t.Helper()
	_, err := st.one.Tokens.Bearer(t.Context(), access)
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
func (st *stage) race(t testing.TB, req grant.Request) (won []grant.Response, lost map[oauth.Error]int) {
	t.Helper()
	responses, errs := make([]grant.Response, racers), make([]error, racers)
	start := make(chan struct{})
	var all sync.WaitGroup
	for i := range racers {
		all.Go(func() {
			<-start
			responses[i], errs[i] = []*node{st.one, st.two}[i%2].Token(t.Context(), req)
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
