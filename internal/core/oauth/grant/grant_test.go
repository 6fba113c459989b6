package grant_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestEveryGrantOfTheMetadataIsThere(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if diff := cmp.Diff(slices.Sorted(slices.Values(oauth.GrantTypes)), slices.Sorted(maps.Keys(f.fresh()))); diff != "" {
		t.Error(diff)
	}
	for grantType, fresh := range f.fresh() {
		response := f.got(t, fresh(t))
		want := grant.Response{AccessToken: response.AccessToken, RefreshToken: response.RefreshToken, ExpiresIn: time.Hour, Scopes: granted}
		if grantType == grant.TokenExchange {
			want.IssuedTokenType = accessToken
		}
		if diff := cmp.Diff(want, response); diff != "" {
			t.Errorf("%s: %s", grantType, diff)
		}
		if !f.live(t, response.AccessToken) {
			t.Errorf("%s: the token does not work", grantType)
		}
		if (response.RefreshToken == "") != (grantType == grant.TokenExchange) {
			t.Errorf("%s: the refresh token is %q", grantType, response.RefreshToken)
		}
	}
}

// All that is asked before anything is looked up; the order is the contract's.
func TestWhatARequestMustBeLike(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	long := origin + "/" + strings.Repeat("x", 512)
	elsewhere := []string{"https://elsewhere.example/"}
	form := func(changed grant.Form) grant.Form {
		full := grant.Form{
			"code": "c", "redirect_uri": redirectURI, "refresh_token": "r", "device_code": "d", "subject_token": "s", "subject_token_type": jwt,
		}
		maps.Copy(full, changed)
		return full
	}
	invalidTarget := func(description string) *oauth.Error { return oauth.InvalidTarget(description) }
	for name, c := range map[string]struct {
		grantType string
		form      grant.Form
		resources []string
		want      *oauth.Error
	}{
		"TOK-03 an unknown grant":                        {"password", form(nil), elsewhere, oauth.UnsupportedGrantType()},
		"TOK-03 a code's grant in other letters":         {"Authorization_code", form(nil), nil, oauth.UnsupportedGrantType()},
		"TOK-03 no code":                                 {grant.AuthorizationCode, form(grant.Form{"code": ""}), elsewhere, oauth.InvalidRequest("code is required")},
		"TOK-03 no redirect_uri":                         {grant.AuthorizationCode, form(grant.Form{"redirect_uri": ""}), elsewhere, oauth.InvalidRequest("redirect_uri is required")},
		"TOK-03 no refresh_token":                        {grant.RefreshToken, form(grant.Form{"refresh_token": ""}), elsewhere, oauth.InvalidRequest("refresh_token is required")},
		"TOK-03 no device_code":                          {grant.DeviceCode, form(grant.Form{"device_code": ""}), elsewhere, oauth.InvalidRequest("device_code is required")},
		"TOK-03 no subject_token":                        {grant.TokenExchange, form(grant.Form{"subject_token": ""}), elsewhere, oauth.InvalidRequest("subject_token is required")},
		"EXCH-01 no subject_token_type":                  {grant.TokenExchange, form(grant.Form{"subject_token_type": ""}), elsewhere, oauth.InvalidRequest("subject_token_type is required")},
		"EXCH-01 a subject_token_type we do not take":    {grant.TokenExchange, form(grant.Form{"subject_token_type": accessToken}), elsewhere, oauth.InvalidRequest("subject_token_type is not supported")},
		"EXCH-01 a requested_token_type we do not issue": {grant.TokenExchange, form(grant.Form{"requested_token_type": jwt}), elsewhere, oauth.InvalidRequest("requested_token_type is not supported")},
		"TOK-14 a code for another resource":             {grant.AuthorizationCode, form(nil), elsewhere, invalidTarget("resource must be one absolute URI on the API origin")},
		"TOK-14 a refresh token for another resource":    {grant.RefreshToken, form(nil), elsewhere, invalidTarget("resource must be one absolute URI on the API origin")},
		"TOK-14 a device code for another resource":      {grant.DeviceCode, form(nil), elsewhere, invalidTarget("resource must be one absolute URI on the API origin")},
		"TOK-14 a session token for another resource":    {grant.TokenExchange, form(nil), elsewhere, invalidTarget("resource must be one absolute URI on the API origin")},
		"TOK-14 a long resource":                         {grant.RefreshToken, form(nil), []string{long}, invalidTarget("resource must be one absolute URI on the API origin of at most 512 characters")},
		"TOK-14 two resources":                           {grant.RefreshToken, form(nil), []string{origin, origin}, invalidTarget("resource must be sent once, as one absolute URI on the API origin")},
	} {
		t.Run(name, func(t *testing.T) {
			req := f.request(c.grantType, c.form)
			req.Resources = c.resources
			f.refused(t, req, c.want)
		})
	}
	for grantType, fresh := range f.fresh() {
		t.Run("TOK-14 our own resource on "+grantType, func(t *testing.T) {
			req := fresh(t)
			req.Resources = []string{origin + "/mcp"}
			f.got(t, req)
		})
	}
}

