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
	"github.com/counterpart/counterpart/internal/work"
)

func runner(t *testing.T, db *pg.DB, worker bool, jobs ...work.Job) *work.Runner {
	t.Helper()
	r, err := work.NewRunner(db, jobs, clock.NewStopped(pgtest.Start).Now, slog.New(slog.DiscardHandler), worker)
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
	job := work.Job{Name: "tell", Every: time.Hour, Run: func(_ context.Context, now time.Time) error {
		ran <- now
		return nil
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
	job := work.Job{Name: "alone", Every: time.Hour, Run: func(ctx context.Context, _ time.Time) error {
		if inside.Add(1) > 1 {
			t.Error("two runs at once")
		}
		defer inside.Add(-1)
		runs.Add(1)
		return db.Ping(ctx)
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
