package webhooks_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// asked keeps the last statement that a pool sent.
type asked string

func (a *asked) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	*a = asked(q.SQL)
	return ctx
}

func (*asked) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// The latest deliveries are read from an index in its order, by the plan for all
// parameters: no others are looked at, and nothing is sorted, however many there
// are.
func TestTheLatestDeliveriesAreReadFromTheIndex(t *testing.T) {
	t.Parallel()
	if pgtest.OnCluster(t) {
		return // db judges plans there
	}
	url, statement := pgtest.Clone(t), new(asked)
	guarded, err := egress.New(egress.Config{})
	must(t, err)
	hooks := webhooks.New(webhooks.Deps{
		DB: pgtest.Open(t, url, pg.Options{Tracer: statement}), Now: clock.NewStopped(pgtest.Start.Add(time.Hour)).Now, Egress: guarded,
	})
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	hook := webhooks.Webhook{ID: ident.New[ident.Webhook](7, pgtest.Start)}
	other := ident.New[ident.Webhook](7, pgtest.Start)
	for webhook, n := range map[ident.Webhook]int{hook.ID: 2000, other: 20_000} {
		_, err = conn.Exec(t.Context(), `
			INSERT INTO webhooks.deliveries (shard, day, id, webhook_id, type, api_version, status, created_at)
			SELECT 7, $1::date, gen_random_uuid(), $2, 'invoice.issued', '2026-11-01', CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'delivered' END,
			       $1::timestamptz + n * interval '1 millisecond'
			FROM   generate_series(1, $3::int) AS n`, pgtest.Start, webhook.UUID, n)
		must(t, err)
	}
	_, err = conn.Exec(t.Context(), "ANALYZE webhooks.deliveries")
	must(t, err)
	_, err = conn.Exec(t.Context(), "SET plan_cache_mode = force_generic_plan")
	must(t, err)

	for i, row := range []struct {
		name   string
		filter webhooks.Filter
		values string
	}{
		{"all", webhooks.Filter{}, "('%s', '2026-10-09', '2026-10-09T10:30:00Z', NULL, NULL, NULL, NULL, 100)"},
		{"failed ones", webhooks.Filter{Status: delivery.Failed, Type: event.InvoiceIssued}, "('%s', '2026-10-09', '2026-10-09T10:30:00Z', 'invoice.issued', NULL, NULL, 100)"},
	} {
		t.Run("HOOK-10 "+row.name, func(t *testing.T) {
			list, err := hooks.Deliveries(t.Context(), hook, row.filter, 100)
			must(t, err)
			if len(list) != 100 {
				t.Errorf("%d are listed", len(list))
			}
			name := fmt.Sprintf("asked%d", i)
			_, err = conn.Prepare(t.Context(), name, string(*statement))
			must(t, err)
			rows, err := conn.Query(t.Context(), "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) EXECUTE "+name+fmt.Sprintf(row.values, hook.ID.UUID), pgx.QueryExecModeSimpleProtocol)
			must(t, err)
			lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
			must(t, err)
			plan := strings.Join(lines, "\n")
			for _, wanted := range []string{"Merge Append", "webhook_id_created_at_id_idx", "Index Cond: ((webhook_id = $1) AND (created_at > $3))"} {
				if !strings.Contains(plan, wanted) {
					t.Errorf("no %s in\n%s", wanted, plan)
				}
			}
			for _, unwanted := range []string{"Seq Scan", "Bitmap", "Sort Method", "Rows Removed"} {
				if strings.Contains(plan, unwanted) {
					t.Errorf("%s in\n%s", unwanted, plan)
				}
			}
		})
	}
}
