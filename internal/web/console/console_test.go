package console_test

import (
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apicheck"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/base/secret/secrettest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/web/address"
	"github.com/counterpart/counterpart/internal/web/console"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

const password = "seven grey herons wade"

// host is the API host with this face alone, over real engines. Every answer is
// held to api/.
type host struct {
	*httptest.Server
	accounts *accounts.Service
	tenancy  *tenancy.Service
	clock    *clock.Stopped
	client   *http.Client
}

func serve(t *testing.T) *host {
	t.Helper()
	log, at, database, redis := slog.New(slog.DiscardHandler), clock.NewStopped(pgtest.Start), pgtest.New(t), rdbtest.New(t)
	keys, err := secret.ParseKeyring("k1:" + base64.StdEncoding.EncodeToString(make([]byte, 32)))
	must(t, err)
	rights, record := epoch.NewRegistry(redis, log), audit.NewLog(database, at.Now, audit.Hooks{})
	people := accounts.New(accounts.Deps{
		DB: database, Now: at.Now, Rights: rights, Audit: record, Keys: keys, Passwords: secrettest.Passwords(),
		Log: log, Brand: "Service", Memberships: tenancy.NewDirectory(database),
	})
	places := tenancy.New(tenancy.Deps{
		DB: database, Now: at.Now, Rights: rights, Events: events.NewRecorder(at.Now, nil), Audit: record, Accounts: people,
	})
	sessions, err := session.New(session.Config{
		Accounts: people, Windows: limits.NewWindows(redis, at.Now, log, limits.Hooks{}), Keys: keys, Now: at.Now, Log: log,
		AppURL: "http://localhost:8081",
	})
	must(t, err)
	face := console.New(console.Deps{Accounts: people, Tenancy: places, Sessions: sessions})
	front := route.Front{Log: log, Now: at.Now}
	server := httptest.NewServer(front.Wrap(address.Proxies{}.Wrap(route.Harden("", route.Mux(face.Table())))))
	t.Cleanup(server.Close)
	return &host{server, people, places, at, &http.Client{Transport: apicheck.Transport(t, nil)}}
}

// person is a user who has signed in on some browser.
type person struct {
	accounts.User
	session accounts.Session
	token   string
}

func (h *host) person(t *testing.T, name string) person {
	t.Helper()
	user, err := h.accounts.CreateUser(t.Context(), accounts.NewUser{Email: strings.ToLower(name) + "@example.com", Name: name, Password: password})
	must(t, err)
	return h.again(t, person{User: user}, accounts.Visit{})
}

// again signs a person in on another browser.
func (h *host) again(t *testing.T, p person, visit accounts.Visit) person {
	t.Helper()
	entry, err := h.accounts.SignIn(t.Context(), p.Email, password, visit)
	must(t, err)
	p.token, p.session = entry.Token, entry.Session
	return p
}

func (h *host) business(t *testing.T, name string, owner person) tenancy.Business {
	t.Helper()
	business, err := h.tenancy.CreateBusiness(t.Context(), tenancy.NewBusiness{Name: name, Currency: "EUR", Timezone: "Europe/Berlin"}, owner.ID)
	must(t, err)
	return business
}

// call asks with a person's cookie and wants a status; it returns the body.
func (h *host) call(t *testing.T, want int, method, path string, by person, headers ...string) map[string]any {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, h.URL+path, nil)
	must(t, err)
	if by.token != "" {
		req.AddCookie(&http.Cookie{Name: "counterpart_session", Value: by.token})
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		req.Header.Set(name, value)
	}
	resp, err := h.client.Do(req)
	must(t, err)
	defer resp.Body.Close()
	if resp.StatusCode != want {
		t.Errorf("%s %s: %d, want %d", method, path, resp.StatusCode, want)
	}
	if resp.StatusCode == http.StatusNoContent {
		return nil
	}
	var body map[string]any
	must(t, json.NewDecoder(resp.Body).Decode(&body))
	return body
}

