package grant_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestATokenExchange(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	t.Run("EXCH-02 gives an access token for the page's user and business, and no refresh token", func(t *testing.T) {
		for _, subjectType := range []string{jwt, "urn:ietf:params:oauth:token-type:id_token"} {
			for _, requested := range []string{"", accessToken} {
				req := with(with(st.withSessionToken(st.sessionToken(t)), "subject_token_type", subjectType), "requested_token_type", requested)
				response := st.got(t, req)
				want := grant.Response{AccessToken: response.AccessToken, IssuedTokenType: accessToken, ExpiresIn: time.Hour, Scopes: granted}
				if diff := cmp.Diff(want, response); diff != "" {
					t.Error(diff)
				}
				caller, err := st.one.Tokens.Bearer(t.Context(), response.AccessToken)
				must(t, err)
				if diff := cmp.Diff(token.Caller{
					Family: caller.Family, Business: st.bakery.ID, Installation: st.connected(t).ID, User: st.olivia, Role: permission.Owner,
					App:    token.App{ID: st.sync.ID, ClientID: st.sync.ClientID, Name: st.sync.Name},
					Scopes: granted, Granted: granted, ExpiresAt: st.clock.Now().Add(time.Hour),
				}, caller); diff != "" {
					t.Error(diff)
				}
			}
		}
	})
	t.Run("EXCH-03 happens once", func(t *testing.T) {
		req := st.withSessionToken(st.sessionToken(t))
		first := st.got(t, req)
		st.refused(t, req, oauth.InvalidGrant(""))
		if !st.live(t, first.AccessToken) {
			t.Error("a second exchange revoked the first")
		}
	})
	t.Run("covers what was asked for of what installation and consent have", func(t *testing.T) {
		for asked, want := range map[string]scope.Set{
			"invoices:read":                          scope.Of(scope.InvoicesRead),
			" payments:read  invoices:read ":         granted,
			"invoices:read journal:write no:thing":   scope.Of(scope.InvoicesRead),
			"payments:read payments:read developer:": scope.Of(scope.PaymentsRead),
		} {
			response := st.got(t, with(st.withSessionToken(st.sessionToken(t)), "scope", asked))
			if diff := cmp.Diff(want, response.Scopes); diff != "" {
				t.Errorf("%q: %s", asked, diff)
			}
		}
	})
	t.Run("EXCH-04 fails without a word", func(t *testing.T) {
		good := st.sessionToken(t)
		stranger := st.withSessionToken(good)
		stranger.Client = client.Client{App: st.rival}
		for name, req := range map[string]grant.Request{
			"no token of ours":           st.withSessionToken("e30.e30.e30"),
			"an access token":            st.withSessionToken(st.got(t, st.withCode(st.code(t, ""))).AccessToken),
			"another client's":           stranger,
			"nothing that it may have":   with(st.withSessionToken(good), "scope", "journal:write"),
			"nothing that anybody has":   with(st.withSessionToken(good), "scope", "no:thing"),
			"nothing, in so many spaces": with(st.withSessionToken(good), "scope", "   "),
		} {
			t.Run(name, func(t *testing.T) { st.refused(t, req, oauth.InvalidGrant("")) })
		}
		st.got(t, st.withSessionToken(good))
		late := st.withSessionToken(st.sessionToken(t))
		st.clock.Move(time.Minute)
		st.refused(t, late, oauth.InvalidGrant(""))
	})
}

