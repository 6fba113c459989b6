package keys

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const (
	// skew is how far the clocks of two of our nodes may be apart: a token may
	// seem to come from the future by that much.
	skew = 5 * time.Second
	// maxToken is more than any token of ours has.
	maxToken = 4096
)

// ErrInvalidToken says that a text is no session token that we would take. Why
// it is none is for logs; callers are not told.
var ErrInvalidToken = errors.New("session token is not valid")

func invalid(why string) error { return fmt.Errorf("%w: %s", ErrInvalidToken, why) }

// VerifySessionToken reads a session token that is good for the audience now.
// Anything else is ErrInvalidToken; another error is our own fault. That it has
// not been used yet is for Spend to say.
func (s *Service) VerifySessionToken(ctx context.Context, text, audience string) (SessionToken, error) {
	if !canonical(text) {
		return SessionToken{}, invalid("it is too long, or not spelt as we spell it")
	}
	signed, err := jose.ParseSignedCompact(text, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		return SessionToken{}, invalid("it cannot be read")
	}
	header := signed.Signatures[0].Protected
	if header.ExtraHeaders[jose.HeaderType] != sessionTokenType {
		return SessionToken{}, invalid("it is of another type")
	}
	k, err := s.named(ctx, header.KeyID)
	if err != nil {
		return SessionToken{}, err
	}
	payload, err := signed.Verify(k.public)
	if err != nil {
		return SessionToken{}, invalid("its signature is wrong")
	}
	var c claims
	if err := json.Unmarshal(payload, &c); err != nil {
		return SessionToken{}, invalid("its claims cannot be read")
	}
	return c.judge(k, s.deps.Issuer, audience, s.deps.Now())
}

// named finds a published key. A node that does not know it may have missed a
// change and looks again.
func (s *Service) named(ctx context.Context, id string) (key, error) {
	for _, keys := range []func(context.Context) (set, error){s.keys, s.reload} {
		known, err := keys(ctx)
		if err != nil {
			return key{}, err
		}
		if k, ok := find(known.keys, func(k key) bool { return k.id.String() == id && k.published(s.deps.Now()) }); ok {
			return k, nil
		}
	}
	return key{}, invalid("nobody knows its key")
}

// judge holds claims, whose signature is right, to all that must be so.
func (c claims) judge(k key, issuer, audience string, now time.Time) (SessionToken, error) {
	issued, notBefore, expires := time.Unix(c.IssuedAt, 0).UTC(), time.Unix(c.NotBefore, 0).UTC(), time.Unix(c.Expires, 0).UTC()
	switch {
	case c.Issuer != issuer:
		return SessionToken{}, invalid("it is of another issuer")
	case c.Audience != audience || audience == "":
		return SessionToken{}, invalid("it is for another client")
	case !k.signs(issued):
		return SessionToken{}, invalid("its key did not sign then")
	case expires.Sub(issued) > SessionTokenLife || !now.Before(expires):
		return SessionToken{}, invalid("it has expired")
	case now.Add(skew).Before(notBefore):
		return SessionToken{}, invalid("its time has not come")
	case c.Subject.IsZero() || c.Installation.IsZero() || c.Consent.IsZero() || c.ID == uuid.Nil || c.Business.Shard != c.Installation.Shard:
		return SessionToken{}, invalid("a claim is missing")
	}
	return SessionToken{
		Embedded: Embedded{
			ClientID: c.Audience, User: c.Subject, Business: c.Business, Installation: c.Installation,
			AccessGeneration: c.AccessGeneration, Consent: c.Consent, Scopes: scope.Stored(strings.Fields(c.Scope)),
			Session: c.Session, Destination: c.Destination,
		},
		ID: c.ID, IssuedAt: issued, ExpiresAt: expires,
	}, nil
}

// canonical reports whether a text is spelt in the one way that we spell it.
// Base64 has spare bits and decoders skip line breaks, so that one token could
// otherwise have many texts.
func canonical(text string) bool {
	if len(text) > maxToken {
		return false
	}
	for part := range strings.SplitSeq(text, ".") {
		raw, err := base64.RawURLEncoding.DecodeString(part)
		if err != nil || base64.RawURLEncoding.EncodeToString(raw) != part {
			return false
		}
	}
	return true
}
