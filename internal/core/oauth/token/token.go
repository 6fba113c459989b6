package token

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/oauth/token/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const (
	kept = 30 * day // how long the end of a family is remembered
	day  = 24 * time.Hour
)

// Tokens live as long as a key of the operator's is kept for their MACs.
var accessLife, refreshLife = secret.AccessTokens.Life, secret.RefreshTokens.Life

// Deps is what the service needs.
type Deps struct {
	DB     *pg.DB
	Now    clock.Now
	Keys   *secret.Keyring
	Rights *epoch.Registry
	Audit  *audit.Log
}

// Service issues tokens, and tells which are good.
type Service struct {
	deps   Deps
	codec  codec
	memory *lru.Cache[digest, *knownToken] // that were asked about
	mark   *epoch.Mark                     // of the family that is renewed; nil: none
}

// New returns the service on the given parts.
func New(deps Deps) *Service {
	return &Service{deps: deps, codec: newCodec(deps.Keys), memory: newMemory()}
}

// Under is the service for one request, which has marked the family that it will
// renew; nil: it has not.
func (s *Service) Under(mark *epoch.Mark) *Service {
	under := *s
	under.mark = mark
	return &under
}

// takeRights commits something that ends a token of the family; see package
// epoch for what it promises. Whatever ends one goes through here.
func (s *Service) takeRights(ctx context.Context, app ident.App, family ident.Family, commit func(ctx context.Context) error) error {
	if s.mark.Stands(epoch.Family(app, family)) {
		return s.mark.Change(ctx, commit)
	}
	return s.deps.Rights.Change(ctx, []epoch.Subject{epoch.Family(app, family)}, commit)
}

// NewFamily is what a family of tokens is issued for.
type NewFamily struct {
	Business         ident.Business
	App              ident.App
	User             ident.User
	Installation     ident.Installation
	Consent          ident.Consent
	AccessGeneration int // the installation's
	Scopes           scope.Set
	Refreshable      bool // false for a token exchange
	// Life is how long the first access token is good; zero: as long as others.
	Life time.Duration
	// ID is the family's; zero: a new one.
	ID ident.Family
	// Taken is the grant that the transaction takes for the family, which is issued
	// only if it does; zero: there is none.
	Taken ident.Grant
}

// ErrNotTaken says that somebody else had the grant of a family, so that nothing was
// issued. The transaction that issues fails with it.
var ErrNotTaken = errors.New("the grant was not taken")

// Issued is a set of tokens. Nobody else ever sees the texts again.
type Issued struct {
	Family    ident.Family
	Access    string
	Refresh   string // empty where there is none
	ExpiresIn time.Duration
	Scopes    scope.Set
	Again     bool // they were given before, to the same request
}

// Issue starts a family in the caller's transaction. The caller has locked
// the installation (installs.LockShare) and has seen that all is live that the family
// will rest on.
func (s *Service) Issue(ctx context.Context, tx *pg.Tx, n NewFamily) (Issued, error) {
	now := s.deps.Now()
	id := n.ID
	if id.IsZero() {
		id = ident.New[ident.Family](n.Business.Shard, now)
	}
	first := s.generation(id, 1, now, cmp.Or(n.Life, accessLife), n.Refreshable)
	first.Scopes = n.Scopes
	later := tx.Later(pg.To("issue tokens under installation %s", n.Installation))
	if !n.Taken.IsZero() {
		return first.Issued, db.New(later.Or(ErrNotTaken)).AddTaken(ctx, db.AddTakenParams{
			Shard: first.Family.Shard, ID: first.Family.UUID, GrantID: n.Taken.UUID, Scopes: n.Scopes.Strings(), Generation: 1,
			AccessHash: first.accessHash, AccessExpiresAt: first.accessEnds, RefreshHash: first.refreshHash, RefreshExpiresAt: first.refreshEnds,
			CreatedAt: now, ForgetOn: first.forgetOn,
		})
	}
	return first.Issued, db.New(later).Add(ctx, db.AddParams{
		Shard: first.Family.Shard, ID: first.Family.UUID, BusinessID: n.Business.UUID, AppID: n.App.UUID, UserID: n.User.UUID,
		InstallationID: n.Installation.UUID, ConsentID: &n.Consent.UUID, AccessGeneration: int32(n.AccessGeneration),
		Scopes: n.Scopes.Strings(), Generation: 1, AccessHash: first.accessHash, AccessExpiresAt: first.accessEnds,
		RefreshHash: first.refreshHash, RefreshExpiresAt: first.refreshEnds, CreatedAt: now, ForgetOn: first.forgetOn,
	})
}

// generation is the tokens that a family has at a time, and what its row says
// of them.
type generation struct {
	Issued
	accessHash, refreshHash []byte
	accessEnds              time.Time
	refreshEnds             *time.Time
	forgetOn                time.Time
}

func (s *Service) generation(family ident.Family, n int, now time.Time, life time.Duration, refreshable bool) generation {
	g := generation{
		Issued:     Issued{Family: family, Access: s.codec.write(secret.AccessToken, family, n, now), ExpiresIn: life},
		accessEnds: now.Add(life),
	}
	g.accessHash, g.forgetOn = secret.Hash(g.Access), forgetOn(g.accessEnds)
	if refreshable {
		g.Refresh = s.codec.write(secret.RefreshToken, family, n, now)
		g.refreshHash, g.refreshEnds = secret.Hash(g.Refresh), new(now.Add(refreshLife))
		g.forgetOn = forgetOn(*g.refreshEnds)
	}
	return g
}

// forgetOn is the first day that lies wholly after the time for which an end is
// remembered.
func forgetOn(end time.Time) time.Time { return end.Add(kept).Truncate(day).Add(day) }

// Purge forgets the families of some shards that ended so long ago that nobody is
// owed an answer about their tokens, and tells how many.
func (s *Service) Purge(ctx context.Context, shards []ident.Shard) (int64, error) {
	purged, err := across.Write(ctx, shards, func(ctx context.Context, slice []int16) (int64, error) {
		return db.New(s.deps.DB).Purge(ctx, db.PurgeParams{Shards: slice, Today: s.deps.Now()})
	})
	if err != nil {
		return purged, fmt.Errorf("purge families: %w", err)
	}
	return purged, nil
}

// Refreshable counts the families whose refresh token is good and was issued in a
// span of time.
func (s *Service) Refreshable(ctx context.Context, from, until time.Time) (int, error) {
	n, err := db.New(s.deps.DB).Refreshable(ctx, db.RefreshableParams{
		ExpireFrom: from.Add(refreshLife), ExpireUntil: until.Add(refreshLife), Now: s.deps.Now(),
	})
	if err != nil {
		return 0, fmt.Errorf("count families: %w", err)
	}
	return int(n), nil
}
