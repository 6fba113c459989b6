package authorize

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/authorize/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// heldFor is how long a request waits for its user, signing in included.
const heldFor = 5 * time.Minute

// Request is a request that waits for its user.
type Request struct {
	ID          ident.AuthRequest
	App         ident.App
	RedirectURI string
	Scopes      scope.Set
	CreatedAt   time.Time
	ExpiresAt   time.Time

	anyLoopbackPort bool
	state           []byte // nil: none was sent
	challenge       string
}

// Deps is what the service stands on.
type Deps struct {
	DB        *pg.DB
	Now       clock.Now
	Approvals *approval.Service
	Issuer    string // who we are to the apps: the API's origin
}

// Service holds requests, and lets users decide on them.
type Service struct{ Deps }

// New returns the service on the given parts.
func New(deps Deps) *Service { return &Service{Deps: deps} }

// Hold keeps a request for its user. The handle finds it again; nobody can read
// it from the database.
func (s *Service) Hold(ctx context.Context, sound Sound) (handle string, err error) {
	now, shard := s.Now(), ident.RandomShard()
	handle = secret.NewAt(secret.HeldRequest, shard)
	params := db.AddParams{
		Shard: shard, ID: ident.New[ident.AuthRequest](shard, now).UUID, HandleHash: secret.Hash(handle), AppID: sound.client.ID.UUID,
		RedirectUri: sound.redirect, AnyLoopbackPort: sound.client.AnyLoopbackPort, Scopes: sound.scopes.Strings(),
		CreatedAt: now, ExpiresAt: now.Add(heldFor),
	}
	if sound.state != nil {
		params.State = append([]byte{}, *sound.state...) // an empty state is a state
	}
	if sound.challenge != "" {
		params.CodeChallenge = &sound.challenge
	}
	if err := db.New(s.DB).Add(ctx, params); err != nil {
		return "", fmt.Errorf("hold a request of app %s: %w", sound.client.ID, err)
	}
	return handle, nil
}

// Find finds a request that waits. One that has been decided, or has waited too
// long, is not there any more.
func (s *Service) Find(ctx context.Context, handle string) (Request, error) {
	shard, ok := secret.ShardOf(secret.HeldRequest, handle)
	if !ok {
		return Request{}, ErrNotHeld
	}
	row, err := db.New(s.DB).Held(ctx, db.HeldParams{Shard: shard, HandleHash: secret.Hash(handle), Now: s.Now()})
	if errors.Is(err, pg.ErrNoRows) {
		return Request{}, ErrNotHeld
	}
	if err != nil {
		return Request{}, fmt.Errorf("find a held request: %w", err)
	}
	return fromRow(row), nil
}

// Purge forgets the requests that are over, shard by shard, and tells how many.
func (s *Service) Purge(ctx context.Context) (int64, error) {
	before := s.Now()
	var purged int64
	for shard := range ident.Shard(ident.Shards) {
		n, err := db.New(s.DB).Purge(ctx, db.PurgeParams{Shard: shard, Before: before})
		if err != nil {
			return purged, fmt.Errorf("purge requests of shard %s: %w", shard, err)
		}
		purged += n
	}
	return purged, nil
}

func fromRow(row db.HeldRow) Request {
	r := Request{
		ID: ident.Of[ident.AuthRequest](row.Shard, row.ID), App: ident.Of[ident.App](ident.Control, row.AppID),
		RedirectURI: row.RedirectUri, Scopes: scope.Stored(row.Scopes), CreatedAt: row.CreatedAt, ExpiresAt: row.ExpiresAt,
		anyLoopbackPort: row.AnyLoopbackPort, state: row.State,
	}
	if row.CodeChallenge != nil {
		r.challenge = *row.CodeChallenge
	}
	return r
}
