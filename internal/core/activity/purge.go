package activity

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/activity/internal/db"
)

// Kept is how long an entry can be read: 13 months, the longest that there are.
const Kept = 397 * 24 * time.Hour

// Purge drops what has become too old in some shards, and tells how much.
func (l *Log) Purge(ctx context.Context, shards []ident.Shard) (int64, error) {
	purged, err := across.Write(ctx, shards, func(ctx context.Context, slice []int16) (int64, error) {
		return db.New(l.db).Purge(ctx, db.PurgeParams{Shards: slice, Before: l.oldest()})
	})
	if err != nil {
		return purged, fmt.Errorf("purge what apps did: %w", err)
	}
	return purged, nil
}

// EraseOf drops what apps did in a business that is erased.
func (l *Log) EraseOf(ctx context.Context, business ident.Business) error {
	if err := db.New(l.db).EraseOf(ctx, db.EraseOfParams{Shard: business.Shard, BusinessID: business.UUID}); err != nil {
		return fmt.Errorf("erase what apps did in business %s: %w", business, err)
	}
	return nil
}
