package protocol_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/apps"
)

// flood sends a number of requests to all nodes at once, and counts the answers
// that tell to come back later.
func (f *fixture) flood(t *testing.T, requests int, of func(i int) ask) (refused int64) {
	t.Helper()
	var next, later atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < requests; i = int(next.Add(1)) - 1 {
				a := of(i)
				a.node = i % len(f.nodes)
				if f.ask(t, a).status == http.StatusTooManyRequests {
					later.Add(1)
				}
			}
		})
	}
	all.Wait()
	return later.Load()
}

func TestLimitsAreExactOverFourNodes(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 4)
	f.client = http.DefaultClient // thousands of equal answers need no check of each
	own := basic(f.sync.ClientID, f.secret)
	unreadable := ask{kind: "text/plain", body: "x"}
	spread, spreadSecret := f.app(t, f.sync.Organization, apps.Confidential)
	for i, c := range []struct {
		row   string
		limit int
		ask   func(i int) ask
	}{
		{"LIM-05 token, an address", 1200, func(int) ask { a := unreadable; a.path = "/oauth/token"; return a }},
		{"LIM-05 introspect, an address", 1200, func(int) ask { a := unreadable; a.path = "/oauth/introspect"; return a }},
		{"LIM-05 revoke, an address", 1200, func(int) ask { return ask{path: "/oauth/revoke", form: form("token", "x")} }},
		{"LIM-05 token, with a secret", 600, func(int) ask { return ask{path: "/oauth/token", header: own, form: form()} }},
		{"LIM-05 introspect, with a secret", 600, func(int) ask { return ask{path: "/oauth/introspect", header: own, form: form("token", "x")} }},
		{"LIM-05 revoke, with a secret", 600, func(int) ask { return ask{path: "/oauth/revoke", header: own, form: form("token", "x")} }},
		{"LIM-05 token, without", 300, func(int) ask { return ask{path: "/oauth/token", form: form("client_id", f.pocket.ClientID)} }},
		{"LIM-05 revoke, without", 300, func(int) ask {
			return ask{path: "/oauth/revoke", form: form("token", "x", "client_id", f.pocket.ClientID)}
		}},
		{"LIM-06 token, a client from everywhere", 600, func(i int) ask {
			return ask{path: "/oauth/token", header: basic(spread.ClientID, spreadSecret), form: form("grant_type", "x"), from: fmt.Sprintf("203.0.113.%d", i%5)}
		}},
		{"LIM-07 device, an address", 30, func(int) ask { return ask{path: "/oauth/device/authorize", form: form("client_id", f.pocket.ClientID)} }},
		{"REG-04 register, an address", 10, func(int) ask {
			return ask{path: "/oauth/register", kind: "application/json", body: `{"redirect_uris":["https://wild.test/"]}`}
		}},
	} {
		t.Run(c.row, func(t *testing.T) {
			got := f.flood(t, c.limit+1, func(j int) ask {
				a := c.ask(j)
				if a.from == "" {
					a.from = fmt.Sprintf("198.51.100.%d", i)
				}
				return a
			})
			if diff := cmp.Diff(int64(1), got); diff != "" {
				t.Errorf("of %d requests (-refused +got): %s", c.limit+1, diff)
			}
		})
	}
}

func TestWhoComesTooOftenIsToldWhenToComeBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	begin := ask{path: "/oauth/device/authorize", form: form("client_id", f.pocket.ClientID)}
	for range 30 {
		f.ask(t, begin)
	}
	f.clock.Move(17*time.Second + time.Millisecond)
	t.Run("LIM-08 LIM-07", func(t *testing.T) {
		f.ask(t, begin).is(t, http.StatusTooManyRequests,
			refusal("temporarily_unavailable", "too many requests, retry after 43 seconds"), "Retry-After", "43")
	})
	t.Run("LIM-08 register", func(t *testing.T) {
		register := ask{path: "/oauth/register", kind: "application/json", body: `{"redirect_uris":["https://wild.test/"]}`}
		for range 10 {
			f.ask(t, register)
		}
		f.ask(t, register).is(t, http.StatusTooManyRequests,
			refusal("temporarily_unavailable", "too many requests, retry after 3600 seconds"), "Retry-After", "3600")
	})
}

