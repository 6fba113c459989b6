package approval

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/oauth/approval/internal/db"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const (
	// CodeLifetime is how long an authorization code can be redeemed.
	CodeLifetime = 10 * time.Minute
	// Kept is how long what is over can still be told apart from what never was.
	Kept = 30 * 24 * time.Hour
)

// Kind says how a grant is redeemed.
type Kind string

// The kinds of grants.
const (
	Code   Kind = "code"   // by an authorization code
	Device Kind = "device" // by the device code that was decided on
)

// Grant is what an approval gave.
type Grant struct {
	ID       ident.Grant
	Kind     Kind
	Decision uuid.UUID // the request or device code that was approved
	Business ident.Business
	App      ident.App
	User     ident.User

	// What it hangs on; zero for one that was cancelled before it was given.
	Installation     ident.Installation
	Consent          ident.Consent
	AccessGeneration int

	Scopes        scope.Set
	RedirectURI   string // of the authorization request, to the letter; none for a device's
	CodeChallenge string // empty: none was sent

	CreatedAt   time.Time
	ExpiresAt   time.Time
	UsedAt      *time.Time
	CancelledAt *time.Time
	Family      ident.Family // what the redemption issued; zero until then

	// Live says whether, when it was found by its decision, the installation was
	// ACTIVE in the grant's access generation, the consent not withdrawn, the app
	// usable and the user a member who may act. Who redeems one by its code asks
	// that under the installation's lock.
	Live bool
}

// Used reports whether somebody has redeemed the grant.
func (g Grant) Used() bool { return g.UsedAt != nil }

// Cancelled reports whether the grant was never to be redeemed.
func (g Grant) Cancelled() bool { return g.CancelledAt != nil }

// Expired reports whether the grant has run out by itself.
func (g Grant) Expired(now time.Time) bool { return !now.Before(g.ExpiresAt) }

// Deps is what the service needs.
type Deps struct {
	DB       *pg.DB
	Now      clock.Now
	Installs *installs.Service
	Tenancy  *tenancy.Service
	// App finds an app as the authorization server sees it: one whose metadata
	// document the operator trusts counts as reviewed.
	App func(ctx context.Context, id ident.App) (apps.App, error)
}

// Service gives grants, and takes them once.
type Service struct{ deps Deps }

// New returns the service on the given parts.
func New(deps Deps) *Service { return &Service{deps: deps} }

// Find finds the grant of an authorization code; ok is false if we never made
// the code, or have forgotten it.
func (s *Service) Find(ctx context.Context, code string) (g Grant, ok bool, err error) {
	id, ok := grantOf(code)
	if !ok {
		return Grant{}, false, nil
	}
	row, err := db.New(s.deps.DB).Grant(ctx, db.GrantParams{Shard: id.Shard, ID: id.UUID})
	if err == nil && !proves(code, row.OauthGrant.CodeHash) {
		return Grant{}, false, nil
	}
	return optional(row.OauthGrant, err, id)
}

// FindDecision finds the grant that came of a decision in favour of a business;
// ok is false as long as there is none.
func (s *Service) FindDecision(ctx context.Context, business ident.Business, decision uuid.UUID) (g Grant, ok bool, err error) {
	row, err := db.New(s.deps.DB).ByDecision(ctx, db.ByDecisionParams{Shard: business.Shard, DecisionID: decision})
	g, ok, err = optional(row.OauthGrant, err, decision)
	g.Live = row.Live
	return g, ok, err
}

// Take uses a grant up for the family that is issued in the same transaction,
// unless somebody was faster or its time is over. Of all who try, on however many
// nodes, the grant names the family of one; which, is seen when the family is
// written (token.NewFamily). The caller has locked the installation
// (installs.LockShare) and asked whether all stands that the grant hangs on.
func (s *Service) Take(ctx context.Context, tx *pg.Tx, g Grant, family ident.Family) error {
	return db.New(tx.Later(pg.To("take grant %s", g.ID))).Take(ctx, db.TakeParams{
		Shard: g.ID.Shard, ID: g.ID.UUID, Now: s.deps.Now(), FamilyID: family.UUID,
	})
}

// Purge forgets the grants of some shards that have been over for 30 days, and
// tells how many.
func (s *Service) Purge(ctx context.Context, shards []ident.Shard) (int64, error) {
	purged, err := across.Write(ctx, shards, func(ctx context.Context, slice []int16) (int64, error) {
		return db.New(s.deps.DB).Purge(ctx, db.PurgeParams{Shards: slice, Before: s.deps.Now().Add(-Kept)})
	})
	if err != nil {
		return purged, fmt.Errorf("purge grants: %w", err)
	}
	return purged, nil
}

func optional[By any](row db.OauthGrant, err error, by By) (Grant, bool, error) {
	if errors.Is(err, pg.ErrNoRows) {
		return Grant{}, false, nil
	}
	if err != nil {
		return Grant{}, false, fmt.Errorf("find grant %v: %w", by, err)
	}
	return fromRow(row), true, nil
}

func fromRow(row db.OauthGrant) Grant {
	g := Grant{
		ID: ident.Of[ident.Grant](row.Shard, row.ID), Kind: Kind(row.Kind), Decision: row.DecisionID,
		Business: ident.Of[ident.Business](row.Shard, row.BusinessID), App: ident.Of[ident.App](ident.Control, row.AppID),
		User: ident.Of[ident.User](ident.Control, row.UserID), Scopes: scope.Stored(row.Scopes),
		CreatedAt: row.CreatedAt, ExpiresAt: row.ExpiresAt, UsedAt: row.UsedAt, CancelledAt: row.CancelledAt,
	}
	if row.InstallationID != nil {
		g.Installation = ident.Of[ident.Installation](row.Shard, *row.InstallationID)
		g.Consent = ident.Of[ident.Consent](row.Shard, *row.ConsentID)
		g.AccessGeneration = int(*row.AccessGeneration)
	}
	if row.RedirectUri != nil {
		g.RedirectURI = *row.RedirectUri
	}
	if row.CodeChallenge != nil {
		g.CodeChallenge = *row.CodeChallenge
	}
	if row.FamilyID != nil {
		g.Family = ident.Of[ident.Family](row.Shard, *row.FamilyID)
	}
	return g
}
