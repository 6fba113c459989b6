package pg

import (
	"context"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"
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

// Servers tells which servers of a cluster have some shards of a table, by their
// numbers there, as the server knows it that is asked; nil where Citus does not
// spread this database. What is of many shards can so be asked for server by
// server, where one that is away must not fail the others.
func (db *DB) Servers(ctx context.Context, table string, shards []int16) ([]int, error) {
	clustered, err := db.isClustered(ctx)
	if err != nil || !clustered {
		return nil, err
	}
	rows, err := db.pool.Query(ctx, `
		SELECT p.groupid
		FROM   unnest($2::smallint[]) WITH ORDINALITY AS s (shard, n)
		JOIN   pg_dist_placement p
		       ON  p.shardid = get_shard_id_for_distribution_column($1::text::regclass, s.shard)
		ORDER  BY s.n`, table, shards)
	if err != nil {
		return nil, fmt.Errorf("ask which servers have %s: %w", table, err)
	}
	servers, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err == nil && len(servers) != len(shards) {
		err = fmt.Errorf("%d placements of %d shards", len(servers), len(shards))
	}
	if err != nil {
		return nil, fmt.Errorf("ask which servers have %s: %w", table, err)
	}
	return servers, nil
}

// isClustered asks once whether Citus spreads this database.
func (db *DB) isClustered(ctx context.Context) (bool, error) {
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
