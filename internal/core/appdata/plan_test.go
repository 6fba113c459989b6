package appdata_test

import (
	"context"
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

// sent keeps the statements that a pool sends.
type sent []string

func (s *sent) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	*s = append(*s, q.SQL)
	return ctx
}

func (*sent) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// Fifty records among very many cost one look at one index, by the plan that
// serves all parameters, however many values the business has.
func TestValuesAreReadByOneIndexedQuery(t *testing.T) {
	t.Parallel()
	url, statements := pgtest.Clone(t), &sent{}
	s := appdata.New(appdata.Deps{DB: pgtest.Open(t, url, pg.Options{Tracer: statements}), Now: clock.NewStopped(pgtest.Start).Now})
	business := ident.New[ident.Business](7, pgtest.Start)
	app := ident.New[ident.App](ident.Control, pgtest.Start)
	var records []string
	for range 50 {
		records = append(records, ident.New[ident.Invoice](7, pgtest.Start).String())
	}
	access := appdata.Access{Business: business, App: app, Granted: scope.Partner()}
	if _, err := s.Values(t.Context(), access, appdata.Question{Records: records}); err != nil {
		t.Fatal(err)
	}
	if len(*statements) != 1 {
		t.Fatalf("%d statements were sent, want 1: %q", len(*statements), *statements)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	fill(t, conn, business, app)
	if plan := planOf(t, conn, (*statements)[0]); !strings.Contains(plan, "Index Scan using") || strings.Contains(plan, "Seq Scan") {
		t.Errorf("no index answers it:\n%s", plan)
	}
}

// fill gives the business enough values for a plan to matter. Their number does
// not change the generic plan further.
func fill(t *testing.T, conn *pgx.Conn, business ident.Business, app ident.App) {
	t.Helper()
	for _, statement := range []string{
		`SET session_replication_role = replica`, // no business stands behind these rows
		`INSERT INTO appdata.values (shard, business_id, app_id, resource_type, resource_id, key, id, value, created_at, updated_at)
		 SELECT 7, '` + business.UUID.String() + `', '` + app.UUID.String() + `', 'INVOICE', gen_random_uuid(), 'note', gen_random_uuid(), '"x"', '2026-11-08', '2026-11-08'
		 FROM   generate_series(1, 20000)`,
		`ANALYZE appdata.values`,
		`SET plan_cache_mode = force_generic_plan`,
	} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

func planOf(t *testing.T, conn *pgx.Conn, statement string) string {
	t.Helper()
	if _, err := conn.Prepare(t.Context(), "asked", statement); err != nil {
		t.Fatal(err)
	}
	nobody := "'{" + uuid.Nil.String() + "}'"
	rows, err := conn.Query(t.Context(), "EXPLAIN EXECUTE asked (7, '"+uuid.Nil.String()+"', "+nobody+", "+nobody+", '{}')", pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}
