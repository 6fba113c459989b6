package events

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/events/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// repeatable are the events that can come back into the outbox.
var repeatable = []event.Name{event.CustomerRedact, event.SupplierRedact}

// Requeue puts whom a business had forgotten since a time back into the outbox, for an
// app that could not receive it then. Fan-out leaves out who did.
func (r *Recorder) Requeue(ctx context.Context, tx *pg.Tx, business ident.Business, since time.Time) error {
	err := db.New(tx).Requeue(ctx, db.RequeueParams{
		Shard: business.Shard, BusinessID: business.UUID, FirstDay: clock.Day(since), Since: since, Types: event.Strings(repeatable...),
	})
	if err != nil {
		return fmt.Errorf("requeue events of business %s: %w", business, err)
	}
	return nil
}

// Repeatable reports whether the event may have been passed on before: then some of
// its deliveries are on record, and those are not to be sent again.
func (w Waiting) Repeatable() bool { return slices.Contains(repeatable, w.Type) }
