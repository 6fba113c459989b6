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
	st := newStage(t)
	t.Run("TOK-09 gives new tokens with the same scope, and the old ones end", func(t *testing.T) {
		first := st.got(t, st.withCode(st.code(t, "")))
		second := st.got(t, st.withRefreshToken(first.RefreshToken))
		if diff := cmp.Diff(first.Scopes, second.Scopes); diff != "" {
			t.Error(diff)
		}
		if st.live(t, first.AccessToken) || !st.live(t, second.AccessToken) {
			t.Error("the wrong token lives")
		}
	})
	t.Run("TOK-08 that is nobody's or another client's is refused without a word", func(t *testing.T) {
		first := st.got(t, st.withCode(st.code(t, "")))
		st.refused(t, st.withRefreshToken("cprt_x"), oauth.InvalidGrant(""))
		st.refused(t, st.withRefreshToken(first.AccessToken), oauth.InvalidGrant(""))
		req := st.withRefreshToken(first.RefreshToken)
		req.Client = client.Client{App: st.rival}
		st.refused(t, req, oauth.InvalidGrant(""))
		second := st.got(t, st.withRefreshToken(first.RefreshToken))
		st.refused(t, req, oauth.InvalidGrant(""))
		if !st.live(t, second.AccessToken) {
			t.Error("a stranger's replay burned the family")
		}
	})
	t.Run("TOK-10 that was used burns its family", func(t *testing.T) {
		first := st.got(t, st.withCode(st.code(t, "")))
		second := st.got(t, st.withRefreshToken(first.RefreshToken))
		st.refused(t, st.withRefreshToken(first.RefreshToken), oauth.InvalidGrant("refresh token reuse detected"))
		if st.live(t, second.AccessToken) {
			t.Error("the family lives")
		}
		for _, text := range []string{first.RefreshToken, second.RefreshToken} {
			st.refused(t, st.withRefreshToken(text), oauth.InvalidGrant("revoked"))
		}
	})
	t.Run("TOK-11 that the app revoked is revoked", func(t *testing.T) {
		first := st.got(t, st.withCode(st.code(t, "")))
		must(t, st.one.Tokens.Revoke(t.Context(), first.RefreshToken, nil))
		st.refused(t, st.withRefreshToken(first.RefreshToken), oauth.InvalidGrant("revoked"))
	})
	t.Run("TOK-12 of thirty days is expired", func(t *testing.T) {
		early, late := st.got(t, st.withCode(st.code(t, ""))), st.got(t, st.withCode(st.code(t, "")))
		st.clock.Move(30*day - time.Microsecond)
		st.got(t, st.withRefreshToken(early.RefreshToken))
		st.clock.Move(time.Microsecond)
		st.refused(t, st.withRefreshToken(late.RefreshToken), oauth.InvalidGrant("expired"))
	})
}
