package grant

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/token"
)

// code is a claim by an authorization code.
type code struct {
	approved
	text, redirectURI, verifier string
}

// claimCode finds the grant of an authorization code.
func (s *Service) claimCode(ctx context.Context, req Request) (claim, error) {
	c := code{text: req.Form.Get("code"), redirectURI: req.Form.Get("redirect_uri"), verifier: req.Form.Get("code_verifier")}
	g, ok, err := s.deps.Approvals.Find(ctx, c.text)
	if err != nil {
		return nil, err
	}
	if !ok || g.App != req.Client.ID {
		return nil, oauth.InvalidGrant("")
	}
	c.approved = approved{s, g}
	return c, nil
}

// judge keeps to the contract's order. A redirect URI or verifier that is wrong
// uses nothing up: whoever guesses must not be able to spend another's code.
func (c code) judge(now time.Time) error {
	switch {
	case c.grant.Used():
		return errUsed
	case c.grant.Expired(now):
		return oauth.InvalidGrant("expired")
	case c.redirectURI != c.grant.RedirectURI:
		return oauth.InvalidGrant("redirect_uri mismatch")
	case c.grant.CodeChallenge != "" && c.verifier == "":
		return oauth.InvalidRequest("code_verifier is required")
	case !c.verifies():
		return oauth.InvalidGrant("PKCE verification failed")
	}
	return nil
}

// verifies reports whether the verifier is that of the code's challenge (RFC
// 7636, S256). A code without a challenge takes none: whoever sends one believes
// that it is protected, and somebody has cut the challenge out on the way.
func (c code) verifies() bool {
	if c.grant.CodeChallenge == "" {
		return c.verifier == ""
	}
	sum := sha256.Sum256([]byte(c.verifier))
	challenge := base64.RawURLEncoding.EncodeToString(sum[:])
	return subtle.ConstantTimeCompare([]byte(challenge), []byte(c.grant.CodeChallenge)) == 1
}

// used answers a replay. Two have had the code, and either may be the thief, so
// what it gave is revoked; only the right verifier shows that it is the client
// itself, who submitted twice.
func (c code) used(ctx context.Context) error {
	g, ok, err := c.deps.Approvals.Find(ctx, c.text)
	if err != nil {
		return err
	}
	if !ok || !g.Used() {
		return oauth.InvalidGrant("") // it was not used: it ended at this very moment
	}
	if g.CodeChallenge == "" || !c.verifies() {
		if err := c.revoke(ctx, g); err != nil {
			return err
		}
	}
	return oauth.InvalidGrant("code already used")
}

// revoke commits before anybody hears of it, even if the client hangs up.
func (c code) revoke(ctx context.Context, g approval.Grant) error {
	ctx, cancel := clock.Uncancelled(ctx)
	defer cancel()
	return c.deps.Tokens.RevokeFamily(ctx, g.App, g.Family, token.CodeReplay)
}
