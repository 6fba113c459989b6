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
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestATokenExchange(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	t.Run("EXCH-02 gives an access token for the page's user and business, and no refresh token", func(t *testing.T) {
		for _, subjectType := range []string{jwt, "urn:ietf:params:oauth:token-type:id_token"} {
			for _, requested := range []string{"", accessToken} {
				req := with(with(f.withSessionToken(f.sessionToken(t)), "subject_token_type", subjectType), "requested_token_type", requested)
				response := f.got(t, req)
				want := grant.Response{AccessToken: response.AccessToken, IssuedTokenType: accessToken, ExpiresIn: time.Hour, Scopes: granted}
				if diff := cmp.Diff(want, response); diff != "" {
					t.Error(diff)
				}
				caller, err := f.one.deps.Tokens.Bearer(t.Context(), response.AccessToken)
				must(t, err)
				member, err := f.one.deps.Tenancy.Acting(t.Context(), f.olivia, f.bakery.ID)
				must(t, err)
				if diff := cmp.Diff(token.Caller{
					Acting: member, Family: caller.Family, Installation: f.connected(t).ID,
					App:    token.App{ID: f.sync.ID, ClientID: f.sync.ClientID, Name: f.sync.Name},
					Scopes: granted, Granted: granted, ExpiresAt: f.clock.Now().Add(time.Hour),
				}, caller); diff != "" {
					t.Error(diff)
				}
			}
		}
	})
	t.Run("EXCH-03 happens once", func(t *testing.T) {
		req := f.withSessionToken(f.sessionToken(t))
		first := f.got(t, req)
		f.refused(t, req, oauth.InvalidGrant(""))
		if !f.live(t, first.AccessToken) {
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
			response := f.got(t, with(f.withSessionToken(f.sessionToken(t)), "scope", asked))
			if diff := cmp.Diff(want, response.Scopes); diff != "" {
				t.Errorf("%q: %s", asked, diff)
			}
		}
	})
	t.Run("EXCH-04 fails without a word", func(t *testing.T) {
		good := f.sessionToken(t)
		stranger := f.withSessionToken(good)
		stranger.Client = client.Client{App: f.rival}
		for name, req := range map[string]grant.Request{
			"no token of ours":           f.withSessionToken("e30.e30.e30"),
			"an access token":            f.withSessionToken(f.got(t, f.withCode(f.code(t, ""))).AccessToken),
			"another client's":           stranger,
			"nothing that it may have":   with(f.withSessionToken(good), "scope", "journal:write"),
			"nothing that anybody has":   with(f.withSessionToken(good), "scope", "no:thing"),
			"nothing, in so many spaces": with(f.withSessionToken(good), "scope", "   "),
		} {
			t.Run(name, func(t *testing.T) { f.refused(t, req, oauth.InvalidGrant("")) })
		}
		f.got(t, f.withSessionToken(good))
		late := f.withSessionToken(f.sessionToken(t))
		f.clock.Move(time.Minute)
		f.refused(t, late, oauth.InvalidGrant(""))
	})
}

func TestASessionTokenIsForAPageThatMayBeShown(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	inst := f.connected(t)
	text, origin, err := f.one.SessionToken(t.Context(), f.page())
	must(t, err)
	if origin != "https://bakery-sync.example:8443" {
		t.Errorf("it may be handed to %q", origin)
	}
	said, err := f.two.deps.Keys.VerifySessionToken(t.Context(), text, f.sync.ClientID)
	must(t, err)
	if said.Installation != inst.ID || said.User != f.olivia || said.Business != f.bakery.ID || said.Destination != origin {
		t.Errorf("it says %+v", said)
	}
	if diff := cmp.Diff(granted, said.Scopes); diff != "" {
		t.Error(diff)
	}
	hidden := func(t *testing.T, page grant.Page) {
		t.Helper()
		if text, _, err := f.two.SessionToken(t.Context(), page); !errors.Is(err, installs.ErrNotFound) || text != "" {
			t.Errorf("it is shown: %v", err)
		}
	}
	t.Run("EXCH-05 not for an app that is not installed, or a user of another business", func(t *testing.T) {
		page := f.page()
		page.App = f.rival
		hidden(t, page)
		page = f.page()
		page.User = f.user(t, "mallory")
		hidden(t, page)
		page = f.page()
		page.Business = ident.New[ident.Business](3, f.clock.Now())
		hidden(t, page)
		page = f.page()
		page.App.AppURL = ""
		hidden(t, page)
	})
	t.Run("EXCH-05 not after the business revoked access, until somebody consents again", func(t *testing.T) {
		falls["the business revoked access"].fell(t, f)
		hidden(t, f.page())
		f.code(t, "")
		f.got(t, f.withSessionToken(f.sessionToken(t)))
	})
	for _, name := range []string{
		"the operator holds the installation", "the user is suspended", "the user is restricted", "the app is suspended", "the app is deactivated",
	} {
		t.Run("EXCH-05 not while "+name, func(t *testing.T) {
			falls[name].fell(t, f)
			hidden(t, f.page())
			falls[name].rose(t, f)
			f.got(t, f.withSessionToken(f.sessionToken(t)))
		})
	}
	t.Run("EXCH-05 not after the business uninstalled the app", func(t *testing.T) {
		falls["the business uninstalled the app"].fell(t, f)
		hidden(t, f.page())
	})
}

