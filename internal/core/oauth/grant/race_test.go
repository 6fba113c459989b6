package grant_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
)

func TestOfFiftyAtOnceOneGetsTokens(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fresh func(f *fixture, t testing.TB) grant.Request
		lost  *oauth.Error
		live  bool // what the winner got, when the others are done
	}{
		"TOK-06 for a code": {
			func(f *fixture, t testing.TB) grant.Request { return f.withCode(f.code(t, "")) }, oauth.InvalidGrant("code already used"), false},
		"TOK-06 for a code, with its verifier": {
			func(f *fixture, t testing.TB) grant.Request { return f.withVerifier(f.code(t, challenge), verifier) },
			oauth.InvalidGrant("code already used"), true},
		"DEV-08 for a device code": {
			func(f *fixture, t testing.TB) grant.Request { return f.withDeviceCode(f.deviceCode(t)) }, oauth.InvalidGrant(""), true},
		"EXCH-03 for a session token": {
			func(f *fixture, t testing.TB) grant.Request { return f.withSessionToken(f.sessionToken(t)) }, oauth.InvalidGrant(""), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			for range rounds(t) {
				req := c.fresh(f, t)
				before := f.families(t)
				won, lost := f.race(t, req)
				if len(won) != 1 || f.families(t) != before+1 {
					t.Fatalf("%d got tokens, of %d families", len(won), f.families(t)-before)
				}
				if diff := cmp.Diff(map[oauth.Error]int{*c.lost: racers - 1}, lost); diff != "" {
					t.Error(diff)
				}
				if f.live(t, won[0].AccessToken) != c.live {
					t.Errorf("the winner's token lives: %t", !c.live)
				}
			}
		})
	}
}

func TestOfFiftyRefreshesAtOnceAtMostOneGetsTokens(t *testing.T) {
	t.Parallel()
	t.Run("TOK-10 and the family is burned", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		for range rounds(t) {
			first := f.got(t, f.withCode(f.code(t, "")))
			won, lost := f.race(t, f.withRefreshToken(first.RefreshToken))
			reuse, revoked := lost[*oauth.InvalidGrant("refresh token reuse detected")], lost[*oauth.InvalidGrant("revoked")]
			if len(won) > 1 || reuse == 0 || len(won)+reuse+revoked != racers {
				t.Errorf("%d got tokens, the others %v", len(won), lost)
			}
			for _, response := range append(won, first) {
				if f.live(t, response.AccessToken) {
					t.Error("an access token of a burned family lives")
				}
				f.refused(t, f.withRefreshToken(response.RefreshToken), oauth.InvalidGrant("revoked"))
			}
		}
	})
}

func TestOfFiftyRefreshesWithAKeyAllGetTheSameTokens(t *testing.T) {
	t.Parallel()
	t.Run("KIT-06 and the family lives", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		for range rounds(t) {
			req := f.fresh()[grant.RefreshToken](t)
			req.IdempotencyKey = "key"
			won, lost := f.race(t, req)
			if len(won) != racers {
				t.Fatalf("%d got tokens, the others %v", len(won), lost)
			}
			for _, response := range won {
				if response.AccessToken != won[0].AccessToken || response.RefreshToken != won[0].RefreshToken {
					t.Fatal("two answers")
				}
			}
			if !f.live(t, won[0].AccessToken) {
				t.Error("the tokens do not work")
			}
		}
	})
}

// What is issued while the business takes the app's rights away is dead when
// both are done, however they met.
func TestWhoeverTakesAwayRacesIssuanceAndNoTokenLives(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"the business uninstalled the app", "the business revoked access"} {
		t.Run("TOK-13 "+name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			for range rounds(t) {
				f.connected(t)
				var requests []grant.Request
				for _, fresh := range f.fresh() {
					requests = append(requests, fresh(t), fresh(t), fresh(t))
				}
				responses, errs := make([]grant.Response, len(requests)), make([]error, len(requests))
				var all sync.WaitGroup
				for i, req := range requests {
					all.Go(func() { responses[i], errs[i] = []*node{f.one, f.two}[i%2].Token(t.Context(), req) })
				}
				all.Go(func() { falls[name].fell(t, f) })
				all.Wait()
				for i, response := range responses {
					if _, ok := errors.AsType[*oauth.Error](errs[i]); errs[i] != nil && !ok {
						t.Errorf("our own fault: %v", errs[i])
					}
					if response.AccessToken != "" && f.live(t, response.AccessToken) {
						t.Errorf("a token by %s lives", requests[i].GrantType)
					}
				}
			}
		})
	}
}
