package engines_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// onPostgres is an installation whose PostgreSQL can go away.
type onPostgres struct {
	*apptest.Service
	*pgtest.Relay
	app      *apptest.App
	owner    *apptest.User
	business tenancy.Business
}

func newOnPostgres(t *testing.T, limit time.Duration) *onPostgres {
	t.Helper()
	s := &onPostgres{Relay: pgtest.StartRelay(t)}
	s.Service = apptest.Start(t, apptest.Configure(func(c *app.Config) {
		c.Postgres, c.RequestLimit = s.Through(t, c.Postgres), limit
	}))
	s.app, s.owner = s.ReviewedApp(t, scope.Partner()...), s.User(t, "Olivia")
	s.business = s.Business(t, s.owner)
	return s
}

func (s *onPostgres) given(t *testing.T) apptest.Tokens {
	t.Helper()
	return s.app.Given(t, s.owner, s.business, scope.Partner()...)
}

var wildcard = regexp.MustCompile(`\{[^}]*\}`)

// fill makes a request's route of a row's pattern.
func fill(pattern string) (route string) {
	name := "x"
	if strings.Contains(pattern, "/marketplace/assets/") {
		name = ident.New[ident.Asset](ident.Control, pgtest.Start).String() // nobody is asked for what cannot be
	}
	return wildcard.ReplaceAllString(pattern, name)
}

// isUnavailable fails the test unless the answer says: not now, come again.
func isUnavailable(t *testing.T, a apptest.Answer) {
	t.Helper()
	if a.Status != http.StatusServiceUnavailable || a.Header.Get("Retry-After") == "" {
		t.Errorf("answered %d, Retry-After %q: %s", a.Status, a.Header.Get("Retry-After"), a.Body)
	}
}

func isOAuthUnavailable(t *testing.T, a apptest.Answer) {
	t.Helper()
	isUnavailable(t, a)
	a.SaysOAuth(t, http.StatusServiceUnavailable, "server_error", "")
}

func TestWithoutPostgreSQLEveryRouteSaysComeAgain(t *testing.T) {
	t.Parallel()
	s := newOnPostgres(t, 50*time.Second)
	tokens, member := s.given(t), s.owner.SignIn(t, s.Node(0))
	known := s.given(t)
	for range 3 {
		known.Call(t, s.Node(0), "GET /me").Is(t, http.StatusOK)
	}
	s.Node(0).Call(t, "GET /.well-known/jwks.json").Is(t, http.StatusOK)
	s.Cut()
	t.Run("OPS-03 an app that the node has just seen", func(t *testing.T) {
		isUnavailable(t, known.Call(t, s.Node(0), "GET /customers"))
	})
	for _, row := range s.Node(0).APIRoutes() {
		if strings.Contains(row.Pattern, " /oauth/") || strings.Contains(row.Pattern, " /.well-known/") || strings.Contains(row.Pattern, "/openapi.json") {
			continue
		}
		t.Run("OPS-03 "+row.Pattern, func(t *testing.T) {
			route := fill(row.Pattern)
			if !strings.Contains(route, " /account") && !strings.Contains(route, " /developer/") && !strings.Contains(route, " /admin/") {
				isUnavailable(t, tokens.Call(t, s.Node(0), route))
			}
			if !strings.Contains(route, " /mcp") { // which takes nothing but tokens
				isUnavailable(t, member.Call(t, route))
			}
		})
	}
	for name, ask := range map[string]func() apptest.Answer{
		"a code": func() apptest.Answer {
			return s.app.Token(t, s.Node(0), "authorization_code", "code", "x", "redirect_uri", s.app.RedirectURIs[0], "code_verifier", apptest.Verifier)
		},
		"a refresh": func() apptest.Answer {
			return s.app.Token(t, s.Node(0), "refresh_token", "refresh_token", tokens.Refresh)
		},
		"a device code": func() apptest.Answer {
			return s.app.Token(t, s.Node(0), "urn:ietf:params:oauth:grant-type:device_code", "device_code", "x")
		},
		"introspection":    func() apptest.Answer { return s.app.Post(t, s.Node(0), "/oauth/introspect", "token", tokens.Access) },
		"revocation":       func() apptest.Answer { return s.app.Post(t, s.Node(0), "/oauth/revoke", "token", tokens.Refresh) },
		"a device request": func() apptest.Answer { return s.app.Post(t, s.Node(0), "/oauth/device/authorize") },
		"a registration": func() apptest.Answer {
			return s.Node(0).Browser(t).Send(t, "POST /oauth/register", `{"client_name":"Robot","redirect_uris":["https://robot.example/cb"]}`, "Content-Type: application/json")
		},
	} {
		t.Run("OPS-03 ERR-01 "+name, func(t *testing.T) { isOAuthUnavailable(t, ask()) })
	}
	t.Run("OPS-03 the key set is published from memory", func(t *testing.T) {
		s.Clock.Move(time.Hour)
		var set struct{ Keys []json.RawMessage }
		s.Node(0).Call(t, "GET /.well-known/jwks.json").Is(t, http.StatusOK).Read(t, &set)
		if len(set.Keys) == 0 {
			t.Error("it is empty")
		}
	})
	s.pages(t, member)
}

