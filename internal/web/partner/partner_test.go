package partner_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/api"
	"github.com/counterpart/counterpart/internal/apicheck"
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
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/idempotency"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/address"
	"github.com/counterpart/counterpart/internal/web/edition"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/partner"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

// world is the API host with this face alone, twice over the same engines, and
// an app that ada connected with olivia's bakery. Every answer is held to api/.
type world struct {
	nodes       []*node
	clock       *clock.Stopped
	client      *http.Client
	accounts    *accounts.Service
	tenancy     *tenancy.Service
	apps        *apps.Service
	installs    *installs.Service
	olivia, ada ident.User
	bakery      tenancy.Business
	app         apps.App
}

type node struct {
	*httptest.Server
	db     *pg.DB
	tokens *token.Service
}

func newWorld(t *testing.T) *world {
	t.Helper()
	url, at, log := pgtest.Clone(t), clock.NewStopped(pgtest.Start), slog.New(slog.DiscardHandler)
	redis := rdbtest.New(t)
	database, rights := pgtest.Open(t, url, pg.Options{}), epoch.NewRegistry(redis, log)
	record, recorder := audit.NewLog(database, at.Now, audit.Hooks{}), events.NewRecorder(at.Now, nil)
	w := &world{clock: at, client: &http.Client{Transport: apicheck.Transport(t, nil)}}
	w.accounts = accounts.New(accounts.Deps{DB: database, Now: at.Now, Rights: rights, Audit: record})
	w.tenancy = tenancy.New(tenancy.Deps{DB: database, Now: at.Now, Rights: rights, Events: recorder, Audit: record, Accounts: w.accounts})
	w.apps = apps.New(apps.Deps{DB: database, Now: at.Now, Rights: rights, Audit: record})
	w.installs = installs.New(installs.Deps{
		DB: database, Now: at.Now, Rights: rights, Events: recorder, Audit: record, Apps: w.apps, Tenancy: w.tenancy,
	})
	for range 2 {
		w.nodes = append(w.nodes, w.node(t, url, redis, log))
	}
	w.settle(t)
	return w
}

func (w *world) node(t *testing.T, url string, redis *rdb.Client, log *slog.Logger) *node {
	t.Helper()
	keys, err := secret.ParseKeyring("k1:" + base64.StdEncoding.EncodeToString(make([]byte, 32)))
	must(t, err)
	database := pgtest.Open(t, url, pg.Options{})
	now, rights, windows := w.clock.Now, epoch.NewRegistry(redis, log), limits.NewWindows(redis, w.clock.Now, log, limits.Hooks{})
	tokens := token.New(token.Deps{DB: database, Now: now, Keys: keys, Rights: rights, Audit: audit.NewLog(database, now, audit.Hooks{})})
	sessions, err := session.New(session.Config{
		Accounts: w.accounts, Windows: windows, Keys: keys, Now: now, Log: log, AppURL: "https://app.example.com",
	})
	must(t, err)
	description, err := api.Load()
	must(t, err)
	editions, err := edition.New(edition.Config{Description: description, Service: "Service"})
	must(t, err)
	face := partner.New(partner.Deps{Gate: gate.New(gate.Deps{
		Tokens: tokens, Tenancy: w.tenancy, Sessions: sessions, Windows: windows, Now: now, Editions: editions, BaseURL: "https://api.example.com",
		Admissions: limits.NewAdmissions(windows, rights), Idempotency: idempotency.New(database, now),
		Journal: journal.New(database, now, log, journal.Options{}),
	})})
	front := route.Front{Log: log, Now: w.clock.Now}
	server := httptest.NewServer(front.Wrap(address.Proxies{}.Wrap(route.Harden("", route.Mux(face.Table())))))
	t.Cleanup(server.Close)
	return &node{server, database, tokens}
}

