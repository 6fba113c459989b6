package cors_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/web/cors"
)

const (
	trusted = "https://app.example.com"
	foreign = "https://till.example.net"
)

func TestWhoMayCall(t *testing.T) {
	t.Parallel()
	const exposed = "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id, WWW-Authenticate, ETag, Idempotent-Replayed, Deprecation, Sunset, Link, Ledger-Version"
	anybody := map[string]string{"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed}
	appHost := map[string]string{
		"Access-Control-Allow-Origin":      trusted,
		"Access-Control-Allow-Credentials": "true",
		"Access-Control-Expose-Headers":    exposed,
	}
	for _, c := range []struct {
		name, path, origin string
		want               map[string]string
	}{
		{"any origin, without cookies, on an open path", "/invoices", foreign, anybody},
		{"a page without an origin of its own, on an open path", "/invoices", "null", anybody},
		{"the app host, with cookies, on an open path", "/invoices", trusted, appHost},
		{"the app host, with cookies, on a closed path", "/account", trusted, appHost},
		{"no other origin on a closed path", "/account", foreign, nil},
		{"no page without an origin on a closed path", "/account", "null", nil},
		{"no origin that begins like the app host's", "/account", trusted + ".evil.test", nil},
		{"no origin that ends like the app host's", "/account", "https://not" + strings.TrimPrefix(trusted, "https://"), nil},
		{"not the app host without TLS", "/account", "http://app.example.com", nil},
		{"not the app host on another port", "/account", trusted + ":8443", nil},
		{"nothing to say to callers that are no browsers", "/invoices", "", nil},
	} {
		t.Run("API-13 "+c.name, func(t *testing.T) {
			t.Parallel()
			server, _ := serve(t)
			resp := call(t, server, http.MethodGet, c.path, http.Header{"Origin": {c.origin}})
			if diff := cmp.Diff(c.want, accessControl(resp)); diff != "" {
				t.Errorf("headers (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{"Origin"}, resp.Header.Values("Vary")); diff != "" {
				t.Errorf("Vary (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPreflightsAreAnsweredAndNotCounted(t *testing.T) {
	t.Parallel()
	const (
		methods = "GET, HEAD, POST, PUT, PATCH, DELETE"
		headers = "Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, X-Request-Id, Ledger-Version"
	)
	for _, c := range []struct {
		name, path, origin string
		want               map[string]string
	}{
		{"any origin on an open path", "/invoices", foreign, map[string]string{
			"Access-Control-Allow-Origin":  "*",
			"Access-Control-Allow-Methods": methods,
			"Access-Control-Allow-Headers": headers,
			"Access-Control-Max-Age":       "7200",
		}},
		{"the app host on a closed path", "/account", trusted, map[string]string{
			"Access-Control-Allow-Origin":      trusted,
			"Access-Control-Allow-Credentials": "true",
			"Access-Control-Allow-Methods":     methods,
			"Access-Control-Allow-Headers":     headers,
			"Access-Control-Max-Age":           "7200",
		}},
		{"another origin on a closed path learns nothing", "/account", foreign, nil},
	} {
		t.Run("API-13 "+c.name, func(t *testing.T) {
			t.Parallel()
			server, counted := serve(t)
			resp := call(t, server, http.MethodOptions, c.path, http.Header{
				"Origin":                         {c.origin},
				"Access-Control-Request-Method":  {http.MethodPut},
				"Access-Control-Request-Headers": {"authorization,content-type"},
			})
			if resp.StatusCode != http.StatusNoContent || resp.ContentLength > 0 {
				t.Errorf("status %d with %d bytes, want 204 with none", resp.StatusCode, resp.ContentLength)
			}
			if diff := cmp.Diff(c.want, accessControl(resp)); diff != "" {
				t.Errorf("headers (-want +got):\n%s", diff)
			}
			if n := counted.Load(); n != 0 {
				t.Errorf("the preflight reached what counts calls, %d times", n)
			}
		})
	}
	t.Run("API-13 an OPTIONS that is no preflight goes on", func(t *testing.T) {
		t.Parallel()
		server, counted := serve(t)
		call(t, server, http.MethodOptions, "/invoices", http.Header{"Origin": {foreign}})
		if n := counted.Load(); n != 1 {
			t.Errorf("reached the handler %d times, want once", n)
		}
	})
}

// serve runs a handler that counts calls behind the policy under test.
func serve(t *testing.T) (*httptest.Server, *atomic.Int64) {
	t.Helper()
	var counted atomic.Int64
	policy := cors.Policy{
		Trusted:       trusted,
		Open:          func(path string) bool { return path != "/account" },
		VersionHeader: "Ledger-Version",
	}
	server := httptest.NewServer(policy.Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		counted.Add(1)
	})))
	t.Cleanup(server.Close)
	return server, &counted
}

func call(t *testing.T, server *httptest.Server, method, path string, header http.Header) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if header.Get("Origin") != "" {
		req.Header = header
	}
	resp, err := server.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return resp
}

// accessControl picks the headers that speak to the browser.
func accessControl(resp *http.Response) map[string]string {
	var picked map[string]string
	for name := range resp.Header {
		if strings.HasPrefix(name, "Access-Control-") {
			if picked == nil {
				picked = map[string]string{}
			}
			picked[name] = resp.Header.Get(name)
		}
	}
	return picked
}
