package events

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/events/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Requeue puts what happened in a business since a time back into the outbox,
// for an app that could not receive it then. Fan-out leaves out who did.
func (r *Recorder) Requeue(ctx context.Context, tx *pg.Tx, business ident.Business, since time.Time, names ...event.Name) error {
	err := db.New(tx).Requeue(ctx, db.RequeueParams{
		Shard: business.Shard, BusinessID: business.UUID, FirstDay: clock.Day(since), Since: since, Types: event.Strings(names...),
	})
	if err != nil {
		return fmt.Errorf("requeue events of business %s: %w", business, err)
	}
	return nil
}
