package appdata_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// valuesWanted is how many values the business has; for a million
//
//	COUNTERPART_APPDATA_VALUES=1000000 go test -v -run OneIndexedQuery ./internal/core/appdata
func valuesWanted(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(cmp.Or(os.Getenv("COUNTERPART_APPDATA_VALUES"), "20000"))
	must(t, err)
	return n
}

// Fifty records among very many cost one look at one index, which touches just
// the rows that are answered, however many values the business has.
func TestValuesAreReadByOneIndexedQuery(t *testing.T) {
	t.Parallel()
	if pgtest.OnCluster(t) {
		return // db judges plans there
	}
	const kept = 5 // on each record
	url, statements := pgtest.Clone(t), &sent{}
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	a := appdata.Access{Business: ident.New[ident.Business](7, pgtest.Start), App: ident.New[ident.App](ident.Control, pgtest.Start), Granted: scope.Partner()}
	stock(t, conn, a, valuesWanted(t), kept)

	var asked appdata.Question
	var ids []string
	for _, id := range some50(t, conn) {
		asked.Records, ids = append(asked.Records, ident.Of[ident.Invoice](7, id).String()), append(ids, id.String())
	}
	s := appdata.New(appdata.Deps{DB: pgtest.Open(t, url, pg.Options{Tracer: statements}), Now: clock.NewStopped(pgtest.Start).Now})
	found, err := s.Values(t.Context(), a, asked)
	must(t, err)
	if len(found) != 50*kept {
		t.Fatalf("%d values were found, want %d", len(found), 50*kept)
	}
	if len(*statements) != 1 {
		t.Fatalf("%d statements were sent, want 1: %q", len(*statements), *statements)
	}
	_, err = conn.Prepare(t.Context(), "asked", (*statements)[0])
	must(t, err)
	question := fmt.Sprintf("asked (7, '%s', '{%s}', '{%s}', '{}')", a.Business.UUID, a.App.UUID, strings.Join(ids, ","))
	for _, mode := range []string{"force_custom_plan", "force_generic_plan"} {
		t.Run("by "+mode, func(t *testing.T) { wantOneScan(t, explain(t, conn, mode, question), len(found)) })
	}
}

// sent keeps the statements that a pool sends.
type sent []string

func (s *sent) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	*s = append(*s, q.SQL)
	return ctx
}

func (*sent) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// stock gives the business that many values, of four apps that keep so many on
// each record, among fields of very many apps.
func stock(t *testing.T, conn *pgx.Conn, a appdata.Access, values, kept int) {
	t.Helper()
	for _, statement := range []string{
		`SET session_replication_role = replica`, // neither a business nor an app stands behind these rows
		fmt.Sprintf(`
		INSERT INTO appdata.fields (id, app_id, resource_type, key, type, label, rules, created_at, updated_at)
		SELECT gen_random_uuid(), app, 'INVOICE', 'key_' || k, 'TEXT', 'Label', '{"maxLength": 200}', '2026-11-08', '2026-11-08'
		FROM   (SELECT '%s'::uuid AS app UNION ALL SELECT gen_random_uuid() FROM generate_series(1, 2000)) AS apps, generate_series(1, %d) AS k`, a.App.UUID, kept),
		fmt.Sprintf(`
		INSERT INTO appdata.values (shard, business_id, app_id, resource_type, resource_id, key, id, value, created_at, updated_at)
		SELECT 7, '%s', app_id, 'INVOICE', md5(i::text)::uuid, key, gen_random_uuid(), to_json('value ' || i), '2026-11-08', '2026-11-08'
		FROM   generate_series(1, %d) AS i,
		       (SELECT app_id, key FROM appdata.fields ORDER BY app_id <> '%s', app_id LIMIT %d) AS of_four_apps`,
			a.Business.UUID, values/(4*kept), a.App.UUID, 4*kept),
		`ANALYZE appdata.values, appdata.fields`,
	} {
		_, err := conn.Exec(t.Context(), statement)
		must(t, err)
	}
}

// some50 are fifty of the records, from all over the index.
func some50(t *testing.T, conn *pgx.Conn) []uuid.UUID {
	t.Helper()
	rows, err := conn.Query(t.Context(), "SELECT md5((i * 7)::text)::uuid FROM generate_series(1, 50) AS i")
	must(t, err)
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	must(t, err)
	return ids
}

// node is a step of a plan that was carried out.
type node struct {
	Kind           string  `json:"Node Type"`
	Relation       string  `json:"Relation Name"`
	Index          string  `json:"Index Name"`
	Rows           float64 `json:"Actual Rows"`
	Loops          float64 `json:"Actual Loops"`
	Filtered       float64 `json:"Rows Removed by Filter"`
	Rechecked      float64 `json:"Rows Removed by Index Recheck"`
	Hit            int     `json:"Shared Hit Blocks"`
	Read           int     `json:"Shared Read Blocks"`
	Plans          []node
	text           string
	milliseconds   float64
	planningMillis float64
}

func explain(t *testing.T, conn *pgx.Conn, mode, question string) node {
	t.Helper()
	_, err := conn.Exec(t.Context(), "SET plan_cache_mode = "+mode)
	must(t, err)
	var text string
	must(t, conn.QueryRow(t.Context(), "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE "+question, pgx.QueryExecModeSimpleProtocol).Scan(&text))
	var plan []struct {
		Plan     node
		Planning float64 `json:"Planning Time"`
		Took     float64 `json:"Execution Time"`
	}
	must(t, json.Unmarshal([]byte(text), &plan))
	top := plan[0].Plan
	top.text, top.milliseconds, top.planningMillis = text, plan[0].Took, plan[0].Planning
	return top
}

// all lists a step and those below it.
func (n node) all() []node {
	list := []node{n}
	for _, below := range n.Plans {
		list = append(list, below.all()...)
	}
	return list
}

func wantOneScan(t *testing.T, top node, answered int) {
	t.Helper()
	scans := 0
	for _, n := range top.all() {
		if n.Kind == "Seq Scan" {
			t.Errorf("%s is read from end to end:\n%s", n.Relation, top.text)
		}
		if n.Relation != "values" {
			continue
		}
		scans++
		if touched := (n.Rows + n.Filtered + n.Rechecked) * n.Loops; n.Kind != "Index Scan" || n.Index != "values_pkey" || int(touched) != answered {
			t.Errorf("a %s over %q touched %.0f values for %d answered:\n%s", n.Kind, n.Index, touched, answered, top.text)
		}
	}
	if scans != 1 {
		t.Errorf("the values are looked at %d times:\n%s", scans, top.text)
	}
	t.Logf("%d values in %.2f ms, planned in %.2f ms, %d blocks", answered, top.milliseconds, top.planningMillis, top.Hit+top.Read)
}
