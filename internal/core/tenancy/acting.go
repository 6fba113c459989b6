package tenancy

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/tenancy/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// Acting is a member of a business who acts in it, with all that a call may need to know of both.
type Acting struct {
	User        accounts.Person
	Business    Business
	Role        permission.Role
	Permissions permission.Set
}

// Acting reports what a user is in a business. To a stranger the business does
// not exist, nor to a member who may not act.
func (s *Service) Acting(ctx context.Context, user ident.User, business ident.Business) (Acting, error) {
	row, err := db.New(s.deps.DB).Acting(ctx, db.ActingParams{Shard: business.Shard, BusinessID: business.UUID, UserID: user.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return Acting{}, ErrBusinessNotFound
	}
	if err != nil {
		return Acting{}, fmt.Errorf("load what user %s is in business %s: %w", user, business, err)
	}
	return ActingRow{
		User: accounts.Person{ID: user, Name: row.Name, Email: row.Email, Locale: row.Locale},
		Role: row.Role, Added: row.Added, Removed: row.Removed, Business: BusinessRow(row.TenancyActiveBusiness),
	}.Acting()
}

// ActingRow is an Acting as the views of this package show one, for those who
// read them in the same statement as what is their own.
type ActingRow struct {
	User           accounts.Person
	Role           string
	Added, Removed []string // permissions, where the business departs from the role's defaults
	Business       BusinessRow
}

// BusinessRow is a row of tenancy.active_businesses.
type BusinessRow struct {
	Shard       ident.Shard
	BusinessID  uuid.UUID
	Name        string
	Plan        string
	Currency    string
	Timezone    string
	SandboxOf   *uuid.UUID
	Version     int32
	CreatedAt   time.Time
	AheadMicros int64
}

// Acting is the row in this package's words.
func (r ActingRow) Acting() (Acting, error) {
	business, err := businessFrom(r.Business)
	return Acting{
		User: r.User, Business: business, Role: permission.Role(r.Role),
		Permissions: permission.Effective(permission.Role(r.Role), append(r.departures(r.Added, true), r.departures(r.Removed, false)...)),
	}, err
}

func (r ActingRow) departures(list []string, granted bool) []permission.Change {
	changes := make([]permission.Change, len(list))
	for i, name := range list {
		changes[i] = permission.Change{Role: permission.Role(r.Role), Permission: permission.Permission(name), Granted: granted}
	}
	return changes
}
