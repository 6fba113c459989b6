package accounts

import (
	"context"
	"encoding/base64"
	"fmt"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
)

// challengeLife is how long one may take to find the finger, or the key.
const challengeLife = 5 * time.Minute

// ceremony is what a challenge is for. One that was signed for a ceremony is of no use
// in another.
type ceremony string

// The ceremonies.
const (
	addingPasskey ceremony = "add"
	signingIn     ceremony = "sign_in"
	secondFactor  ceremony = "second_factor"
	confirming    ceremony = "confirm"
)

// newChallenge makes what an authenticator is to sign, in a session; the zero session
// is that of a stranger. The authenticator signs the text of a secret, which tells
// the shard where its hash is kept.
func (s *Service) newChallenge(ctx context.Context, of ceremony, session ident.Session) ([]byte, error) {
	home := session.Shard
	if session.IsZero() {
		home = ident.RandomShard()
	}
	text := secret.NewAt(secret.PasskeyChallenge, home)
	err := db.New(s.deps.DB).AddChallenge(ctx, db.AddChallengeParams{
		Shard: home, Hash: secret.Hash(text), Ceremony: string(of), SessionID: session.UUID, ExpiresAt: s.deps.Now().Add(challengeLife),
	})
	if err != nil {
		return nil, fmt.Errorf("keep a challenge: %w", err)
	}
	return []byte(text), nil
}

// spendChallenge uses up a challenge, as a browser says that it was signed. It is gone
// whether or not the signature turns out to be good: of many who send one answer, on
// however many nodes, one gets further.
func (s *Service) spendChallenge(ctx context.Context, of ceremony, session ident.Session, said string) error {
	text, err := base64.RawURLEncoding.DecodeString(said)
	if err != nil {
		return errPasskeyExpired
	}
	home, ok := secret.ShardOf(secret.PasskeyChallenge, string(text))
	if !ok {
		return errPasskeyExpired
	}
	spent, err := db.New(s.deps.DB).SpendChallenge(ctx, db.SpendChallengeParams{
		Shard: home, Hash: secret.Hash(string(text)), Ceremony: string(of), SessionID: session.UUID, Now: s.deps.Now(),
	})
	if err != nil {
		return fmt.Errorf("spend a challenge: %w", err)
	}
	if spent == 0 {
		return errPasskeyExpired
	}
	return nil
}

// withChallenge has an authenticator sign a challenge of ours.
func withChallenge(challenge []byte) webauthn.LoginOption {
	return func(o *protocol.PublicKeyCredentialRequestOptions) error {
		o.Challenge = challenge
		return nil
	}
}

// PurgeChallenges forgets the challenges of some shards that nobody answered in time,
// and reports how many.
func (s *Service) PurgeChallenges(ctx context.Context, shards []ident.Shard) (int64, error) {
	return purge(ctx, "challenges", shards, func(ctx context.Context, slice []int16) (int64, error) {
		return db.New(s.deps.DB).PurgeChallenges(ctx, db.PurgeChallengesParams{Shards: slice, Now: s.deps.Now()})
	})
}
