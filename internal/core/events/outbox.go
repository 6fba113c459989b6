package events

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/events/internal/db"
)

// Outbox is what has happened and has not been passed on yet.
type Outbox struct{ db *pg.DB }

// NewOutbox returns the outbox of the given database.
func NewOutbox(database *pg.DB) *Outbox { return &Outbox{db: database} }

// Waiting tells which of the shards have events to pass on.
func (o *Outbox) Waiting(ctx context.Context, shards []ident.Shard) ([]ident.Shard, error) {
	found, err := db.New(o.db).OutboxShards(ctx, ident.Numbers(shards))
	if err != nil {
		return nil, fmt.Errorf("look for events to pass on: %w", err)
	}
	waiting := make([]ident.Shard, len(found))
	for i, shard := range found {
		waiting[i] = ident.Shard(shard)
	}
	return waiting, nil
}

// First are the oldest events of a shard that have not been passed on.
func (o *Outbox) First(ctx context.Context, shard ident.Shard, most int) ([]ident.Event, error) {
	ids, err := db.New(o.db).OutboxFirst(ctx, db.OutboxFirstParams{Shard: shard, Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("read the outbox of shard %s: %w", shard, err)
	}
	list := make([]ident.Event, len(ids))
	for i, id := range ids {
		list[i] = ident.Of[ident.Event](shard, id)
	}
	return list, nil
}

// Passed forgets events of one shard that have been passed on.
func (o *Outbox) Passed(ctx context.Context, shard ident.Shard, passed []ident.Event) error {
	ids := make([]uuid.UUID, len(passed))
	for i, id := range passed {
		ids[i] = id.UUID
	}
	if err := db.New(o.db).OutboxPassed(ctx, db.OutboxPassedParams{Shard: shard, Ids: ids}); err != nil {
		return fmt.Errorf("clear the outbox of shard %s: %w", shard, err)
	}
	return nil
}
