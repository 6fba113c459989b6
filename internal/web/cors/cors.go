// Package cors lets browsers of other origins call us.
//
// There are two kinds of callers, and they never mix:
//
//   - Anybody, without cookies. A browser app holds its own token and sends it in
//     a header, so any origin may call the open paths: `*`, which browsers refuse
//     to combine with cookies.
//   - Our own app host, with its cookies. It is the one trusted origin; it is
//     named back to the browser, and it alone may send credentials.
//
// A preflight is answered here, before anything counts it. What an answer may
// say depends on the Origin header, so every answer varies by it.
package cors

import (
	"net/http"
	"strings"
)

// Policy says who may call what.
type Policy struct {
	// Trusted is the origin that may send cookies, such as https://app.example.com.
	Trusted string
	// Open tells whether any origin may call a path without cookies.
	Open func(path string) bool
	// VersionHeader is the name of the header that carries the API version.
	VersionHeader string
}

// maxAge is how long a browser may remember a preflight: Chromium's ceiling.
const maxAge = "7200"

var methods = strings.Join([]string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
}, ", ")

// Wrap answers preflights and marks all other answers for the browser.
func (p Policy) Wrap(next http.Handler) http.Handler {
	// Authorization must be spelled out: a wildcard does not cover it.
	accepted := strings.Join([]string{"Authorization", "Content-Type", "Idempotency-Key", "If-Match", "Last-Event-ID", "Mcp-Method", "Mcp-Name", "Mcp-Protocol-Version", "X-Request-Id", p.VersionHeader}, ", ")
	exposed := strings.Join([]string{
		"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After",
		"X-Request-Id", "WWW-Authenticate", "ETag", "Idempotent-Replayed", "Deprecation", "Sunset", "Link", p.VersionHeader,
	}, ", ")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		allowed := p.allow(w.Header(), r)
		if preflight(r) {
			if allowed {
				w.Header().Set("Access-Control-Allow-Methods", methods)
				w.Header().Set("Access-Control-Allow-Headers", accepted)
				w.Header().Set("Access-Control-Max-Age", maxAge)
			}
			w.WriteHeader(http.StatusNoContent)
			return
		}
		if allowed {
			w.Header().Set("Access-Control-Expose-Headers", exposed)
		}
		next.ServeHTTP(w, r)
	})
}

// allow names the origin that may read the answer, if there is one.
func (p Policy) allow(h http.Header, r *http.Request) bool {
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	switch {
	case origin == "":
		return false
	case origin == p.Trusted:
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Allow-Credentials", "true")
		return true
	case p.Open(r.URL.Path):
		h.Set("Access-Control-Allow-Origin", "*")
		return true
	}
	return false
}

func preflight(r *http.Request) bool {
	return r.Method == http.MethodOptions &&
		r.Header.Get("Origin") != "" &&
		r.Header.Get("Access-Control-Request-Method") != ""
}
