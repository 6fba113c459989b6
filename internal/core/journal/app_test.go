package journal_test

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/journal"
)

func TestErrorsAreGrouped(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	begin := d.clock.Now()
	refuse := func(business ident.Business, status int, route, code, version string) journal.Call {
		c := d.call(business, status, time.Millisecond)
		c.Route, c.Code, c.Version = route, code, version
		d.Note(c)
		d.clock.Move(time.Minute)
		return c
	}
	d.Note(d.call(d.bakery, 200, time.Millisecond))
	refuse(d.bakery, 404, "GET /invoices/{id}", "INVOICE_NOT_FOUND", "2026-11-01")
	other := refuse(d.bakery, 404, "GET /customers/{id}", "CUSTOMER_NOT_FOUND", "2026-11-01")
	refuse(d.florists, 404, "GET /invoices/{id}", "INVOICE_NOT_FOUND", "2026-05-01")
	d.write(t)
	d.clock.Move(3 * time.Hour)
	last := refuse(d.bakery, 404, "GET /invoices/{id}", "INVOICE_NOT_FOUND", "2026-11-01")
	d.write(t)

	t.Run("by code and route, over businesses, versions and hours", func(t *testing.T) {
		got, err := d.ErrorGroups(t.Context(), d.app, begin, d.clock.Now(), 10)
		want := []journal.ErrorGroup{
			{Code: "INVOICE_NOT_FOUND", Route: "GET /invoices/{id}", Status: 404, Calls: 3, Businesses: 2, First: begin, Last: last.At(), Latest: last.Request},
			{Code: "CUSTOMER_NOT_FOUND", Route: "GET /customers/{id}", Status: 404, Calls: 1, Businesses: 1, First: other.At(), Last: other.At(), Latest: other.Request},
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Error(diff, err)
		}
	})
	t.Run("of the hours asked for", func(t *testing.T) {
		got, err := d.ErrorGroups(t.Context(), d.app, begin.Add(2*time.Hour), d.clock.Now(), 10)
		if err != nil || len(got) != 1 || got[0].Calls != 1 || got[0].Businesses != 1 {
			t.Errorf("got %v, %v", got, err)
		}
	})
	t.Run("and forgotten with the lines that they point to", func(t *testing.T) {
		d.clock.Move(journal.RequestsKept + 2*time.Hour)
		if n, err := d.PurgeUsage(t.Context(), ident.EveryShard()); n != 3 || err != nil {
			t.Errorf("%d rows are gone, want 3; %v", n, err)
		}
	})
}

// From 2,048 bits one knows how many there were well enough.
func TestBusinessesAreCountedInFewBits(t *testing.T) {
	t.Parallel()
	for _, businesses := range []int{1, 10, 300, 10_000} {
		t.Run(fmt.Sprint(businesses), func(t *testing.T) {
			t.Parallel()
			d := newFixture(t)
			for range 2 {
				for i := range businesses {
					call := d.call(ident.Of[ident.Business](ident.Shard(i%ident.Shards), ident.First(pgtest.Start.Add(time.Duration(i)*time.Minute))), 404, 0)
					d.Note(call)
				}
			}
			d.write(t)
			got, err := d.ErrorGroups(t.Context(), d.app, d.clock.Now(), d.clock.Now().Add(time.Hour), 1)
			if err != nil {
				t.Fatal(err)
			}
			if off := float64(got[0].Businesses)/float64(businesses) - 1; off > 0.1 || off < -0.1 || businesses <= 10 && off != 0 {
				t.Errorf("of %d businesses it says %d", businesses, got[0].Businesses)
			}
		})
	}
}