func TestASessionTokenRestsOnTheUsersOwnConsent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	inst := f.connected(t)
	unasked := func(t *testing.T, page grant.Page) {
		t.Helper()
		if text, _, err := f.two.SessionToken(t.Context(), page); !errors.Is(err, grant.ErrConsentRequired) || text != "" {
			t.Errorf("a page gets a session token without its user's consent: %v", err)
		}
	}
	t.Run("EXCH-05 not for a member who has given none", func(t *testing.T) {
		page := f.page()
		page.User = f.ada
		unasked(t, page)
	})
	t.Run("EXCH-05 not after the user withdrew it, until they consent again", func(t *testing.T) {
		must(t, f.one.deps.Installs.WithdrawConsent(t.Context(), f.olivia, inst.ID))
		unasked(t, f.page())
		_, err := f.one.deps.Installs.GiveConsent(t.Context(), f.olivia, inst.ID, scope.Of(scope.InvoicesRead, scope.JournalWrite))
		must(t, err)
		if diff := cmp.Diff(scope.Of(scope.InvoicesRead), f.got(t, f.withSessionToken(f.sessionToken(t))).Scopes); diff != "" {
			t.Errorf("it covers what the business did not grant or the user did not allow: %s", diff)
		}
	})
	t.Run("EXCH-05 a further consent adds to what stands", func(t *testing.T) {
		f.codeFor(t, scope.Of(scope.PaymentsRead))
		if diff := cmp.Diff(granted, f.got(t, f.withSessionToken(f.sessionToken(t))).Scopes); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("EXCH-05 nobody's consent outlives that the business revoked access", func(t *testing.T) {
		_, err := f.one.deps.Installs.RevokeAccess(t.Context(), f.olivia, inst.ID)
		must(t, err)
		yes := approval.Yes{App: f.sync.ID, Business: f.bakery.ID, User: f.ada, Scopes: granted}
		ready, err := f.one.deps.Approvals.Check(t.Context(), yes)
		must(t, err)
		_, _, err = f.one.deps.Approvals.CarryOut(t.Context(), ready, approval.Decision{
			ID: ident.Random(), Kind: approval.Code, ExpiresAt: f.clock.Now().Add(approval.CodeLifetime), RedirectURI: redirectURI,
		})
		must(t, err)
		unasked(t, f.page())
	})
}

func TestASessionTokenDiesWithItsSession(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, f *fixture) error{
		"EXCH-05 when it was ended": func(t *testing.T, f *fixture) error {
			return f.one.accounts.EndSession(t.Context(), f.olivia, f.session)
		},
		"EXCH-05 when all others were ended": func(t *testing.T, f *fixture) error {
			before := f.session
			f.signIn(t)
			now := accounts.Session{ID: f.session, User: f.olivia}
			f.session = before
			return f.one.accounts.EndOtherSessions(t.Context(), now)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			req := f.withSessionToken(f.sessionToken(t))
			must(t, end(t, f))
			f.refused(t, req, oauth.InvalidGrant(""))
			f.signIn(t)
			f.got(t, f.withSessionToken(f.sessionToken(t)))
		})
	}
}
