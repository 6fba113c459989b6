package db_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/counterpart/counterpart/db"
	"github.com/counterpart/counterpart/internal/base/pgtest"
)

func TestACountOfCitusShardsThatWouldCutSlicesIsRefused(t *testing.T) {
	t.Parallel()
	for count, fits := range map[int]bool{1: true, 8: true, 32: true, 64: true, 0: false, 12: false, 33: false, 128: false} {
		if got := db.FitsSlices(count); got != fits {
			t.Errorf("%d shards: %t", count, got)
		}
	}
	if !pgtest.OnCluster(t) {
		return
	}
	empty := pgtest.EmptyURL(t)
	for _, bad := range []string{"24", "128"} {
		config, err := pgxpool.ParseConfig(empty)
		if err != nil {
			t.Fatal(err)
		}
		config.ConnConfig.RuntimeParams["citus.shard_count"] = bad
		pool, err := pgxpool.NewWithConfig(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		if err := db.Migrate(t.Context(), pool); err == nil || !strings.Contains(err.Error(), "citus.shard_count") {
			t.Errorf("with citus.shard_count = %s migrate says %v", bad, err)
		}
	}
}
