package protocol_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestRegistration(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	register := func(kind, body string) answer {
		return f.ask(t, ask{path: "/oauth/register", kind: kind, body: body})
	}
	const kind = "application/json"
	t.Run("REG-03 a confidential client", func(t *testing.T) {
		got := register(kind, `{"redirect_uris":["https://wild.test/callback"],"client_name":"Wild"}`)
		got.is(t, http.StatusCreated, got.body)
		members := got.json(t)
		want := map[string]any{
			"client_id": members["client_id"], "client_id_issued_at": float64(f.clock.Now().Unix()),
			"client_secret": members["client_secret"], "client_secret_expires_at": 0.0, "client_name": "Wild",
			"redirect_uris": []any{"https://wild.test/callback"}, "grant_types": []any{"authorization_code"}, "response_types": []any{"code"},
			"token_endpoint_auth_method": "client_secret_basic", "scope": scope.Partner().String(), "application_type": "web",
		}
		if diff := cmp.Diff(want, members); diff != "" {
			t.Error(diff)
		}
		id, _ := members["client_id"].(string)
		secret, _ := members["client_secret"].(string)
		f.ask(t, ask{path: "/oauth/token", header: basic(id, secret), form: form("grant_type", "refresh_token", "refresh_token", "x")}).
			is(t, 400, refusal("invalid_grant", ""))
	})
	t.Run("REG-03 a public client", func(t *testing.T) {
		members := register(kind, `{"redirect_uris":["http://localhost:7777/"],"token_endpoint_auth_method":"none","scope":"invoices:read"}`).json(t)
		want := map[string]any{
			"client_id": members["client_id"], "client_id_issued_at": float64(f.clock.Now().Unix()),
			"redirect_uris": []any{"http://localhost:7777/"}, "grant_types": []any{"authorization_code"}, "response_types": []any{"code"},
			"token_endpoint_auth_method": "none", "scope": "invoices:read", "application_type": "web",
		}
		if diff := cmp.Diff(want, members); diff != "" {
			t.Error(diff)
		}
	})
	for _, c := range []struct{ what, kind, body, code, description string }{
		{"REG-01", kind, `{"redirect_uris":[]}`, "invalid_redirect_uri", "redirect_uris must be a list of 1 to 5 URIs"},
		{"REG-02", kind, `{"redirect_uris":["https://wild.test/"],"scope":1}`, "invalid_client_metadata", "scope must be a text of at most 2000 characters"},
		{"REG-02 malformed", kind, `{`, "invalid_request", "the body must be one JSON object"},
		{"REG-02 nothing", kind, ``, "invalid_request", "the body must be one JSON object"},
		{"REG-02 oversized", kind, `{"a":"` + strings.Repeat("x", 64<<10) + `"}`, "invalid_request", "the body is too large"},
		{"REG-02 not JSON", "application/x-www-form-urlencoded", `redirect_uris=x`, "invalid_request", "the body must be application/json"},
	} {
		t.Run("ERR-01 "+c.what, func(t *testing.T) {
			register(c.kind, c.body).is(t, http.StatusBadRequest, refusal(c.code, c.description))
		})
	}
}
