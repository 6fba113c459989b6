package main

import (
	"context"
	"crypto/md5"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/work"
)

const (
	installations = 10_000 // of the large app, over all shards
	looksTaken    = 200    // of each figure, one at a time
)

// console tells how long developers wait who look at a large app, beside the same
// reading without a request around it.
func (b *bench) console(ctx context.Context) error {
	if err := b.fillLog(ctx); err != nil {
		return err
	}
	in, err := b.node.Accounts.SignIn(ctx, owner, password, accounts.Visit{})
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "console: filled, measuring: leave the machine to it from here")
	for _, look := range b.looks() {
		ours, bare := make([]time.Duration, 0, looksTaken), make([]time.Duration, 0, looksTaken)
		for n := range looksTaken {
			if n%100 == 0 {
				b.pass(time.Minute) // a session has a limit too
			}
			began := time.Now()
			if err := b.see(ctx, in.Token, look.path); err != nil {
				return fmt.Errorf("%s: %w", look.what, err)
			}
			ours, began = append(ours, time.Since(began)), time.Now()
			if err := look.read(ctx); err != nil {
				return fmt.Errorf("%s: %w", look.what, err)
			}
			bare = append(bare, time.Since(began))
		}
		b.table.time(fmt.Sprintf("%s, of %d lines, 95th percentile; bare: its reading alone", look.what, b.size.lines), quantile(ours, 0.95), quantile(bare, 0.95), "")
	}
	return nil
}

// look is what a page of the console asks for, and what is read for it.
type look struct {
	what, path string
	read       func(context.Context) error
}

func (b *bench) looks() []look {
	app, now := b.partners[0].app, b.node.Now()
	shop := ident.Of[ident.Business](7, fakeID("7"))
	list := func(f journal.Filter) func(context.Context) error {
		f.App, f.Most = app, 50
		return func(ctx context.Context) error { _, err := b.node.Journal.List(ctx, f); return err }
	}
	calls := func(days int, every journal.Interval) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := b.node.Journal.AppUsage(ctx, journal.Series{App: app, From: now.AddDate(0, 0, -days), To: now, Every: every})
			return err
		}
	}
	return []look{
		{"the request log", "/requests", list(journal.Filter{})},
		{"  its server errors", "/requests?status=5xx", list(journal.Filter{StatusClass: 5})},
		{"  of one business", "/requests?businessId=" + shop.String(), list(journal.Filter{Business: shop})},
		{"calls of 24 hours", "/analytics/calls", calls(1, journal.Hourly)},
		{"calls of 30 days", "/analytics/calls?interval=day&to=" + now.UTC().Format(time.RFC3339) + "&from=" + now.AddDate(0, 0, -30).UTC().Format(time.RFC3339), calls(30, journal.Daily)},
		{"errors by cause", "/errors", func(ctx context.Context) error {
			_, err := b.node.Journal.ErrorGroups(ctx, app, now.AddDate(0, 0, -1), now, 100)
			return err
		}},
		{fmt.Sprintf("50 of %d installations", installations), "/installations", func(ctx context.Context) error { return b.installationsOf(ctx, app) }},
	}
}

func (b *bench) installationsOf(ctx context.Context, app ident.App) error {
	list, err := b.node.Installs.OfApp(ctx, app, installs.Listing{Most: 51})
	if err != nil {
		return err
	}
	businesses := make([]ident.Business, len(list))
	for i, one := range list {
		businesses[i] = one.Business
	}
	_, err = b.node.Journal.LastCallsOf(ctx, app, businesses...)
	return err
}

// see asks as a developer's browser does.
func (b *bench) see(ctx context.Context, session, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url+"/developer/apps/"+b.partners[0].app.String()+path, nil)
	if err != nil {
		return err
	}
	req.AddCookie(&http.Cookie{Name: "counterpart_session", Value: session})
	return answered(req, http.StatusOK, nil)
}

// fakeID is the id of a business by its number, as fillLog makes them.
func fakeID(number string) uuid.UUID { return md5.Sum([]byte(number)) }

// fillLog writes the lines of 30 days of an app with 10,000 installations, what was
// counted of them, and the installations.
func (b *bench) fillLog(ctx context.Context) error {
	app, now := b.partners[0].app, b.node.Now()
	for day := -31; day <= 1; day++ {
		if err := work.MakePartitions(ctx, b.node.DB, now.AddDate(0, 0, day)); err != nil {
			return err
		}
	}
	const portion = 500_000
	for done := 0; done < b.size.lines; done += portion {
		if err := b.unchecked(ctx, fillLines, ident.HomeOf(app), app.UUID, now, done+1, min(done+portion, b.size.lines)); err != nil {
			return fmt.Errorf("fill the request log: %w", err)
		}
	}
	for _, sql := range fillCounts {
		if err := b.unchecked(ctx, sql, ident.HomeOf(app), app.UUID, now, installations); err != nil {
			return fmt.Errorf("fill what was counted: %w", err)
		}
	}
	return b.tidy(ctx, "journal.requests, journal.usage, journal.app_usage, journal.app_errors, installs.installations, installs.by_app")
}

