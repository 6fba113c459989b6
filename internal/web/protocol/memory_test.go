package protocol_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/apps"
)

// statements counts what a node sends to PostgreSQL.
type statements struct{ n atomic.Int64 }

func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	s.n.Add(1)
	return ctx
}

func (*statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// warm has every node remember a client, and tokens of its.
func (f *fixture) warm(t testing.TB, own http.Header, tokens ...string) {
	t.Helper()
	for node := range f.nodes {
		for range 3 {
			for _, text := range tokens {
				f.ask(t, ask{node: node, path: "/oauth/introspect", header: own, form: form("token", text)})
			}
		}
	}
}

// refreshed is a refresh by a client, at a node.
func (f *fixture) refreshed(t testing.TB, own http.Header, node int, text any) answer {
	t.Helper()
	return f.ask(t, ask{node: node, path: "/oauth/token", header: own, form: form("grant_type", "refresh_token", "refresh_token", text.(string))})
}

func TestWhatANodeRemembersIsNotAskedForAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	own := basic(f.sync.ClientID, f.secret)
	tokens := f.tokens(t, f.sync, ask{header: own})
	access := tokens["access_token"].(string)
	sent := func(do func()) int64 {
		f.warm(t, own, access) // permits live for five seconds, however slow the machine is
		before := f.nodes[0].sent.n.Load()
		do()
		return f.nodes[0].sent.n.Load() - before
	}
	if n := sent(func() { f.introspect(t, own, form("token", access)) }); n != 0 {
		t.Errorf("an introspection takes %d statements", n)
	}
	if n := sent(func() { f.refreshed(t, own, 0, tokens["refresh_token"]) }); n != 1 {
		t.Errorf("a refresh takes %d statements", n)
	}
}

func TestAClientThatANodeRemembersIsShutOutAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 2)
	for name, c := range map[string]struct {
		end    func(t *testing.T, app apps.App) error
		answer string // of an introspection afterwards
	}{
		"CLI-10 its secret is revoked": {end: func(t *testing.T, app apps.App) error {
			f.clock.Move(time.Second) // the older one comes first
			_, _, err := f.nodes[0].apps.AddSecret(t.Context(), app.ID)
			must(t, err)
			live, err := f.nodes[0].apps.Secrets(t.Context(), app.ID)
			must(t, err)
			return f.nodes[0].apps.RevokeSecret(t.Context(), app.ID, live[0].ID)
		}},
		"CLI-03 it is suspended": {answer: inactive, end: func(t *testing.T, app apps.App) error {
			_, err := f.nodes[0].apps.Suspend(t.Context(), app.ID)
			return err
		}},
		"CLI-03 it is deactivated": {answer: inactive, end: func(t *testing.T, app apps.App) error {
			_, err := f.nodes[0].apps.Deactivate(t.Context(), app.ID)
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			app, secret := f.app(t, f.sync.Organization, apps.Confidential)
			own := basic(app.ClientID, secret)
			tokens := f.tokens(t, app, ask{header: own})
			for i := range 4 {
				tokens = f.refreshed(t, own, i%2, tokens["refresh_token"]).json(t)
			}
			f.warm(t, own, tokens["access_token"].(string))
			must(t, c.end(t, app))
			for _, node := range []int{1, 0} {
				f.refreshed(t, own, node, tokens["refresh_token"]).is(t, 401, refusal("invalid_client", failed), "Www-Authenticate", realm)
				got := f.ask(t, ask{node: node, path: "/oauth/introspect", header: own, form: form("token", tokens["access_token"].(string))})
				if c.answer == "" {
					got.is(t, 401, refusal("invalid_client", failed), "Www-Authenticate", realm)
				} else {
					got.is(t, 200, c.answer)
				}
			}
		})
	}
	t.Run("CLI-10 both secrets are good, and the other one stays so", func(t *testing.T) {
		app, old := f.app(t, f.sync.Organization, apps.Confidential)
		f.clock.Move(time.Second) // the older one comes first
		_, young, err := f.nodes[0].apps.AddSecret(t.Context(), app.ID)
		must(t, err)
		tokens := f.tokens(t, app, ask{header: basic(app.ClientID, old)})
		for i, secret := range []string{old, young, old, young, young} {
			tokens = f.refreshed(t, basic(app.ClientID, secret), i%2, tokens["refresh_token"]).json(t)
		}
		live, err := f.nodes[0].apps.Secrets(t.Context(), app.ID)
		must(t, err)
		must(t, f.nodes[0].apps.RevokeSecret(t.Context(), app.ID, live[0].ID))
		f.refreshed(t, basic(app.ClientID, old), 1, tokens["refresh_token"]).is(t, 401, refusal("invalid_client", failed), "Www-Authenticate", realm)
		if got := f.refreshed(t, basic(app.ClientID, young), 1, tokens["refresh_token"]); got.status != 200 {
			t.Errorf("the secret that stays gets %d %s", got.status, got.body)
		}
	})
}

