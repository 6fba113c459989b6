package db_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
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
	pool, migrations := stepwise(t)
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

// A line takes its total from its entry, and can go back without.
func TestPostedLinesGetTheTotalsOfTheirEntries(t *testing.T) {
	t.Parallel()
	const before, after = 22, 25
	if pgtest.OnCluster(t) {
		return // nothing could be posted on a cluster before
	}
	pool, migrations := stepwise(t)
	if _, err := migrations.UpTo(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		`INSERT INTO tenancy.businesses (shard, id, name, plan, currency, timezone, created_at)
		 VALUES (1, uuid_nil(), 'Bakery', 'PRO', 'EUR', 'UTC', now())`,
		`INSERT INTO books.ledgers (shard, business_id, created_at) VALUES (1, uuid_nil(), now())`,
		`INSERT INTO books.accounts (shard, business_id, id, code, name, type, created_at, updated_at)
		 VALUES (1, uuid_nil(), uuid_nil(), '1000', 'Bank', 'ASSET', now(), now())`,
		`WITH entry AS (
			INSERT INTO books.entries (shard, business_id, id, number, date, source, total, created_at)
			VALUES (1, uuid_nil(), uuid_nil(), 1, '2026-11-08', 'MANUAL', 7, now())
		 )
		 INSERT INTO books.lines (shard, business_id, entry_id, line, account_id, date, amount)
		 VALUES (1, uuid_nil(), uuid_nil(), 1, uuid_nil(), '2026-11-08', 7), (1, uuid_nil(), uuid_nil(), 2, uuid_nil(), '2026-11-08', -7)`,
	} {
		sql = strings.ReplaceAll(sql, "uuid_nil()", "'00000000-0000-0000-0000-000000000000'")
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if _, err := migrations.UpTo(t.Context(), after); err != nil {
			t.Fatal(err)
		}
		if n := len(rows(t, pool, "SELECT 1 FROM books.lines WHERE total = 7")); n != 2 {
			t.Errorf("%d lines have the total of their entry", n)
		}
		if _, err := migrations.DownTo(t.Context(), before); err != nil {
			t.Fatal(err)
		}
	}
}

// stepwise is an empty database and its migrations, to be run one by one.
func stepwise(t *testing.T) (*pgxpool.Pool, *goose.Provider) {
	t.Helper()
	pool, err := db.SchemaPool(t.Context(), pgtest.Empty(t).Pool())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	plain := stdlib.OpenDBFromPool(pool)
	t.Cleanup(func() { _ = plain.Close() })
	files, err := fs.Sub(db.Files(), "migrations")
	if err != nil {
		t.Fatal(err)
	}
	migrations, err := goose.NewProvider(goose.DialectPostgres, plain, files, goose.WithTableName("counterpart_migrations"))
	if err != nil {
		t.Fatal(err)
	}
	return pool, migrations
}
