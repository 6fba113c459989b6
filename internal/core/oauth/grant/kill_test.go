package grant_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
)

// axe ends a node before one of its statements: that one and all that follow
// fail unsent, as those of a process that is no more, and PostgreSQL rolls back
// what was open when the connection goes.
type axe struct {
	armed atomic.Bool
	left  atomic.Int64
}

func (a *axe) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	if !a.armed.Load() || a.left.Add(-1) >= 0 {
		return ctx
	}
	gone, end := context.WithCancel(ctx)
	end()
	return gone
}

func (a *axe) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// fell reports whether the axe came down.
func (a *axe) fell() bool { return a.left.Load() < 0 }

// killed lets a node answer a request and ends it before its n-th statement;
// ended is false if the answer took fewer.
func (f *fixture) killed(t testing.TB, n int, req grant.Request) (ended bool, err error) {
	t.Helper()
	a := &axe{}
	victim := f.node(t, a)
	defer victim.deps.DB.Close()
	_, err = victim.deps.Keys.JWKS(t.Context()) // a process that has run for a while knows its keys
	must(t, err)
	a.left.Store(int64(n))
	a.armed.Store(true)
	_, err = victim.Token(t.Context(), req)
	return a.fell(), err
}

// untilWhole kills a node before its first, second, … statement, each time on
// something fresh, until it lives through the whole answer. survived looks at
// what is left.
func untilWhole(t *testing.T, f *fixture, fresh func(t testing.TB) grant.Request, survived func(t *testing.T, req grant.Request, ended bool, err error)) {
	t.Helper()
	for n := 0; ; n++ {
		req := fresh(t)
		ended, err := f.killed(t, n, req)
		if refusal, ok := errors.AsType[*oauth.Error](err); ok && ended {
			t.Errorf("killed before statement %d it still answered %v", n, refusal)
		}
		survived(t, req, ended, err)
		if !ended {
			if n < 2 {
				t.Errorf("it took only %d statements", n)
			}
			return
		}
	}
}

func TestAKilledNodeSpendsNothingTwice(t *testing.T) {
	t.Parallel()
	for _, grantType := range []string{grant.AuthorizationCode, grant.DeviceCode, grant.TokenExchange} {
		t.Run("TOK-15 "+grantType, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.connected(t)
			issued := 0
			untilWhole(t, f, f.fresh()[grantType], func(t *testing.T, req grant.Request, _ bool, err error) {
				_, again := f.two.Token(t.Context(), req)
				if (err == nil) == (again == nil) {
					t.Errorf("first %v, then %v", err, again)
				}
				_, third := f.one.Token(t.Context(), req)
				if third == nil {
					t.Error("it is spent twice")
				}
				if issued++; f.families(t) != issued {
					t.Errorf("%d families for %d that were brought", f.families(t), issued)
				}
			})
		})
	}
}

func TestAKilledRefreshLosesNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for n := 0; ; n++ {
		req := f.fresh()[grant.RefreshToken](t)
		ended, err := f.killed(t, n, req)
		if !ended {
			must(t, err)
			return
		}
		if !f.live(t, f.got(t, req).AccessToken) {
			t.Error("the new token does not work")
		}
	}
}

func TestAKilledRefreshWithAKeyCanAlwaysBeSentAgain(t *testing.T) {
	t.Parallel()
	t.Run("KIT-06 whatever was done when the node died", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		for n := 0; ; n++ {
			req := f.fresh()[grant.RefreshToken](t)
			req.IdempotencyKey = "key"
			ended, _ := f.killed(t, n, req)
			again := f.got(t, req)
			if !f.live(t, again.AccessToken) {
				t.Error("the new token does not work")
			}
			if !ended {
				if !again.Replayed || n < 3 {
					t.Errorf("replayed: %t, after %d statements", again.Replayed, n)
				}
				return
			}
		}
	})
}

// A burn that was cut off happens at the next replay: whoever is told of it, or
// of its being revoked, can rely on it.
func TestAKilledBurnSavesNoFamily(t *testing.T) {
	t.Parallel()
	t.Run("TOK-10 of a refresh token that came back", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		var latest grant.Response
		untilWhole(t, f, func(t testing.TB) grant.Request {
			first := f.got(t, f.withCode(f.code(t, "")))
			latest = f.got(t, f.withRefreshToken(first.RefreshToken))
			return f.withRefreshToken(first.RefreshToken)
		}, func(t *testing.T, req grant.Request, ended bool, _ error) {
			want := oauth.InvalidGrant("refresh token reuse detected")
			if !ended {
				want = oauth.InvalidGrant("revoked")
			}
			f.refused(t, req, want)
			if f.live(t, latest.AccessToken) {
				t.Error("the family lives")
			}
			f.refused(t, f.withRefreshToken(latest.RefreshToken), oauth.InvalidGrant("revoked"))
		})
	})
	t.Run("TOK-06 of a code that came back", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		var latest grant.Response
		untilWhole(t, f, func(t testing.TB) grant.Request {
			req := f.withCode(f.code(t, ""))
			latest = f.got(t, req)
			return req
		}, func(t *testing.T, req grant.Request, ended bool, _ error) {
			if !ended && f.live(t, latest.AccessToken) {
				t.Error("it was told of the burn, and the family lives")
			}
			f.refused(t, req, oauth.InvalidGrant("code already used"))
			if f.live(t, latest.AccessToken) {
				t.Error("the family lives")
			}
		})
	})
}
