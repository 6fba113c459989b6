package webhooks

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
)

// purgeBatch is how many rows go in one statement.
const purgeBatch = 5000

// Purge removes the deliveries of some shards, and their attempts, that have become
// older than delivery.Kept since it last ran, and tells how many. Whole days are dropped with their
// partitions, so one day is left to look at: the one that is only half over. Its
// ids are in the order of time and lead the key, so this costs what there is to
// remove, however much is kept. Nobody depends on it: what is older than Kept is
// neither shown nor sent, removed or not.
func (s *Service) Purge(ctx context.Context, shards []ident.Shard) (int64, error) {
	removed, err := across.Write(ctx, shards, s.purgeSlice)
	if err != nil {
		return removed, fmt.Errorf("remove old deliveries: %w", err)
	}
	return removed, nil
}

// purgeSlice removes attempts and runs first, so that none is left without its delivery.
func (s *Service) purgeSlice(ctx context.Context, slice []int16) (removed int64, err error) {
	oldest, q := s.deps.Now().Add(-delivery.Kept), db.New(s.deps.DB)
	day, before := clock.Day(oldest), ident.First(oldest)
	for n := int64(purgeBatch); n == purgeBatch; {
		if n, err = q.PurgeRuns(ctx, db.PurgeRunsParams{Shards: slice, Day: day, Before: before, Most: purgeBatch}); err != nil {
			return 0, err
		}
	}
	for n := int64(purgeBatch); n == purgeBatch; {
		if n, err = q.PurgeAttempts(ctx, db.PurgeAttemptsParams{Shards: slice, Day: day, Before: before, Most: purgeBatch}); err != nil {
			return 0, err
		}
	}
	for n := int64(purgeBatch); n == purgeBatch; removed += n {
		if n, err = q.PurgeDeliveries(ctx, db.PurgeDeliveriesParams{Shards: slice, Day: day, Before: before, Most: purgeBatch}); err != nil {
			return removed, err
		}
	}
	return removed, nil
}