// What fell, and how it stands up again; nil where it never does.
type fall struct {
	fell, rose func(t testing.TB, st *fixture)
}

var falls = map[string]fall{
	"the business uninstalled the app": {fell: func(t testing.TB, st *fixture) {
		_, err := st.one.deps.Installs.Uninstall(t.Context(), st.olivia, st.connected(t).ID)
		must(t, err)
	}},
	"the business revoked access": {fell: func(t testing.TB, st *fixture) {
		_, err := st.one.deps.Installs.RevokeAccess(t.Context(), st.ada, st.connected(t).ID)
		must(t, err)
	}},
	"the operator holds the installation": {
		fell: func(t testing.TB, st *fixture) {
			_, err := st.one.deps.Installs.Suspend(t.Context(), st.connected(t).ID)
			must(t, err)
		},
		rose: func(t testing.TB, st *fixture) {
			_, err := st.one.deps.Installs.Resume(t.Context(), st.connected(t).ID)
			must(t, err)
		},
	},
	"the user withdrew the consent": {fell: func(t testing.TB, st *fixture) {
		must(t, st.one.deps.Installs.WithdrawConsent(t.Context(), st.olivia, st.connected(t).ID))
	}},
	"the user is suspended": {
		fell: func(t testing.TB, st *fixture) { must(t, st.one.accounts.SuspendUser(t.Context(), st.olivia)) },
		rose: func(t testing.TB, st *fixture) { must(t, st.one.accounts.UnsuspendUser(t.Context(), st.olivia)) },
	},
	"the user is restricted": {
		fell: func(t testing.TB, st *fixture) { must(t, st.one.accounts.RestrictUser(t.Context(), st.olivia)) },
		rose: func(t testing.TB, st *fixture) { must(t, st.one.accounts.UnrestrictUser(t.Context(), st.olivia)) },
	},
	"the user is a member no more": {fell: func(t testing.TB, st *fixture) {
		must(t, st.one.tenancy.RemoveMember(t.Context(), tenancy.ByOperator(), st.bakery.ID, st.olivia))
	}},
	"the app is suspended": {
		fell: func(t testing.TB, st *fixture) { _, err := st.one.apps.Suspend(t.Context(), st.sync.ID); must(t, err) },
		rose: func(t testing.TB, st *fixture) {
			_, err := st.one.apps.Unsuspend(t.Context(), st.sync.ID)
			must(t, err)
		},
	},
	"the app is deactivated": {
		fell: func(t testing.TB, st *fixture) {
			_, err := st.one.apps.Deactivate(t.Context(), st.sync.ID)
			must(t, err)
		},
		rose: func(t testing.TB, st *fixture) {
			_, err := st.one.apps.Reactivate(t.Context(), st.sync.ID)
			must(t, err)
		},
	},
}

