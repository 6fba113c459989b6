package journal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/journal/internal/db"
)

// Interval is what a point of a series stands for.
type Interval string

// The intervals. A day is one of UTC.
const (
	Hourly Interval = "hour"
	Daily  Interval = "day"
)

func (i Interval) length() time.Duration {
	if i == Daily {
		return 24 * time.Hour
	}
	return time.Hour
}

// Series is a question about an app's calls.
type Series struct {
	App      ident.App
	Business ident.Business // zero for all of them
	From, To time.Time      // whole intervals that have an instant in common with [From, To)
	Every    Interval
}

// whole is the time in whole intervals.
func (s Series) whole() (from, to time.Time) {
	return s.From.UTC().Truncate(s.Every.length()), s.To.UTC().Add(s.Every.length() - 1).Truncate(s.Every.length())
}

// Point is what an app called in one interval.
type Point struct {
	At           time.Time // when the interval begins
	Calls        int64
	Errors       int64 // answers of 400 and above; ServerErrors and RateLimited are among them
	ServerErrors int64
	RateLimited  int64
	Latency      Latency

	spread histogram // what Latency is estimated from
	took   time.Duration
}

// Sum is what an app called in several intervals; it begins with the first.
func Sum(points []Point) (sum Point) {
	for i, p := range points {
		if i == 0 {
			sum.At = p.At
		}
		sum.Calls += p.Calls
		sum.Errors += p.Errors
		sum.ServerErrors += p.ServerErrors
		sum.RateLimited += p.RateLimited
		sum.took += p.took
		for b, n := range p.spread {
			sum.spread[b] += n
		}
	}
	sum.Latency = latencyOf(sum.spread, sum.took, sum.Calls)
	return sum
}

// Latency is how long answers took; all zero where there was none.
type Latency struct {
	Mean          time.Duration
	P50, P95, P99 time.Duration // estimated from the buckets that answers fell into
}

// AppUsage is what an app called, a point an interval, those without a call
// included.
func (j *Journal) AppUsage(ctx context.Context, s Series) ([]Point, error) {
	from, to := s.whole()
	called, err := j.called(ctx, s, from, to)
	if err != nil {
		return nil, fmt.Errorf("read the usage of app %s: %w", s.App, err)
	}
	var points []Point
	for at := from; at.Before(s.To); at = at.Add(s.Every.length()) {
		point, any := called[at.Unix()]
		if !any {
			point = Point{At: at}
		}
		points = append(points, point)
	}
	return points, nil
}

// called is the points with calls, by when they begin.
func (j *Journal) called(ctx context.Context, s Series, from, to time.Time) (map[int64]Point, error) {
	rows, err := j.usageRows(ctx, s, from, to)
	points := make(map[int64]Point, len(rows))
	for _, row := range rows {
		points[row.StartsAt.Unix()] = pointOf(row)
	}
	return points, err
}

func (j *Journal) usageRows(ctx context.Context, s Series, from, to time.Time) ([]db.UsageOfAppRow, error) {
	if s.Business.IsZero() {
		return db.New(j.db).UsageOfApp(ctx, db.UsageOfAppParams{Every: string(s.Every), Shard: ident.HomeOf(s.App), AppID: s.App.UUID, FromHour: from, ToHour: to})
	}
	rows, err := db.New(j.db).UsageInBusiness(ctx, db.UsageInBusinessParams{
		Every: string(s.Every), Shard: s.Business.Shard, BusinessID: s.Business.UUID, AppID: s.App.UUID, FromHour: from, ToHour: to,
	})
	list := make([]db.UsageOfAppRow, len(rows))
	for i, row := range rows {
		list[i] = db.UsageOfAppRow(row)
	}
	return list, err
}

func pointOf(row db.UsageOfAppRow) Point {
	p := Point{
		At: row.StartsAt, Calls: row.Calls, Errors: row.Errors, ServerErrors: row.ServerErrors, RateLimited: row.RateLimited,
		took: time.Duration(row.LatencyUs) * time.Microsecond,
	}
	copy(p.spread[:], row.Latency)
	p.Latency = latencyOf(p.spread, p.took, p.Calls)
	return p
}

func latencyOf(h histogram, took time.Duration, calls int64) Latency {
	return Latency{
		Mean: took / time.Duration(max(1, calls)), P50: h.quantile(0.50), P95: h.quantile(0.95), P99: h.quantile(0.99),
	}
}

// Routed is how much an app called a route in a version.
type Routed struct {
	Route, Version string
	Calls, Errors  int64
	LastCall       time.Time
}

// Routes is which routes an app called in which version, between two instants, to
// the hour.
func (j *Journal) Routes(ctx context.Context, app ident.App, from, to time.Time) ([]Routed, error) {
	rows, err := db.New(j.db).RoutesOfApp(ctx, db.RoutesOfAppParams{
		Shard: ident.HomeOf(app), AppID: app.UUID, FromHour: from.Truncate(time.Hour), ToHour: to,
	})
	if err != nil {
		return nil, fmt.Errorf("read the routes that app %s called: %w", app, err)
	}
	list := make([]Routed, len(rows))
	for i, row := range rows {
		list[i] = Routed(row)
	}
	return list, nil
}

