package work_test

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/work"
)

func runner(t *testing.T, db *pg.DB, worker bool, jobs ...work.Job) *work.Runner {
	t.Helper()
	metrics, err := telemetry.NewMetrics()
	if err != nil {
		t.Fatal(err)
	}
	r, err := work.NewRunner(work.RunnerConfig{
		DB: db, Jobs: jobs, Now: clock.NewStopped(pgtest.Start).Now, Log: slog.New(slog.DiscardHandler), Metrics: metrics, Worker: worker,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func start(t *testing.T, r *work.Runner) {
	t.Helper()
	if err := r.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

func TestAKickOnOneNodeRunsTheJobOnAnother(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	ran := make(chan time.Time, 10)
	job := work.Job{Name: "tell", Every: time.Hour, Run: func(_ context.Context, turn work.Turn) (bool, error) {
		ran <- turn.Now
		return false, nil
	}}
	start(t, runner(t, db, true, job))
	if at := <-ran; !at.Equal(pgtest.Start) {
		t.Errorf("ran at %v: a job goes by the program's clock", at)
	}
	runner(t, db, false, job).Kick(t.Context(), "tell")
	<-ran
}

func TestAJobRunsOnceAtATimeOverAllNodes(t *testing.T) {
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
	nodes := []*work.Runner{runner(t, db, false, job), runner(t, db, false, job)}
	var wait sync.WaitGroup
	for i := range 6 {
		wait.Go(func() {
			if err := nodes[i%2].Once(t.Context(), "alone"); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if runs.Load() != 6 {
		t.Errorf("%d runs of 6", runs.Load())
	}
}

// waiting counts the runs that River has yet to begin.
func waiting(t *testing.T, db *pg.DB) (runs int) {
	t.Helper()
	err := db.QueryRow(t.Context(), "SELECT count(*) FROM work.river_job WHERE state NOT IN ('running', 'completed')").Scan(&runs)
	if err != nil {
		t.Fatal(err)
	}
	return runs
}

func TestKicksAreNeitherLostNorPileUp(t *testing.T) {
	t.Parallel()
	t.Run("OPS-04 500 kicks at once leave one run to do", func(t *testing.T) {
		t.Parallel()
		db := pgtest.New(t)
		idle := work.Job{Name: "idle", Every: time.Hour, Run: func(context.Context, work.Turn) (bool, error) { return false, nil }}
		nodes := []*work.Runner{runner(t, db, false, idle), runner(t, db, false, idle)}
		var wait sync.WaitGroup
		for i := range 500 {
			wait.Go(func() { nodes[i%2].Kick(t.Context(), "idle") })
		}
		wait.Wait()
		if runs := waiting(t, db); runs != 1 {
			t.Errorf("%d runs wait", runs)
		}
	})
	for name, parallel := range map[string]int{"one run at a time": 0, "runs side by side": 3} {
		t.Run("OPS-04 every kick is followed by a look: "+name, func(t *testing.T) {
			t.Parallel()
			db := pgtest.New(t)
			var asked, seen atomic.Int64
			caughtUp := make(chan struct{}, 1000)
			look := work.Job{Name: "look", Every: time.Hour, Parallel: parallel, Run: func(ctx context.Context, _ work.Turn) (bool, error) {
				now := asked.Load()
				err := db.Ping(ctx) // others ask meanwhile
				for before := seen.Load(); before < now && !seen.CompareAndSwap(before, now); before = seen.Load() {
				}
				caughtUp <- struct{}{}
				return false, err
			}}
			nodes := []*work.Runner{runner(t, db, true, look), runner(t, db, true, look)}
			start(t, nodes[0])
			start(t, nodes[1])
			var wait sync.WaitGroup
			for i := range 500 {
				wait.Go(func() {
					asked.Add(1)
					nodes[i%2].Kick(t.Context(), "look")
				})
			}
			wait.Wait()
			for seen.Load() < 500 {
				<-caughtUp
			}
			if runs := waiting(t, db); runs > 3 {
				t.Errorf("%d runs wait", runs)
			}
		})
	}
}

func TestAKickWithinATransactionCountsFromItsCommit(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	idle := work.Job{Name: "idle", Every: time.Hour, Run: func(context.Context, work.Turn) (bool, error) { return false, nil }}
	node := runner(t, db, false, idle)
	err := db.InTx(t.Context(), func(tx *pg.Tx) error {
		node.Kick(pg.Within(t.Context(), db, tx), "idle")
		if runs := waiting(t, db); runs != 0 {
			t.Errorf("%d runs wait before the commit", runs)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if runs := waiting(t, db); runs != 1 {
		t.Errorf("%d runs wait", runs)
	}
}

func TestARunThatHasToWaitGivesItsPlaceBack(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	var runs atomic.Int64
	begun, goOn := make(chan struct{}, 10), make(chan struct{})
	slow := work.Job{Name: "slow", Every: time.Hour, Run: func(ctx context.Context, _ work.Turn) (bool, error) {
		runs.Add(1)
		begun <- struct{}{}
		select {
		case <-goOn:
			return false, nil
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}}
	nodes := []*work.Runner{runner(t, db, true, slow), runner(t, db, true, slow)}
	start(t, nodes[0])
	start(t, nodes[1])
	<-begun
	used := func() int32 { return db.Pool().Stat().AcquiredConns() }
	before := used()
	for range 20 {
		nodes[0].Kick(t.Context(), "slow")
	}
	t.Run("OPS-04 no run waits for another, with a place or a connection", func(t *testing.T) {
		for waiting(t, db) > 0 || used() > before { // until the kick's run has come and found the job taken
		}
		if got := runs.Load(); got != 1 {
			t.Errorf("%d runs", got)
		}
	})
	close(goOn)
	t.Run("OPS-04 what was asked meanwhile is done by the run that was under way", func(t *testing.T) { <-begun })
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
