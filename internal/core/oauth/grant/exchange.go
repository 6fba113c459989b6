package grant

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/oauth"
	"github.com/counterpart/counterpart/internal/core/oauth/keys"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// The token types of RFC 8693 that we know.
const (
	accessTokenType = "urn:ietf:params:oauth:token-type:access_token"
	idTokenType     = "urn:ietf:params:oauth:token-type:id_token"
	jwtType         = "urn:ietf:params:oauth:token-type:jwt"
)

// checkTypes holds an exchange to what can be exchanged, and for what.
func checkTypes(form Form) error {
	switch form.Get("subject_token_type") {
	case jwtType, idTokenType:
	default:
		return oauth.InvalidRequest("subject_token_type is not supported")
	}
	switch form.Get("requested_token_type") {
	case "", accessTokenType:
		return nil
	}
	return oauth.InvalidRequest("requested_token_type is not supported")
}

// session is a claim by the session token of an embedded page.
type session struct {
	*Service
	token keys.SessionToken
	app   ident.App
	asked scope.Set // nil: all there is
}

// claimSession verifies a session token. It dies with the session that it came
// from. Whatever is wrong with one, the client is told nothing: it cannot mend
// it, and fetches another.
func (s *Service) claimSession(ctx context.Context, req Request) (claim, error) {
	verified, err := s.deps.Keys.VerifySessionToken(ctx, req.Form.Get("subject_token"), req.Client.ClientID)
	if errors.Is(err, keys.ErrInvalidToken) {
		return nil, oauth.InvalidGrant("")
	}
	if err != nil {
		return nil, err
	}
	open, err := s.deps.Accounts.SessionIsOpen(ctx, verified.User, verified.Session)
	if err != nil {
		return nil, err
	}
	if !open {
		return nil, oauth.InvalidGrant("")
	}
	c := session{Service: s, token: verified, app: req.Client.ID}
	if asked := req.Form.Get("scope"); asked != "" {
		c.asked = scope.Stored(strings.Fields(asked))
	}
	return c, nil
}

func (c session) restsOn() basis {
	t := c.token
	return basis{
		business: t.Business, app: c.app, user: t.User, installation: t.Installation, accessGeneration: t.AccessGeneration,
		consent: t.Consent, skipConsent: true,
	}
}

// judge has nothing to add: the token was verified when it was claimed.
func (c session) judge(time.Time) error { return nil }

// covers is what the user said yes to of what the app may do, less what was not
// asked for.
func (c session) covers(granted scope.Set) scope.Set {
	granted = granted.Intersect(c.token.Scopes)
	if c.asked != nil {
		granted = granted.Intersect(c.asked)
	}
	return granted
}

// refreshable is no: the page has a new session token whenever it wants one, and
// so whoever leaves the page leaves nothing behind.
func (c session) refreshable() bool { return false }

func (c session) take(ctx context.Context, tx *pg.Tx, _ ident.Family) (ident.Grant, error) {
	spent, err := c.deps.Keys.Spend(ctx, tx, c.token)
	if err == nil && !spent {
		err = errUsed
	}
	return ident.Grant{}, err
}

func (c session) used(context.Context) error { return oauth.InvalidGrant("") }
