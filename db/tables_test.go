package db_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/counterpart/counterpart/db"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/testenv"
)

// ours leaves out the schemas of PostgreSQL and Citus, which bring their own tables.
const ours = `n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast', 'public', 'columnar_internal')`

func TestEveryTableStandsInTheTableOfTables(t *testing.T) {
	t.Parallel()
	labels := map[string]string{}
	for _, row := range rows(t, pgtest.New(t).Pool(), `
		SELECT n.nspname || '.' || c.relname, coalesce(obj_description(c.oid, 'pg_class'), '')
		FROM   pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE  c.relkind IN ('r', 'p') AND NOT c.relispartition AND `+ours) {
		labels[row[0]] = row[1]
	}
	for _, table := range db.Tables {
		label, there := labels[table.Name]
		if !there {
			t.Errorf("%s stands in db.Tables but not in the database", table.Name)
		} else if label != string(table.Placement) {
			t.Errorf("%s is %s in db.Tables, but its migration placed it as %q", table.Name, table.Placement, label)
		}
		delete(labels, table.Name)
	}
	for name := range labels {
		t.Errorf("%s has no row in db.Tables", name)
	}
}

// What a control table may have at most; what would have more is sharded.
const (
	mostRows      = 50_000_000
	mostWrites    = 10.0 // a second
	mostWritesAll = 40.0 // of all control tables
)

// What grows with traffic is no control table: each says what it comes to.
func TestControlTablesAreSmallAndQuiet(t *testing.T) {
	t.Parallel()
	var all float64
	for _, table := range db.Tables {
		if control := table.Placement == db.Control; control != (table.Rows > 0) || control != (table.Writes > 0) {
			t.Errorf("%s is %s and says %d rows, %g writes a second", table.Name, table.Placement, table.Rows, table.Writes)
		}
		if table.Rows > mostRows || table.Writes > mostWrites {
			t.Errorf("%s has %d rows and %g writes a second: shard it", table.Name, table.Rows, table.Writes)
		}
		all += table.Writes
	}
	if all > mostWritesAll {
		t.Errorf("all control tables have %g writes a second", all)
	}
}

// On a cluster a day of a table lies where the rest of its table does.
func TestEveryTableIsSpreadAsItsRowSays(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t).Pool()
	if !pgtest.OnCluster(t) {
		if spread := rows(t, pool, "SELECT 1::text FROM pg_extension WHERE extname = 'citus'"); len(spread) != 0 {
			t.Error("one server has Citus in a test's database")
		}
		return
	}
	t.Run("CLU-01 migrate distributes every table by its row in the table of tables", func(t *testing.T) {
		isSpread(t, pool)
	})
	t.Run("CLU-01 what was made on one server is distributed with its rows once there are more", func(t *testing.T) {
		t.Parallel()
		one := pgtest.Unjoined(t)
		pool := one.Pool()
		migrate := func() {
			t.Helper()
			if err := db.Migrate(t.Context(), pool); err != nil {
				t.Fatal(err)
			}
		}
		keys := func() int { // but for Citus's own
			return len(rows(t, pool, `SELECT conname::text FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace <> 'pg_catalog'::regnamespace AND conrelid::regclass::text !~ '_\d{6}"?$'`))
		}
		migrate()
		if err := db.MakePartitions(t.Context(), pool, pgtest.Start); err != nil {
			t.Fatal(err)
		}
		before := keys()
		for _, sql := range []string{
			"INSERT INTO tenancy.businesses (shard, id, name, plan, currency, timezone, created_at) SELECT s, gen_random_uuid(), 'Bakery', 'PRO', 'EUR', 'UTC', now() FROM generate_series(0, 1023) AS s",
			"INSERT INTO books.ledgers (shard, business_id, created_at) SELECT shard, id, now() FROM tenancy.businesses",
		} {
			if _, err := pool.Exec(t.Context(), sql); err != nil {
				t.Fatal(err)
			}
		}
		pgtest.Join(t, one)
		pool.Reset()
		migrate()
		isSpread(t, pool)
		if n := len(rows(t, pool, "SELECT l.shard::text FROM books.ledgers l JOIN tenancy.businesses b ON b.shard = l.shard AND b.id = l.business_id")); n != 1024 {
			t.Errorf("%d of 1024 rows are there", n)
		}
		if after := keys(); after != before {
			t.Errorf("%d of %d foreign keys are there", after, before)
		}
		migrate()
	})
}

