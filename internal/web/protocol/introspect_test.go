package protocol_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
)

// installation is the app's in the bakery.
func (f *fixture) installation(t testing.TB) ident.Installation {
	t.Helper()
	inst, _, err := f.nodes[0].installs.Current(t.Context(), f.bakery.ID, f.sync.ID)
	must(t, err)
	return inst.ID
}

const inactive = `{"active":false}`

func (f *fixture) introspect(t testing.TB, header http.Header, given url.Values) answer {
	t.Helper()
	return f.ask(t, ask{path: "/oauth/introspect", header: header, form: given})
}

func TestIntrospection(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1)
	own := basic(f.sync.ClientID, f.secret)
	tokens := f.tokens(t, f.sync, ask{header: own})
	access, refresh := tokens["access_token"].(string), tokens["refresh_token"].(string)
	active := func(life time.Duration) string {
		return fmt.Sprintf(`{"active":true,"scope":"invoices:read","exp":%d,"client_id":%q,"sub":%q}`,
			f.clock.Now().Add(life).Unix(), f.sync.ClientID, f.olivia.String())
	}
	t.Run("INTR-02 an access token", func(t *testing.T) {
		f.introspect(t, own, form("token", access)).is(t, 200, active(time.Hour))
	})
	t.Run("INTR-02 a refresh token, with the wrong hint and one that nobody knows", func(t *testing.T) {
		f.introspect(t, own, form("token", refresh, "token_type_hint", "access_token")).is(t, 200, active(30*24*time.Hour))
		f.introspect(t, own, form("token", refresh, "token_type_hint", "nonsense")).is(t, 200, active(30*24*time.Hour))
	})
	t.Run("INTR-01 credentials in the body are ignored, right or wrong", func(t *testing.T) {
		f.introspect(t, own, form("token", access, "client_id", "another", "client_secret", "wrong")).is(t, 200, active(time.Hour))
		f.introspect(t, nil, form("token", access, "client_id", f.sync.ClientID, "client_secret", f.secret)).is(t, 401, refusal("invalid_client", failed))
	})
	t.Run("INTR-01 missing or wrong credentials", func(t *testing.T) {
		f.introspect(t, nil, form("token", access)).is(t, 401, refusal("invalid_client", failed))
		f.introspect(t, raw("Bearer "+access), form("token", access)).is(t, 401, refusal("invalid_client", failed))
		for _, header := range []http.Header{
			basic(f.sync.ClientID, "wrong"), basic(f.sync.ClientID, ""), basic("nobody", f.secret), basic(f.halted.ClientID, "wrong"), raw("Basic x"),
		} {
			f.introspect(t, header, form("token", access)).is(t, 401, refusal("invalid_client", failed), "Www-Authenticate", realm)
		}
	})
	t.Run("INTR-01 a PUBLIC client has no credentials", func(t *testing.T) {
		f.introspect(t, basic(f.pocket.ClientID, ""), form("token", access)).is(t, 401, refusal("invalid_client", failed), "Www-Authenticate", realm)
	})
	t.Run("INTR-01 no token", func(t *testing.T) {
		f.introspect(t, own, form()).is(t, 400, refusal("invalid_request", "token is required"))
		f.introspect(t, own, form("token", "")).is(t, 400, refusal("invalid_request", "token is required"))
	})
	t.Run("INTR-01 the client comes before a missing token", func(t *testing.T) {
		f.introspect(t, nil, form()).is(t, 401, refusal("invalid_client", failed))
	})
	t.Run("ERR-01 a request that cannot be read", func(t *testing.T) {
		f.ask(t, ask{path: "/oauth/introspect", header: own, kind: "application/json", body: `{"token":"x"}`}).
			is(t, 400, refusal("invalid_request", "the body must be application/x-www-form-urlencoded"))
		f.introspect(t, own, form("token", access, "token", access)).is(t, 400, refusal("invalid_request", "a parameter was sent more than once"))
	})
	t.Run("INTR-03 CLI-03 a suspended app with the right secret", func(t *testing.T) {
		f.introspect(t, basic(f.halted.ClientID, f.haltedBy), form("token", access)).is(t, 200, inactive)
	})
}

func TestATokenThatIsNotLiveIsInactiveAndNothingElse(t *testing.T) {
	t.Parallel()
	type world struct {
		*fixture
		access, refresh string
	}
	for _, c := range []struct {
		what string
		end  func(t *testing.T, w *world)
	}{
		{"unknown", func(_ *testing.T, w *world) { w.access, w.refresh = "cpat_nonsense", "nonsense" }},
		{"another client's", func(t *testing.T, w *world) {
			tokens := w.tokens(t, w.pocket, ask{})
			w.access, w.refresh = tokens["access_token"].(string), tokens["refresh_token"].(string)
		}},
		{"expired", func(_ *testing.T, w *world) { w.clock.Move(30 * 24 * time.Hour) }},
		{"revoked", func(t *testing.T, w *world) {
			w.ask(t, ask{path: "/oauth/revoke", header: basic(w.sync.ClientID, w.secret), form: form("token", w.refresh)}).is(t, 200, `{}`)
		}},
		{"of an app that is suspended", func(t *testing.T, w *world) {
			_, err := w.nodes[0].apps.Suspend(t.Context(), w.sync.ID)
			must(t, err)
		}},
		{"of an app that is deactivated", func(t *testing.T, w *world) {
			_, err := w.nodes[0].apps.Deactivate(t.Context(), w.sync.ID)
			must(t, err)
		}},
		{"of a user who is suspended", func(t *testing.T, w *world) {
			must(t, w.nodes[0].accounts.SuspendUser(t.Context(), w.olivia))
		}},
		{"of a user who is restricted", func(t *testing.T, w *world) {
			must(t, w.nodes[0].accounts.RestrictUser(t.Context(), w.olivia))
		}},
		{"of an installation that ended", func(t *testing.T, w *world) {
			_, err := w.nodes[0].installs.Uninstall(t.Context(), w.olivia, w.installation(t))
			must(t, err)
		}},
		{"of an installation that is held", func(t *testing.T, w *world) {
			_, err := w.nodes[0].installs.Suspend(t.Context(), w.installation(t))
			must(t, err)
		}},
		{"of a business that took access away", func(t *testing.T, w *world) {
			_, err := w.nodes[0].installs.RevokeAccess(t.Context(), w.olivia, w.installation(t))
			must(t, err)
		}},
		{"of a consent that was withdrawn", func(t *testing.T, w *world) {
			must(t, w.nodes[0].installs.WithdrawConsent(t.Context(), w.olivia, w.installation(t)))
		}},
	} {
		t.Run("INTR-03 "+c.what, func(t *testing.T) {
			t.Parallel()
			w := &world{fixture: newFixture(t, 2)}
			own := basic(w.sync.ClientID, w.secret)
			tokens := w.tokens(t, w.sync, ask{header: own})
			w.access, w.refresh = tokens["access_token"].(string), tokens["refresh_token"].(string)
			w.warm(t, own, w.access, w.refresh)
			c.end(t, w)
			for node := range w.nodes {
				for _, text := range []string{w.access, w.refresh} {
					w.ask(t, ask{node: node, path: "/oauth/introspect", header: own, form: form("token", text)}).is(t, 200, inactive)
				}
			}
		})
	}
}
