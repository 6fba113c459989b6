package purchases

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/books/erasure"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Erase takes all that is personal out of a supplier. Erasing again looks for
// traces once more, and records no event. It opens a transaction.
func (s *Service) Erase(ctx context.Context, business ident.Business, id ident.Supplier, seen int) (erased Supplier, err error) {
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		b, found, err := s.enter(ctx, tx, business, id, seen)
		if err != nil {
			return err
		}
		erased = found
		if err := erasure.Plan(ctx, tx, business, erasure.Supplier, s.deps.Now(), id.UUID); err != nil || erased.Erased() {
			return err
		}
		now := b.Now()
		erased.Details, erased.ErasedAt = Details{Name: erasure.Name}, &now
		erased.Version, erased.UpdatedAt, erased.UpdatedBy = erased.Version+1, now, actor.Sign(ctx)
		if err := save(ctx, tx, business, erased); err != nil {
			return err
		}
		if err := s.deps.Audit.NoteIn(ctx, tx, business, audit.SupplierErased, id, nil); err != nil {
			return err
		}
		return s.recordEvent(ctx, tx, business, event.SupplierRedact, map[string]any{
			"id": id, "requestedAt": event.Instant(now), "dueBy": event.Instant(now.Add(erasure.Time)),
		})
	})
	return erased, err
}
