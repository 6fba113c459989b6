package db_test

import (
	"io/fs"
	"testing"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"github.com/counterpart/counterpart/db"
	"github.com/counterpart/counterpart/internal/base/pgtest"
)

// The days of a partitioned table are tables of their own, which a migration
// that moves the table has to move too.
func TestDaysMoveWithTheirTables(t *testing.T) {
	t.Parallel()
	const before, after = 20, 21
	pool := pgtest.Empty(t).Pool()
	plain := stdlib.OpenDBFromPool(pool)
	defer plain.Close()
	files, err := fs.Sub(db.Files(), "migrations")
	if err != nil {
		t.Fatal(err)
	}
	migrations, err := goose.NewProvider(goose.DialectPostgres, plain, files, goose.WithTableName("counterpart_migrations"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := migrations.UpTo(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"traffic.replays", "traffic.requests"} {
		if _, err := pool.Exec(t.Context(), "CREATE TABLE "+table+"_20261115 PARTITION OF "+table+" FOR VALUES FROM ('2026-11-15') TO ('2026-11-16')"); err != nil {
			t.Fatal(err)
		}
	}
	there := func(table string) bool {
		return len(rows(t, pool, "SELECT 1 FROM pg_inherits WHERE inhrelid = to_regclass('"+table+"')")) == 1
	}
	if _, err := migrations.UpTo(t.Context(), after); err != nil || !there("idempotency.replays_20261115") || !there("journal.requests_20261115") {
		t.Errorf("up: the days are not where their tables are: %v", err)
	}
	if _, err := migrations.DownTo(t.Context(), before); err != nil || !there("traffic.replays_20261115") || !there("traffic.requests_20261115") {
		t.Errorf("down: the days are not where their tables are: %v", err)
	}
}
