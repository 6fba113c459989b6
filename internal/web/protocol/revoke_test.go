package protocol_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/counterpart/counterpart/internal/core/apps"
)

func TestRevocation(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	own := basic(f.sync.ClientID, f.secret)
	rival, rivalSecret := f.app(t, f.sync.Organization, apps.Confidential)
	revoke := func(header http.Header, given url.Values) answer {
		return f.ask(t, ask{path: "/oauth/revoke", header: header, form: given})
	}
	const done, asked = `{}`, "token is required"
	type tokens struct{ access, refresh string }
	issue := func(app apps.App, header http.Header) tokens {
		got := f.tokens(t, app, ask{header: header})
		return tokens{got["access_token"].(string), got["refresh_token"].(string)}
	}
	live := func(t *testing.T, text string, want bool) {
		t.Helper()
		got := f.introspect(t, own, form("token", text)).body != inactive
		if got != want {
			t.Errorf("the token is live: %t", got)
		}
	}
	t.Run("REV-01 REV-06 a refresh token takes its family along", func(t *testing.T) {
		mine := issue(f.sync, own)
		revoke(own, form("token", mine.refresh, "token_type_hint", "access_token")).is(t, 200, done)
		live(t, mine.access, false)
		live(t, mine.refresh, false)
		revoke(own, form("token", mine.refresh)).is(t, 200, done)
	})
	t.Run("REV-02 REV-06 an access token ends alone, and a hint is ignored", func(t *testing.T) {
		mine := issue(f.sync, own)
		revoke(own, form("token", mine.access, "token_type_hint", "nonsense")).is(t, 200, done)
		live(t, mine.access, false)
		live(t, mine.refresh, true)
	})
	t.Run("REV-01 an unknown token", func(t *testing.T) { revoke(own, form("token", "nonsense")).is(t, 200, done) })
	t.Run("REV-02 no token", func(t *testing.T) {
		revoke(own, form()).is(t, 400, refusal("invalid_request", asked))
		revoke(nil, form("token", "")).is(t, 400, refusal("invalid_request", asked))
	})
	t.Run("REV-03 CONFIDENTIAL with its secret in the body", func(t *testing.T) {
		mine := issue(f.sync, own)
		revoke(nil, form("token", mine.refresh, "client_id", f.sync.ClientID, "client_secret", f.secret)).is(t, 200, done)
		live(t, mine.access, false)
	})
	t.Run("REV-03 CONFIDENTIAL with its client_id alone", func(t *testing.T) {
		mine := issue(f.sync, own)
		revoke(nil, form("token", mine.refresh, "client_id", f.sync.ClientID)).is(t, 401, refusal("invalid_client", failed))
		revoke(basic(f.sync.ClientID, ""), form("token", mine.refresh)).is(t, 401, refusal("invalid_client", failed), "Www-Authenticate", realm)
		live(t, mine.access, true)
	})
	t.Run("REV-03 PUBLIC by its client_id", func(t *testing.T) {
		for _, header := range []http.Header{nil, basic(f.pocket.ClientID, "")} {
			theirs := issue(f.pocket, nil)
			given := form("token", theirs.refresh)
			if header == nil {
				given.Set("client_id", f.pocket.ClientID)
			}
			revoke(header, given).is(t, 200, done)
			f.ask(t, ask{path: "/oauth/token", form: form("grant_type", "refresh_token", "refresh_token", theirs.refresh, "client_id", f.pocket.ClientID)}).
				is(t, 400, refusal("invalid_grant", "revoked"))
		}
	})
	t.Run("REV-03 another client's token gets the same answer, and lives", func(t *testing.T) {
		mine := issue(f.sync, own)
		revoke(nil, form("token", mine.refresh, "client_id", f.pocket.ClientID)).is(t, 200, done)
		revoke(nil, form("token", mine.access, "client_id", f.pocket.ClientID)).is(t, 200, done)
		revoke(basic(rival.ClientID, rivalSecret), form("token", mine.refresh)).is(t, 200, done)
		live(t, mine.access, true)
	})
	t.Run("REV-04 no client_id at all", func(t *testing.T) {
		mine := issue(f.sync, own)
		revoke(nil, form("token", mine.refresh)).is(t, 200, done)
		live(t, mine.access, false)
	})
	t.Run("REV-05 who is nobody that may", func(t *testing.T) {
		mine := issue(f.sync, own)
		for _, given := range []url.Values{
			form("token", mine.refresh, "client_id", f.sync.ClientID, "client_secret", "wrong"),
			form("token", mine.refresh, "client_id", "nobody"),
			form("token", mine.refresh, "client_id", f.halted.ClientID, "client_secret", f.haltedBy),
			form("token", mine.refresh, "client_secret", f.secret),
		} {
			revoke(nil, given).is(t, 401, refusal("invalid_client", failed))
		}
		revoke(basic("nobody", "x"), form("token", mine.refresh)).is(t, 401, refusal("invalid_client", failed), "Www-Authenticate", realm)
		live(t, mine.access, true)
	})
	t.Run("ERR-01 a request that cannot be read", func(t *testing.T) {
		revoke(own, form("token", "a", "token", "b")).is(t, 400, refusal("invalid_request", "a parameter was sent more than once"))
		revoke(own, form("token", "a", "client_secret", f.secret)).
			is(t, 400, refusal("invalid_request", "client credentials were sent in the header and in the body"))
	})
}
