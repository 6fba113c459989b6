package counterpart

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
)

// Sealer encrypts tokens for a store, and opens them again. What was sealed for one
// business does not open for another.
type Sealer interface {
	Seal(business string, plain []byte) ([]byte, error)
	Open(business string, sealed []byte) ([]byte, error)
}

// AESGCM seals with a key of 32 bytes, which lies elsewhere than the database.
func AESGCM(key []byte) (Sealer, error) {
	block, err := aes.NewCipher(key)
	if err != nil || len(key) != 32 {
		return nil, errors.New("counterpart: a sealer's key has 32 bytes")
	}
	gcm, err := cipher.NewGCM(block)
	return aesGCM{gcm}, err
}

type aesGCM struct{ gcm cipher.AEAD }

// Seal puts the nonce before what it seals.
func (s aesGCM) Seal(business string, plain []byte) ([]byte, error) {
	nonce := make([]byte, s.gcm.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return s.gcm.Seal(nonce, nonce, plain, []byte(business)), nil
}

// Open opens what Seal sealed.
func (s aesGCM) Open(business string, sealed []byte) ([]byte, error) {
	n := s.gcm.NonceSize()
	if len(sealed) < n {
		return nil, errors.New("counterpart: the sealed tokens are cut off")
	}
	plain, err := s.gcm.Open(nil, sealed[:n], sealed[n:], []byte(business))
	if err != nil {
		return nil, errors.New("counterpart: the tokens do not open with this key")
	}
	return plain, nil
}

// Format shows nothing of the key.
func (s aesGCM) Format(state fmt.State, _ rune) { show(state, "AESGCM") }

var tableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?$`)

// Postgres keeps tokens, sealed, in a table of a PostgreSQL database, which all
// processes of an app may share:
//
//	CREATE TABLE counterpart_tokens (
//		business text PRIMARY KEY,
//		sealed   bytea NOT NULL
//	);
//
// The lock is an advisory lock of a transaction, so a refresh needs two connections of
// the pool for a moment.
func Postgres(db *sql.DB, table string, seal Sealer) TokenStore {
	return &postgres{db: db, table: table, seal: seal}
}

type postgres struct {
	db    *sql.DB
	table string
	seal  Sealer
}

// usable says what is missing before anything is asked.
func (p *postgres) usable() error {
	switch {
	case !tableName.MatchString(p.table):
		return fmt.Errorf("counterpart: %q is not the name of a table", p.table)
	case p.seal == nil:
		return errors.New("counterpart: tokens in a database need a Sealer")
	}
	return nil
}

// Load reads and opens a business's tokens.
func (p *postgres) Load(ctx context.Context, business string) (TokenSet, error) {
	if err := p.usable(); err != nil {
		return TokenSet{}, err
	}
	var sealed []byte
	err := p.db.QueryRowContext(ctx, "SELECT sealed FROM "+p.table+" WHERE business = $1", business).Scan(&sealed)
	if errors.Is(err, sql.ErrNoRows) {
		return TokenSet{}, ErrNoTokens
	}
	if err != nil {
		return TokenSet{}, err
	}
	plain, err := p.seal.Open(business, sealed)
	if err != nil {
		return TokenSet{}, err
	}
	var set TokenSet
	return set, set.UnmarshalBinary(plain)
}

// Save seals and writes a business's tokens.
func (p *postgres) Save(ctx context.Context, business string, t TokenSet) error {
	if err := p.usable(); err != nil {
		return err
	}
	plain, err := t.MarshalBinary()
	if err != nil {
		return err
	}
	sealed, err := p.seal.Seal(business, plain)
	if err != nil {
		return err
	}
	_, err = p.db.ExecContext(ctx, "INSERT INTO "+p.table+" (business, sealed) VALUES ($1, $2) ON CONFLICT (business) DO UPDATE SET sealed = excluded.sealed", business, sealed)
	return err
}

// Delete forgets a business's tokens.
func (p *postgres) Delete(ctx context.Context, business string) error {
	if err := p.usable(); err != nil {
		return err
	}
	_, err := p.db.ExecContext(ctx, "DELETE FROM "+p.table+" WHERE business = $1", business)
	return err
}

// Lock waits in the database for its turn. It is not the row that is locked: the
// holder saves twice, each time for good. The server ends a holder that hangs.
func (p *postgres) Lock(ctx context.Context, business string) (func() error, error) {
	if err := p.usable(); err != nil {
		return nil, err
	}
	tx, err := p.db.BeginTx(ctx, nil) // which ends with the context, and the lock with it
	if err != nil {
		return nil, err
	}
	_, err = tx.ExecContext(ctx, "SELECT set_config('idle_in_transaction_session_timeout', '30s', true), pg_advisory_xact_lock(hashtextextended($1, 0))", "counterpart "+p.table+" "+business)
	if err != nil {
		return nil, errors.Join(err, tx.Rollback())
	}
	return func() error {
		if err := tx.Rollback(); !errors.Is(err, sql.ErrTxDone) {
			return err
		}
		return nil
	}, nil
}
