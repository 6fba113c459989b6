package token_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
)

func TestARefreshTokenTakesItsFamilyAlongAndAnAccessTokenOnlyItself(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	for _, c := range []struct {
		name string
		text func(first, second token.Issued) string
		want live // of the second tokens
		then string
	}{
		{"REV-06 a refresh token", func(_, second token.Issued) string { return second.Refresh }, live{}, "revoked"},
		{"REV-06 a used refresh token", func(first, _ token.Issued) string { return first.Refresh }, live{}, "revoked"},
		{"REV-06 an access token", func(_, second token.Issued) string { return second.Access }, live{Refresh: true}, ""},
		{"REV-06 an old access token", func(first, _ token.Issued) string { return first.Access }, live{Access: true, Refresh: true}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			first, _ := st.connected(t)
			second := st.refresh(t, first)
			for range 2 { // the second time there is nothing left to do
				must(t, st.Revoke(t.Context(), c.text(first, second), nil))
				st.wantLive(t, second, c.want)
			}
			if c.then != "" {
				st.refusedRefresh(t, second, c.then)
				st.refusedRefresh(t, first, c.then)
			} else {
				st.wantLive(t, st.refresh(t, second), live{Access: true, Refresh: true})
			}
		})
	}
}

func TestAClientRevokesNothingOfAnother(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	first, _ := st.connected(t)
	second := st.refresh(t, first)
	for _, text := range []string{first.Refresh, second.Refresh, first.Access, second.Access} {
		must(t, st.Revoke(t.Context(), text, &st.other.ID))
	}
	st.wantLive(t, second, live{Access: true, Refresh: true})
	must(t, st.Revoke(t.Context(), second.Access, &st.sync.ID))
	st.wantLive(t, second, live{Refresh: true})
	must(t, st.Revoke(t.Context(), second.Refresh, &st.sync.ID))
	st.wantLive(t, second, live{})
}

func TestAFamilyIsRevokedOnceAndTheRecordSaysWhy(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	tokens, _ := st.connected(t)
	revoke := func(id ident.Family, why token.Reason) {
		t.Helper()
		must(t, st.RevokeFamily(t.Context(), st.sync.ID, id, why))
	}
	revoke(tokens.Family, token.CodeReplay)
	revoke(tokens.Family, token.Revoked)
	must(t, st.Revoke(t.Context(), tokens.Refresh, nil))
	if diff := cmp.Diff(map[audit.Action]int{"tokens.burned": 1}, st.noted(t, tokens.Family)); diff != "" {
		t.Error(diff)
	}
	given, _ := st.connected(t)
	must(t, st.Revoke(t.Context(), given.Refresh, nil))
	if diff := cmp.Diff(map[audit.Action]int{"tokens.revoked": 1}, st.noted(t, given.Family)); diff != "" {
		t.Error(diff)
	}
	revoke(ident.New[ident.Family](st.bakery.ID.Shard, st.clock.Now()), token.Revoked) // nobody's
}
