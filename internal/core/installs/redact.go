package installs

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/installs/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

const (
	redactPause = 48 * time.Hour      // from an uninstall to business.redact, in which the business may come back
	redactTime  = 30 * 24 * time.Hour // that an app then has to erase what it has
	redactRetry = 15 * time.Minute    // after a try that failed
	redactBatch = 200
)

// planRedaction says, in an uninstall's transaction, when the app is to be asked.
func (s *Service) planRedaction(ctx context.Context, tx *pg.Tx, inst Installation, pause time.Duration) error {
	err := db.New(tx).PlanRedaction(ctx, db.PlanRedactionParams{
		Shard: inst.Business.Shard, BusinessID: inst.Business.UUID, AppID: inst.App.UUID, DueAt: inst.EndedAt.Add(pause),
	})
	if err != nil {
		return fmt.Errorf("plan that app %s erases business %s: %w", inst.App, inst.Business, err)
	}
	return nil
}

// cancelRedaction takes that back when the app is installed again. If it is
// being asked at this moment, this waits, and the app hears first of the one and
// then of the other. An app that need not forget the business must hear of the
// customers and suppliers that were erased while it was away.
func (s *Service) cancelRedaction(ctx context.Context, tx *pg.Tx, inst Installation) error {
	due, err := db.New(tx).CancelRedaction(ctx, db.CancelRedactionParams{
		Shard: inst.Business.Shard, BusinessID: inst.Business.UUID, AppID: inst.App.UUID,
	})
	if errors.Is(err, pg.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cancel that app %s erases business %s: %w", inst.App, inst.Business, err)
	}
	return s.deps.Events.Requeue(ctx, tx, inst.Business, due.Add(-redactPause))
}

// RequestRedactions asks apps to erase the businesses, of some shards, that left
// them two days ago and did not come back, each once, whatever has become of the
// app meanwhile, and removes what the app kept there on our side. Each has a
// transaction of its own; one that fails is put off, and does not hold up the
// others. It returns how many it asked for.
func (s *Service) RequestRedactions(ctx context.Context, shards []ident.Shard) (int64, error) {
	var requested atomic.Int64
	for {
		due, err := across.Read(ctx, shards, func(ctx context.Context, shards []int16) ([]db.RedactionsDueRow, error) {
			return db.New(s.deps.DB).RedactionsDue(ctx, db.RedactionsDueParams{Shards: shards, Now: s.deps.Now(), Most: redactBatch})
		})
		if err != nil {
			err = fmt.Errorf("list what apps are to erase: %w", err)
		}
		failed := across.Each(ctx, due, func(ctx context.Context, row db.RedactionsDueRow) error {
			taken, err := s.requestRedaction(ctx, ident.Of[ident.Business](row.Shard, row.BusinessID), ident.Of[ident.App](ident.Control, row.AppID))
			if taken {
				requested.Add(1)
			}
			return err
		})
		if err = errors.Join(err, failed); err != nil || len(due) < redactBatch {
			return requested.Load(), err
		}
	}
}

// requestRedaction asks one app to erase one business; false when somebody else has, or
// when the business came back. A try that fails is put off.
func (s *Service) requestRedaction(ctx context.Context, business ident.Business, app ident.App) (taken bool, err error) {
	now := s.deps.Now()
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		rows, err := db.New(tx).TakeRedaction(ctx, db.TakeRedactionParams{Shard: business.Shard, BusinessID: business.UUID, AppID: app.UUID, Now: now})
		if taken = rows > 0; err != nil || !taken {
			return err
		}
		if s.deps.Forget != nil {
			// The row that was taken keeps a re-install waiting meanwhile.
			if err := s.deps.Forget(ctx, business, app); err != nil {
				return err
			}
		}
		return s.deps.Events.Record(ctx, tx, business, events.Happening{Type: event.BusinessRedact, App: app, Data: map[string]any{
			"id": business, "requestedAt": event.Instant(now), "dueBy": event.Instant(now.Add(redactTime)),
		}})
	})
	if err != nil {
		later := db.New(s.deps.DB).PutOffRedaction(ctx, db.PutOffRedactionParams{
			Shard: business.Shard, BusinessID: business.UUID, AppID: app.UUID, DueAt: s.deps.Now().Add(redactRetry),
		})
		return false, fmt.Errorf("ask app %s to erase business %s: %w", app, business, errors.Join(err, later))
	}
	return taken, nil
}