// Every grant against everything that tokens rest on. Nothing is used up: where
// what fell stands up again, so does what was brought.
func TestNoGrantIssuesOnWhatDoesNotStand(t *testing.T) {
	t.Parallel()
	for name, f := range falls {
		t.Run("TOK-13 "+name, func(t *testing.T) {
			t.Parallel()
			st := newFixture(t)
			must(t, st.one.tenancy.ChangeRole(t.Context(), tenancy.ByOperator(), st.bakery.ID, st.ada, "owner"))
			st.connected(t)
			requests := map[string]grant.Request{}
			for grantType, fresh := range st.fresh() {
				requests[grantType] = fresh(t)
			}
			f.fell(t, st)
			for grantType, req := range requests {
				switch {
				case name == "the user withdrew the consent" && grantType == grant.TokenExchange:
					// The consent was asked for before there was a session token. The
					// exchange does not ask again, and nobody takes what it gives.
					if response := st.got(t, req); st.live(t, response.AccessToken) {
						t.Error("a token lives whose consent was withdrawn before it was issued")
					}
				case name == "the business revoked access" && grantType == grant.RefreshToken:
					st.refused(t, req, oauth.InvalidGrant("revoked"))
				default:
					st.refused(t, req, oauth.InvalidGrant(""))
				}
			}
			if f.rose == nil {
				return
			}
			f.rose(t, st)
			for _, req := range requests {
				st.got(t, req)
			}
		})
	}
}

func TestARenewedConsentRevivesNothing(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"the business uninstalled the app", "the business revoked access", "the user withdrew the consent"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			requests := map[string]grant.Request{}
			for grantType, fresh := range f.fresh() {
				requests[grantType] = fresh(t)
			}
			falls[name].fell(t, f)
			again := f.withCode(f.code(t, ""))
			for grantType, req := range requests {
				switch {
				case name == "the user withdrew the consent" && grantType == grant.TokenExchange:
					if response := f.got(t, req); f.live(t, response.AccessToken) {
						t.Error("a renewed consent revived an exchange under the old one")
					}
				case name == "the business revoked access" && grantType == grant.RefreshToken:
					f.refused(t, req, oauth.InvalidGrant("revoked"))
				default:
					f.refused(t, req, oauth.InvalidGrant(""))
				}
			}
			f.got(t, again)
		})
	}
}

func TestEachConsentHasTokensOfItsOwn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.got(t, f.withCode(f.code(t, "")))
	granted, wider := granted, scope.Of(scope.InvoicesRead, scope.JournalRead)
	second := f.got(t, f.withCode(f.codeFor(t, wider)))
	t.Run("TOK-18 a second consent leaves the first's tokens alone", func(t *testing.T) {
		for _, c := range []struct {
			response grant.Response
			want     scope.Set
		}{{first, granted}, {second, wider}} {
			caller, err := f.two.deps.Tokens.Bearer(t.Context(), c.response.AccessToken)
			must(t, err)
			if diff := cmp.Diff(c.want, caller.Scopes); diff != "" {
				t.Error(diff)
			}
		}
		again := f.got(t, f.withRefreshToken(first.RefreshToken))
		if diff := cmp.Diff(granted, again.Scopes); diff != "" {
			t.Errorf("a later consent widened it: %s", diff)
		}
	})
}

func TestNoGrantCoversWhatTheAppNoLongerRegisters(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	register := func(scopes ...scope.Scope) {
		t.Helper()
		_, err := f.one.apps.SetScopes(t.Context(), f.sync.ID, 0, scope.Of(scopes...))
		must(t, err)
	}
	for grantType, fresh := range f.fresh() {
		t.Run(grantType, func(t *testing.T) {
			narrowed, emptied := fresh(t), fresh(t)
			register(scope.InvoicesRead)
			if diff := cmp.Diff(scope.Of(scope.InvoicesRead), f.got(t, narrowed).Scopes); diff != "" {
				t.Error(diff)
			}
			register(scope.JournalRead)
			if grantType != grant.RefreshToken { // a refresh never refuses what may come back
				f.refused(t, emptied, oauth.InvalidGrant(""))
			}
			register(scope.Partner()...)
			if diff := cmp.Diff(granted, f.got(t, emptied).Scopes); diff != "" {
				t.Error(diff)
			}
		})
	}
}
