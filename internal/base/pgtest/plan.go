package pgtest

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
)

// Asked is a tracer that keeps of each statement that a pool sent, by its name, the
// last one: its values, and the setting that went before it.
type Asked struct{ last map[string]statement }

type statement struct {
	setting, sql string
	values       []any
}

var nameOf = regexp.MustCompile(`^-- name: (\w+) `)

func (a *Asked) keep(setting, sql string, values []any) {
	if a.last == nil {
		a.last = map[string]statement{}
	}
	if name := nameOf.FindStringSubmatch(sql); name != nil {
		a.last[name[1]] = statement{setting, sql, values}
	}
}

// TraceQueryStart keeps a statement.
func (a *Asked) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	a.keep("", q.SQL, q.Args)
	return ctx
}

// TraceQueryEnd has nothing to keep.
func (*Asked) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchStart keeps several, which may begin with a setting.
func (a *Asked) TraceBatchStart(ctx context.Context, _ *pgx.Conn, b pgx.TraceBatchStartData) context.Context {
	var setting string
	for _, q := range b.Batch.QueuedQueries {
		if strings.HasPrefix(q.SQL, "SELECT set_config(") {
			setting = q.SQL
		}
		a.keep(setting, q.SQL, q.Arguments)
	}
	return ctx
}

// TraceBatchQuery has nothing to keep.
func (*Asked) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd has nothing to keep.
func (*Asked) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// readsMuch is what is read without need: a table row by row, or rows that are
// thrown away again, thousands of them, or more than one look takes.
var readsMuch = regexp.MustCompile(`Seq Scan|(Removed by Filter: |rows=)([0-9]{5,}|[6-9][0-9]{3})`)

// WantIndex wants a statement to have been asked, and the plan that PostgreSQL keeps
// for it, whatever its values, to go by the given index and to read little.
func (a *Asked) WantIndex(t *testing.T, database *pg.DB, name, index string) {
	t.Helper()
	asked, was := a.last[name]
	if !was {
		t.Fatalf("%s was not asked", name)
	}
	delete(a.last, name)
	plan := asked.plan(t, database)
	if readsMuch.MatchString(plan) || !regexp.MustCompile(index).MatchString(plan) {
		t.Errorf("the plan of %s does not go by %s alone:\n%s", name, index, plan)
	}
}

// kept has PostgreSQL keep a plan at once, as it does after a few uses.
const kept = "SET LOCAL plan_cache_mode = force_generic_plan"

// plan runs the statement, and is how it was run.
func (a statement) plan(t *testing.T, database *pg.DB) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database.Pool().Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	for _, step := range []string{"BEGIN", cmp.Or(a.setting, kept), "PREPARE asked AS " + a.sql} {
		if _, err := conn.Exec(t.Context(), step, pgx.QueryExecModeSimpleProtocol); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := conn.Query(t.Context(), "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) EXECUTE asked("+a.written()+")", pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// written is the values as SQL has them.
func (a statement) written() string {
	list := make([]string, len(a.values))
	for i, value := range a.values {
		if at, ok := value.(time.Time); ok {
			value = at.Format(time.RFC3339Nano)
		}
		if shard, ok := value.(ident.Shard); ok {
			value = int16(shard)
		}
		if ids, ok := value.([]uuid.UUID); ok {
			value = "{" + strings.Join(uuid.UUIDs(ids).Strings(), ",") + "}"
		}
		list[i] = fmt.Sprintf("'%v'", value)
	}
	return strings.Join(list, ", ")
}
