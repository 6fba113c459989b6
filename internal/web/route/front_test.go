package route_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/web/route"
)

// echo tells a handler's view of the request's id.
func echo(t *testing.T) *host {
	t.Helper()
	return serve(t, route.Face{Routes: []route.Route{{
		Pattern: "GET /echo/{secret}",
		Handle: func(w http.ResponseWriter, r *http.Request) error {
			_, err := fmt.Fprint(w, route.RequestID(r.Context()))
			return err
		},
	}}})
}

func TestEveryAnswerCarriesARequestID(t *testing.T) {
	t.Parallel()
	host := echo(t)
	seen := map[string]bool{}
	for _, path := range []string{"/echo/1", "/echo/1", "/nothing"} {
		got := host.call(t, http.MethodGet, path, "")
		id := got.Header.Get("X-Request-Id")
		t.Run("API-11 "+path, func(t *testing.T) {
			parsed, err := ident.Parse[ident.Request](id)
			if err != nil || parsed.Shard != ident.Control || !parsed.At().Equal(host.clock.Now()) {
				t.Errorf("%q is no request id of this moment: %v", id, err)
			}
			if seen[id] {
				t.Errorf("%s was given twice", id)
			}
			if got.Status == http.StatusOK && got.Body != id {
				t.Errorf("the handler knows %s as %s", id, got.Body)
			}
		})
		seen[id] = true
	}
}

func TestACallersOwnRequestIDIsNotedAndNeverUsed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, sent, noted string }{
		{"one that fits", "order-4711_a", "order-4711_a"},
		{"too short", "1234567", ""},
		{"too long", strings.Repeat("a", 65), ""},
		{"other characters", "order 4711;x", ""},
		{"none", "", ""},
	} {
		t.Run("API-11 "+c.name, func(t *testing.T) {
			t.Parallel()
			host := echo(t)
			got := host.call(t, http.MethodGet, "/echo/1", "", "X-Request-Id: "+c.sent)
			if id := got.Header.Get("X-Request-Id"); id == c.sent || !strings.HasPrefix(id, "req_") {
				t.Errorf("answered with %q", id)
			}
			host.observed()
			line := host.log.with(t, "request")[0]
			if line["request"] != got.Header.Get("X-Request-Id") {
				t.Errorf("the log says %v, the answer %s", line["request"], got.Header.Get("X-Request-Id"))
			}
			if noted, _ := line["correlation"].(string); noted != c.noted {
				t.Errorf("noted %q, want %q", noted, c.noted)
			}
		})
	}
}

func TestTheAccessLogHoldsFactsAndNoSecrets(t *testing.T) {
	t.Parallel()
	host := echo(t)
	host.call(t, http.MethodGet, "/echo/s3cret?token=s3cret", "", "Authorization: Bearer s3cret", "Cookie: session=s3cret")
	host.call(t, "S3CRET", "/nothing/s3cret", "")

	want := []route.Exchange{
		{Method: "GET", Pattern: "GET /echo/{secret}", Status: 200, Bytes: 32},
		{Method: "OTHER", Pattern: "", Status: 404},
	}
	if diff := cmp.Diff(want, host.observed(), cmpopts.IgnoreFields(route.Exchange{}, "Bytes")); diff != "" {
		t.Errorf("observed (-want +got):\n%s", diff)
	}
	if n := len(host.log.with(t, "request")); n != 2 {
		t.Errorf("%d lines, want one a request", n)
	}
	if strings.Contains(strings.ToLower(host.log.text.String()), "s3cret") {
		t.Errorf("the log tells secrets:\n%s", host.log.text.String())
	}
}

func TestAnswersAreHardened(t *testing.T) {
	t.Parallel()
	got := echo(t).call(t, http.MethodGet, "/echo/1", "")
	for name, want := range map[string]string{
		"X-Content-Type-Options":    "nosniff",
		"Content-Security-Policy":   "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
		"Referrer-Policy":           "no-referrer",
		"Cache-Control":             "no-store",
		"Strict-Transport-Security": "max-age=63072000",
	} {
		if diff := cmp.Diff(want, got.Header.Get(name)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
