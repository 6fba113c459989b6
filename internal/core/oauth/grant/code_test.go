package grant_test

import (
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/core/oauth/grant"
)

func TestAnAuthorizationCode(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	inOtherHands := func(req grant.Request) grant.Request {
		req.Client = client.Client{App: f.rival}
		return req
	}
	t.Run("TOK-08 that we never made is refused without a word", func(t *testing.T) {
		good := f.code(t, "")
		for _, code := range []string{"x", good + "x", good[:len(good)-1], "cpac_" + good, f.got(t, f.withCode(good)).AccessToken} {
			f.refused(t, f.withCode(code), oauth.InvalidGrant(""))
		}
	})
	t.Run("TOK-08 of another client is refused without a word, whatever its state", func(t *testing.T) {
		code := f.code(t, "")
		f.refused(t, inOtherHands(f.withCode(code)), oauth.InvalidGrant(""))
		first := f.got(t, f.withCode(code))
		f.refused(t, inOtherHands(f.withCode(code)), oauth.InvalidGrant(""))
		if !f.live(t, first.AccessToken) {
			t.Error("a stranger's replay revoked tokens")
		}
	})
	t.Run("TOK-04 wants the redirect_uri of the authorize step, to the letter", func(t *testing.T) {
		code := f.code(t, "")
		for _, uri := range []string{redirectURI + "/", "https://bakery-sync.example:443/callback", "HTTPS://bakery-sync.example/callback", "https://bakery-sync.example/c%61llback"} {
			f.refused(t, with(f.withCode(code), "redirect_uri", uri), oauth.InvalidGrant("redirect_uri mismatch"))
		}
	})
	t.Run("TOK-05 with a challenge wants its verifier", func(t *testing.T) {
		code := f.code(t, challenge)
		f.refused(t, f.withCode(code), oauth.InvalidRequest("code_verifier is required"))
		for _, wrong := range []string{"x", verifier + "x", verifier[1:], challenge} {
			f.refused(t, f.withVerifier(code, wrong), oauth.InvalidGrant("PKCE verification failed"))
		}
	})
	t.Run("TOK-05 without a challenge takes no verifier", func(t *testing.T) {
		f.refused(t, f.withVerifier(f.code(t, ""), verifier), oauth.InvalidGrant("PKCE verification failed"))
	})
	t.Run("TOK-15 survives what was wrong about a request for it", func(t *testing.T) {
		code := f.code(t, challenge)
		f.refused(t, with(f.withVerifier(code, verifier), "redirect_uri", redirectURI+"/"), oauth.InvalidGrant("redirect_uri mismatch"))
		f.refused(t, f.withVerifier(code, "wrong"), oauth.InvalidGrant("PKCE verification failed"))
		f.refused(t, f.withCode(code), oauth.InvalidRequest("code_verifier is required"))
		if !f.live(t, f.got(t, f.withVerifier(code, verifier)).AccessToken) {
			t.Error("the token does not work")
		}
	})
}

func TestAnAuthorizationCodeEnds(t *testing.T) {
	t.Parallel()
	t.Run("TOK-07 after ten minutes", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		early, late := f.code(t, ""), f.code(t, "")
		f.clock.Move(10*time.Minute - time.Microsecond)
		f.got(t, f.withCode(early))
		f.clock.Move(time.Microsecond)
		f.refused(t, f.withCode(late), oauth.InvalidGrant("expired"))
	})
	t.Run("TOK-06 with its first use", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		code := f.code(t, "")
		f.got(t, f.withCode(code))
		for range 3 {
			f.refused(t, f.withCode(code), oauth.InvalidGrant("code already used"))
		}
	})
}

