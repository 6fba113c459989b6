package address_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/web/address"
)

// Only who holds the keys is told, and only now.
func TestANodeTellsWhomItSeesToThoseWhoHoldItsKeys(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 17, 12, 0, 0, 0, time.UTC)
	ours, others := keys(t, "A"), keys(t, "E")
	for title, row := range map[string]struct {
		ask  func(*http.Request)
		want string
	}{
		"a good question":        {func(r *http.Request) { address.Ask(r, ours, now.Add(20*time.Second)) }, "198.51.100.7"},
		"nobody asks":            {func(*http.Request) {}, ""},
		"under other keys":       {func(r *http.Request) { address.Ask(r, others, now) }, ""},
		"an old question":        {func(r *http.Request) { address.Ask(r, ours, now.Add(-2*time.Minute)) }, ""},
		"what is no question":    {func(r *http.Request) { r.Header.Set("Counterpart-Seen-As", "?") }, ""},
		"what nobody has sealed": {func(r *http.Request) { r.Header.Set("Counterpart-Seen-As", "AAAA") }, ""},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = "198.51.100.7:4711"
			row.ask(r)
			w := httptest.NewRecorder()
			parse(t).Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { address.Answer(w, r, ours, now) })).ServeHTTP(w, r)
			got := ""
			if seen, ok := address.Answered(w.Result()); ok {
				got = seen.String()
			}
			if got != row.want {
				t.Errorf("want %q, got %q", row.want, got)
			}
		})
	}
}

func keys(t *testing.T, letter string) *secret.Keyring {
	t.Helper()
	ring, err := secret.ParseKeyring("k1:" + strings.Repeat(letter, 43))
	if err != nil {
		t.Fatal(err)
	}
	return ring
}
