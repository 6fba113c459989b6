package work_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/work"
)

// owned are the slices of one node.
type owned struct {
	mu   sync.Mutex
	list []ident.Slice
}

func owns(list ...ident.Slice) *owned { return &owned{list: list} }

// everything is what a node owns that works alone.
func everything() *owned {
	all := owns()
	for slice := range ident.Slice(ident.Slices) {
		all.list = append(all.list, slice)
	}
	return all
}

func (o *owned) Owned() []ident.Slice {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.list)
}

func (o *owned) set(list ...ident.Slice) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.list = list
}

func runner(t *testing.T, db *pg.DB, slices work.Slices, jobs ...work.Job) *work.Runner {
	t.Helper()
	return loggingRunner(t, db, slices, slog.New(slog.DiscardHandler), jobs...)
}

func loggingRunner(t *testing.T, db *pg.DB, slices work.Slices, log *slog.Logger, jobs ...work.Job) *work.Runner {
	t.Helper()
	metrics, err := telemetry.NewMetrics()
	if err != nil {
		t.Fatal(err)
	}
	return work.NewRunner(work.RunnerConfig{
		DB: db, Jobs: jobs, Slices: slices, Now: clock.NewStopped(pgtest.Start).Now, Log: log, Metrics: metrics,
	})
}

