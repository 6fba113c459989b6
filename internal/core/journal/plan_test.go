package journal_test

import (
	"cmp"
	"crypto/md5"
	"log/slog"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/journal"
)

// An app with 10,000 installations and very many lines: whatever its developers
// look at is one shard's affair, by an index that leads there.
func TestWhatDevelopersLookAtIsFoundByIndex(t *testing.T) {
	t.Parallel()
	if pgtest.OnCluster(t) {
		return // db judges plans there
	}
	d, asked := newFixture(t), &pgtest.Asked{}
	fill(t, d, linesWanted(t))
	database := pgtest.Open(t, d.db.Pool().Config().ConnString(), pg.Options{Tracer: asked})
	d.Journal = journal.New(database, d.clock.Now, slog.New(slog.DiscardHandler), journal.Options{})
	from, to := d.clock.Now().Add(-time.Hour), d.clock.Now().Add(time.Hour)
	shop := ident.Of[ident.Business](7, md5.Sum([]byte("7"))) // one of the 10,000
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
	webhooksDid := func() error {
		_, err := d.AppAttempts(t.Context(), journal.Series{App: d.app, From: from, To: to, Every: journal.Hourly}, ident.Webhook{})
		return err
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
		"the log of a business":  {"RequestsInBusiness", `business_id_app_id_id_idx\b`, list(journal.Filter{Business: shop})},
		"one line": {"RequestsNamed", `_pkey|[0-9]_app_id_id_idx\b`, func() error {
			_, _, err := d.Find(t.Context(), d.app, ident.New[ident.Request](0, d.clock.Now()))
			return err
		}},
		"calls by the hour":          {"UsageOfApp", "app_usage_pkey", series(ident.Business{})},
		"calls in a business":        {"UsageInBusiness", "usage_pkey", series(shop)},
		"calls of several apps":      {"TotalOfApp", "app_usage_pkey", func() error { _, err := d.Totals(t.Context(), []ident.App{d.app}, from); return err }},
		"when apps last called":      {"LastCallOfApp", "app_usage_pkey", func() error { _, err := d.Totals(t.Context(), []ident.App{d.app}, from); return err }},
		"how webhooks did":           {"AttemptsOfApp", "attempts_pkey", webhooksDid},
		"routes and versions":        {"RoutesOfApp", "app_usage_pkey", func() error { _, err := d.Routes(t.Context(), d.app, from, to); return err }},
		"errors by cause":            {"ErrorsOfApp", "app_errors_pkey", func() error { _, err := d.ErrorGroups(t.Context(), d.app, from, to, 50); return err }},
		"the last call in each shop": {"LastCallOf", "usage_pkey", func() error { _, err := d.LastCallsOf(t.Context(), d.app, shop); return err }},
	} {
		t.Run(name, func(t *testing.T) {
			if err := row.do(); err != nil {
				t.Fatal(err)
			}
			asked.WantIndex(t, d.db, row.statement, row.index)
		})
	}
}

// linesWanted is how many lines the log has; make log has ten million.
func linesWanted(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(cmp.Or(os.Getenv("COUNTERPART_LOG_LINES"), "60000"))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// fill writes lines of the fixture's app among those of others, and what was
// counted of them, as if they had come in the last days.
func fill(t *testing.T, d *fixture, lines int) {
	t.Helper()
	days := 2
	if lines >= 1_000_000 {
		days = 30
	}
	for at := 0; at <= days; at += 7 {
		pgtest.MakeDays(t, d.db, d.clock.Now().AddDate(0, 0, -at))
	}
	const portion = 500_000
	for done := 0; done < lines; done += portion {
		exec(t, d, `
			INSERT INTO journal.requests (shard, day, id, app_id, business_shard, business_id, user_id, at, method, route, path, query, version, status, code,
			    duration_us, bytes_in, bytes_out, user_agent, correlation, replayed, stands_for)
			SELECT $1, ($3::timestamptz AT TIME ZONE 'UTC')::date - n::int % $6,
			       (lpad(to_hex((extract(epoch FROM $3::timestamptz) * 1000)::bigint - 86400000 * (n % $6) - n), 12, '0') || '7000a000' || lpad(n::text, 12, '0'))::uuid,
			       CASE WHEN n % 7 > 0 THEN $2::uuid ELSE gen_random_uuid() END, n % 1024,
			       md5((n % 10000)::text)::uuid, gen_random_uuid(), $3, 'GET', 'GET /me', '/me', '', '2026-11-01', CASE WHEN n % 11 = 0 THEN 404 ELSE 200 END, '', 1, 1, 1, '', '', false, 1
			FROM   generate_series($4::bigint, $5::bigint) AS n`,
			ident.HomeOf(d.app), d.app.UUID, d.clock.Now(), done+1, min(done+portion, lines), days)
	}
	for _, sql := range []string{
		`INSERT INTO journal.app_usage (shard, app_id, hour, route, version, calls, errors, server_errors, rate_limited, latency, latency_us, last_call)
		 SELECT $1, CASE WHEN n % 2 = 0 THEN $2::uuid ELSE gen_random_uuid() END, $3::timestamptz - n * interval '1 hour', 'GET /me', '2026-11-01', 1, 0, 0, 0,
		        array_fill(0, ARRAY[15]), 1, $3
		 FROM   generate_series(1, 9000) AS n`,
		`INSERT INTO journal.app_errors (shard, app_id, hour, code, route, status, calls, businesses, first_at, last_at, last_request)
		 SELECT $1, CASE WHEN n % 2 = 0 THEN $2::uuid ELSE gen_random_uuid() END, $3::timestamptz - n * interval '1 hour', 'CODE', 'GET /me', 404, 1,
		        repeat('0', 2048)::bit(2048), $3, $3, gen_random_uuid()
		 FROM   generate_series(1, 9000) AS n`,
		`INSERT INTO journal.attempts (shard, app_id, hour, webhook_id, first, outcome, attempts, latency, latency_us)
		 SELECT $1, CASE WHEN n % 2 = 0 THEN $2::uuid ELSE gen_random_uuid() END, $3::timestamptz - n / 10 * interval '1 hour', gen_random_uuid(), true, 'delivered', 1,
		        array_fill(0, ARRAY[15]), 1
		 FROM   generate_series(1, 20000) AS n`,
		`INSERT INTO journal.usage (shard, business_id, app_id, hour, route, calls, errors, rate_limited, latency, latency_us, last_call)
		 SELECT n % 1024, md5(n::text)::uuid, $2, $3::timestamptz - ($1::int % 2 + n % 100) * interval '1 hour', 'GET /me', 1, 0, 0, array_fill(0, ARRAY[15]), 1, $3
		 FROM   generate_series(1, 10000) AS n`,
	} {
		exec(t, d, sql, ident.HomeOf(d.app), d.app.UUID, d.clock.Now())
	}
	for _, table := range []string{"requests", "app_usage", "app_errors", "attempts", "usage"} {
		exec(t, d, "ANALYZE journal."+table)
	}
}

func exec(t *testing.T, d *fixture, sql string, values ...any) {
	t.Helper()
	if _, err := d.db.Exec(t.Context(), sql, values...); err != nil {
		t.Fatal(err)
	}
}
