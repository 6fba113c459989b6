package installs

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/installs/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// Uninstall ends an installation, by a member of its business who may. It opens
// its own transaction, as do the other operations here.
func (s *Service) Uninstall(ctx context.Context, by ident.User, id ident.Installation) (Installation, error) {
	inst, err := s.ByID(ctx, id)
	if err != nil {
		return Installation{}, err
	}
	return s.change(ctx, inst, author{by, permission.UninstallApps}, audit.AppUninstalled, func(tx *pg.Tx, inst *Installation) (audit.Facts, error) {
		if inst.Status == Suspended {
			return nil, errSuspended
		}
		return audit.Facts{}, s.end(ctx, tx, inst, ByBusiness, redactPause)
	})
}

// end ends a locked installation. The app hears of it, and after the
// pause that it is to forget the business.
func (s *Service) end(ctx context.Context, tx *pg.Tx, inst *Installation, reason EndReason, pause time.Duration) error {
	inst.Status, inst.EndedAt, inst.EndReason = Uninstalled, new(s.deps.Now()), reason
	if err := s.planRedaction(ctx, tx, *inst, pause); err != nil {
		return err
	}
	return s.record(ctx, tx, *inst, event.AppUninstalled, map[string]any{"uninstalledAt": event.Instant(*inst.EndedAt), "reason": reason})
}

// EndAll ends, in the transaction that erases a business, all installations that
// it has, also those that the operator has suspended. The apps are to forget the business
// now, and so are those that it left a short time ago.
func (s *Service) EndAll(ctx context.Context, tx *pg.Tx, business ident.Business) error {
	rows, err := db.New(tx).LockOfBusiness(ctx, db.LockOfBusinessParams{Shard: business.Shard, BusinessID: business.UUID})
	if err != nil {
		return fmt.Errorf("list installations of business %s: %w", business, err)
	}
	for _, row := range rows {
		inst := fromRow(row)
		if err := s.end(ctx, tx, &inst, BusinessClosed, 0); err != nil {
			return err
		}
		if err := save(ctx, tx, inst); err != nil {
			return err
		}
	}
	err = db.New(tx).HastenRedactions(ctx, db.HastenRedactionsParams{Shard: business.Shard, BusinessID: business.UUID, Now: s.deps.Now()})
	if err != nil {
		return fmt.Errorf("hasten what apps are to erase of business %s: %w", business, err)
	}
	return nil
}

// RevokeAccess ends all that the app has been given under the installation so
// far, every member's consent included, by a member of the business who may. The
// installation stays; nothing is issued under it until somebody consents again.
func (s *Service) RevokeAccess(ctx context.Context, by ident.User, id ident.Installation) (Installation, error) {
	inst, err := s.ByID(ctx, id)
	if err != nil {
		return Installation{}, err
	}
	return s.change(ctx, inst, author{by, permission.RevokeApps}, audit.AppAccessRevoked, func(tx *pg.Tx, inst *Installation) (audit.Facts, error) {
		err := db.New(tx).WithdrawAllConsents(ctx, db.WithdrawAllConsentsParams{
			Shard: inst.ID.Shard, InstallationID: inst.ID.UUID, Now: s.deps.Now(),
		})
		if err != nil {
			return nil, fmt.Errorf("withdraw all consents to installation %s: %w", inst.ID, err)
		}
		inst.AccessGeneration++
		inst.AccessRevoked = true
		return audit.Facts{"generation": inst.AccessGeneration}, nil
	})
}

// WithdrawConsent takes back all that a user has said yes to under the
// installation. It is theirs to take back, so it needs no permission.
func (s *Service) WithdrawConsent(ctx context.Context, user ident.User, id ident.Installation) error {
	inst, err := s.ByID(ctx, id)
	if err != nil {
		return err
	}
	_, err = s.change(ctx, inst, author{}, audit.AppConsentWithdrawn, func(tx *pg.Tx, inst *Installation) (audit.Facts, error) {
		withdrawn, err := db.New(tx).WithdrawConsents(ctx, db.WithdrawConsentsParams{
			Shard: inst.ID.Shard, InstallationID: inst.ID.UUID, UserID: user.UUID, Now: s.deps.Now(),
		})
		if err != nil {
			return nil, fmt.Errorf("withdraw consents of user %s to installation %s: %w", user, inst.ID, err)
		}
		if withdrawn == 0 {
			return nil, errConsentNotFound
		}
		return audit.Facts{"user": user, "consents": withdrawn}, nil
	})
	return err
}

// Suspend suspends an installation; the operator's operation. One that is
// suspended stays so.
func (s *Service) Suspend(ctx context.Context, id ident.Installation) (Installation, error) {
	return s.setStatus(ctx, id, audit.AppHeld, Suspended)
}

// Resume ends a suspension.
func (s *Service) Resume(ctx context.Context, id ident.Installation) (Installation, error) {
	return s.setStatus(ctx, id, audit.AppReleased, Active)
}

func (s *Service) setStatus(ctx context.Context, id ident.Installation, action audit.Action, status Status) (Installation, error) {
	inst, err := s.ByID(ctx, id)
	if err != nil {
		return Installation{}, err
	}
	return s.change(ctx, inst, author{}, action, func(_ *pg.Tx, inst *Installation) (audit.Facts, error) {
		if inst.Status == status {
			return nil, nil
		}
		inst.Status = status
		return audit.Facts{}, nil
	})
}

// author is a member who does something about an installation, and the permission
// that it takes. The zero author is whoever needs none: the operator, or a user in
// their own affair.
type author struct {
	user  ident.User
	needs permission.Permission
}

// permit locks what the author may do in the business until the transaction ends,
// and refuses whoever may not. To those who are not of the business its
// installations do not exist.
func (s *Service) permit(ctx context.Context, tx *pg.Tx, by author, business ident.Business) error {
	if by == (author{}) {
		return nil
	}
	err := s.deps.Tenancy.LockRights(ctx, tx, business)
	if err == nil {
		err = s.deps.Tenancy.Can(pg.Within(ctx, s.deps.DB, tx), by.user, business, by.needs)
	}
	if refusal, ok := fault.As(err); ok && refusal.Kind == fault.NotFound {
		return ErrNotFound
	}
	return err
}
