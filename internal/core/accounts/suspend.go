package accounts

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
)

// SuspendUser shuts a user out everywhere: the operator's operation. To do it again
// changes nothing. It opens a transaction, as do the three below.
func (s *Service) SuspendUser(ctx context.Context, id ident.User) error {
	return s.changeSuspension(ctx, id, audit.UserSuspended, func(u *User) { u.SuspendedAt = since(u.SuspendedAt, s.deps.Now()) })
}

// UnsuspendUser lets a suspended user in again.
func (s *Service) UnsuspendUser(ctx context.Context, id ident.User) error {
	return s.changeSuspension(ctx, id, audit.UserUnsuspended, func(u *User) { u.SuspendedAt = nil })
}

// RestrictUser puts a user under a processing restriction: the data is kept, and
// nothing is done with it until the restriction is lifted.
func (s *Service) RestrictUser(ctx context.Context, id ident.User) error {
	return s.changeSuspension(ctx, id, audit.UserRestricted, func(u *User) { u.RestrictedAt = since(u.RestrictedAt, s.deps.Now()) })
}

// UnrestrictUser lifts a processing restriction.
func (s *Service) UnrestrictUser(ctx context.Context, id ident.User) error {
	return s.changeSuspension(ctx, id, audit.UserUnrestricted, func(u *User) { u.RestrictedAt = nil })
}

// changeSuspension moves the user's epoch in both directions: a node may remember
// a refusal as well as a permit.
func (s *Service) changeSuspension(ctx context.Context, id ident.User, action audit.Action, change func(*User)) error {
	return s.takeRights(ctx, id, func(tx *pg.Tx) error {
		row, err := lockUser(ctx, tx, id)
		if err != nil {
			return err
		}
		before := userFrom(row)
		after := before
		if change(&after); after == before {
			return nil
		}
		err = db.New(tx).SetSuspension(ctx, db.SetSuspensionParams{
			ID: id.UUID, SuspendedAt: after.SuspendedAt, RestrictedAt: after.RestrictedAt,
		})
		if err != nil {
			return fmt.Errorf("change whether user %s may act: %w", id, err)
		}
		return s.noteOn(ctx, tx, action, id, nil)
	})
}

// since keeps the first of two instants, if there was one.
func since(first *time.Time, now time.Time) *time.Time {
	if first != nil {
		return first
	}
	return &now
}
