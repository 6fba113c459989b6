package webhooks

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
)

// purgeBatch is how many rows go in one statement.
const purgeBatch = 5000

// Purge removes the deliveries, and their attempts, that have become older than
// delivery.Kept since it last ran, and tells how many. Whole days are dropped with their
// partitions, so one day is left to look at: the one that is only half over. Its
// ids are in the order of time and lead the key, so this costs what there is to
// remove, however much is kept. Nobody depends on it: what is older than Kept is
// neither shown nor sent, removed or not.
func (s *Service) Purge(ctx context.Context) (removed int64, err error) {
	oldest := s.deps.Now().Add(-delivery.Kept)
	day, before := clock.Day(oldest), ident.First(oldest)
	shards, err := s.shardsToPurge(ctx, day, before)
	if err != nil {
		return 0, fmt.Errorf("look for old deliveries: %w", err)
	}
	for _, shard := range shards {
		n, err := s.purgeShard(ctx, shard, day, before)
		if removed += n; err != nil {
			return removed, fmt.Errorf("remove old deliveries of shard %s: %w", shard, err)
		}
	}
	return removed, nil
}

// shardsToPurge are those that have deliveries of a day from before an id.
func (s *Service) shardsToPurge(ctx context.Context, day time.Time, before uuid.UUID) (shards []ident.Shard, failed error) {
	asked := make([]db.HasToPurgeParams, ident.Shards)
	for i := range asked {
		asked[i] = db.HasToPurgeParams{Shard: ident.Shard(i), Day: day, Before: before}
	}
	db.New(s.deps.DB).HasToPurge(ctx, asked).QueryRow(func(i int, has bool, err error) {
		if has {
			shards = append(shards, asked[i].Shard)
		}
		failed = errors.Join(failed, err)
	})
	return shards, failed
}

// purgeShard removes attempts first, so that none is left without its delivery.
func (s *Service) purgeShard(ctx context.Context, shard ident.Shard, day time.Time, before uuid.UUID) (removed int64, err error) {
	q := db.New(s.deps.DB)
	for n := int64(purgeBatch); n == purgeBatch; {
		if n, err = q.PurgeAttempts(ctx, db.PurgeAttemptsParams{Shard: shard, Day: day, Before: before, Most: purgeBatch}); err != nil {
			return 0, err
		}
	}
	for n := int64(purgeBatch); n == purgeBatch; {
		n, err = q.PurgeDeliveries(ctx, db.PurgeDeliveriesParams{Shard: shard, Day: day, Before: before, Most: purgeBatch})
		if removed += n; err != nil {
			return removed, err
		}
	}
	return removed, nil
}
