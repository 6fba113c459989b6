package db_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/testenv"
)

// Every statement of the service is prepared and explained. On one server that
// shows that it can be; on a cluster it shows where it runs.
func TestEveryStatementRunsOnOneShard(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	conn, err := pgx.Connect(ctx, pgtest.Clone(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	clustered := pgtest.OnCluster(t)
	verdicts, console := map[string]string{}, consoleReads(t)
	var counts struct{ all, one, console, plain int }
	statements := statements(t)
	for _, name := range slices.Sorted(maps.Keys(statements)) {
		plan, err := explain(ctx, conn, statements[name])
		if err != nil {
			verdicts[name] = err.Error()
			continue
		}
		counts.all++
		switch fault := scattered(plan); {
		case console[name]:
			counts.console++
		case fault != "":
			verdicts[name] = fault
		case strings.Contains(plan, "Custom Scan (Citus"):
			counts.one++
		default:
			counts.plain++
		}
	}
	for name, fault := range verdicts {
		t.Errorf("CLU-02 %s: %s", name, fault)
	}
	if !clustered {
		return
	}
	t.Logf("\n| statements | on one shard | on no sharded table | console reads | refused |\n|---|---|---|---|---|\n| %d | %d | %d | %d | %d |",
		len(statements), counts.one, counts.plain, counts.console, len(verdicts))
}

// turns are the statements by which one waits for another.
var turns = []string{"accounts.OneAtATime", "appdata.LockValues", "keyring.Hold", "oauth/keys.LockKeys"}

func TestWhoeverHasATurnHasItOnEveryServer(t *testing.T) {
	t.Parallel()
	ctx, database := t.Context(), pgtest.Clone(t)
	ways, all := pgtest.OnEach(t, database), statements(t)
	connect := func(way string) *pgx.Conn {
		conn, err := pgx.Connect(ctx, way)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(ctx)) })
		return conn
	}
	has, wants := connect(ways[min(1, len(ways)-1)]), connect(ways[len(ways)-1])
	run := func(conn *pgx.Conn, statements ...string) error {
		for _, sql := range statements {
			if _, err := conn.Exec(ctx, sql, pgx.QueryExecModeSimpleProtocol); err != nil {
				return err
			}
		}
		return nil
	}
	for _, name := range turns {
		t.Run("CLU-03 "+name+" is waited for on another server", func(t *testing.T) {
			turn, err := filled(ctx, has, all[name])
			if err != nil {
				t.Fatal(err)
			}
			if err := run(has, "BEGIN", turn); err != nil {
				t.Fatal(err)
			}
			late, ok := errors.AsType[*pgconn.PgError](run(wants, "BEGIN", "SET LOCAL statement_timeout = 300", turn))
			if !ok || late.Code != "57014" {
				t.Errorf("it is not waited for: %v", late)
			}
			if err := run(has, "COMMIT"); err != nil {
				t.Error(err)
			}
			if err := run(wants, "ROLLBACK", "BEGIN", turn, "COMMIT"); err != nil {
				t.Errorf("it is not had after the other: %v", err)
			}
		})
	}
}

// filled is a statement with values in the place of its parameters.
func filled(ctx context.Context, conn *pgx.Conn, sql string) (string, error) {
	kinds, err := parameters(ctx, conn, sql)
	if err != nil {
		return "", err
	}
	for i := len(kinds); i > 0; i-- {
		sql = strings.ReplaceAll(sql, fmt.Sprintf("$%d", i), sample(kinds[i-1]))
	}
	return sql, conn.Deallocate(ctx, "judged")
}

// scattered tells what is wrong with where a plan runs.
func scattered(plan string) string {
	for _, sign := range []string{"Distributed Subplan", "MapMergeJob", "pull to coordinator", "repartition"} {
		if strings.Contains(plan, sign) {
			return "its plan has: " + sign
		}
	}
	for _, tasks := range taskCount.FindAllStringSubmatch(plan, -1) {
		if tasks[1] != "1" {
			return tasks[1] + " tasks"
		}
	}
	return ""
}

var taskCount = regexp.MustCompile(`Task Count: (\d+)`)

// explain prepares a statement and explains it with values for its parameters,
// as PostgreSQL takes them to be.
func explain(ctx context.Context, conn *pgx.Conn, sql string) (string, error) {
	types, err := parameters(ctx, conn, sql)
	if err != nil {
		return "", err
	}
	defer conn.Deallocate(context.WithoutCancel(ctx), "judged")
	values := make([]string, len(types))
	for i, kind := range types {
		values[i] = sample(kind)
	}
	execute := "EXPLAIN EXECUTE judged"
	if len(values) > 0 {
		execute += "(" + strings.Join(values, ", ") + ")"
	}
	rows, err := conn.Query(ctx, execute, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		return "", err
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return strings.Join(lines, "\n"), err
}

// parameters prepares a statement, as judged, and tells what its parameters are.
func parameters(ctx context.Context, conn *pgx.Conn, sql string) (types []string, err error) {
	if _, err := conn.Prepare(ctx, "judged", sql); err != nil {
		return nil, err
	}
	err = conn.QueryRow(ctx, "SELECT parameter_types::text[] FROM pg_prepared_statements WHERE name = 'judged'").Scan(&types)
	return types, err
}

// sample is a value of a type, in a form that also reads as the types that
// texts are cast to.
func sample(kind string) string {
	element, list := strings.CutSuffix(kind, "[]")
	value := "1"
	switch element {
	case "uuid":
		value = "00000000-0000-0000-0000-000000000001"
	case "timestamp with time zone", "date":
		value = "2026-11-08"
	case "boolean":
		value = "true"
	case "inet":
		value = "192.0.2.1"
	case "bytea":
		value = `\x01`
	case "interval":
		value = "1 day"
	}
	if kind == "smallint[]" { // shards: what is asked of several is asked of those of a slice, here of shard 1's
		value = "{1,15,25,63,118,205,210,220,248,390,405,593,675,777,792,877,984}"
	} else if list {
		value = `{"` + strings.ReplaceAll(value, `\`, `\\`) + `"}`
	}
	return "'" + value + "'::" + kind
}

var constant = regexp.MustCompile("(?s)const \\w+ = `(-- name: (\\w+) :\\w+\n.*?)`\n")

// statements are those that sqlc made, by package and name.
func statements(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, file := range slices.Concat(core(t, "*/internal/db/*.go"), core(t, "*/*/internal/db/*.go")) {
		for _, m := range constant.FindAllStringSubmatch(read(t, file), -1) {
			found[owner(t, filepath.Join(filepath.Dir(file), "../.."))+"."+m[2]] = m[1]
		}
	}
	if len(found) == 0 {
		t.Fatal("no statements found")
	}
	return found
}

// consoleReads are the statements whose sources say that they read across shards
// on purpose: sqlc leaves their comments out.
func consoleReads(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, file := range queryFiles(t) {
		for name, query := range named(read(t, file)) {
			found[owner(t, filepath.Dir(file))+"."+name] = strings.Contains(query, consoleRead)
		}
	}
	return found
}

// owner is a domain's folder below internal/core.
func owner(t *testing.T, folder string) string {
	t.Helper()
	name, err := filepath.Rel(filepath.Join(testenv.Root(), "internal/core"), folder)
	if err != nil {
		t.Fatal(err)
	}
	return name
}
