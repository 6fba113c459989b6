package pg

import (
	"context"
	"fmt"
	"sync"
)

// SideBySide is how many shards are written at once where many are: their commits
// share the wait for the disk.
const SideBySide = 8

// Parallel does n things, so many at once, and returns when all are done.
func Parallel(atOnce, n int, do func(i int)) {
	var all sync.WaitGroup
	slots := make(chan struct{}, atOnce)
	for i := range n {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			do(i)
		})
	}
	all.Wait()
}

// Clustered tells whether Citus spreads this database over several servers, any of
// which may be away: what is of many shards is then asked for shard by shard, where
// one that fails must not fail the others.
func (db *DB) Clustered(ctx context.Context) (bool, error) {
	if known := db.clustered.Load(); known != nil {
		return *known, nil
	}
	var is bool
	if err := db.pool.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')").Scan(&is); err != nil {
		return false, fmt.Errorf("ask whether Citus is there: %w", err)
	}
	db.clustered.Store(&is)
	return is, nil
}
