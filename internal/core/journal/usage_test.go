package journal_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/journal"
)

// fixture is a journal with an app that calls in two businesses.
type fixture struct {
	*journal.Journal
	db               *pg.DB
	clock            *clock.Stopped
	dropped          map[string]int
	app              ident.App
	bakery, florists ident.Business
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	d := &fixture{db: pgtest.New(t), clock: clock.NewStopped(pgtest.Start), dropped: map[string]int{}}
	var counting sync.Mutex
	d.Journal = journal.New(d.db, d.clock.Now, slog.New(slog.DiscardHandler), journal.Options{Dropped: func(what string, n int) {
		counting.Lock()
		defer counting.Unlock()
		d.dropped[what] += n
	}})
	d.app = ident.New[ident.App](ident.Control, pgtest.Start)
	d.bakery = ident.New[ident.Business](7, pgtest.Start)
	d.florists = ident.New[ident.Business](1007, pgtest.Start)
	return d
}

// call is a call of the fixture's app now.
func (d *fixture) call(business ident.Business, status int, took time.Duration) journal.Call {
	return journal.Call{
		Request: ident.New[ident.Request](ident.Control, d.clock.Now()), App: d.app, Business: business,
		User: ident.New[ident.User](ident.Control, pgtest.Start), Method: "GET", Route: "GET /me", Path: "/me",
		Version: "2026-11-01", Status: status, RateLimited: status == 429, Duration: took,
	}
}

