package session_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pquerna/otp/totp"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/base/secret/secrettest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/web/address"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

const (
	appURL   = "https://app.example.com"
	password = "seven grey herons wade"
)

// hosts are both hosts of an installation over real engines. Each tells who it
// thinks is calling.
type hosts struct {
	app, api *httptest.Server
	sessions *session.Sessions
	accounts *accounts.Service
	clock    *clock.Stopped
}

func serve(t *testing.T, domain string) *hosts {
	t.Helper()
	log, at, database, redis := slog.New(slog.DiscardHandler), clock.NewStopped(pgtest.Start), pgtest.New(t), rdbtest.New(t)
	keys, err := secret.ParseKeyring("k1:" + base64.StdEncoding.EncodeToString(make([]byte, 32)))
	must(t, err)
	h := &hosts{clock: at}
	h.accounts = accounts.New(accounts.Deps{
		DB: database, Now: at.Now, Rights: epoch.NewRegistry(redis, log),
		Audit: audit.NewLog(database, at.Now, audit.Hooks{}), Keys: keys, Passwords: secrettest.Passwords(), Log: log, Brand: "Service",
	})
	h.sessions, err = session.New(session.Config{
		Accounts: h.accounts, Windows: limits.NewWindows(redis, at.Now, log, limits.Hooks{}), Keys: keys, Now: at.Now, Log: log,
		AppURL: appURL, Domain: domain,
	})
	must(t, err)
	front, proxies := route.Front{Log: log, Now: at.Now}, address.Proxies{netip.MustParsePrefix("127.0.0.1/32")}
	table := route.Face{Routes: []route.Route{{Pattern: "/who", Handle: who}}}
	h.app = httptest.NewServer(front.Wrap(proxies.Wrap(h.sessions.Wrap(route.Standard{}, route.Mux(table)))))
	table.Guard = func(row route.Route) route.Handler { return h.sessions.Guard(row.Handle) }
	h.api = httptest.NewServer(front.Wrap(proxies.Wrap(route.Mux(table))))
	t.Cleanup(h.app.Close)
	t.Cleanup(h.api.Close)
	return h
}

// who tells who acts, by the session and as the records will have it.
func who(w http.ResponseWriter, r *http.Request) error {
	ctx, by := r.Context(), actor.From(r.Context())
	in, _ := session.From(ctx)
	owing, _ := session.Owing(ctx)
	if (by.Kind == actor.User) != (by.ID != "") || by.Request != w.Header().Get("X-Request-Id") {
		return fmt.Errorf("the records will say %+v", by)
	}
	_, err := fmt.Fprintf(w, "%s/%s/%s from %s", in.User.Name, owing.User.Name, by.Kind, by.Address)
	return err
}

// signIn makes a user and opens a session.
func (h *hosts) signIn(t *testing.T) (accounts.User, string) {
	t.Helper()
	user, err := h.accounts.CreateUser(t.Context(), accounts.NewUser{Email: "olivia@example.com", Name: "Olivia", Password: password})
	must(t, err)
	entry, err := h.accounts.SignIn(t.Context(), user.Email, password, accounts.Visit{})
	must(t, err)
	token := entry.Token
	return user, token
}

const cookie = "Cookie: __Secure-counterpart_session="

type answer struct {
	Status int
	Body   string
}

func call(t *testing.T, method, host string, headers ...string) (answer, http.Header) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, host+"/who", nil)
	must(t, err)
	req.Header.Set("X-Forwarded-For", "198.51.100.7")
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	must(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	must(t, err)
	return answer{resp.StatusCode, strings.TrimSpace(string(body))}, resp.Header
}

func (h *hosts) answers(t *testing.T, want answer, method, host string, headers ...string) {
	t.Helper()
	got, _ := call(t, method, host, headers...)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s %q (-want +got):\n%s", method, headers, diff)
	}
}

func refusal(status int, code, message string) answer {
	return answer{status, fmt.Sprintf(`{"statusCode":%d,"message":%q,"error":%q,"code":%q}`, status, message, http.StatusText(status), code)}
}

var (
	nobody = answer{http.StatusOK, "//system from 198.51.100.7"}
	olivia = answer{http.StatusOK, "Olivia//user from 198.51.100.7"}

	signInFirst = refusal(http.StatusUnauthorized, "SESSION_OVER", "Sign in to go on.")
	crossOrigin = refusal(http.StatusForbidden, "CROSS_ORIGIN_REQUEST", "This request was sent by a page of another site.")
)

