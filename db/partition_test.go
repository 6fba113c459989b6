package db_test

import (
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/counterpart/counterpart/db"
	"github.com/counterpart/counterpart/internal/base/pgtest"
)

func TestPartitionsAreMadeOnceByManyNodesAndDroppedWhenOld(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t).Pool()
	later := pgtest.Start.AddDate(0, 0, 90)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if err := db.MakePartitions(t.Context(), pool, later); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	// The template has nine days around the start, and there are nine more now.
	if diff := cmp.Diff(18, partitions(t, pool)); diff != "" {
		t.Error("made", diff)
	}
	if err := db.DropPartitions(t.Context(), pool, later); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(9, partitions(t, pool)); diff != "" {
		t.Error("kept", diff)
	}
}

func partitions(t *testing.T, pool *pgxpool.Pool) int {
	t.Helper()
	return len(rows(t, pool, "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'events.log'::regclass"))
}
