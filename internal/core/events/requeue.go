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

// Again passes what happened in a business since a time on once more, for
// somebody who could not be told. Who was told then is not told twice.
func (r *Recorder) Again(ctx context.Context, tx *pg.Tx, business ident.Business, since time.Time, names ...event.Name) error {
	err := db.New(tx).Again(ctx, db.AgainParams{
		Shard: business.Shard, BusinessID: business.UUID, FirstDay: clock.Day(since), Since: since, Types: event.Strings(names...),
	})
	if err != nil {
		return fmt.Errorf("pass events of business %s on again: %w", business, err)
	}
	return nil
}