func TestACookieTellsWhoIsCallingOnBothHosts(t *testing.T) {
	t.Parallel()
	h := serve(t, "example.com")
	user, token := h.signIn(t)

	h.answers(t, nobody, "GET", h.app.URL)
	h.answers(t, olivia, "GET", h.app.URL, cookie+token)
	h.answers(t, nobody, "GET", h.app.URL, cookie+token[1:])
	h.answers(t, signInFirst, "GET", h.api.URL)
	h.answers(t, signInFirst, "GET", h.api.URL, cookie+"x")
	h.answers(t, olivia, "GET", h.api.URL, cookie+token)

	must(t, h.accounts.SuspendUser(t.Context(), user.ID))
	h.answers(t, nobody, "GET", h.app.URL, cookie+token)
	h.answers(t, refusal(http.StatusUnauthorized, "ACCOUNT_SUSPENDED", "This account is suspended."), "GET", h.api.URL, cookie+token)
}

func TestATokensCallIsNotASessions(t *testing.T) {
	t.Parallel()
	h := serve(t, "example.com")
	_, token := h.signIn(t)
	h.answers(t, signInFirst, "GET", h.api.URL, cookie+token, "Authorization: Bearer cpat_x")
	h.answers(t, olivia, "GET", h.app.URL, cookie+token, "Authorization: Basic eDp5")
}

func TestAHalfOpenSessionCountsAsSignedOut(t *testing.T) {
	t.Parallel()
	h := serve(t, "example.com")
	user, _ := h.signIn(t)
	begun, err := h.accounts.BeginSecondFactor(t.Context(), user.ID)
	must(t, err)
	_, err = h.accounts.ConfirmSecondFactor(t.Context(), user.ID, codeOf(t, begun.Key, h.clock.Now()))
	must(t, err)
	entry, err := h.accounts.SignIn(t.Context(), user.Email, password, accounts.Visit{})
	must(t, err)
	token := entry.Token

	h.answers(t, answer{http.StatusOK, "/Olivia/system from 198.51.100.7"}, "GET", h.app.URL, cookie+token)
	h.answers(t, refusal(http.StatusUnauthorized, "SECOND_FACTOR_REQUIRED", "Enter a code of your second factor to go on."), "GET", h.api.URL, cookie+token)
}

func TestOnlyOurPagesChangeThingsByCookie(t *testing.T) {
	t.Parallel()
	h := serve(t, "example.com")
	_, token := h.signIn(t)
	const (
		same, site, cross = "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: same-site", "Sec-Fetch-Site: cross-site"
		ours, blog        = "Origin: " + appURL, "Origin: https://blog.example.com"
	)
	for _, c := range []struct {
		name      string
		method    string
		headers   []string
		app, site answer
	}{
		{"our page", "POST", []string{site, ours}, olivia, olivia},
		{"the host itself", "POST", []string{same}, olivia, olivia},
		{"no browser", "POST", nil, olivia, olivia},
		{"a page nearby", "POST", []string{site, blog}, crossOrigin, crossOrigin},
		{"a page far away", "DELETE", []string{cross, "Origin: https://evil.example"}, crossOrigin, crossOrigin},
		{"an old browser, our page", "POST", []string{ours}, olivia, olivia},
		{"an old browser, a page nearby", "POST", []string{blog}, crossOrigin, crossOrigin},
		{"an old browser that does not tell", "POST", []string{"Origin: null"}, olivia, crossOrigin},
		{"a page in a frame without an origin", "POST", []string{cross, "Origin: null"}, crossOrigin, crossOrigin},
		{"only reading", "GET", []string{cross, "Origin: https://evil.example"}, olivia, olivia},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			headers := append([]string{cookie + token}, c.headers...)
			h.answers(t, c.app, c.method, h.app.URL, headers...)
			h.answers(t, c.site, c.method, h.api.URL, headers...)
		})
	}
}