func TestARefreshEndsWhatOtherNodesRememberOfTheOldTokens(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 2)
	own := basic(f.sync.ClientID, f.secret)
	tokens := f.tokens(t, f.sync, ask{header: own})
	for round := range 30 {
		access := tokens["access_token"].(string)
		f.warm(t, own, access)
		tokens = f.refreshed(t, own, round%2, tokens["refresh_token"]).json(t)
		for node := range f.nodes {
			f.ask(t, ask{node: node, path: "/oauth/introspect", header: own, form: form("token", access)}).is(t, 200, inactive)
		}
		f.clock.Move(time.Minute) // a minute allows no more than some rounds
	}
}

// However many ask at once, of those who begin after the change was answered none goes
// by what was remembered.
func TestNobodyIsToldThatATokenIsLiveAfterItsEndWasAnswered(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 2)
	f.client = http.DefaultClient
	for name, end := range map[string]func(t *testing.T, app apps.App, own http.Header, tokens map[string]any){
		"INTR-03 revoked": func(t *testing.T, _ apps.App, own http.Header, tokens map[string]any) {
			f.ask(t, ask{path: "/oauth/revoke", header: own, form: form("token", tokens["refresh_token"].(string))}).is(t, 200, `{}`)
		},
		"INTR-03 refreshed": func(t *testing.T, _ apps.App, own http.Header, tokens map[string]any) {
			if got := f.refreshed(t, own, 0, tokens["refresh_token"]); got.status != 200 {
				t.Error(got)
			}
		},
		"INTR-03 suspended": func(t *testing.T, app apps.App, _ http.Header, _ map[string]any) {
			_, err := f.nodes[0].apps.Suspend(t.Context(), app.ID)
			must(t, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			for round := range 5 {
				app, secret := f.app(t, f.sync.Organization, apps.Confidential)
				own := basic(app.ClientID, secret)
				tokens := f.tokens(t, app, ask{header: own})
				var over atomic.Bool
				var all sync.WaitGroup
				for i := range 8 {
					all.Go(func() {
						for n := 0; ; n++ {
							ended := over.Load()
							got := f.ask(t, ask{
								node: i % 2, path: "/oauth/introspect", header: own, form: form("token", tokens["access_token"].(string)),
								from: fmt.Sprintf("203.0.113.%d", round*8+i),
							})
							if ended && got.body != inactive {
								t.Errorf("after the answer: %d %s", got.status, got.body)
							}
							if ended || n > 500 {
								return
							}
						}
					})
				}
				f.warm(t, own, tokens["access_token"].(string))
				end(t, app, own, tokens)
				over.Store(true)
				all.Wait()
			}
		})
	}
}

func TestWithoutRedisNothingThatIsRememberedIsGoneBy(t *testing.T) {
	t.Parallel()
	for _, outage := range rdbtest.Outages[:2] {
		t.Run("LIM-10 INTR-03 "+outage.Name, func(t *testing.T) {
			t.Parallel()
			server := rdbtest.StartServer(t)
			f := newFixtureOn(t, server.URL(), 1)
			own := basic(f.sync.ClientID, f.secret)
			tokens := f.tokens(t, f.sync, ask{header: own})
			access := tokens["access_token"].(string)
			f.warm(t, own, access)
			outage.Begin(t, server)
			// Past the epochs, as a node does that cannot reach Redis either.
			_, err := f.nodes[0].db.Exec(t.Context(), "UPDATE oauth.families SET revoked_at = now(), revoked_for = 'revoked'")
			must(t, err)
			f.introspect(t, own, form("token", access)).is(t, 200, inactive)
			_, err = f.nodes[0].db.Exec(t.Context(), "UPDATE apps.secrets SET revoked_at = now()")
			must(t, err)
			f.introspect(t, own, form("token", access)).is(t, 401, refusal("invalid_client", failed), "Www-Authenticate", realm)
			outage.End(t, server)
		})
	}
}

func TestWhatIsRefusedForItsPlaceIsNotCountedForItsClient(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	f.client = http.DefaultClient
	own := basic(f.sync.ClientID, f.secret)
	asks := func(from string) int {
		return f.ask(t, ask{path: "/oauth/token", header: own, from: from, form: form("grant_type", "x")}).status
	}
	t.Run("LIM-06 of a place that sends too much", func(t *testing.T) {
		f.warm(t, own, "x")
		for range 1200 {
			f.ask(t, ask{path: "/oauth/token", from: "198.51.100.1", form: form("grant_type", "x")})
		}
		for range 700 {
			if got := asks("198.51.100.1"); got != http.StatusTooManyRequests {
				t.Fatalf("the place is told %d", got)
			}
		}
		for i := range 600 {
			if got := asks("198.51.100.2"); got != http.StatusBadRequest {
				t.Fatalf("request %d of the client is told %d", i+1, got)
			}
		}
		if got := asks("198.51.100.3"); got != http.StatusTooManyRequests {
			t.Errorf("one more is told %d", got)
		}
	})
}