func TestAReplayedCodeRevokesWhatItGave(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for name, c := range map[string]struct {
		challenge string
		replay    func(code string) grant.Request
		live      bool
	}{
		"without a challenge":                         {"", f.withCode, false},
		"without a challenge, but with a verifier":    {"", func(code string) grant.Request { return f.withVerifier(code, verifier) }, false},
		"with a challenge, without its verifier":      {challenge, f.withCode, false},
		"with a challenge and a wrong verifier":       {challenge, func(code string) grant.Request { return f.withVerifier(code, "wrong") }, false},
		"not when the client itself submits it twice": {challenge, func(code string) grant.Request { return f.withVerifier(code, verifier) }, true},
		"not then either, wherever it says it comes from": {challenge, func(code string) grant.Request {
			return with(f.withVerifier(code, verifier), "redirect_uri", "https://other.example")
		}, true},
	} {
		t.Run("TOK-06 "+name, func(t *testing.T) {
			code, first := f.code(t, c.challenge), f.withCode
			if c.challenge != "" {
				first = func(code string) grant.Request { return f.withVerifier(code, verifier) }
			}
			given := f.got(t, first(code))
			f.refused(t, c.replay(code), oauth.InvalidGrant("code already used"))
			if f.live(t, given.AccessToken) != c.live {
				t.Errorf("the access token lives: %t", !c.live)
			}
			if c.live {
				f.got(t, f.withRefreshToken(given.RefreshToken))
				return
			}
			f.refused(t, f.withRefreshToken(given.RefreshToken), oauth.InvalidGrant("revoked"))
		})
	}
	t.Run("TOK-06 and what was refreshed since", func(t *testing.T) {
		code := f.code(t, "")
		later := f.got(t, f.withRefreshToken(f.got(t, f.withCode(code)).RefreshToken))
		f.refused(t, f.withCode(code), oauth.InvalidGrant("code already used"))
		if f.live(t, later.AccessToken) {
			t.Error("the access token lives")
		}
	})
}

// Of several things that are wrong, the first in the contract's order is told.
func TestTheOrderOfChecksOnACode(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	type state struct{ fallen, used, expired bool }
	for name, c := range map[string]struct {
		state     state
		wrongURI  bool
		verifier  string
		challenge string
		want      *oauth.Error
	}{
		"TOK-06 the installation before used":     {state{true, true, true}, true, "", challenge, oauth.InvalidGrant("")},
		"TOK-06 the installation before expired":  {state{true, false, true}, true, "", challenge, oauth.InvalidGrant("")},
		"TOK-06 the installation before the URI":  {state{true, false, false}, true, "wrong", challenge, oauth.InvalidGrant("")},
		"TOK-06 used before expired":              {state{false, true, true}, true, "wrong", challenge, oauth.InvalidGrant("code already used")},
		"TOK-06 used before the URI":              {state{false, true, false}, true, "", challenge, oauth.InvalidGrant("code already used")},
		"TOK-06 expired before the URI":           {state{false, false, true}, true, "wrong", challenge, oauth.InvalidGrant("expired")},
		"TOK-06 expired before a missing proof":   {state{false, false, true}, false, "", challenge, oauth.InvalidGrant("expired")},
		"TOK-06 the URI before a wrong proof":     {state{}, true, "wrong", challenge, oauth.InvalidGrant("redirect_uri mismatch")},
		"TOK-06 the URI before a missing proof":   {state{}, true, "", challenge, oauth.InvalidGrant("redirect_uri mismatch")},
		"TOK-06 the URI before a superfluous one": {state{}, true, verifier, "", oauth.InvalidGrant("redirect_uri mismatch")},
	} {
		t.Run(name, func(t *testing.T) {
			code := f.code(t, c.challenge)
			if c.state.used {
				f.got(t, f.withVerifier(code, verifier))
			}
			if c.state.expired {
				f.clock.Move(11 * time.Minute)
			}
			if c.state.fallen {
				falls["the business uninstalled the app"].fell(t, f)
			}
			req := f.withVerifier(code, c.verifier)
			if c.wrongURI {
				req = with(req, "redirect_uri", "https://other.example/")
			}
			f.refused(t, req, c.want)
		})
	}
}