func TestRoutesAndVersionsOfAnApp(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	for _, version := range []string{"2026-05-01", "2026-11-01", "2026-11-01"} {
		call := d.call(d.bakery, 200, 0)
		call.Version = version
		d.Note(call)
	}
	d.Note(d.call(d.florists, 404, 0))
	d.write(t)
	got, err := d.Routes(t.Context(), d.app, d.clock.Now(), d.clock.Now().Add(time.Hour))
	want := []journal.Routed{
		{Route: "GET /me", Version: "2026-05-01", Calls: 1, LastCall: d.clock.Now()},
		{Route: "GET /me", Version: "2026-11-01", Calls: 3, Errors: 1, LastCall: d.clock.Now()},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	quiet := ident.New[ident.App](ident.Control, pgtest.Start)
	totals, err := d.Totals(t.Context(), []ident.App{d.app, quiet}, d.clock.Now())
	if diff := cmp.Diff(map[ident.App]journal.Total{d.app: {Calls: 4, Errors: 1}, quiet: {}}, totals); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// What is rare takes several looks, and each of them ends.
func TestALookAtTheLogEnds(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	rare := d.call(d.bakery, 200, 0)
	rare.Route = "GET /plan"
	d.Note(rare)
	d.clock.Move(time.Second)
	for range journal.Looked + 1 {
		d.Note(d.call(d.bakery, 200, 0))
	}
	d.write(t)
	f := journal.Filter{App: d.app, Route: "GET /plan", Most: 10}
	first, err := d.List(t.Context(), f)
	if err != nil || len(first.Data) != 0 || first.Next.IsZero() {
		t.Fatalf("the first look found %v, and goes on at %s; %v", first.Data, first.Next, err)
	}
	f.Before = first.Next
	second, err := d.List(t.Context(), f)
	if err != nil || len(second.Data) != 1 || second.Data[0].Request != rare.Request || !second.Next.IsZero() {
		t.Errorf("the second look found %v, and goes on at %s; %v", second.Data, second.Next, err)
	}
	page, err := d.List(t.Context(), journal.Filter{App: d.app, Most: 10})
	if err != nil || len(page.Data) != 10 || page.Next != page.Data[9].Request {
		t.Errorf("a page of %d goes on at %s; %v", len(page.Data), page.Next, err)
	}
}

func TestErasingABusinessTakesItsLinesInAllAppsShards(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	for _, half := range []ident.Shard{0, 1} {
		d.Note(d.callOf(appIn(half), d.bakery))
		d.Note(d.callOf(appIn(half), d.florists))
	}
	d.write(t)
	if err := d.EraseOf(t.Context(), d.bakery); err != nil {
		t.Fatal(err)
	}
	if got := d.lines(t); got != 2 {
		t.Errorf("%d lines are left, want the two of the other business", got)
	}
}

// An app with 10,000 installations and very many lines: whatever its developers
// look at is one shard's affair, by an index that leads there.
func TestWhatDevelopersLookAtIsFoundByIndex(t *testing.T) {
	t.Parallel()
	if pgtest.OnCluster(t) {
		return // db judges plans there
	}
	d, statement := newFixture(t), &asked{}
	fill(t, d)
	database := pgtest.Open(t, d.db.Pool().Config().ConnString(), pg.Options{Tracer: statement})
	d.Journal = journal.New(database, d.clock.Now, slog.New(slog.DiscardHandler), journal.Options{})
	from, to := d.clock.Now().Add(-time.Hour), d.clock.Now().Add(time.Hour)
	series := func(business ident.Business) func() error {
		return func() error {
			_, err := d.AppUsage(t.Context(), journal.Series{App: d.app, Business: business, From: from, To: to, Every: journal.Hourly})
			return err
		}
	}
	list := func(f journal.Filter) func() error {
		return func() error {
			f.App, f.Most = d.app, 50
			_, err := d.List(t.Context(), f)
			return err
		}
	}
	for name, row := range map[string]struct {
		statement string
		index     string
		do        func() error
	}{
		"the log":                {"RequestsOfApp", `[0-9]_app_id_id_idx\b`, list(journal.Filter{})},
		"the log by route":       {"RequestsOfApp", `[0-9]_app_id_id_idx\b`, list(journal.Filter{Route: "GET /plan"})},
		"the log of what failed": {"RefusedOfApp", `[0-9]_app_id_id_idx1\b`, list(journal.Filter{StatusClass: 5})},
		"the log of a code":      {"RefusedOfApp", `[0-9]_app_id_id_idx1\b`, list(journal.Filter{Code: "RARE"})},
		"the log of a business":  {"RequestsInBusiness", `business_id_app_id_id_idx\b`, list(journal.Filter{Business: d.bakery})},
		"one line": {"RequestsNamed", `_pkey|[0-9]_app_id_id_idx\b`, func() error {
			_, _, err := d.Find(t.Context(), d.app, ident.New[ident.Request](0, d.clock.Now()))
			return err
		}},
		"calls by the hour":          {"UsageOfApp", "app_usage_pkey", series(ident.Business{})},
		"calls in a business":        {"UsageInBusiness", "usage_pkey", series(d.bakery)},
		"calls of several apps":      {"TotalOfApp", "app_usage_pkey", func() error { _, err := d.Totals(t.Context(), []ident.App{d.app}, from); return err }},
		"routes and versions":        {"RoutesOfApp", "app_usage_pkey", func() error { _, err := d.Routes(t.Context(), d.app, from, to); return err }},
		"errors by cause":            {"ErrorsOfApp", "app_errors_pkey", func() error { _, err := d.ErrorGroups(t.Context(), d.app, from, to, 50); return err }},
		"the last call in each shop": {"LastCallOf", "usage_pkey", func() error { _, err := d.LastCallsOf(t.Context(), d.app, d.bakery); return err }},
	} {
		t.Run(name, func(t *testing.T) {
			plan := planOf(t, d.db, statement, row.statement, row.do)
			if readsMuch.MatchString(plan) || !regexp.MustCompile(row.index).MatchString(plan) {
				t.Errorf("the plan of %s does not go by %s alone:\n%s", row.statement, row.index, plan)
			}
		})
	}
}

// readsMuch is what is read without need: a table row by row, or rows that are
// thrown away again, thousands of them, or more than one look takes.
var readsMuch = regexp.MustCompile(`Seq Scan|(Removed by Filter: |rows=)([0-9]{5,}|[6-9][0-9]{3})`)

// fill writes lines of the fixture's app among those of others, and what was
// counted of them, as if they had come in the last hours.
func fill(t *testing.T, d *fixture) {
	t.Helper()
	for _, sql := range []string{
		`INSERT INTO journal.requests (shard, day, id, app_id, business_shard, business_id, user_id, at, method, route, path, query, version, status, code,
		     duration_us, bytes_in, bytes_out, user_agent, correlation, replayed, stands_for)
		 SELECT $1, ($3::timestamptz AT TIME ZONE 'UTC')::date - n::int % 2,
		        (lpad(to_hex((extract(epoch FROM $3::timestamptz) * 1000)::bigint - 86400000 * (n % 2) - n), 12, '0') || '7000a000' || lpad(n::text, 12, '0'))::uuid,
		        CASE WHEN n % 3 > 0 THEN $2::uuid ELSE gen_random_uuid() END, n % 1024,
		        gen_random_uuid(), gen_random_uuid(), $3, 'GET', 'GET /me', '/me', '', '2026-11-01', CASE WHEN n % 4 = 0 THEN 404 ELSE 200 END, '', 1, 1, 1, '', '', false, 1
		 FROM   generate_series(1, 60000) AS n`,
		`INSERT INTO journal.app_usage (shard, app_id, hour, route, version, calls, errors, server_errors, rate_limited, latency, latency_us, last_call)
		 SELECT $1, CASE WHEN n % 2 = 0 THEN $2::uuid ELSE gen_random_uuid() END, $3::timestamptz - n * interval '1 hour', 'GET /me', '2026-11-01', 1, 0, 0, 0,
		        array_fill(0, ARRAY[15]), 1, $3
		 FROM   generate_series(1, 9000) AS n`,
		`INSERT INTO journal.app_errors (shard, app_id, hour, code, route, status, calls, businesses, first_at, last_at, last_request)
		 SELECT $1, CASE WHEN n % 2 = 0 THEN $2::uuid ELSE gen_random_uuid() END, $3::timestamptz - n * interval '1 hour', 'CODE', 'GET /me', 404, 1,
		        repeat('0', 2048)::bit(2048), $3, $3, gen_random_uuid()
		 FROM   generate_series(1, 9000) AS n`,
		`INSERT INTO journal.usage (shard, business_id, app_id, hour, route, calls, errors, rate_limited, latency, latency_us, last_call)
		 SELECT n % 1024, gen_random_uuid(), $2, $3::timestamptz - ($1::int % 2 + n % 100) * interval '1 hour', 'GET /me', 1, 0, 0, array_fill(0, ARRAY[15]), 1, $3
		 FROM   generate_series(1, 10000) AS n`,
	} {
		if _, err := d.db.Exec(t.Context(), sql, ident.HomeOf(d.app), d.app.UUID, d.clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
	for _, table := range []string{"requests", "app_usage", "app_errors", "usage"} {
		if _, err := d.db.Exec(t.Context(), "ANALYZE journal."+table); err != nil {
			t.Fatal(err)
		}
	}
}

// asked keeps the last statement that a pool sent, and its values.
type asked struct {
	sql    string
	values []any
}

func (a *asked) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	a.sql, a.values = q.SQL, q.Args
	return ctx
}

func (*asked) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (a *asked) TraceBatchStart(ctx context.Context, _ *pgx.Conn, b pgx.TraceBatchStartData) context.Context {
	last := b.Batch.QueuedQueries[len(b.Batch.QueuedQueries)-1]
	a.sql, a.values = last.SQL, last.Arguments
	return ctx
}

func (*asked) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (*asked) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

// planOf is the plan that PostgreSQL keeps for a statement, whatever its values.
func planOf(t *testing.T, database *pg.DB, last *asked, name string, do func() error) string {
	t.Helper()
	if err := do(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(last.sql, "-- name: "+name+" ") {
		t.Fatalf("%s was not asked, but %s", name, last.sql)
	}
	sql, values := last.sql, make([]string, len(last.values))
	for i, value := range last.values {
		if at, ok := value.(time.Time); ok {
			value = at.Format(time.RFC3339Nano)
		}
		if shard, ok := value.(ident.Shard); ok {
			value = int16(shard)
		}
		values[i] = fmt.Sprintf("'%v'", value)
	}
	conn, err := pgx.Connect(t.Context(), database.Pool().Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	setting := string(pg.Planned)
	if strings.Contains(sql, "AS place") {
		setting = string(pg.InOrder)
	}
	for _, step := range []string{"BEGIN", setting, "PREPARE asked AS " + sql} {
		if _, err := conn.Exec(t.Context(), step, pgx.QueryExecModeSimpleProtocol); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := conn.Query(t.Context(), "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) EXECUTE asked("+strings.Join(values, ", ")+")", pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}