// isSpread holds what the cluster says of every table to its row.
func isSpread(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	spread := map[string]string{}
	for _, row := range rows(t, pool, `
		SELECT replace(table_name::text, '"', ''), citus_table_type || ' ' || distribution_column
		FROM   citus_tables`) {
		spread[row[0]] = row[1]
	}
	want := map[db.Placement]string{db.Sharded: "distributed shard", db.Control: "reference <none>"}
	for _, table := range db.Tables {
		if got := spread[table.Name]; got != want[table.Placement] {
			t.Errorf("%s is %s in db.Tables, and %q in the cluster", table.Name, table.Placement, got)
		}
	}
}

func TestShardedTablesHaveTheShardInFrontOfEveryKey(t *testing.T) {
	t.Parallel()
	for _, row := range rows(t, pgtest.New(t).Pool(), `
		SELECT n.nspname || '.' || c.relname, ic.relname, a.attname, i.indisprimary::text
		FROM   pg_index i
		JOIN   pg_class c ON c.oid = i.indrelid
		JOIN   pg_class ic ON ic.oid = i.indexrelid
		JOIN   pg_namespace n ON n.oid = c.relnamespace
		JOIN   pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
		WHERE  i.indisunique AND NOT c.relispartition AND `+ours) {
		table, index, first := row[0], row[1], row[2]
		if placement(table) == db.Sharded && first != "shard" {
			t.Errorf("%s: the unique index %s begins with %s, not with the shard", table, index, first)
		}
	}
}

func TestEveryTableHasAPrimaryKeyAndShardedOnesAShard(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t).Pool()
	keyed := map[string]bool{}
	for _, row := range rows(t, pool, `
		SELECT n.nspname || '.' || c.relname, '' FROM pg_index i
		JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE i.indisprimary AND `+ours) {
		keyed[row[0]] = true
	}
	sharded := map[string]bool{}
	for _, row := range rows(t, pool, `
		SELECT n.nspname || '.' || c.relname, '' FROM pg_attribute a
		JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE a.attname = 'shard' AND a.atttypid = 'smallint'::regtype AND a.attnotnull AND c.relkind IN ('r', 'p') AND `+ours) {
		sharded[row[0]] = true
	}
	for _, table := range db.Tables {
		if !keyed[table.Name] {
			t.Errorf("%s has no primary key", table.Name)
		}
		if want := table.Placement == db.Sharded; sharded[table.Name] != want {
			t.Errorf("%s is %s: a shard column smallint NOT NULL there is %v", table.Name, table.Placement, sharded[table.Name])
		}
	}
}

func TestForeignKeysStayWithinAShard(t *testing.T) {
	t.Parallel()
	for _, row := range rows(t, pgtest.New(t).Pool(), `
		SELECT n.nspname || '.' || c.relname, fn.nspname || '.' || fc.relname, a.attname || '>' || fa.attname, k.conname
		FROM   pg_constraint k
		JOIN   pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
		JOIN   pg_class fc ON fc.oid = k.confrelid JOIN pg_namespace fn ON fn.oid = fc.relnamespace
		JOIN   pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
		JOIN   pg_attribute fa ON fa.attrelid = fc.oid AND fa.attnum = k.confkey[1]
		WHERE  k.contype = 'f' AND NOT c.relispartition AND `+ours) {
		from, to, first, name := row[0], row[1], row[2], row[3]
		if placement(to) != db.Sharded {
			continue
		}
		if placement(from) == db.Control {
			t.Errorf("%s: control table %s points to sharded %s, which a distributed PostgreSQL refuses", name, from, to)
		} else if first != "shard>shard" {
			t.Errorf("%s: %s points to %s by %s first, not by the shard", name, from, to, first)
		}
	}
}

