package token

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/oauth/token/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// answerKept is for how long a refresh can be sent again: time enough for a client
// that lost the answer, or died with it, and too little for a thief who waits.
const answerKept = 60 * time.Second

// answer is what is kept of the tokens that a refresh gave.
type answer struct {
	Access    string        `json:"access"`
	Refresh   string        `json:"refresh"`
	ExpiresIn time.Duration `json:"expiresIn"`
	Scopes    []string      `json:"scopes"`
}

// keepAnswer keeps what a refresh gave, in the transaction that gave it.
func (s *Service) keepAnswer(ctx context.Context, tx *pg.Tx, t parsedToken, key string, given Issued) error {
	sealed, err := sealAnswer(t, key, answer{given.Access, given.Refresh, given.ExpiresIn, given.Scopes.Strings()})
	if err != nil {
		return err
	}
	err = db.New(tx).KeepAnswer(ctx, db.KeepAnswerParams{
		Shard: t.family.Shard, FamilyID: t.family.UUID, Generation: int32(t.generation),
		KeyHash: secret.Hash(key), Answer: sealed, ExpiresAt: s.deps.Now().Add(answerKept),
	})
	if err != nil {
		return fmt.Errorf("keep the answer to family %s: %w", t.family, err)
	}
	return nil
}

// keptAnswer finds what a used refresh token was given, if it comes with the same
// key and soon enough. What the tokens rest on must be live, as for any grant.
func (s *Service) keptAnswer(ctx context.Context, queries *db.Queries, t parsedToken, key string) (given Issued, kept bool, err error) {
	if key == "" {
		return Issued{}, false, nil
	}
	sealed, err := queries.Answer(ctx, db.AnswerParams{
		Shard: t.family.Shard, FamilyID: t.family.UUID, Generation: int32(t.generation), KeyHash: secret.Hash(key), Now: s.deps.Now(),
	})
	if errors.Is(err, pg.ErrNoRows) {
		return Issued{}, false, nil
	}
	if err != nil {
		return Issued{}, false, fmt.Errorf("find the answer to family %s: %w", t.family, err)
	}
	found, ok := openAnswer(t, key, sealed)
	if !ok { // not the token that it was given for, for all that its MAC is good
		return Issued{}, false, nil
	}
	if err := s.isLive(ctx, queries, t.family); err != nil {
		return Issued{}, false, err
	}
	return Issued{
		Family: t.family, Access: found.Access, Refresh: found.Refresh, ExpiresIn: found.ExpiresIn, Scopes: scope.Stored(found.Scopes), Again: true,
	}, true, nil
}

// PurgeAnswers forgets the answers of some shards that nobody can ask for any more,
// and tells how many.
func (s *Service) PurgeAnswers(ctx context.Context, shards []ident.Shard) (int64, error) {
	purged, err := across.Write(ctx, shards, func(ctx context.Context, slice []int16) (int64, error) {
		return db.New(s.deps.DB).PurgeAnswers(ctx, db.PurgeAnswersParams{Shards: slice, Now: s.deps.Now()})
	})
	if err != nil {
		return purged, fmt.Errorf("purge answers to refreshes: %w", err)
	}
	return purged, nil
}

// sealAnswer seals an answer under a key that only the used refresh token gives.
// We do not have that token any more: our own keys open nothing here.
func sealAnswer(t parsedToken, key string, a answer) ([]byte, error) {
	plain, err := json.Marshal(a)
	if err != nil {
		return nil, fmt.Errorf("write the answer to family %s: %w", t.family, err)
	}
	box, err := answerBox(t)
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, box.NonceSize())
	_, _ = rand.Read(nonce) // it never returns an error: it ends the program instead
	return box.Seal(nonce, nonce, plain, []byte(key)), nil
}

func openAnswer(t parsedToken, key string, sealed []byte) (a answer, ok bool) {
	box, err := answerBox(t)
	if err != nil || len(sealed) < box.NonceSize() {
		return answer{}, false
	}
	plain, err := box.Open(nil, sealed[:box.NonceSize()], sealed[box.NonceSize():], []byte(key))
	if err == nil {
		err = json.Unmarshal(plain, &a)
	}
	return a, err == nil
}

func answerBox(t parsedToken) (cipher.AEAD, error) {
	derived, err := hkdf.Key(sha256.New, []byte(t.text), nil, "answer to a refresh", 32)
	if err != nil {
		return nil, fmt.Errorf("derive the key of an answer: %w", err)
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		return nil, fmt.Errorf("derive the key of an answer: %w", err)
	}
	return cipher.NewGCM(block)
}