func (w *world) settle(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	var people []ident.User
	for _, name := range []string{"Olivia", "Ada", "Dana"} {
		user, err := w.accounts.CreateUser(ctx, accounts.NewUser{Email: strings.ToLower(name) + "@example.com", Name: name})
		must(t, err)
		people = append(people, user.ID)
	}
	w.olivia, w.ada = people[0], people[1]
	acme, err := w.tenancy.CreateOrganization(ctx, "Acme Apps", people[2])
	must(t, err)
	w.bakery, err = w.tenancy.CreateBusiness(ctx, tenancy.NewBusiness{Name: "Old Mill Bakery", Currency: "EUR", Timezone: "Europe/Berlin"}, w.olivia)
	must(t, err)
	must(t, w.tenancy.AddMember(ctx, tenancy.By(w.olivia), w.bakery.ID, w.ada, permission.Admin))
	w.app, _, err = w.apps.Register(ctx, apps.NewApp{Organization: acme.ID, Name: "Bakery Sync", Type: apps.Confidential, Scopes: scope.Partner()})
	must(t, err)
	w.app, err = w.apps.Approve(ctx, w.app.ID)
	must(t, err)
}

// connect is ada's yes, and the tokens that come of it.
func (w *world) connect(t *testing.T, scopes ...scope.Scope) (token.Issued, installs.Installation) {
	t.Helper()
	inst, consent, err := w.installs.Connect(t.Context(),
		installs.Approval{App: w.app, Business: w.bakery, User: w.ada, Scopes: scope.Of(scopes...)})
	must(t, err)
	var issued token.Issued
	here := w.nodes[0]
	must(t, here.db.InTx(t.Context(), func(tx *pg.Tx) (err error) {
		issued, err = here.tokens.Issue(t.Context(), tx, token.NewFamily{
			Business: w.bakery.ID, App: w.app.ID, User: w.ada, Installation: inst.ID, Consent: consent.ID,
			AccessGeneration: inst.AccessGeneration, Scopes: consent.Scopes, Refreshable: true,
		})
		return err
	}))
	return issued, inst
}

// answer is what a test looks at.
type answer struct {
	Status    int
	Challenge string
	Body      map[string]any
}

// call asks a node for a path with the given Authorization headers.
func (w *world) call(t *testing.T, at *node, path string, authorization ...string) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, at.URL+path, nil)
	must(t, err)
	req.Header["Authorization"] = authorization
	resp, err := w.client.Do(req)
	must(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	must(t, err)
	got := answer{Status: resp.StatusCode, Challenge: resp.Header.Get("WWW-Authenticate")}
	must(t, json.Unmarshal(text, &got.Body))
	return got
}

const metadata = `resource_metadata="https://api.example.com/.well-known/oauth-protected-resource"`

// unauthorized is the answer to whoever has no live token.
func unauthorized(challenge string) answer {
	return answer{http.StatusUnauthorized, challenge, map[string]any{
		"statusCode": 401.0, "message": "The access token is missing, malformed, expired or revoked.",
		"error": "Unauthorized", "code": "INVALID_TOKEN",
	}}
}

func TestMeTellsWhatATokenStandsFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	tokens, _ := w.connect(t, scope.ProfileRead, scope.InvoicesRead)
	must(t, w.tenancy.SetPermission(t.Context(), tenancy.By(w.olivia), w.bakery.ID, permission.Admin, permission.PostJournal, false))
	var permissions []any
	for _, p := range permission.Default(permission.Admin) {
		if p != permission.PostJournal {
			permissions = append(permissions, string(p))
		}
	}
	want := answer{http.StatusOK, "", map[string]any{
		"user": map[string]any{"id": w.ada.String(), "name": "Ada", "email": "ada@example.com", "locale": "en"},
		"business": map[string]any{
			"id": w.bakery.ID.String(), "name": "Old Mill Bakery", "plan": "FREE", "currency": "EUR",
			"timezone": "Europe/Berlin", "sandbox": false,
		},
		"app": map[string]any{"clientId": w.app.ClientID, "name": "Bakery Sync"}, "role": "admin", "permissions": permissions,
		"scopes": []any{"invoices:read", "profile:read"}, "apiVersion": "2026-11-01",
	}}
	for _, authorization := range []string{"Bearer " + tokens.Access, "bearer  " + tokens.Access} {
		if diff := cmp.Diff(want, w.call(t, w.nodes[0], "/me", authorization)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestWithoutALiveTokenNothingIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	live, _ := w.connect(t, scope.ProfileRead)
	revoked, _ := w.connect(t, scope.ProfileRead)
	must(t, w.nodes[1].tokens.Revoke(t.Context(), revoked.Access, nil))
	none, invalid := unauthorized("Bearer "+metadata), unauthorized(`Bearer error="invalid_token", `+metadata)
	check := func(name string, want answer, authorization ...string) {
		t.Run("API-01 "+name, func(t *testing.T) {
			if diff := cmp.Diff(want, w.call(t, w.nodes[0], "/me", authorization...)); diff != "" {
				t.Error(diff)
			}
		})
	}
	check("missing", none)
	check("another scheme", none, "Basic "+live.Access)
	check("no scheme", none, live.Access)
	check("twice", none, "Bearer "+live.Access, "Bearer "+live.Access)
	check("empty", invalid, "Bearer ")
	check("malformed", invalid, "Bearer x")
	check("cut off", invalid, "Bearer "+live.Access[:len(live.Access)-1])
	check("a refresh token", invalid, "Bearer "+live.Refresh)
	check("unknown", invalid, "Bearer "+secret.New(secret.AccessToken))
	check("revoked", invalid, "Bearer "+revoked.Access)
	t.Run("META-05 a 401 tells where the way to a token is described", func(t *testing.T) {
		if got := w.call(t, w.nodes[0], "/me").Challenge; got != "Bearer "+metadata {
			t.Errorf("got %s", got)
		}
	})
	w.clock.Move(time.Hour)
	check("expired", invalid, "Bearer "+live.Access)
}

func TestATokenIsRefusedFromTheNextCallOn(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(ctx context.Context, w *world, inst installs.Installation, tokens token.Issued) error{
		"app suspended": func(ctx context.Context, w *world, _ installs.Installation, _ token.Issued) error {
			_, err := w.apps.Suspend(ctx, w.app.ID)
			return err
		},
		"app deactivated": func(ctx context.Context, w *world, _ installs.Installation, _ token.Issued) error {
			_, err := w.apps.Deactivate(ctx, w.app.ID)
			return err
		},
		"user suspended": func(ctx context.Context, w *world, _ installs.Installation, _ token.Issued) error {
			return w.accounts.SuspendUser(ctx, w.ada)
		},
		"user restricted": func(ctx context.Context, w *world, _ installs.Installation, _ token.Issued) error {
			return w.accounts.RestrictUser(ctx, w.ada)
		},
		"user no longer a member": func(ctx context.Context, w *world, _ installs.Installation, _ token.Issued) error {
			return w.tenancy.RemoveMember(ctx, tenancy.By(w.olivia), w.bakery.ID, w.ada)
		},
		"installation held": func(ctx context.Context, w *world, inst installs.Installation, _ token.Issued) error {
			_, err := w.installs.Suspend(ctx, inst.ID)
			return err
		},
		"installation ended": func(ctx context.Context, w *world, inst installs.Installation, _ token.Issued) error {
			_, err := w.installs.Uninstall(ctx, w.olivia, inst.ID)
			return err
		},
		"access revoked by the business": func(ctx context.Context, w *world, inst installs.Installation, _ token.Issued) error {
			_, err := w.installs.RevokeAccess(ctx, w.olivia, inst.ID)
			return err
		},
		"consent withdrawn": func(ctx context.Context, w *world, inst installs.Installation, _ token.Issued) error {
			return w.installs.WithdrawConsent(ctx, w.ada, inst.ID)
		},
		"token rotated": func(ctx context.Context, w *world, _ installs.Installation, tokens token.Issued) error {
			_, err := w.nodes[0].tokens.Refresh(ctx, w.app.ID, tokens.Refresh, "")
			return err
		},
		"token revoked": func(ctx context.Context, w *world, _ installs.Installation, tokens token.Issued) error {
			return w.nodes[0].tokens.Revoke(ctx, tokens.Refresh, nil)
		},
	} {
		t.Run("API-02 "+name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			tokens, inst := w.connect(t, scope.ProfileRead)
			for _, node := range w.nodes {
				if got := w.call(t, node, "/me", "Bearer "+tokens.Access); got.Status != http.StatusOK {
					t.Fatalf("before: %v", got)
				}
			}
			must(t, end(t.Context(), w, inst, tokens))
			for _, node := range w.nodes {
				want := unauthorized(`Bearer error="invalid_token", ` + metadata)
				if diff := cmp.Diff(want, w.call(t, node, "/me", "Bearer "+tokens.Access)); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestATokenWithoutTheScopeIsToldWhichOneItLacks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	tokens, _ := w.connect(t, scope.InvoicesRead)
	w.connect(t, scope.ProfileRead) // another consent, which is not this token's
	want := answer{http.StatusForbidden, `Bearer error="insufficient_scope", scope="profile:read", ` + metadata, map[string]any{
		"statusCode": 403.0, "message": "Insufficient scope: requires profile:read", "error": "Forbidden",
		"code": "INSUFFICIENT_SCOPE", "params": map[string]any{"p0": "profile:read"},
	}}
	if diff := cmp.Diff(want, w.call(t, w.nodes[0], "/me", "Bearer "+tokens.Access)); diff != "" {
		t.Error(diff)
	}
}

func TestMeSpeaksTheVersionOfTheApp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	tokens, _ := w.connect(t, scope.ProfileRead)
	_, err := w.apps.Update(t.Context(), w.app.ID, 0, apps.Changes{PinnedVersion: new("2025-02-01")})
	must(t, err)
	if got := w.call(t, w.nodes[0], "/me", "Bearer "+tokens.Access); got.Body["apiVersion"] != "2025-02-01" {
		t.Errorf("got %v", got)
	}
	w.clock.Move(time.Date(2028, time.May, 1, 0, 0, 0, 0, time.UTC).Sub(w.clock.Now()))
	tokens, _ = w.connect(t, scope.ProfileRead)
	if got := w.call(t, w.nodes[0], "/me", "Bearer "+tokens.Access); got.Body["code"] != "UNSUPPORTED_API_VERSION" {
		t.Errorf("past its sunset: %v", got)
	}
}

func TestWhatIsWrongWithARequestIsNamedToThoseWhoMayAsk(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	tokens, _ := w.connect(t, scope.ProfileRead)
	got := w.call(t, w.nodes[0], "/me?page=2", "Bearer "+tokens.Access)
	want := answer{http.StatusBadRequest, "", map[string]any{"statusCode": 400.0, "message": []any{"page should not exist"}, "error": "Bad Request"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := w.call(t, w.nodes[0], "/me?page=2"); got.Status != http.StatusUnauthorized {
		t.Errorf("without a token: %v", got)
	}
}

func TestThatPostgreSQLIsAwayIsNotTheTokensFault(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	tokens, _ := w.connect(t, scope.ProfileRead)
	w.nodes[0].db.Close()
	got := w.call(t, w.nodes[0], "/me", "Bearer "+tokens.Access)
	if got.Status != http.StatusInternalServerError || got.Challenge != "" {
		t.Errorf("got %v", got)
	}
}

func TestTheDescriptionListsWhatAnAppMayAskFor(t *testing.T) {
	t.Parallel()
	description, err := api.Load()
	must(t, err)
	listed, err := description.Find(api.Root + "#/components/securitySchemes/oauth/flows/authorizationCode/scopes")
	must(t, err)
	want := map[string]any{}
	for _, row := range scope.Rows() {
		if !row.FirstParty {
			want[string(row.Scope)] = row.Says
		}
	}
	if diff := cmp.Diff(any(want), listed.Value); diff != "" {
		t.Error(diff)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