// A business's books are deleted table by table, so a new table must not be forgotten.
func TestEveryTableOfTheBooksIsErasedWithItsBusiness(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(testenv.Root(), "internal/core/books/erasure/queries.sql"))
	if err != nil {
		t.Fatal(err)
	}
	deleted := map[string]bool{}
	for _, match := range regexp.MustCompile(`DELETE FROM (books\.[a-z_]+)`).FindAllStringSubmatch(string(text), -1) {
		deleted[match[1]] = true
	}
	for _, row := range rows(t, pgtest.New(t).Pool(), `
		SELECT n.nspname || '.' || c.relname
		FROM   pg_constraint k
		JOIN   pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE  k.contype = 'f' AND k.confdeltype = 'c' AND `+ours) {
		deleted[row[0]] = true // with what it points to
	}
	for _, table := range db.Tables {
		if strings.HasPrefix(table.Name, "books.") && !deleted[table.Name] {
			t.Errorf("%s keeps its rows when the business is erased: delete them in EraseBooks", table.Name)
		}
	}
}

func TestMigrationsRunTwiceAndFromManyNodesAtOnce(t *testing.T) {
	t.Parallel()
	pool := pgtest.Empty(t).Pool()
	results := make(chan error)
	for range 3 {
		go func() { results <- db.Migrate(t.Context(), pool) }()
	}
	for range 3 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
	if pending, err := db.Pending(t.Context(), pool); err != nil || pending != 0 {
		t.Errorf("%d migrations pending, %v", pending, err)
	}
}

func TestTablesAreMadeByTheFirstOfSeveralServers(t *testing.T) {
	t.Parallel()
	ways := pgtest.OnEach(t, pgtest.EmptyURL(t))
	spread := pgtest.Pool(t, pgtest.Several(t, slices.Concat(ways, ways)...))
	if err := db.Migrate(t.Context(), spread); err != nil {
		t.Fatal(err)
	}
	if err := db.MakePartitions(t.Context(), spread, pgtest.Start); err != nil {
		t.Fatal(err)
	}
	for i, way := range ways {
		t.Run(fmt.Sprintf("CLU-03 server %d takes statements on every table", i), func(t *testing.T) {
			pool := pgtest.Pool(t, way)
			if pending, err := db.Pending(t.Context(), pool); err != nil || pending != 0 {
				t.Errorf("%d migrations are pending, %v", pending, err)
			}
			for _, table := range db.Tables {
				if _, err := pool.Exec(t.Context(), "SELECT 1 FROM "+table.Name+" LIMIT 1"); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestTablesAreMadeByWhicheverServerIsThePrimary(t *testing.T) {
	t.Parallel()
	if pgtest.OnCluster(t) {
		t.Skip("in a cluster the coordinator makes them")
	}
	way := pgtest.EmptyURL(t)
	dead, primary := pgtest.StartRelayTo(t, way), pgtest.StartRelayTo(t, way)
	spread := pgtest.Pool(t, pgtest.Several(t, dead.Through(t, way), primary.Through(t, way)))
	dead.Cut()
	t.Run("OPS-09 the first of those that the URL names is dead", func(t *testing.T) {
		if err := db.Migrate(t.Context(), spread); err != nil {
			t.Error(err)
		}
		if err := db.MakePartitions(t.Context(), spread, pgtest.Start); err != nil {
			t.Error(err)
		}
	})
}

func TestAnUnmigratedDatabaseIsToldApart(t *testing.T) {
	t.Parallel()
	if pending, err := db.Pending(t.Context(), pgtest.Empty(t).Pool()); err != nil || pending == 0 {
		t.Errorf("%d migrations pending, %v", pending, err)
	}
}

func placement(table string) db.Placement {
	i := slices.IndexFunc(db.Tables, func(row db.Table) bool { return row.Name == table })
	if i < 0 {
		return ""
	}
	return db.Tables[i].Placement
}

// rows reads a query of text columns.
func rows(t *testing.T, pool *pgxpool.Pool, sql string) [][]string {
	t.Helper()
	result, err := pool.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	list, err := pgx.CollectRows(result, func(row pgx.CollectableRow) ([]string, error) {
		values, err := row.Values()
		texts := make([]string, len(values))
		for i, value := range values {
			texts[i] = strings.TrimSpace(fmt.Sprint(value))
		}
		return texts, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