// tidy leaves tables as a service that has run for long has them, however long that takes.
func (b *bench) tidy(ctx context.Context, tables string) error {
	conn, err := b.node.DB.Pool().Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	for _, sql := range []string{"SET statement_timeout = 0", "VACUUM (ANALYZE) " + tables, "RESET statement_timeout"} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}

// $1 is the app's shard, $2 the app, $3 the present; lines are as many as they say.
const fillLines = `
	INSERT INTO journal.requests (shard, day, id, app_id, business_shard, business_id, user_id, at, method, route, path, query, version, status, code,
	                              duration_us, bytes_in, bytes_out, user_agent, correlation, replayed, stands_for)
	SELECT $1, (t.at AT TIME ZONE 'UTC')::date,
	       (lpad(to_hex((extract(epoch FROM t.at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
	       $2, n % 1024, md5((n % 10000)::text)::uuid, gen_random_uuid(), t.at, 'GET', 'GET /invoices', '/invoices', '', '2026-11-01',
	       CASE WHEN n % 100 = 0 THEN 404 WHEN n % 5000 = 1 THEN 500 ELSE 200 END, CASE WHEN n % 100 = 0 THEN 'INVOICE_NOT_FOUND' ELSE '' END,
	       4200, 0, 900, 'partner/1.0', '', false, 1
	FROM   generate_series($4::bigint, $5::bigint) AS n,
	       LATERAL (SELECT $3::timestamptz - (n % 2500000) * interval '1 s' - (n / 2500000) * interval '7 ms' AS at) AS t`

// The same, with as many installations as $4 says.
var fillCounts = []string{
	`INSERT INTO journal.app_usage (shard, app_id, hour, route, version, calls, errors, server_errors, rate_limited, latency, latency_us, last_call)
	 SELECT $1, $2, date_trunc('hour', $3::timestamptz) - n / 5 * interval '1 hour', 'GET /route' || n % 5, '2026-11-01', 1000, 10, 1, 0, array_fill(60, ARRAY[15]), 4200000, $3
	 FROM   generate_series(0, 30 * 24 * 5 - 1) AS n WHERE $4 > 0
	 ON CONFLICT DO NOTHING`,
	`INSERT INTO journal.app_errors (shard, app_id, hour, code, route, status, calls, businesses, first_at, last_at, last_request)
	 SELECT $1, $2, date_trunc('hour', $3::timestamptz) - n / 5 * interval '1 hour', 'CODE_' || n % 5, 'GET /invoices', 404, 10, repeat('01', 1024)::bit(2048), $3, $3, gen_random_uuid()
	 FROM   generate_series(0, 30 * 24 * 5 - 1) AS n WHERE $4 > 0`,
	`INSERT INTO journal.usage (shard, business_id, app_id, hour, route, calls, errors, rate_limited, latency, latency_us, last_call)
	 SELECT n % 1024, md5(n::text)::uuid, $2, date_trunc('hour', $3::timestamptz) - $1::int % 2 * interval '1 hour', 'GET /invoices', 1, 0, 0, array_fill(0, ARRAY[15]), 1, $3
	 FROM   generate_series(1, $4) AS n`,
	`INSERT INTO installs.installations (shard, id, business_id, app_id, status, scopes, installed_by, installed_at, listed)
	 SELECT n % 1024, (lpad(to_hex((extract(epoch FROM $3::timestamptz) * 1000)::bigint - n), 12, '0') || '70008000' || lpad(n::text, 12, '0'))::uuid,
	        md5(n::text)::uuid, $2, 'ACTIVE', '{invoices:read}', gen_random_uuid(), $3::timestamptz - $1::int % 2 * interval '1 hour', true
	 FROM   generate_series(1, $4) AS n`,
	`INSERT INTO installs.by_app (shard, app_id, id, home_shard)
	 SELECT $1, $2, (lpad(to_hex((extract(epoch FROM $3::timestamptz) * 1000)::bigint - n), 12, '0') || '70008000' || lpad(n::text, 12, '0'))::uuid, n % 1024
	 FROM   generate_series(1, $4) AS n`,
}
