package work

import (
	"context"
	"time"

	"github.com/counterpart/counterpart/db"
	"github.com/counterpart/counterpart/internal/base/pg"
)

// MakePartitions makes the day partitions that are needed at now. It runs
// before a moved clock arrives there, too: nothing is written into a day that
// has no place yet.
func MakePartitions(ctx context.Context, database *pg.DB, now time.Time) error {
	return db.MakePartitions(ctx, database.Pool(), now)
}

// DropPartitions drops the days that nobody can read any more.
func DropPartitions(ctx context.Context, database *pg.DB, now time.Time) error {
	return db.DropPartitions(ctx, database.Pool(), now)
}
