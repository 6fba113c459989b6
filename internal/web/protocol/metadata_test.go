package protocol_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func texts(set scope.Set) []any {
	var list []any
	for _, s := range set {
		list = append(list, string(s))
	}
	return list
}

func TestDiscovery(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	get := func(t *testing.T, path string) map[string]any {
		t.Helper()
		got := f.ask(t, ask{method: http.MethodGet, path: path})
		want := map[string]string{"Cache-Control": "public, max-age=900", "Access-Control-Allow-Origin": "*", "Content-Type": "application/json; charset=utf-8"}
		for name, value := range want {
			if diff := cmp.Diff(value, got.header.Get(name)); diff != "" || got.status != http.StatusOK {
				t.Errorf("META-06 %s %s: %s", path, name, diff)
			}
		}
		return got.json(t)
	}
	t.Run("META-01 META-02 META-03 META-06 META-07 the authorization server", func(t *testing.T) {
		want := map[string]any{
			"issuer": baseURL, "authorization_endpoint": authURL + "/oauth/authorize", "token_endpoint": baseURL + "/oauth/token",
			"device_authorization_endpoint": baseURL + "/oauth/device/authorize", "registration_endpoint": baseURL + "/oauth/register",
			"revocation_endpoint": baseURL + "/oauth/revoke", "introspection_endpoint": baseURL + "/oauth/introspect",
			"jwks_uri": baseURL + "/.well-known/jwks.json", "api_base_url": baseURL, "api_version_header": "Books-Version", "scopes_supported": texts(scope.All()),
			"response_types_supported":                       []any{"code"},
			"grant_types_supported":                          []any{"authorization_code", "refresh_token", deviceGrant, exchangeGrant},
			"code_challenge_methods_supported":               []any{"S256"},
			"token_endpoint_auth_methods_supported":          []any{"client_secret_basic", "client_secret_post", "none"},
			"revocation_endpoint_auth_methods_supported":     []any{"client_secret_basic", "client_secret_post", "none"},
			"introspection_endpoint_auth_methods_supported":  []any{"client_secret_basic"},
			"client_id_metadata_document_supported":          true,
			"authorization_response_iss_parameter_supported": true,
			"service_documentation":                          "https://docs.books.test",
		}
		if diff := cmp.Diff(want, get(t, "/.well-known/oauth-authorization-server")); diff != "" {
			t.Error(diff)
		}
		if len(scope.All()) <= len(scope.Partner()) {
			t.Error("there is no scope that no app can ask for")
		}
	})
	t.Run("META-05 META-06 the protected resource, and a path of it", func(t *testing.T) {
		want := map[string]any{
			"resource": baseURL, "resource_name": "Books & Co", "authorization_servers": []any{baseURL},
			"scopes_supported": texts(scope.Partner()), "bearer_methods_supported": []any{"header"},
		}
		if diff := cmp.Diff(want, get(t, "/.well-known/oauth-protected-resource")); diff != "" {
			t.Error(diff)
		}
		want["resource"] = baseURL + "/mcp"
		if diff := cmp.Diff(want, get(t, "/.well-known/oauth-protected-resource/mcp")); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("META-04 META-06 the keys", func(t *testing.T) {
		list, _ := get(t, "/.well-known/jwks.json")["keys"].([]any)
		if len(list) != 2 {
			t.Errorf("want the current key and the next, got %d", len(list))
		}
	})
}

func TestWhereNothingIsServed(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	for _, path := range []string{"/oauth/", "/oauth/nothing", "/oauth/token/", "/oauth/authorize", "/oauth//token"} {
		t.Run("ERR-04 404 "+path, func(t *testing.T) {
			f.ask(t, ask{path: path}).is(t, http.StatusNotFound, refusal("invalid_request", "there is nothing here"))
		})
	}
	for _, path := range []string{"/oauth/token", "/oauth/introspect", "/oauth/revoke", "/oauth/device/authorize", "/oauth/register"} {
		t.Run("ERR-04 405 "+path, func(t *testing.T) {
			f.ask(t, ask{method: http.MethodGet, path: path + "?client_secret=x"}).
				is(t, http.StatusMethodNotAllowed, refusal("invalid_request", "this path takes OPTIONS, POST"), "Allow", "OPTIONS, POST")
		})
	}
	t.Run("ERR-04 the documents answer like the rest of the host", func(t *testing.T) {
		got := f.ask(t, ask{path: "/.well-known/jwks.json"})
		if got.status != http.StatusMethodNotAllowed || got.json(t)["statusCode"] != 405.0 {
			t.Errorf("got %d %s", got.status, got.body)
		}
	})
}

func TestBrowsersOfAnyOriginMayCall(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	from := http.Header{"Origin": {"https://spa.test"}}
	for _, path := range []string{"/oauth/token", "/oauth/revoke", "/oauth/device/authorize"} {
		t.Run("API-13 "+path, func(t *testing.T) {
			got := f.ask(t, ask{path: path, header: from, form: form("grant_type", "refresh_token", "client_id", "nobody")})
			if diff := cmp.Diff([]string{"*", ""}, []string{got.header.Get("Access-Control-Allow-Origin"), got.header.Get("Access-Control-Allow-Credentials")}); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("API-13 preflights are not counted", func(t *testing.T) {
		asks := http.Header{"Origin": {"https://spa.test"}, "Access-Control-Request-Method": {"POST"}, "Access-Control-Request-Headers": {"authorization"}}
		for range 40 { // ten more than a device may begin
			if got := f.ask(t, ask{method: http.MethodOptions, path: "/oauth/device/authorize", header: asks, from: "203.0.113.77"}); got.status != http.StatusNoContent {
				t.Fatalf("a preflight is answered %d", got.status)
			}
		}
		got := f.ask(t, ask{path: "/oauth/device/authorize", form: form("client_id", f.pocket.ClientID), from: "203.0.113.77"})
		got.is(t, http.StatusOK, got.body)
	})
}
