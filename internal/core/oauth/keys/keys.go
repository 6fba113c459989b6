package keys

import (
	"context"
	"crypto/ecdsa"
	"crypto/x509"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/oauth/keys/internal/db"
)

const (
	term    = 90 * 24 * time.Hour // how long a key signs
	oldKept = 24 * time.Hour      // how long it is published afterwards
	// memory is how long a node goes by the keys that it has read.
	memory = 30 * time.Second
	// reloadLimit is how long the key set waits for newer keys than it knows.
	reloadLimit = 2 * time.Second
)

// Deps is what the service needs.
type Deps struct {
	DB     *pg.DB
	Now    clock.Now
	Ring   *secret.Keyring
	Audit  *audit.Log
	Issuer string // the API origin, as the discovery document names it
}

// Service is the signing keys and the session tokens.
type Service struct {
	deps  Deps
	known atomic.Pointer[set]
}

// New returns the service on the given parts.
func New(deps Deps) *Service { return &Service{deps: deps} }

// key is a signing key. Its term is in whole seconds, like the times in a
// token, so that a token's time and its key's term compare exactly.
type key struct {
	id          uuid.UUID
	public      *ecdsa.PublicKey
	sealed      []byte // the private key
	from, until time.Time
}

func (k key) signs(at time.Time) bool { return !at.Before(k.from) && at.Before(k.until) }

func (k key) published(at time.Time) bool { return at.Before(k.until.Add(oldKept)) }

// set is the keys as they were read at one time.
type set struct {
	keys []key
	read time.Time
}

// current is the key that signs. Should terms overlap, because a clock went
// backwards, it is the newer one.
func (s set) current(now time.Time) (key, bool) {
	for _, k := range slices.Backward(s.keys) {
		if k.signs(now) {
			return k, true
		}
	}
	return key{}, false
}

// next is the first key that will sign.
func (s set) next(now time.Time) (key, bool) {
	return find(s.keys, func(k key) bool { return k.from.After(now) })
}

// complete reports whether nothing is missing at the given time.
func (s set) complete(now time.Time) bool {
	_, hasCurrent := s.current(now)
	_, hasNext := s.next(now)
	return hasCurrent && hasNext
}

// fresh reports whether the keys may be gone by without reading them again.
// Terms are fixed ahead; only a rotation before its time has to be noticed.
func (s set) fresh(now time.Time) bool {
	age := now.Sub(s.read)
	return age >= 0 && age < memory && s.complete(now)
}

// keys returns the keys as this node knows them.
func (s *Service) keys(ctx context.Context) (set, error) {
	if known := s.known.Load(); known != nil && known.fresh(s.deps.Now()) {
		return *known, nil
	}
	return s.reload(ctx)
}

// anyhow is the keys for whoever may go by old ones: what a node has read is
// published until its terms end, also while PostgreSQL is away. It does not wait
// long for one that hangs.
func (s *Service) anyhow(ctx context.Context) (set, error) {
	known := s.known.Load()
	if known == nil {
		return s.keys(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, reloadLimit)
	defer cancel()
	if read, err := s.keys(ctx); err == nil {
		return read, nil
	}
	return *known, nil
}

// reload reads the keys. Where one is missing, in a new installation or in the
// hour after a change of terms, it is made.
func (s *Service) reload(ctx context.Context) (set, error) {
	read, err := s.read(ctx, s.deps.DB)
	if err == nil && !read.complete(read.read) {
		read, err = s.ensure(ctx)
	}
	if err != nil {
		return set{}, err
	}
	s.known.Store(&read)
	return read, nil
}

func (s *Service) read(ctx context.Context, from db.DBTX) (set, error) {
	now := s.deps.Now()
	rows, err := db.New(from).Keys(ctx, now.Add(-oldKept))
	if err != nil {
		return set{}, fmt.Errorf("read signing keys: %w", err)
	}
	read := set{keys: make([]key, len(rows)), read: now}
	for i, row := range rows {
		if read.keys[i], err = fromRow(row); err != nil {
			return set{}, err
		}
	}
	return read, nil
}

func fromRow(row db.OauthSigningKey) (key, error) {
	parsed, err := x509.ParsePKIXPublicKey(row.PublicKey)
	if err != nil {
		return key{}, fmt.Errorf("read public key %s: %w", row.ID, err)
	}
	public, ok := parsed.(*ecdsa.PublicKey)
	if !ok {
		return key{}, fmt.Errorf("read public key %s: it is a %T", row.ID, parsed)
	}
	return key{id: row.ID, public: public, sealed: row.PrivateKey, from: row.SignsFrom, until: row.SignsUntil}, nil
}

// private opens a private key.
func (s *Service) private(k key) (*ecdsa.PrivateKey, error) {
	plain, err := s.deps.Ring.Open(sealedAs(k.id), k.sealed)
	if err != nil {
		return nil, fmt.Errorf("open signing key %s: %w", k.id, err)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(plain)
	if err != nil {
		return nil, fmt.Errorf("read signing key %s: %w", k.id, err)
	}
	private, ok := parsed.(*ecdsa.PrivateKey)
	if !ok || !private.PublicKey.Equal(k.public) {
		return nil, fmt.Errorf("read signing key %s: it does not fit its public key", k.id)
	}
	return private, nil
}

// SealedKeys is where private keys are kept.
var SealedKeys = secret.Column{
	Table: "oauth.signing_keys", Name: "private_key", ID: "id",
	Context: func(_ ident.Shard, id uuid.UUID) string { return sealedAs(id) },
}

func sealedAs(id uuid.UUID) string { return "signing key " + id.String() }

func find(keys []key, is func(key) bool) (key, bool) {
	i := slices.IndexFunc(keys, is)
	if i < 0 {
		return key{}, false
	}
	return keys[i], true
}
