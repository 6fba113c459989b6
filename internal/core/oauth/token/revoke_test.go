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
	f := newFixture(t)
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
			first, _ := f.connected(t)
			second := f.refresh(t, first)
			for range 2 { // the second time there is nothing left to do
				must(t, f.Revoke(t.Context(), c.text(first, second), nil))
				f.wantLive(t, second, c.want)
			}
			if c.then != "" {
				f.refusedRefresh(t, second, c.then)
				f.refusedRefresh(t, first, c.then)
			} else {
				f.wantLive(t, f.refresh(t, second), live{Access: true, Refresh: true})
			}
		})
	}
}

func TestAClientRevokesNothingOfAnother(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first, _ := f.connected(t)
	second := f.refresh(t, first)
	for _, text := range []string{first.Refresh, second.Refresh, first.Access, second.Access} {
		must(t, f.Revoke(t.Context(), text, &f.other.ID))
	}
	f.wantLive(t, second, live{Access: true, Refresh: true})
	must(t, f.Revoke(t.Context(), second.Access, &f.sync.ID))
	f.wantLive(t, second, live{Refresh: true})
	must(t, f.Revoke(t.Context(), second.Refresh, &f.sync.ID))
	f.wantLive(t, second, live{})
}

func TestAFamilyIsRevokedOnceAndTheRecordSaysWhy(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	tokens, _ := f.connected(t)
	revoke := func(id ident.Family, why token.Reason) {
		t.Helper()
		must(t, f.RevokeFamily(t.Context(), f.sync.ID, id, why))
	}
	revoke(tokens.Family, token.CodeReplay)
	revoke(tokens.Family, token.Revoked)
	must(t, f.Revoke(t.Context(), tokens.Refresh, nil))
	if diff := cmp.Diff(map[audit.Action]int{"tokens.burned": 1}, f.noted(t, tokens.Family)); diff != "" {
		t.Error(diff)
	}
	given, _ := f.connected(t)
	must(t, f.Revoke(t.Context(), given.Refresh, nil))
	if diff := cmp.Diff(map[audit.Action]int{"tokens.revoked": 1}, f.noted(t, given.Family)); diff != "" {
		t.Error(diff)
	}
	revoke(ident.New[ident.Family](f.bakery.ID.Shard, f.clock.Now()), token.Revoked) // nobody's
}
