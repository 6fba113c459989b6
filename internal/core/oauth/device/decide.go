package device

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/oauth/approval"
	"github.com/counterpart/counterpart/internal/core/oauth/device/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// approved is a yes to a device, and what it takes to carry it out.
type approved struct {
	id       ident.DeviceCode
	yes      approval.Yes
	basis    approval.Basis
	decision approval.Decision
}

// Approve is a user's yes for the business that they are signed into. A refusal
// that comes from the business leaves the code waiting; once it is decided,
// every other try is refused.
func (s *Service) Approve(ctx context.Context, typed string, user ident.User, business ident.Business) error {
	pending, err := s.ByUserCode(ctx, typed)
	if err == nil && pending.ForPerson() { // it is let into no business
		err = ErrNotFound
	}
	if err != nil {
		return err
	}
	yes := approval.Yes{App: pending.App, Business: business, User: user, Scopes: pending.Scopes}
	ready, err := s.deps.Approvals.Check(ctx, yes)
	if err != nil {
		return err
	}
	a := approved{pending.ID, yes, ready.Basis, decisionOn(pending.ID, pending.ExpiresAt)}
	if err := s.writeDown(ctx, a); err != nil {
		return err
	}
	// It is decided: closing the page does not undo it any more.
	ctx, cancel := clock.Uncancelled(ctx)
	defer cancel()
	_, _, err = s.deps.Approvals.CarryOut(ctx, ready, a.decision)
	return s.conclude(ctx, a, err)
}

// ApproveForPerson is a user's yes to our own command line, which works for them and in
// no business. What it gives them, the caller has made before: until this is done,
// nobody can collect it.
func (s *Service) ApproveForPerson(ctx context.Context, pending Pending, user ident.User) error {
	if !pending.ForPerson() {
		return ErrNotFound
	}
	n, err := db.New(s.deps.DB).ApproveForPerson(ctx, db.ApproveForPersonParams{
		Shard: pending.ID.Shard, ID: pending.ID.UUID, DecidedBy: user.UUID, Now: s.deps.Now(),
	})
	return decided(n, err, pending.ID)
}

// Deny is a user's no.
func (s *Service) Deny(ctx context.Context, typed string, user ident.User) error {
	pending, err := s.ByUserCode(ctx, typed)
	if err != nil {
		return err
	}
	n, err := db.New(s.deps.DB).Deny(ctx, db.DenyParams{
		Shard: pending.ID.Shard, ID: pending.ID.UUID, DecidedBy: user.UUID, Now: s.deps.Now(),
	})
	return decided(n, err, pending.ID)
}

// writeDown decides, once.
func (s *Service) writeDown(ctx context.Context, a approved) error {
	params := db.ApproveParams{
		Shard: a.id.Shard, ID: a.id.UUID, DecidedBy: a.yes.User.UUID, Now: s.deps.Now(),
		BusinessShard: &a.yes.Business.Shard, BusinessID: &a.yes.Business.UUID,
	}
	if !a.basis.Installation.IsZero() {
		params.InstallationID, params.InstallationEnded = &a.basis.Installation.UUID, &a.basis.Ended
		params.AccessGeneration = new(int32(a.basis.AccessGeneration))
	}
	n, err := db.New(s.deps.DB).Approve(ctx, params)
	return decided(n, err, a.id)
}

// decided turns what became of a conditional update into an answer.
func decided(rows int64, err error, id ident.DeviceCode) error {
	if err != nil {
		return fmt.Errorf("decide on device code %s: %w", id, err)
	}
	if rows == 0 {
		return ErrNotFound
	}
	return nil
}

// conclude settles what carrying out came to. A refusal is final, so nobody may
// carry the approval out later; our own fault leaves it to the sweep.
func (s *Service) conclude(ctx context.Context, a approved, result error) error {
	if _, refused := fault.As(result); refused {
		if err := s.deps.Approvals.Cancel(ctx, a.yes, a.decision); err != nil {
			return err
		}
	} else if result != nil {
		return result
	}
	if err := s.complete(ctx, a.id); err != nil {
		return err
	}
	return result
}

// complete writes down that nothing is left to do.
func (s *Service) complete(ctx context.Context, id ident.DeviceCode) error {
	err := db.New(s.deps.DB).Completed(ctx, db.CompletedParams{Shard: id.Shard, ID: id.UUID, Now: s.deps.Now()})
	if err != nil {
		return fmt.Errorf("complete device code %s: %w", id, err)
	}
	return nil
}

func approvedFrom(row db.OauthDeviceCode) approved {
	id := ident.Of[ident.DeviceCode](row.Shard, row.ID)
	a := approved{id: id, decision: decisionOn(id, row.ExpiresAt)}
	a.yes = approval.Yes{
		App: ident.Of[ident.App](ident.Control, row.AppID), Business: ident.Of[ident.Business](*row.BusinessShard, *row.BusinessID),
		User: ident.Of[ident.User](ident.Control, *row.DecidedBy), Scopes: scope.Stored(row.Scopes),
	}
	if row.InstallationID != nil {
		a.basis = approval.Basis{
			Installation: ident.Of[ident.Installation](*row.BusinessShard, *row.InstallationID),
			Ended:        *row.InstallationEnded, AccessGeneration: int(*row.AccessGeneration),
		}
	}
	return a
}

// decisionOn is what is to be carried out. The grant lives as long as the code.
func decisionOn(id ident.DeviceCode, expiresAt time.Time) approval.Decision {
	return approval.Decision{ID: id.UUID, Kind: approval.Device, ExpiresAt: expiresAt}
}
