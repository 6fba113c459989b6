package events_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// sent keeps the statements that a pool sends.
type sent []string

func (s *sent) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	*s = append(*s, q.SQL)
	return ctx
}

func (*sent) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// What pollers ask is answered from the index in its order, by the plan for all
// parameters, and only the days that matter are looked at.
func TestPollingIsAnsweredFromTheIndex(t *testing.T) {
	t.Parallel()
	if pgtest.OnCluster(t) {
		return // db judges plans there
	}
	url, statements := pgtest.Clone(t), &sent{}
	log := events.NewLog(pgtest.Open(t, url, pg.Options{Tracer: statements}), clock.NewStopped(pgtest.Start).Now)
	business := ident.New[ident.Business](7, pgtest.Start)
	if _, err := log.Read(t.Context(), business, events.Reader{Granted: scope.Partner()}, events.Reading{Limit: 100}); err != nil {
		t.Fatal(err)
	}
	asked := (*statements)[len(*statements)-1]
	t.Run("by a plan that is made once a connection", func(t *testing.T) {
		one := pgtest.Open(t, url, pg.Options{MaxConns: 1})
		poller := events.NewLog(one, clock.NewStopped(pgtest.Start).Now)
		for range 3 {
			if _, err := poller.Read(t.Context(), business, events.Reader{Granted: scope.Partner()}, events.Reading{Limit: 100}); err != nil {
				t.Fatal(err)
			}
		}
		var kept, anew int
		const plans = "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE '-- name: After %'"
		if err := one.QueryRow(t.Context(), plans).Scan(&kept, &anew); err != nil || kept != 3 || anew != 0 {
			t.Errorf("of three questions %d went by the plan that is kept, %d by one of their own, %v", kept, anew, err)
		}
	})
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	if _, err := conn.Prepare(t.Context(), "asked", asked); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "SET plan_cache_mode = force_generic_plan"); err != nil {
		t.Fatal(err)
	}
	rows, err := conn.Query(t.Context(), fmt.Sprintf("EXPLAIN EXECUTE asked (7, '%s', '2026-11-08', '2026-11-10', '2026-10-09', 40, 101)", business.UUID),
		pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	plan := strings.Join(lines, "\n")
	for _, wanted := range []string{"business_id_seq_idx", "Subplans Removed"} {
		if !strings.Contains(plan, wanted) {
			t.Errorf("no %s in\n%s", wanted, plan)
		}
	}
	if days := strings.Count(plan, "Index Scan"); days != 3 {
		t.Errorf("%d days are looked at, want 3:\n%s", days, plan)
	}
	for _, unwanted := range []string{"Seq Scan", "Sort  ("} {
		if strings.Contains(plan, unwanted) {
			t.Errorf("%s in\n%s", unwanted, plan)
		}
	}
}