func TestSessionTrafficIsLimitedByAddress(t *testing.T) {
	t.Parallel()
	h := serve(t, "example.com")
	_, token := h.signIn(t)
	t.Run("LIM-09 the hosts together admit 600 a minute", func(t *testing.T) {
		var mu sync.Mutex
		var wait sync.WaitGroup
		got := map[int]int{}
		for i := range 4 {
			wait.Go(func() {
				for range 160 {
					a, _ := call(t, "GET", []string{h.app.URL, h.api.URL}[i%2], cookie+token)
					mu.Lock()
					got[a.Status]++
					mu.Unlock()
				}
			})
		}
		wait.Wait()
		if diff := cmp.Diff(map[int]int{http.StatusOK: 600, http.StatusTooManyRequests: 40}, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("LIM-09 429 with Retry-After", func(t *testing.T) {
		h.clock.Move(18500 * time.Millisecond)
		for _, host := range []string{h.app.URL, h.api.URL} {
			got, header := call(t, "GET", host, cookie+token)
			want := answer{http.StatusTooManyRequests, `{"statusCode":429,"message":"Too many requests. Retry after 42 seconds.",` +
				`"error":"Too Many Requests","code":"RATE_LIMITED","params":{"p0":"42"}}`}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff("42", header.Get("Retry-After")); diff != "" {
				t.Error(diff)
			}
		}
	})
	t.Run("LIM-09 another address and no cookie are free", func(t *testing.T) {
		h.answers(t, answer{http.StatusOK, "Olivia//user from 203.0.113.9"}, "GET", h.api.URL, cookie+token, "X-Forwarded-For: 203.0.113.9")
		h.answers(t, nobody, "GET", h.app.URL)
	})
	t.Run("LIM-09 one /64 of IPv6 counts as one address", func(t *testing.T) {
		for i := range 600 {
			h.answers(t, answer{http.StatusOK, fmt.Sprintf("Olivia//user from 2001:db8::%x", i+1)}, "GET", h.api.URL,
				cookie+token, fmt.Sprintf("X-Forwarded-For: 2001:db8::%x", i+1))
		}
		refused, _ := call(t, "GET", h.api.URL, cookie+token, "X-Forwarded-For: 2001:db8::ffff")
		if refused.Status != http.StatusTooManyRequests {
			t.Errorf("another address of the same /64 is answered %d", refused.Status)
		}
		h.answers(t, answer{http.StatusOK, "Olivia//user from 2001:db8:0:1::1"}, "GET", h.api.URL, cookie+token, "X-Forwarded-For: 2001:db8:0:1::1")
	})
	t.Run("LIM-09 the window ends", func(t *testing.T) {
		h.clock.Move(time.Minute)
		h.answers(t, olivia, "GET", h.app.URL, cookie+token)
	})
}

func TestCookiesAreSafe(t *testing.T) {
	t.Parallel()
	keys, err := secret.ParseKeyring("k1:" + base64.StdEncoding.EncodeToString(make([]byte, 32)))
	must(t, err)
	at := clock.NewStopped(pgtest.Start)
	for _, c := range []struct{ name, appURL, domain, session, form string }{
		{"one host", "https://app.example.com", "",
			"__Host-counterpart_session=s; Path=/; Max-Age=3600; HttpOnly; Secure; SameSite=Lax",
			"__Host-counterpart_form=; Path=/; Max-Age=3600; HttpOnly; Secure; SameSite=Lax"},
		{"two hosts of a domain", "https://app.example.com", "example.com",
			"__Secure-counterpart_session=s; Path=/; Domain=example.com; Max-Age=3600; HttpOnly; Secure; SameSite=Lax",
			"__Host-counterpart_form=; Path=/; Max-Age=3600; HttpOnly; Secure; SameSite=Lax"},
		{"development", "http://localhost:8081", "",
			"counterpart_session=s; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax",
			"counterpart_form=; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, err := session.New(session.Config{Keys: keys, Now: at.Now, AppURL: c.appURL, Domain: c.domain})
			must(t, err)
			w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
			s.Start(w, "s", at.Now().Add(time.Hour))
			s.Stop(w)
			s.FormToken(w, r)
			set := w.Header().Values("Set-Cookie")
			gone := strings.NewReplacer("=s;", "=;", "Max-Age=3600", "Max-Age=0").Replace(c.session)
			name, rest, _ := strings.Cut(set[2], "=")
			_, rest, _ = strings.Cut(rest, ";")
			if diff := cmp.Diff([]string{c.session, gone, c.form}, []string{set[0], set[1], name + "=;" + rest}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOnlyAnOriginIsTrusted(t *testing.T) {
	t.Parallel()
	keys, err := secret.ParseKeyring("k1:" + base64.StdEncoding.EncodeToString(make([]byte, 32)))
	must(t, err)
	for _, bad := range []string{"", "app.example.com", "https://app.example.com/"} {
		if _, err := session.New(session.Config{Keys: keys, AppURL: bad}); err == nil {
			t.Errorf("%q is taken for an origin", bad)
		}
	}
}

func TestDevicesAreNamedAsTheirOwnersWould(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0":                                                           "Firefox on Windows",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0":              "Edge on Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15":                      "Safari on Mac",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36":                      "Chrome on Mac",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1": "Chrome on iPhone",
		"Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36": "Samsung Internet on Android",
		"curl/8.14.1":         "curl",
		"Something (Windows)": "Windows",
		"Something":           "",
		"":                    "",
	} {
		if diff := cmp.Diff(want, session.Device(agent)); diff != "" {
			t.Errorf("%s: %s", agent, diff)
		}
	}
}

// codeOf is what an authenticator app shows.
func codeOf(t *testing.T, key string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(key, at)
	must(t, err)
	return code
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