func TestLockouts(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 2)
	for i, path := range []string{"/oauth/token", "/oauth/introspect", "/oauth/revoke"} {
		t.Run("CLI-05 CLI-07 CLI-08 "+path, func(t *testing.T) {
			given := form("grant_type", "refresh_token", "refresh_token", "x", "token", "x")
			wrong := ask{path: path, header: basic(f.sync.ClientID, "wrong"), form: given, from: "198.51.100.7"}
			for range 31 {
				f.ask(t, wrong).is(t, http.StatusUnauthorized, refusal("invalid_client", failed), "Www-Authenticate", realm)
				wrong.node = 1 - wrong.node
			}
			right := wrong
			right.header = basic(f.sync.ClientID, f.secret)
			f.ask(t, right).is(t, http.StatusTooManyRequests,
				refusal("temporarily_unavailable", "too many requests, retry after 60 seconds"), "Retry-After", "60")
			right.from = "203.0.113.9"
			if got := f.ask(t, right); got.status == http.StatusTooManyRequests || got.status == http.StatusUnauthorized {
				t.Errorf("another address is locked too: %s", got.body)
			}
			// The other endpoints know nothing of it.
			for _, other := range []string{"/oauth/token", "/oauth/introspect", "/oauth/revoke"}[i+1:] {
				right.path, right.from = other, "198.51.100.7"
				if got := f.ask(t, right); got.status == http.StatusTooManyRequests {
					t.Errorf("%s is locked too", other)
				}
			}
		})
	}
	t.Run("CLI-06 an address with many clients", func(t *testing.T) {
		given := form("grant_type", "refresh_token", "refresh_token", "x")
		for i := range 101 {
			a := ask{path: "/oauth/token", header: basic(fmt.Sprintf("guess-%d", i/4), "x"), form: given, from: "198.51.100.8", node: i % 2}
			f.ask(t, a).is(t, http.StatusUnauthorized, refusal("invalid_client", failed), "Www-Authenticate", realm)
		}
		f.ask(t, ask{path: "/oauth/token", header: basic(f.sync.ClientID, f.secret), form: given, from: "198.51.100.8"}).
			is(t, http.StatusTooManyRequests, refusal("temporarily_unavailable", "too many requests, retry after 60 seconds"), "Retry-After", "60")
		t.Run("CLI-06 before the request is even read", func(t *testing.T) {
			f.ask(t, ask{path: "/oauth/token", kind: "text/plain", body: "x", from: "198.51.100.8"}).
				is(t, http.StatusTooManyRequests, refusal("temporarily_unavailable", "too many requests, retry after 60 seconds"), "Retry-After", "60")
		})
	})
	t.Run("CLI-09 an address that is claimed does not help", func(t *testing.T) {
		locked := ask{path: "/oauth/token", form: form("grant_type", "refresh_token", "client_id", f.pocket.ClientID), from: "6.6.6.6, 198.51.100.8"}
		if got := f.ask(t, locked); got.status != http.StatusTooManyRequests {
			t.Errorf("a forged address gets in: %s", got.body)
		}
	})
}

func TestWithoutRedisTheEndpointsAnswerAndLimitsHoldPerNode(t *testing.T) {
	t.Parallel()
	f := newFixtureOn(t, "redis://127.0.0.1:1", 1)
	t.Run("LIM-10 tokens are issued", func(t *testing.T) {
		if got := f.tokens(t, f.pocket, ask{}); got["token_type"] != "Bearer" {
			t.Errorf("got %v", got)
		}
	})
	t.Run("LIM-10 limits hold", func(t *testing.T) {
		got := f.flood(t, 31, func(int) ask { return ask{path: "/oauth/device/authorize", form: form("client_id", f.pocket.ClientID)} })
		if got != 1 {
			t.Errorf("%d of 31 were refused", got)
		}
	})
	t.Run("LIM-10 lockouts hold", func(t *testing.T) {
		got := f.flood(t, 35, func(int) ask {
			return ask{path: "/oauth/revoke", header: basic(f.sync.ClientID, "wrong"), form: form("token", "x")}
		})
		if got != 35-31 {
			t.Errorf("%d of 35 were refused", got)
		}
	})
}
