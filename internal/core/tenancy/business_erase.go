package tenancy

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/tenancy/internal/db"
)

const (
	// erasedName is what an erased business is called.
	erasedName = "Erased"
	// settling is how long what was under way when a business was erased may go
	// on leaving traces: calls, deliveries, lines of the request log.
	settling = 15 * time.Minute
)

// EraseBusiness ends a business for good; the operator's operation. From its end on
// nobody is a member, no app is installed and nothing is posted. What the
// business has left elsewhere is removed afterwards, by package work. It opens a
// transaction.
func (s *Service) EraseBusiness(ctx context.Context, id ident.Business) error {
	return s.takeRights(ctx, id, func(tx *pg.Tx) error {
		business, err := lockBusiness(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.empty(ctx, tx, id); err != nil {
			return fmt.Errorf("erase business %s: %w", id, err)
		}
		// In the operator's own record: that of the business has no reader left.
		if err := s.deps.Audit.Note(ctx, tx, audit.BusinessErased, id, business.SandboxOf, audit.Facts{"plan": business.Plan}); err != nil {
			return err
		}
		if s.deps.OnErase == nil {
			return nil
		}
		return s.deps.OnErase(ctx, tx, id)
	})
}

// empty removes what is kept here of a business, but for the row that others
// point to.
func (s *Service) empty(ctx context.Context, tx *pg.Tx, id ident.Business) error {
	q := db.New(tx)
	if err := q.EraseBusiness(ctx, db.EraseBusinessParams{Shard: id.Shard, ID: id.UUID, Name: erasedName, Now: s.deps.Now()}); err != nil {
		return err
	}
	if err := q.EraseMemberships(ctx, db.EraseMembershipsParams{Shard: id.Shard, BusinessID: id.UUID}); err != nil {
		return err
	}
	if err := q.ErasePermissions(ctx, db.ErasePermissionsParams{Shard: id.Shard, BusinessID: id.UUID}); err != nil {
		return err
	}
	if err := q.RemoveSandbox(ctx, db.RemoveSandboxParams{BusinessShard: id.Shard, BusinessID: id.UUID}); err != nil {
		return err
	}
	return q.EraseInvitations(ctx, db.EraseInvitationsParams{BusinessShard: &id.Shard, BusinessID: &id.UUID})
}

// Erased is an erased business that may have left something.
type Erased struct {
	Business ident.Business
	// Settled says that nothing of it is under way any more: what is removed now
	// stays away.
	Settled bool
}

// ErasedToSweep lists those of some shards, at most so many.
func (s *Service) ErasedToSweep(ctx context.Context, shards []ident.Shard, most int) ([]Erased, error) {
	now := s.deps.Now()
	rows, err := across.Read(ctx, shards, func(ctx context.Context, shards []int16) ([]db.ToSweepRow, error) {
		return db.New(s.deps.DB).ToSweep(ctx, db.ToSweepParams{Shards: shards, Now: now, Most: int32(most)})
	})
	list := make([]Erased, len(rows))
	for i, row := range rows {
		list[i] = Erased{Business: ident.Of[ident.Business](row.Shard, row.ID), Settled: !now.Before(row.ErasedAt.Add(settling))}
	}
	if err != nil {
		return list, fmt.Errorf("list erased businesses: %w", err)
	}
	return list, nil
}

// Swept notes that what a business had left was removed. Until it is settled it
// is looked at once more.
func (s *Service) Swept(ctx context.Context, e Erased) error {
	if !e.Settled {
		return s.PutOffSweep(ctx, e)
	}
	return s.sweepAt(ctx, e, nil)
}

// PutOffSweep has a business swept later.
func (s *Service) PutOffSweep(ctx context.Context, e Erased) error {
	return s.sweepAt(ctx, e, new(s.deps.Now().Add(settling)))
}

func (s *Service) sweepAt(ctx context.Context, e Erased, at *time.Time) error {
	if err := db.New(s.deps.DB).Swept(ctx, db.SweptParams{Shard: e.Business.Shard, ID: e.Business.UUID, SweepAt: at}); err != nil {
		return fmt.Errorf("note that business %s was swept: %w", e.Business, err)
	}
	return nil
}