func TestASessionTokenIsForAPageThatMayBeShown(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	inst := st.connected(t)
	text, origin, err := st.one.SessionToken(t.Context(), st.page())
	must(t, err)
	if origin != "https://bakery-sync.example:8443" {
		t.Errorf("it may be handed to %q", origin)
	}
	said, err := st.two.Keys.VerifySessionToken(t.Context(), text, st.sync.ClientID)
	must(t, err)
	if said.Installation != inst.ID || said.User != st.olivia || said.Business != st.bakery.ID || said.Destination != origin {
		t.Errorf("it says %+v", said)
	}
	if diff := cmp.Diff(granted, said.Scopes); diff != "" {
		t.Error(diff)
	}
	hidden := func(t *testing.T, page grant.Page) {
		t.Helper()
		if text, _, err := st.two.SessionToken(t.Context(), page); !errors.Is(err, installs.ErrNotFound) || text != "" {
			t.Errorf("it is shown: %v", err)
		}
	}
	t.Run("EXCH-05 not for an app that is not installed, or a user of another business", func(t *testing.T) {
		page := st.page()
		page.App = st.rival
		hidden(t, page)
		page = st.page()
		page.User = st.user(t, "mallory")
		hidden(t, page)
		page = st.page()
		page.Business = ident.New[ident.Business](3, st.clock.Now())
		hidden(t, page)
		page = st.page()
		page.App.AppURL = ""
		hidden(t, page)
	})
	t.Run("EXCH-05 not after the business revoked access, until somebody consents again", func(t *testing.T) {
		falls["the business revoked access"].fell(t, st)
		hidden(t, st.page())
		st.code(t, "")
		st.got(t, st.withSessionToken(st.sessionToken(t)))
	})
	for _, name := range []string{
		"the operator holds the installation", "the user is suspended", "the user is restricted", "the app is suspended", "the app is deactivated",
	} {
		t.Run("EXCH-05 not while "+name, func(t *testing.T) {
			falls[name].fell(t, st)
			hidden(t, st.page())
			falls[name].rose(t, st)
			st.got(t, st.withSessionToken(st.sessionToken(t)))
		})
	}
	t.Run("EXCH-05 not after the business uninstalled the app", func(t *testing.T) {
		falls["the business uninstalled the app"].fell(t, st)
		hidden(t, st.page())
	})
}

func TestASessionTokenRestsOnTheUsersOwnConsent(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	inst := st.connected(t)
	unasked := func(t *testing.T, page grant.Page) {
		t.Helper()
		if text, _, err := st.two.SessionToken(t.Context(), page); !errors.Is(err, grant.ErrConsentRequired) || text != "" {
			t.Errorf("a page gets a session token without its user's consent: %v", err)
		}
	}
	t.Run("EXCH-05 not for a member who has given none", func(t *testing.T) {
		page := st.page()
		page.User = st.ada
		unasked(t, page)
	})
	t.Run("EXCH-05 not after the user withdrew it, until they consent again", func(t *testing.T) {
		must(t, st.one.Installs.WithdrawConsent(t.Context(), st.olivia, inst.ID))
		unasked(t, st.page())
		_, err := st.one.Installs.GiveConsent(t.Context(), st.olivia, inst.ID, scope.Of(scope.InvoicesRead, scope.JournalWrite))
		must(t, err)
		if diff := cmp.Diff(scope.Of(scope.InvoicesRead), st.got(t, st.withSessionToken(st.sessionToken(t))).Scopes); diff != "" {
			t.Errorf("it covers what the business did not grant or the user did not allow: %s", diff)
		}
	})
	t.Run("EXCH-05 a further consent adds to what stands", func(t *testing.T) {
		st.codeFor(t, scope.Of(scope.PaymentsRead))
		if diff := cmp.Diff(granted, st.got(t, st.withSessionToken(st.sessionToken(t))).Scopes); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("EXCH-05 nobody's consent outlives that the business revoked access", func(t *testing.T) {
		_, err := st.one.Installs.RevokeAccess(t.Context(), st.olivia, inst.ID)
		must(t, err)
		yes := approval.Yes{App: st.sync.ID, Business: st.bakery.ID, User: st.ada, Scopes: granted}
		ready, err := st.one.Approvals.Check(t.Context(), yes)
		must(t, err)
		_, _, err = st.one.Approvals.CarryOut(t.Context(), ready, approval.Decision{
			ID: ident.Random(), Kind: approval.Code, ExpiresAt: st.clock.Now().Add(approval.CodeLifetime), RedirectURI: redirectURI,
		})
		must(t, err)
		unasked(t, st.page())
	})
}

func TestASessionTokenDiesWithItsSession(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, st *stage) error{
		"EXCH-05 when it was ended": func(t *testing.T, st *stage) error {
			return st.one.accounts.EndSession(t.Context(), st.olivia, st.session)
		},
		"EXCH-05 when all others were ended": func(t *testing.T, st *stage) error {
			before := st.session
			st.signIn(t)
			now := accounts.Session{ID: st.session, User: st.olivia}
			st.session = before
			return st.one.accounts.EndOtherSessions(t.Context(), now)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := newStage(t)
			req := st.withSessionToken(st.sessionToken(t))
			must(t, end(t, st))
			st.refused(t, req, oauth.InvalidGrant(""))
			st.signIn(t)
			st.got(t, st.withSessionToken(st.sessionToken(t)))
		})
	}
}
