package keys

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const (
	// SessionTokenLife is how long a session token can be exchanged.
	SessionTokenLife = 60 * time.Second

	sessionTokenType = "st+jwt"
)

// Embedded says for whom and where a session token is.
type Embedded struct {
	ClientID         string
	User             ident.User
	Business         ident.Business
	Installation     ident.Installation
	AccessGeneration int // the installation's; what carries an older one is revoked
	Consent          ident.Consent
	Scopes           scope.Set // what the consent covers
	Session          ident.Session
	Destination      string // origin of the app's page
}

// SessionToken is what a session token says.
type SessionToken struct {
	Embedded
	ID                  uuid.UUID
	IssuedAt, ExpiresAt time.Time
}

// claims is a session token's payload. Times are in whole Unix seconds.
type claims struct {
	Issuer           string             `json:"iss"`
	Audience         string             `json:"aud"`
	Subject          ident.User         `json:"sub"`
	Business         ident.Business     `json:"business_id"`
	Installation     ident.Installation `json:"installation_id"`
	AccessGeneration int                `json:"access_generation"`
	Consent          ident.Consent      `json:"consent_id"`
	Scope            string             `json:"scope"`
	Session          ident.Session      `json:"sid"`
	Destination      string             `json:"dest"`
	ID               uuid.UUID          `json:"jti"`
	IssuedAt         int64              `json:"iat"`
	NotBefore        int64              `json:"nbf"`
	Expires          int64              `json:"exp"`
}

// IssueSessionToken signs a session token. Whether the user may have one is for
// the caller to know.
func (s *Service) IssueSessionToken(ctx context.Context, e Embedded) (string, error) {
	known, err := s.keys(ctx)
	if err != nil {
		return "", err
	}
	now := wholeSecond(s.deps.Now())
	current, ok := known.current(now)
	if !ok {
		return "", fmt.Errorf("no key signs at %s", now)
	}
	return s.sign(current, claims{
		Issuer: s.deps.Issuer, Audience: e.ClientID, Subject: e.User, Business: e.Business, Installation: e.Installation,
		AccessGeneration: e.AccessGeneration, Consent: e.Consent, Scope: e.Scopes.String(), Session: e.Session, Destination: e.Destination, ID: ident.Random(),
		IssuedAt: now.Unix(), NotBefore: now.Unix(), Expires: now.Add(SessionTokenLife).Unix(),
	})
}

func (s *Service) sign(k key, c claims) (string, error) {
	private, err := s.private(k)
	if err != nil {
		return "", err
	}
	payload, err := json.Marshal(c)
	if err != nil {
		return "", fmt.Errorf("write session token: %w", err)
	}
	options := (&jose.SignerOptions{}).WithType(sessionTokenType)
	signer, err := jose.NewSigner(jose.SigningKey{
		Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: private, KeyID: k.id.String()},
	}, options)
	if err != nil {
		return "", fmt.Errorf("prepare signing key %s: %w", k.id, err)
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		return "", fmt.Errorf("sign session token with key %s: %w", k.id, err)
	}
	return signed.CompactSerialize()
}
