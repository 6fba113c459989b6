package protocol_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// serve answers a request without a connection, and as if a minute had few of them.
func (f *fixture) serve(b *testing.B, i int, path string, values url.Values) answer {
	if i%500 == 499 {
		f.clock.Move(time.Minute)
	}
	r := httptest.NewRequestWithContext(b.Context(), http.MethodPost, path, strings.NewReader(values.Encode()))
	r.Header = basic(f.sync.ClientID, f.secret)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	f.nodes[0].Config.Handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		b.Fatal(w.Code, w.Body)
	}
	return answer{w.Code, w.Header(), w.Body.String()}
}

func BenchmarkRefresh(b *testing.B) {
	f := newFixture(b, 1)
	tokens := f.tokens(b, f.sync, ask{header: basic(f.sync.ClientID, f.secret)})
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		tokens = f.serve(b, i, "/oauth/token", form("grant_type", "refresh_token", "refresh_token", tokens["refresh_token"].(string))).json(b)
	}
}

func BenchmarkIntrospect(b *testing.B) {
	f := newFixture(b, 1)
	tokens := f.tokens(b, f.sync, ask{header: basic(f.sync.ClientID, f.secret)})
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		f.serve(b, i, "/oauth/introspect", form("token", tokens["refresh_token"].(string)))
	}
}

func BenchmarkCodeExchange(b *testing.B) {
	f := newFixture(b, 1)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		code := f.code(b, f.sync)
		b.StartTimer()
		f.serve(b, i, "/oauth/token", form("grant_type", "authorization_code", "code", code, "redirect_uri", redirectURI, "code_verifier", verifier))
	}
}
