package ident_test

import (
	"context"
	"testing"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
)

// byShard asks PostgreSQL for a number of each shard.
func byShard(ctx context.Context, t *testing.T, db *pg.DB, number string) (of [ident.Shards]int64) {
	t.Helper()
	rows, err := db.Query(ctx, "SELECT shard, ("+number+")::bigint FROM (SELECT n::smallint AS shard FROM generate_series(0, 1023) AS n) AS s")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var shard, n int64
		if err := rows.Scan(&shard, &n); err != nil {
			t.Fatal(err)
		}
		of[shard] = n
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return of
}

func TestSlicesAreRangesOfPostgreSQLsHash(t *testing.T) {
	t.Parallel()
	slices, seen := byShard(t.Context(), t, pgtest.New(t), "(hashint2(shard)::bigint + 2147483648) / (4294967296 / 64)"), map[ident.Slice]int{}
	for shard := range ident.Shard(ident.Shards) {
		slice := ident.SliceOf(shard)
		if int64(slice) != slices[shard] {
			t.Errorf("shard %d is in slice %d, and by PostgreSQL's hash in %d", shard, slice, slices[shard])
		}
		seen[slice]++
	}
	for slice := range ident.Slice(ident.Slices) {
		if n := len(slice.Shards()); n == 0 || n != seen[slice] {
			t.Errorf("slice %d has %d shards, and %d say that they are its own", slice, n, seen[slice])
		}
	}
}

func TestTheShardsOfASliceLieTogether(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	if !pgtest.OnCluster(t) {
		return
	}
	t.Run("CLU-04 Citus keeps the shards of a slice on one server", func(t *testing.T) {
		lies := byShard(t.Context(), t, db, "get_shard_id_for_distribution_column('events.shards', shard)")
		for slice := range ident.Slice(ident.Slices) {
			for _, shard := range slice.Shards() {
				if lies[shard] != lies[slice.Home()] {
					t.Errorf("slice %d: shard %d lies in Citus's %d, shard %d in %d", slice, shard, lies[shard], slice.Home(), lies[slice.Home()])
				}
			}
		}
	})
}
