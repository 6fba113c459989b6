package db_test

import (
	"context"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/testenv"
)

// refused are the statements that are not what CLU-02 asks for, and why they are
// still there. A statement that was mended must leave the list.
var refused = map[string]string{
	"journal.AddUsage":    "the journal gets writers of many shards (CLU-08)",
	"journal.LogRequests": "the same",
}

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
		if refused[name] == "" {
			t.Errorf("CLU-02 %s: %s", name, fault)
		}
	}
	if !clustered {
		return
	}
	for name := range refused {
		if verdicts[name] == "" {
			t.Errorf("%s is as CLU-02 asks: it needs no place in the list", name)
		}
	}
	t.Logf("\n| statements | on one shard | on no sharded table | console reads | refused |\n|---|---|---|---|---|\n| %d | %d | %d | %d | %d |",
		len(statements), counts.one, counts.plain, counts.console, len(verdicts))
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
	prepared, err := conn.Prepare(ctx, "judged", sql)
	if err != nil {
		return "", err
	}
	defer conn.Deallocate(context.WithoutCancel(ctx), "judged")
	var types []string
	err = conn.QueryRow(ctx, "SELECT parameter_types::text[] FROM pg_prepared_statements WHERE name = 'judged'").Scan(&types)
	if err != nil {
		return "", err
	}
	values := make([]string, len(prepared.ParamOIDs))
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
	if list {
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