// pages wants of every page that it says: not now, in words.
func (s *onPostgres) pages(t *testing.T, member apptest.Browser) {
	t.Helper()
	stranger := s.Node(0).Browser(t)
	stranger.Open(pagepath.SignIn)
	csrf := stranger.Page.Form(t, pagepath.SignIn).Get("csrf")
	for _, row := range s.Node(0).AppRoutes() {
		t.Run("OPS-03 "+row.Pattern, func(t *testing.T) {
			method, path, _ := strings.Cut(fill(strings.TrimSuffix(row.Pattern, "{$}")), " ")
			for name, by := range map[string]apptest.Browser{"a member": member, "a stranger": stranger} {
				tab := apptest.Browser{Browser: by.Tab()}
				tab.Stay()
				values := s.app.Asks(scope.ProfileRead)
				values.Set("token", letter(path))
				if method == http.MethodGet {
					tab.Open(path + "?" + values.Encode())
				} else {
					tab.Post(path, url.Values{"csrf": {csrf}, "email": {s.owner.Email}, "password": {"x"}, "token": {letter(path)}, "user_code": {"BCDF-GHJK"}})
				}
				page := tab.Page
				away := page.Status == http.StatusServiceUnavailable && page.Header.Get("Retry-After") != "" && page.Heading() == "The service is not available"
				// A stranger's way to the sign-in page, a form of somebody else, a request that
				// this browser does not hold: these need no database.
				needsNone := name == "a stranger" && (page.Status < 400 || slices.Contains([]int{400, 403, 404}, page.Status))
				if !away && !needsNone {
					t.Errorf("%s is answered with %d: %s", name, page.Status, page.Heading())
				}
			}
		})
	}
}

// letter is a secret like the one in the mail that leads to a page.
func letter(path string) string {
	if path == pagepath.Invitation {
		return secret.New(secret.Invitation)
	}
	return secret.New(secret.PasswordReset)
}

func TestAFrozenPostgreSQLKeepsNobodyWaitingForLong(t *testing.T) {
	t.Parallel()
	s := newOnPostgres(t, 3*time.Second) // a sign-in before it must fit, on a busy machine too
	tokens, member := s.given(t), s.owner.SignIn(t, s.Node(0))
	s.Freeze()
	t.Run("OPS-02 OPS-03 a request is answered when its time is up", func(t *testing.T) {
		isUnavailable(t, tokens.Call(t, s.Node(0), "GET /me"))
		isUnavailable(t, member.Call(t, "GET /account"))
		isOAuthUnavailable(t, s.app.Token(t, s.Node(0), "refresh_token", "refresh_token", tokens.Refresh))
		member.Stay()
		if page := member.Open("/account"); page.Status != http.StatusServiceUnavailable {
			t.Errorf("a page is answered with %d", page.Status)
		}
	})
	t.Run("OPS-03 the log and the metrics say so", func(t *testing.T) {
		apptest.Eventually(t, "four lines and a series tell of a 503", func() bool {
			return strings.Count(s.Node(0).Logs.String(), `"status":503`) == 4 &&
				strings.Contains(s.Node(0).Measured(t), `route="GET /me",status="503"`)
		})
	})
	t.Run("OPS-03 the metrics are there before Prometheus gives up", func(t *testing.T) {
		began := time.Now()
		page := s.Node(0).Measured(t)
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("they took %v", took)
		}
		for _, line := range []string{"counterpart_postgres_up 0", "counterpart_redis_up 1", "counterpart_leases_held "} {
			if !strings.Contains(page, "\n"+line) {
				t.Errorf("no %s among them", line)
			}
		}
	})
	t.Run("OPS-03 the node is not ready", func(t *testing.T) {
		if status, ready := s.Node(0).Ready(t); status != http.StatusServiceUnavailable {
			t.Errorf("it says %d %v", status, ready)
		}
	})
	s.Mend()
}

func TestAWriteOfUnknownFateIsToldByItsKey(t *testing.T) {
	t.Parallel()
	// The supplier's name goes to the server with the commit, and the statement for
	// the key before anything is begun.
	const commit = "Mill"
	for name, when := range map[string]string{"that was committed": commit, "that was not begun": "-- name: AddKey"} {
		t.Run("OPS-03 API-09 a write "+name, func(t *testing.T) {
			t.Parallel()
			s := newOnPostgres(t, 3*time.Second)
			tokens := s.given(t)
			tokens.Call(t, s.Node(0), "GET /me").Is(t, http.StatusOK)
			write := func() apptest.Answer {
				return tokens.Send(t, s.Node(0), "POST /suppliers", map[string]string{"name": "Mill"}, "Idempotency-Key: one")
			}
			s.FreezeAfter(when)
			isUnavailable(t, write())
			s.Mend()
			answer := write()
			for answer.Status == http.StatusServiceUnavailable || answer.Status == http.StatusConflict { // the first may still end
				answer = write()
			}
			answer.Is(t, http.StatusCreated)
			if replayed := answer.Header.Get("Idempotent-Replayed") == "true"; replayed != (when == commit) {
				t.Errorf("replayed: %t", replayed)
			}
			var list struct{ Data []json.RawMessage }
			tokens.Call(t, s.Node(0), "GET /suppliers").Is(t, http.StatusOK).Read(t, &list)
			if len(list.Data) != 1 {
				t.Errorf("there are %d suppliers", len(list.Data))
			}
		})
	}
}
