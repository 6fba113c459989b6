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
	st := newStage(t)
	inOtherHands := func(req grant.Request) grant.Request {
		req.Client = client.Client{App: st.rival}
		return req
	}
	t.Run("TOK-08 that we never made is refused without a word", func(t *testing.T) {
		good := st.code(t, "")
		for _, code := range []string{"x", good + "x", good[:len(good)-1], "cpac_" + good, st.got(t, st.withCode(good)).AccessToken} {
			st.refused(t, st.withCode(code), oauth.InvalidGrant(""))
		}
	})
	t.Run("TOK-08 of another client is refused without a word, whatever its state", func(t *testing.T) {
		code := st.code(t, "")
		st.refused(t, inOtherHands(st.withCode(code)), oauth.InvalidGrant(""))
		first := st.got(t, st.withCode(code))
		st.refused(t, inOtherHands(st.withCode(code)), oauth.InvalidGrant(""))
		if !st.live(t, first.AccessToken) {
			t.Error("a stranger's replay revoked tokens")
		}
	})
	t.Run("TOK-04 wants the redirect_uri of the authorize step, to the letter", func(t *testing.T) {
		code := st.code(t, "")
		for _, uri := range []string{redirectURI + "/", "https://bakery-sync.example:443/callback", "HTTPS://bakery-sync.example/callback", "https://bakery-sync.example/c%61llback"} {
			st.refused(t, with(st.withCode(code), "redirect_uri", uri), oauth.InvalidGrant("redirect_uri mismatch"))
		}
	})
	t.Run("TOK-05 with a challenge wants its verifier", func(t *testing.T) {
		code := st.code(t, challenge)
		st.refused(t, st.withCode(code), oauth.InvalidRequest("code_verifier is required"))
		for _, wrong := range []string{"x", verifier + "x", verifier[1:], challenge} {
			st.refused(t, st.withVerifier(code, wrong), oauth.InvalidGrant("PKCE verification failed"))
		}
	})
	t.Run("TOK-05 without a challenge takes no verifier", func(t *testing.T) {
		st.refused(t, st.withVerifier(st.code(t, ""), verifier), oauth.InvalidGrant("PKCE verification failed"))
	})
	t.Run("TOK-15 survives what was wrong about a request for it", func(t *testing.T) {
		code := st.code(t, challenge)
		st.refused(t, with(st.withVerifier(code, verifier), "redirect_uri", redirectURI+"/"), oauth.InvalidGrant("redirect_uri mismatch"))
		st.refused(t, st.withVerifier(code, "wrong"), oauth.InvalidGrant("PKCE verification failed"))
		st.refused(t, st.withCode(code), oauth.InvalidRequest("code_verifier is required"))
		if !st.live(t, st.got(t, st.withVerifier(code, verifier)).AccessToken) {
			t.Error("the token does not work")
		}
	})
}

func TestAnAuthorizationCodeEnds(t *testing.T) {
	t.Parallel()
	t.Run("TOK-07 after ten minutes", func(t *testing.T) {
		t.Parallel()
		st := newStage(t)
		early, late := st.code(t, ""), st.code(t, "")
		st.clock.Move(10*time.Minute - time.Microsecond)
		st.got(t, st.withCode(early))
		st.clock.Move(time.Microsecond)
		st.refused(t, st.withCode(late), oauth.InvalidGrant("expired"))
	})
	t.Run("TOK-06 with its first use", func(t *testing.T) {
		t.Parallel()
		st := newStage(t)
		code := st.code(t, "")
		st.got(t, st.withCode(code))
		for range 3 {
			st.refused(t, st.withCode(code), oauth.InvalidGrant("code already used"))
		}
	})
}

func TestAReplayedCodeRevokesWhatItGave(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	for name, c := range map[string]struct {
		challenge string
		replay    func(code string) grant.Request
		live      bool
	}{
		"without a challenge":                         {"", st.withCode, false},
		"without a challenge, but with a verifier":    {"", func(code string) grant.Request { return st.withVerifier(code, verifier) }, false},
		"with a challenge, without its verifier":      {challenge, st.withCode, false},
		"with a challenge and a wrong verifier":       {challenge, func(code string) grant.Request { return st.withVerifier(code, "wrong") }, false},
		"not when the client itself submits it twice": {challenge, func(code string) grant.Request { return st.withVerifier(code, verifier) }, true},
		"not then either, wherever it says it comes from": {challenge, func(code string) grant.Request {
			return with(st.withVerifier(code, verifier), "redirect_uri", "https://other.example")
		}, true},
	} {
		t.Run("TOK-06 "+name, func(t *testing.T) {
			code, first := st.code(t, c.challenge), st.withCode
			if c.challenge != "" {
				first = func(code string) grant.Request { return st.withVerifier(code, verifier) }
			}
			given := st.got(t, first(code))
			st.refused(t, c.replay(code), oauth.InvalidGrant("code already used"))
			if st.live(t, given.AccessToken) != c.live {
				t.Errorf("the access token lives: %t", !c.live)
			}
			if c.live {
				st.got(t, st.withRefreshToken(given.RefreshToken))
				return
			}
			st.refused(t, st.withRefreshToken(given.RefreshToken), oauth.InvalidGrant("revoked"))
		})
	}
	t.Run("TOK-06 and what was refreshed since", func(t *testing.T) {
		code := st.code(t, "")
		later := st.got(t, st.withRefreshToken(st.got(t, st.withCode(code)).RefreshToken))
		st.refused(t, st.withCode(code), oauth.InvalidGrant("code already used"))
		if st.live(t, later.AccessToken) {
			t.Error("the access token lives")
		}
	})
}

// Of several things that are wrong, the first in the contract's order is told.
func TestTheOrderOfChecksOnACode(t *testing.T) {
	t.Parallel()
	st := newStage(t)
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
			code := st.code(t, c.challenge)
			if c.state.used {
				st.got(t, st.withVerifier(code, verifier))
			}
			if c.state.expired {
				st.clock.Move(11 * time.Minute)
			}
			if c.state.fallen {
				falls["the business uninstalled the app"].fell(t, st)
			}
			req := st.withVerifier(code, c.verifier)
			if c.wrongURI {
				req = with(req, "redirect_uri", "https://other.example/")
			}
			st.refused(t, req, c.want)
		})
	}
}
