package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/ledger/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// LockedThrough is the last day on which nothing is posted any more; nil: every
// day is open.
func (s *Service) LockedThrough(ctx context.Context, business ident.Business) (*time.Time, error) {
	day, err := db.New(s.deps.DB).LockedThrough(ctx, db.LockedThroughParams{Shard: business.Shard, BusinessID: business.UUID})
	if err != nil {
		return nil, fmt.Errorf("read the lock of business %s: %w", business, err)
	}
	return day, nil
}

// LockThrough closes the books through a day that is past. An earlier day than
// before, or none, opens what is after it. It waits for entries that are being
// posted, and later ones see it. It opens a transaction.
func (s *Service) LockThrough(ctx context.Context, business ident.Business, day *time.Time) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		b, err := s.Open(ctx, tx, business)
		if err != nil {
			return err
		}
		var p fault.Problems
		p.Want(day == nil || day.Before(b.Today()), "lockedThrough must be before today")
		if err := p.Err(); err != nil || books.Same(day, b.LockedThrough) {
			return err
		}
		err = db.New(tx).LockThrough(ctx, db.LockThroughParams{Shard: business.Shard, BusinessID: business.UUID, LockedThrough: day})
		if err != nil {
			return fmt.Errorf("lock the books of business %s: %w", business, err)
		}
		return b.recordLock(ctx, day)
	})
}

func (b *Books) recordLock(ctx context.Context, day *time.Time) error {
	name, action := event.PeriodUnlocked, audit.PeriodUnlocked
	if day != nil && (b.LockedThrough == nil || day.After(*b.LockedThrough)) {
		name, action = event.PeriodLocked, audit.PeriodLocked
	}
	facts := audit.Facts{"from": shownDay(b.LockedThrough), "to": shownDay(day)}
	if err := b.s.deps.Audit.NoteIn(ctx, b.tx, b.Business, action, b.Business, facts); err != nil {
		return err
	}
	return b.recordEvent(ctx, name, map[string]any{"id": b.Business, "lockedThrough": shownDay(day)})
}

func shownDay(day *time.Time) *string {
	if day == nil {
		return nil
	}
	return new(day.Format(time.DateOnly))
}