func (d *fixture) write(t testing.TB) {
	t.Helper()
	if err := d.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (d *fixture) series(t *testing.T, s journal.Series) []journal.Point {
	t.Helper()
	s.App = d.app
	points, err := d.AppUsage(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return points
}

// counts are a point's numbers without its latency.
func counts(points []journal.Point) (list [][3]int64) {
	for _, p := range points {
		list = append(list, [3]int64{p.Calls, p.Errors, p.RateLimited})
	}
	return list
}

func TestAnAppsCalls(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	hour := d.clock.Now().Truncate(time.Hour)
	d.Note(d.call(d.bakery, 200, 15*time.Millisecond))
	d.Note(d.call(d.bakery, 404, 15*time.Millisecond))
	d.write(t)
	d.Note(d.call(d.bakery, 429, time.Millisecond))
	d.Note(d.call(d.florists, 503, 45*time.Second))
	d.write(t)
	d.clock.Move(2 * time.Hour)
	d.Note(d.call(d.bakery, 201, 15*time.Millisecond))
	d.write(t)

	t.Run("APP-06 by the hour, of one business and of all", func(t *testing.T) {
		want := [][3]int64{{4, 3, 1}, {0, 0, 0}, {1, 0, 0}}
		got := counts(d.series(t, journal.Series{From: hour, To: hour.Add(3 * time.Hour), Every: journal.Hourly}))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		want = [][3]int64{{3, 2, 1}, {0, 0, 0}, {1, 0, 0}}
		got = counts(d.series(t, journal.Series{Business: d.bakery, From: hour, To: hour.Add(3 * time.Hour), Every: journal.Hourly}))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("APP-06 by the day", func(t *testing.T) {
		day := hour.Truncate(24 * time.Hour)
		points := d.series(t, journal.Series{From: hour, To: hour.Add(24 * time.Hour), Every: journal.Daily})
		var sum int64
		for _, p := range points {
			sum += p.Calls
		}
		if len(points) != 2 || points[0].At != day || sum != 5 {
			t.Errorf("got %v", points)
		}
	})
	t.Run("APP-06 and how long they took", func(t *testing.T) {
		got := d.series(t, journal.Series{Business: d.bakery, From: hour.Add(2 * time.Hour), To: hour.Add(3 * time.Hour), Every: journal.Hourly})[0].Latency
		if got.Mean != 15*time.Millisecond || got.P50 < 10*time.Millisecond || got.P99 > 20*time.Millisecond {
			t.Errorf("got %v", got)
		}
	})
	t.Run("another app's are not among them", func(t *testing.T) {
		stranger := journal.Series{App: ident.New[ident.App](ident.Control, pgtest.Start), From: hour, To: hour.Add(time.Hour), Every: journal.Hourly}
		points, err := d.AppUsage(t.Context(), stranger)
		if diff := cmp.Diff([][3]int64{{0, 0, 0}}, counts(points)); diff != "" || err != nil {
			t.Error(diff, err)
		}
	})
}

func TestTheLastCallIsKnown(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	never := ident.New[ident.App](ident.Control, pgtest.Start)
	d.Note(d.call(d.bakery, 200, 0))
	d.clock.Move(100 * time.Minute)
	last := d.clock.Now()
	d.Note(d.call(d.bakery, 200, 0))
	d.write(t)
	apps, err := d.LastCalls(t.Context(), d.bakery, d.app, never)
	if diff := cmp.Diff(map[ident.App]time.Time{d.app: last}, apps); diff != "" || err != nil {
		t.Error(diff, err)
	}
	businesses, err := d.LastCallsOf(t.Context(), d.app, d.bakery, d.florists)
	if diff := cmp.Diff(map[ident.Business]time.Time{d.bakery: last}, businesses); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// Writing is interrupted at any point, before the database knows of it and after.
func TestACallCountsOnceHoweverWritingIsInterrupted(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	const rounds, each = 300, 5
	var cut int
	for n := range rounds {
		for range each {
			d.Note(d.call([]ident.Business{d.bakery, d.florists}[n%2], 200, time.Millisecond))
		}
		ctx, cancel := context.WithTimeout(t.Context(), rand.N(1500*time.Microsecond))
		if d.Flush(ctx) != nil {
			cut++
		}
		cancel()
	}
	d.write(t)
	d.write(t) // nothing is left
	hour := d.clock.Now().Truncate(time.Hour)
	points := d.series(t, journal.Series{From: hour, To: hour.Add(time.Hour), Every: journal.Hourly})
	if points[0].Calls != rounds*each {
		t.Errorf("%d calls are counted, want %d; %d of %d writes were cut off", points[0].Calls, rounds*each, cut, rounds)
	}
	if cut == 0 {
		t.Error("no write was cut off")
	}
	var lines int
	if err := d.db.QueryRow(t.Context(), "SELECT count(*) FROM journal.requests").Scan(&lines); err != nil || lines != rounds*each {
		t.Errorf("%d lines, want %d; %v", lines, rounds*each, err)
	}
	if len(d.dropped) > 0 {
		t.Errorf("dropped %v", d.dropped)
	}
}

func TestNodesAddToTheSameRows(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	businesses := []ident.Business{d.bakery, ident.New[ident.Business](7, pgtest.Start), ident.New[ident.Business](7, pgtest.Start)}
	const nodes, rounds = 4, 50
	var running sync.WaitGroup
	for range nodes {
		node := journal.New(d.db, d.clock.Now, slog.New(slog.DiscardHandler), journal.Options{})
		running.Go(func() {
			for range rounds {
				for _, i := range rand.Perm(len(businesses)) {
					node.Note(d.call(businesses[i], 200, time.Millisecond))
				}
				if err := node.Flush(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	running.Wait()
	hour := d.clock.Now().Truncate(time.Hour)
	points := d.series(t, journal.Series{From: hour, To: hour.Add(time.Hour), Every: journal.Hourly})
	if want := int64(nodes * rounds * len(businesses)); points[0].Calls != want {
		t.Errorf("%d calls are counted, want %d", points[0].Calls, want)
	}
}

func TestNotingGoesOnWithoutADatabase(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.db.Close()
	for range journal.MostLines + 10 {
		d.Note(d.call(d.bakery, 200, time.Millisecond))
	}
	if d.Flush(t.Context()) == nil {
		t.Error("was written nowhere")
	}
	if diff := cmp.Diff(map[string]int{"requests": 10}, d.dropped); diff != "" {
		t.Error(diff)
	}
	call := d.call(d.bakery, 200, 0)
	for range journal.MostTallies - 1 + 10 { // the first app's are still there
		call.App = ident.New[ident.App](ident.Control, pgtest.Start)
		d.Note(call)
	}
	if got := d.dropped["usage"]; got != 10 {
		t.Errorf("%d calls are said not to be counted, want 10", got)
	}
}

func TestRunWritesByItself(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { d.Run(ctx) })
	d.Note(d.call(d.bakery, 200, time.Millisecond))
	var written atomic.Bool
	for deadline := time.Now().Add(20 * time.Second); !written.Load() && time.Now().Before(deadline); {
		calls, err := d.LastCalls(t.Context(), d.bakery, d.app)
		if err != nil {
			t.Fatal(err)
		}
		written.Store(len(calls) == 1)
	}
	stop()
	running.Wait()
	if !written.Load() {
		t.Error("nothing was written")
	}
}

func TestUsageIsKeptForMoreThanAYear(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.Note(d.call(d.bakery, 200, time.Millisecond))
	d.write(t)
	hour := d.clock.Now().Truncate(time.Hour)
	d.clock.Move(hour.Add(400 * 24 * time.Hour).Sub(d.clock.Now()))
	if n, err := d.PurgeUsage(t.Context(), ident.EveryShard()); n != 0 || err != nil {
		t.Errorf("%d rows are gone after 400 days, %v", n, err)
	}
	d.clock.Move(time.Second)
	if n, err := d.PurgeUsage(t.Context(), ident.EveryShard()); n != 2 || err != nil {
		t.Errorf("%d rows are gone, want the business's and the app's; %v", n, err)
	}
}

// An estimate never leaves the bucket that the true value is in.
func TestEstimatesStayInTheirBucket(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var took []time.Duration
		for _, us := range rapid.SliceOfN(rapid.Int64Range(0, 40_000_000), 1, 200).Draw(t, "µs") {
			took = append(took, time.Duration(us)*time.Microsecond)
		}
		share := rapid.SampledFrom([]float64{0.5, 0.95, 0.99}).Draw(t, "share")
		got := journal.Quantile(took, share)
		slices.Sort(took)
		exact := took[int(share*float64(len(took))+0.999999)-1]
		low, high := bucket(exact)
		if got < low || got > high {
			t.Errorf("estimated %v, and it is %v", got, exact)
		}
	})
}

// bucket is between which bounds a duration lies.
func bucket(d time.Duration) (low, high time.Duration) {
	bounds := journal.Bounds()
	i, _ := slices.BinarySearch(bounds, d)
	if i == len(bounds) {
		return bounds[i-1], bounds[i-1] // all that is known
	}
	if i > 0 {
		low = bounds[i-1]
	}
	return low, bounds[i]
}
