package keys

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/oauth/keys/internal/db"
)

// handover is how long before it takes effect a rotation out of turn is written
// down: long enough that every node has read of it by then.
const handover = 2 * memory

// Ensure makes the keys that are missing, and removes those that nobody needs
// any more. It opens its own transaction, as does Rotate; however many nodes
// call at once, the keys are made once.
func (s *Service) Ensure(ctx context.Context) error {
	_, err := s.ensure(ctx)
	return err
}

func (s *Service) ensure(ctx context.Context) (set, error) {
	return s.change(ctx, func(tx *pg.Tx, keys set) error { return s.fill(ctx, tx, keys) })
}

// Rotate ends the current key's term out of turn, as an operator does whose
// backup was stolen: after the handover the next key signs, and a minute later
// the old one's tokens have all expired.
func (s *Service) Rotate(ctx context.Context) error {
	if err := s.Ensure(ctx); err != nil {
		return err
	}
	_, err := s.change(ctx, func(tx *pg.Tx, keys set) error {
		current, hasCurrent := keys.current(keys.read)
		next, hasNext := keys.next(keys.read)
		changeover := wholeSecond(keys.read).Add(handover)
		if !hasCurrent || !hasNext || !changeover.Before(current.until) {
			return nil // the term ends by itself before we could end it
		}
		if err := setTerm(ctx, tx, current, current.from, changeover); err != nil {
			return err
		}
		if err := setTerm(ctx, tx, next, changeover, changeover.Add(term)); err != nil {
			return err
		}
		return s.deps.Audit.Note(ctx, tx, audit.SigningKeyRotated, current.id, ident.Organization{}, audit.Facts{"next": next.id})
	})
	return err
}

// change lets do alter the keys while nobody else does, and returns what they
// are then.
func (s *Service) change(ctx context.Context, do func(tx *pg.Tx, keys set) error) (set, error) {
	var changed set
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := db.New(tx).LockKeys(ctx); err != nil {
			return fmt.Errorf("lock signing keys: %w", err)
		}
		keys, err := s.read(ctx, tx)
		if err != nil {
			return err
		}
		if err := do(tx, keys); err != nil {
			return err
		}
		changed, err = s.read(ctx, tx)
		return err
	})
	return changed, err
}

func (s *Service) fill(ctx context.Context, tx *pg.Tx, keys set) error {
	now := keys.read
	if _, err := db.New(tx).ForgetKeys(ctx, now.Add(-oldKept)); err != nil {
		return fmt.Errorf("remove old signing keys: %w", err)
	}
	current, ok := keys.current(now)
	if !ok {
		var err error
		if current, err = s.add(ctx, tx, wholeSecond(now)); err != nil {
			return err
		}
	}
	if _, ok := keys.next(now); !ok {
		if _, err := s.add(ctx, tx, current.until); err != nil {
			return err
		}
	}
	return nil
}

// add makes a key whose term begins at the given time.
func (s *Service) add(ctx context.Context, tx *pg.Tx, from time.Time) (key, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return key{}, fmt.Errorf("make signing key: %w", err)
	}
	plain, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return key{}, fmt.Errorf("write signing key: %w", err)
	}
	public, err := x509.MarshalPKIXPublicKey(&private.PublicKey)
	if err != nil {
		return key{}, fmt.Errorf("write public key: %w", err)
	}
	id := ident.Random()
	made := key{id: id, public: &private.PublicKey, sealed: s.deps.Ring.Seal(sealedAs(id), plain), from: from, until: from.Add(term)}
	err = db.New(tx).AddKey(ctx, db.AddKeyParams{
		ID: id, PublicKey: public, PrivateKey: made.sealed, CreatedAt: s.deps.Now(), SignsFrom: made.from, SignsUntil: made.until,
	})
	if err != nil {
		return key{}, fmt.Errorf("store signing key %s: %w", id, err)
	}
	return made, nil
}

func setTerm(ctx context.Context, tx *pg.Tx, k key, from, until time.Time) error {
	err := db.New(tx).SetTerm(ctx, db.SetTermParams{ID: k.id, SignsFrom: from, SignsUntil: until})
	if err != nil {
		return fmt.Errorf("set the term of signing key %s: %w", k.id, err)
	}
	return nil
}

func wholeSecond(at time.Time) time.Time { return at.Truncate(time.Second) }