func TestTheAccountTellsWhoIsSignedInAndWhere(t *testing.T) {
	t.Parallel()
	h := serve(t)
	olivia := h.person(t, "Olivia")
	me := map[string]any{"id": olivia.ID.String(), "name": "Olivia", "email": "olivia@example.com", "locale": "en"}
	want := map[string]any{"user": me, "business": nil, "businesses": []any{}}
	if diff := cmp.Diff(want, h.call(t, http.StatusOK, "GET", "/account", olivia)); diff != "" {
		t.Error(diff)
	}

	acme, err := h.tenancy.CreateOrganization(t.Context(), "Acme Apps", olivia.ID)
	must(t, err)
	bakery := h.business(t, "Old Mill Bakery", olivia)
	trial, err := h.tenancy.CreateBusiness(t.Context(), tenancy.NewBusiness{
		Name: "Acme Sandbox", Currency: "EUR", Timezone: "Europe/Berlin", SandboxOf: acme.ID,
	}, olivia.ID)
	must(t, err)
	must(t, h.tenancy.UseBusiness(t.Context(), olivia.session, bakery.ID))
	inBakery := map[string]any{"id": bakery.ID.String(), "name": "Old Mill Bakery", "role": "owner", "sandbox": false}
	inTrial := map[string]any{"id": trial.ID.String(), "name": "Acme Sandbox", "role": "owner", "sandbox": true}
	want = map[string]any{"user": me, "business": inBakery, "businesses": []any{inTrial, inBakery}}
	if diff := cmp.Diff(want, h.call(t, http.StatusOK, "GET", "/account", olivia)); diff != "" {
		t.Error(diff)
	}
}

func TestSessionsAreListedNewestFirst(t *testing.T) {
	t.Parallel()
	h := serve(t)
	desk := h.person(t, "Olivia")
	h.clock.Move(time.Hour)
	phone := h.again(t, desk, accounts.Visit{Address: netip.MustParseAddr("198.51.100.7"), UserAgent: "Phone"})
	h.clock.Move(time.Hour)
	want := map[string]any{"data": []any{
		map[string]any{
			"id": phone.session.ID.String(), "current": false, "createdAt": "2026-11-08T10:30:00.000Z",
			"lastSeenAt": "2026-11-08T10:30:00.000Z", "expiresAt": "2026-12-08T10:30:00.000Z",
			"address": "198.51.100.7", "userAgent": "Phone",
		},
		map[string]any{
			"id": desk.session.ID.String(), "current": true, "createdAt": "2026-11-08T09:30:00.000Z",
			"lastSeenAt": "2026-11-08T11:30:00.000Z", "expiresAt": "2026-12-08T09:30:00.000Z",
			"address": nil, "userAgent": "",
		},
	}}
	if diff := cmp.Diff(want, h.call(t, http.StatusOK, "GET", "/account/sessions", desk)); diff != "" {
		t.Error(diff)
	}
}

func TestASessionIsEndedByItsOwnerAlone(t *testing.T) {
	t.Parallel()
	h := serve(t)
	desk, mallory := h.person(t, "Olivia"), h.person(t, "Mallory")
	phone := h.again(t, desk, accounts.Visit{})
	path := "/account/sessions/" + phone.session.ID.String()

	for _, absent := range []string{path, "/account/sessions/ses_x"} {
		body := h.call(t, http.StatusNotFound, "DELETE", absent, mallory)
		if diff := cmp.Diff("SESSION_NOT_FOUND", body["code"]); diff != "" {
			t.Error(diff)
		}
	}
	h.call(t, http.StatusOK, "GET", "/account", phone)
	h.call(t, http.StatusNoContent, "DELETE", path, desk)
	h.call(t, http.StatusUnauthorized, "GET", "/account", phone)
	h.call(t, http.StatusNotFound, "DELETE", path, desk)
}

func TestWithoutASessionNothingIsTold(t *testing.T) {
	t.Parallel()
	h := serve(t)
	olivia := h.person(t, "Olivia")
	want := map[string]any{"statusCode": 401.0, "message": "Sign in to go on.", "error": "Unauthorized", "code": "SESSION_OVER"}
	for _, route := range []string{"GET /account", "GET /account/sessions", "DELETE /account/sessions/" + olivia.session.ID.String()} {
		method, path, _ := strings.Cut(route, " ")
		t.Run("ERR-02 "+method+" "+path[:8], func(t *testing.T) {
			if diff := cmp.Diff(want, h.call(t, http.StatusUnauthorized, method, path, person{})); diff != "" {
				t.Error(diff)
			}
		})
	}
	must(t, h.accounts.SuspendUser(t.Context(), olivia.ID))
	h.call(t, http.StatusUnauthorized, "GET", "/account", olivia)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