// Total is how much an app called, and how much of that was refused.
type Total struct {
	Calls, Errors int64
	LastCall      time.Time // however long ago; zero: it never called, or not for very long
}

// Totals is how much each of some apps called since an instant, to the hour, and when
// it last did, in two round trips.
func (j *Journal) Totals(ctx context.Context, apps []ident.App, since time.Time) (map[ident.App]Total, error) {
	asked, last := make([]db.TotalOfAppParams, len(apps)), make([]db.LastCallOfAppParams, len(apps))
	for i, app := range apps {
		asked[i] = db.TotalOfAppParams{Shard: ident.HomeOf(app), AppID: app.UUID, FromHour: since.Truncate(time.Hour)}
		last[i] = db.LastCallOfAppParams{Shard: ident.HomeOf(app), AppID: app.UUID}
	}
	totals := make(map[ident.App]Total, len(apps))
	var failed error
	db.New(j.db).TotalOfApp(ctx, asked).QueryRow(func(i int, row db.TotalOfAppRow, err error) {
		totals[apps[i]] = Total{Calls: row.Calls, Errors: row.Errors}
		failed = errors.Join(failed, err)
	})
	db.New(j.db).LastCallOfApp(ctx, last).QueryRow(func(i int, at time.Time, err error) {
		if err == nil {
			total := totals[apps[i]]
			total.LastCall = at
			totals[apps[i]] = total
		} else if !errors.Is(err, pg.ErrNoRows) {
			failed = errors.Join(failed, err)
		}
	})
	if failed != nil {
		return nil, fmt.Errorf("read how much %d apps called: %w", len(apps), failed)
	}
	return totals, nil
}

// LastCalls is when each of the apps last called in a business. One that
// never did, or not for very long, is not in it.
func (j *Journal) LastCalls(ctx context.Context, business ident.Business, apps ...ident.App) (map[ident.App]time.Time, error) {
	rows, err := db.New(j.db).LastCalls(ctx, db.LastCallsParams{Shard: business.Shard, BusinessID: business.UUID, AppIds: ident.UUIDs(apps)})
	if err != nil {
		return nil, fmt.Errorf("read the last calls in business %s: %w", business, err)
	}
	last := make(map[ident.App]time.Time, len(rows))
	for _, row := range rows {
		last[ident.Of[ident.App](ident.Control, row.AppID)] = row.LastCall
	}
	return last, nil
}

// LastCallsOf is when an app last called in each of the businesses, likewise.
func (j *Journal) LastCallsOf(ctx context.Context, app ident.App, businesses ...ident.Business) (map[ident.Business]time.Time, error) {
	asked := make([]db.LastCallOfParams, len(businesses))
	for i, b := range businesses {
		asked[i] = db.LastCallOfParams{Shard: b.Shard, BusinessID: b.UUID, AppID: app.UUID}
	}
	last := make(map[ident.Business]time.Time, len(businesses))
	var failed error
	db.New(j.db).LastCallOf(ctx, asked).QueryRow(func(i int, at time.Time, err error) {
		if err == nil {
			last[businesses[i]] = at
		} else if !errors.Is(err, pg.ErrNoRows) {
			failed = err
		}
	})
	if failed != nil {
		return nil, fmt.Errorf("read the last calls of app %s: %w", app, failed)
	}
	return last, nil
}

const (
	// UsageKept is how long hourly rows are kept: a year can be compared with
	// the one before.
	UsageKept = 400 * 24 * time.Hour
	// batchesKept is how long a node may be silent and still send a batch again.
	batchesKept = 2 * 24 * time.Hour
)

// PurgeUsage drops the numbers of long ago in some shards, and tells how many.
func (j *Journal) PurgeUsage(ctx context.Context, shards []ident.Shard) (int64, error) {
	purged, err := across.Write(ctx, shards, func(ctx context.Context, slice []int16) (int64, error) {
		n, err := db.New(j.db).PurgeUsage(ctx, db.PurgeUsageParams{Shards: slice, Before: j.now().Add(-UsageKept)})
		if err != nil {
			return n, err
		}
		byApp, err := db.New(j.db).PurgeAppUsage(ctx, db.PurgeAppUsageParams{Shards: slice, Before: j.now().Add(-UsageKept)})
		if err != nil {
			return n, err
		}
		refused, err := db.New(j.db).PurgeAppErrors(ctx, db.PurgeAppErrorsParams{Shards: slice, Before: j.now().Add(-RequestsKept - time.Hour)})
		if err != nil {
			return n, err
		}
		attempts, err := db.New(j.db).PurgeAttempts(ctx, db.PurgeAttemptsParams{Shards: slice, Before: j.now().Add(-UsageKept)})
		if err != nil {
			return n, err
		}
		redirects, err := db.New(j.db).PurgeRedirects(ctx, db.PurgeRedirectsParams{Shards: slice, Before: j.now().Add(-RequestsKept - 24*time.Hour)})
		if err != nil {
			return n, err
		}
		_, err = db.New(j.db).PurgeUsageBatches(ctx, db.PurgeUsageBatchesParams{Shards: slice, Before: j.now().Add(-batchesKept)})
		return n + byApp + refused + attempts + redirects, err
	})
	if err != nil {
		return purged, fmt.Errorf("purge usage: %w", err)
	}
	return purged, nil
}
