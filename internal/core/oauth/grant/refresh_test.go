package grant_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
)

// The states of a refresh token are package token's, and its tests show them
// all; here, that the grant tells every one of them as the source's table does.
func TestARefreshToken(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	t.Run("TOK-09 gives new tokens with the same scope, and the old ones end", func(t *testing.T) {
		first := f.got(t, f.withCode(f.code(t, "")))
		second := f.got(t, f.withRefreshToken(first.RefreshToken))
		if diff := cmp.Diff(first.Scopes, second.Scopes); diff != "" {
			t.Error(diff)
		}
		if f.live(t, first.AccessToken) || !f.live(t, second.AccessToken) {
			t.Error("the wrong token lives")
		}
	})
	t.Run("TOK-08 that is nobody's or another client's is refused without a word", func(t *testing.T) {
		first := f.got(t, f.withCode(f.code(t, "")))
		f.refused(t, f.withRefreshToken("cprt_x"), oauth.InvalidGrant(""))
		f.refused(t, f.withRefreshToken(first.AccessToken), oauth.InvalidGrant(""))
		req := f.withRefreshToken(first.RefreshToken)
		req.Client = client.Client{App: f.rival}
		f.refused(t, req, oauth.InvalidGrant(""))
		second := f.got(t, f.withRefreshToken(first.RefreshToken))
		f.refused(t, req, oauth.InvalidGrant(""))
		if !f.live(t, second.AccessToken) {
			t.Error("a stranger's replay burned the family")
		}
	})
	t.Run("TOK-10 that was used burns its family", func(t *testing.T) {
		first := f.got(t, f.withCode(f.code(t, "")))
		second := f.got(t, f.withRefreshToken(first.RefreshToken))
		f.refused(t, f.withRefreshToken(first.RefreshToken), oauth.InvalidGrant("refresh token reuse detected"))
		if f.live(t, second.AccessToken) {
			t.Error("the family lives")
		}
		for _, text := range []string{first.RefreshToken, second.RefreshToken} {
			f.refused(t, f.withRefreshToken(text), oauth.InvalidGrant("revoked"))
		}
	})
	t.Run("TOK-11 that the app revoked is revoked", func(t *testing.T) {
		first := f.got(t, f.withCode(f.code(t, "")))
		must(t, f.one.deps.Tokens.Revoke(t.Context(), first.RefreshToken, nil))
		f.refused(t, f.withRefreshToken(first.RefreshToken), oauth.InvalidGrant("revoked"))
	})
	t.Run("TOK-12 of thirty days is expired", func(t *testing.T) {
		early, late := f.got(t, f.withCode(f.code(t, ""))), f.got(t, f.withCode(f.code(t, "")))
		f.clock.Move(30*day - time.Microsecond)
		f.got(t, f.withRefreshToken(early.RefreshToken))
		f.clock.Move(time.Microsecond)
		f.refused(t, f.withRefreshToken(late.RefreshToken), oauth.InvalidGrant("expired"))
	})
}