func start(t *testing.T, r *work.Runner) {
	t.Helper()
	r.Start(t.Context())
	t.Cleanup(func() {
		if err := r.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

// told is a job that tells of its runs.
func told(name string) (work.Job, <-chan work.Turn) {
	ran := make(chan work.Turn, 1000)
	return work.Job{Name: name, Every: time.Hour, Run: func(_ context.Context, turn work.Turn) (bool, error) {
		ran <- turn
		return false, nil
	}}, ran
}

func TestAKickRunsTheJobInItsSlice(t *testing.T) {
	t.Parallel()
	job, ran := told("tell")
	node := runner(t, pgtest.New(t), everything(), job)
	start(t, node)
	first := <-ran
	if !first.Now.Equal(pgtest.Start) {
		t.Errorf("ran at %v: a job goes by the program's clock", first.Now)
	}
	if len(first.Shards) != ident.Shards || !first.Control {
		t.Errorf("the first run is about %d shards", len(first.Shards))
	}
	shard := ident.Shard(77)
	node.Kick(t.Context(), "tell", shard)
	if got := (<-ran).Shards; !slices.Equal(got, ident.SliceOf(shard).Shards()) {
		t.Errorf("the kick had %v looked at", got)
	}
	node.Kick(t.Context(), "tell")
	if turn := <-ran; !turn.Control || !slices.Equal(turn.Shards, job.Home().Shards()) {
		t.Errorf("the kick had %v looked at", turn.Shards)
	}
}

// What a kick was for on a node that does not own the slice, its owner finds on its
// beat.
func TestWhatSomebodyWaitsForIsFoundWithinSeconds(t *testing.T) {
	t.Parallel()
	metrics, err := telemetry.NewMetrics()
	if err != nil {
		t.Fatal(err)
	}
	kicked := []string{work.ResetMails, work.InvitationMails, work.InvoiceMails, work.Notices, work.Erasures}
	for _, job := range work.Jobs(work.Deps{Metrics: metrics}) {
		if slices.Contains(kicked, job.Name) && job.Every > 3*time.Second {
			t.Errorf("CLU-07 %s looks every %v", job.Name, job.Every)
		}
	}
}

func TestASliceThatComesIsLookedAtAtOnce(t *testing.T) {
	t.Parallel()
	job, ran := told("tell")
	node := owns(1, 2)
	start(t, runner(t, pgtest.New(t), node, job))
	if got := len((<-ran).Shards); got != len(ident.Slice(1).Shards())+len(ident.Slice(2).Shards()) {
		t.Errorf("the first run is about %d shards", got)
	}
	node.set(2, 3)
	if got := (<-ran).Shards; !slices.Equal(got, ident.Slice(3).Shards()) {
		t.Errorf("looked at %v", got)
	}
}

func TestAJobRunsOnceAtATime(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	var inside, runs atomic.Int64
	job := work.Job{Name: "alone", Every: time.Hour, Run: func(ctx context.Context, _ work.Turn) (bool, error) {
		if inside.Add(1) > 1 {
			t.Error("two runs at once")
		}
		defer inside.Add(-1)
		runs.Add(1)
		return false, db.Ping(ctx)
	}}
	node := runner(t, db, everything(), job)
	start(t, node)
	var wait sync.WaitGroup
	for range 6 {
		wait.Go(func() {
			if err := node.Once(t.Context(), "alone"); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if runs.Load() < 6 {
		t.Errorf("%d runs of 6", runs.Load())
	}
}

// hanging is a job whose runs wait to be let go.
type hanging struct {
	job          work.Job
	begun, letGo chan struct{}
	runs         atomic.Int64
}

func hang(name string) *hanging {
	h := &hanging{begun: make(chan struct{}, 1000), letGo: make(chan struct{})}
	h.job = work.Job{Name: name, Every: time.Hour, Run: func(ctx context.Context, _ work.Turn) (bool, error) {
		h.runs.Add(1)
		h.begun <- struct{}{}
		select {
		case <-h.letGo:
			return false, nil
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}}
	return h
}

func TestKicksAreNeitherLostNorPileUp(t *testing.T) {
	t.Parallel()
	t.Run("OPS-04 500 kicks during a run leave one run to do", func(t *testing.T) {
		t.Parallel()
		slow := hang("slow")
		node := runner(t, pgtest.New(t), everything(), slow.job)
		start(t, node)
		<-slow.begun
		for i := range 500 {
			node.Kick(t.Context(), "slow", ident.Shard(i))
		}
		slow.letGo <- struct{}{}
		<-slow.begun
		slow.letGo <- struct{}{}
		node.Kick(t.Context(), "slow", 0) // had there been one more run, this would be a fourth
		<-slow.begun
		if runs := slow.runs.Load(); runs != 3 {
			t.Errorf("%d runs", runs)
		}
		close(slow.letGo)
	})
	for name, parallel := range map[string]int{"one run at a time": 0, "runs side by side": 3} {
		t.Run("OPS-04 every kick is followed by a look: "+name, func(t *testing.T) {
			t.Parallel()
			db := pgtest.New(t)
			var asked, seen [ident.Slices]atomic.Int64
			caughtUp := make(chan struct{}, 10000)
			look := work.Job{Name: "look", Every: time.Hour, Parallel: parallel, Run: func(ctx context.Context, turn work.Turn) (bool, error) {
				now := map[ident.Slice]int64{}
				for _, shard := range turn.Shards {
					now[ident.SliceOf(shard)] = asked[ident.SliceOf(shard)].Load()
				}
				err := db.Ping(ctx) // others ask meanwhile
				for slice, now := range now {
					for before := seen[slice].Load(); before < now && !seen[slice].CompareAndSwap(before, now); before = seen[slice].Load() {
					}
				}
				caughtUp <- struct{}{}
				return false, err
			}}
			node := runner(t, db, everything(), look)
			start(t, node)
			var wait sync.WaitGroup
			for i := range 500 {
				wait.Go(func() {
					shard := ident.Shard(i)
					asked[ident.SliceOf(shard)].Add(1)
					node.Kick(t.Context(), "look", shard)
				})
			}
			wait.Wait()
			for slice := range seen {
				for seen[slice].Load() < asked[slice].Load() {
					<-caughtUp
				}
			}
		})
	}
}

func TestAKickWithinATransactionCountsFromItsCommit(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	job, ran := told("job")
	other, otherRan := told("other")
	node := runner(t, db, everything(), job, other)
	start(t, node)
	<-ran
	<-otherRan
	err := db.InTx(t.Context(), func(tx *pg.Tx) error {
		node.Kick(pg.Within(t.Context(), db, tx), "job", 0)
		for range 2 { // the second look begins after the first has begun all that there was
			node.Kick(t.Context(), "other", 0)
			<-otherRan
		}
		if len(ran) > 0 {
			t.Error("it ran before the commit")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	<-ran
}

func TestAKickWritesNothing(t *testing.T) {
	t.Parallel()
	job, _ := told("job")
	database := pgtest.New(t)
	node := runner(t, database, everything(), job)
	database.Close()
	t.Run("CLU-03 a kick needs no server", func(t *testing.T) { node.Kick(t.Context(), "job", 0) })
}

func TestARunThatHasToWaitHoldsNothing(t *testing.T) {
	t.Parallel()
	db, slow := pgtest.New(t), hang("slow")
	other, otherRan := told("other")
	node := runner(t, db, everything(), slow.job, other)
	start(t, node)
	<-slow.begun
	<-otherRan
	used := func() int32 { return db.Pool().Stat().AcquiredConns() }
	before := used()
	for range 20 {
		node.Kick(t.Context(), "slow", 0)
	}
	t.Run("OPS-04 no run waits for another, with a place or a connection", func(t *testing.T) {
		node.Kick(t.Context(), "other", 0)
		<-otherRan
		if got := slow.runs.Load(); got != 1 || used() > before {
			t.Errorf("%d runs, %d connections", got, used())
		}
	})
	close(slow.letGo)
	t.Run("OPS-04 what was asked meanwhile is done afterwards", func(t *testing.T) { <-slow.begun })
}

func TestAJobThatFailsIsLoggedAndTriedAgain(t *testing.T) {
	t.Parallel()
	var logs apptest.Logs
	tried := make(chan struct{}, 100)
	job := work.Job{Name: "failing", Every: time.Hour, Run: func(context.Context, work.Turn) (bool, error) {
		tried <- struct{}{}
		return false, errors.New("a server is away")
	}}
	node := loggingRunner(t, pgtest.New(t), everything(), slog.New(slog.NewTextHandler(&logs, nil)), job)
	node.Start(t.Context())
	for range 5 {
		<-tried
		node.Kick(t.Context(), "failing", 0)
	}
	if err := node.Stop(context.Background()); err != nil {
		t.Error(err)
	}
	if said := strings.Count(logs.String(), "job failed"); said != 1 {
		t.Errorf("the log says %d times that it failed:\n%s", said, logs.String())
	}
}

func TestFiguresTellWhichJobFails(t *testing.T) {
	t.Parallel()
	metrics, err := telemetry.NewMetrics()
	if err != nil {
		t.Fatal(err)
	}
	fails := true
	unsteady := work.Job{Name: "unsteady", Every: time.Hour, Run: func(context.Context, work.Turn) (bool, error) {
		if fails {
			return false, errors.New("a server is away")
		}
		return false, nil
	}}
	steady, _ := told("steady")
	node := work.NewRunner(work.RunnerConfig{
		DB: pgtest.New(t), Jobs: []work.Job{unsteady, steady}, Slices: everything(), Now: clock.NewStopped(pgtest.Start).Now, Log: slog.New(slog.DiscardHandler), Metrics: metrics,
	})
	shows := func(want ...string) {
		t.Helper()
		page := httptest.NewRecorder()
		metrics.Handler().ServeHTTP(page, httptest.NewRequest("GET", "/metrics", nil))
		for _, line := range want {
			if !strings.Contains(page.Body.String(), "\ncounterpart_"+line) {
				t.Errorf("no %s among the figures:\n%s", line, page.Body)
			}
		}
	}
	work.RunHere(t.Context(), node)
	shows(`job_failing{job_name="unsteady"} 1`, `job_failing{job_name="steady"} 0`, `job_beat_seconds{job_name="steady"} 3600`,
		`job_last_ended_timestamp_seconds{job_name="unsteady"} `)
	fails = false
	work.RunHere(t.Context(), node)
	shows(`job_failing{job_name="unsteady"} 0`)
}

func TestAStopCutsOffWhatDoesNotEnd(t *testing.T) {
	t.Parallel()
	slow := hang("slow")
	node := runner(t, pgtest.New(t), everything(), slow.job)
	node.Start(t.Context())
	<-slow.begun
	limit, cancel := context.WithCancel(t.Context())
	cancel()
	if err := node.Stop(limit); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped with %v", err)
	}
}

func TestPartitionsStandReadyAndOldOnesGo(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	later := pgtest.Start.AddDate(0, 0, 90)
	if err := work.MakePartitions(t.Context(), db, later); err != nil {
		t.Fatal(err)
	}
	if err := work.DropPartitions(t.Context(), db, later); err != nil {
		t.Fatal(err)
	}
	var names []string
	err := db.QueryRow(t.Context(), `SELECT array_agg(inhrelid::regclass::text ORDER BY 1) FROM pg_inherits WHERE inhparent = 'events.log'::regclass`).Scan(&names)
	if err != nil {
		t.Fatal(err)
	}
	if first, last := names[0], names[len(names)-1]; first != "events.log_20270205" || last != "events.log_20270213" {
		t.Errorf("partitions from %s to %s", first, last)
	}
}
