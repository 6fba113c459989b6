package work_test

import (
	"context"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/work"
)

// table is the table of jobs, each with another Run.
func table(t *testing.T, run func(work.Job) func(context.Context, work.Turn) (bool, error)) []work.Job {
	t.Helper()
	metrics, err := telemetry.NewMetrics()
	if err != nil {
		t.Fatal(err)
	}
	jobs := work.Jobs(work.Deps{Metrics: metrics})
	for i, job := range jobs {
		jobs[i].Run = run(job)
	}
	return jobs
}

// neighbour is a job of the table whose runs hang until they are let go.
type neighbour struct {
	name   string
	places int           // how many runs of it a node has room for
	begun  chan struct{} // one for each run
	letGo  chan struct{} // ends one run
}

// neighbours are all jobs of the table. Each hangs.
func neighbours(t *testing.T) (jobs []work.Job, all []neighbour) {
	t.Helper()
	jobs = table(t, func(job work.Job) func(context.Context, work.Turn) (bool, error) {
		n := neighbour{job.Name, max(1, job.Parallel), make(chan struct{}, 1000), make(chan struct{})}
		all = append(all, n)
		return func(ctx context.Context, _ work.Turn) (bool, error) {
			n.begun <- struct{}{}
			select {
			case <-n.letGo:
				return false, nil
			case <-ctx.Done():
				return false, ctx.Err()
			}
		}
	})
	return jobs, all
}

// begins waits for a run.
func (n neighbour) begins(t *testing.T) {
	t.Helper()
	select {
	case <-n.begun:
	case <-time.After(time.Minute): // only so that it does not hang for ever
		t.Fatalf("%s does not run", n.name)
	}
}

func TestNoJobWaitsForAnother(t *testing.T) {
	t.Parallel()
	jobs, all := neighbours(t)
	// Fewer connections than jobs: a run that hangs holds none.
	node := runner(t, pgtest.Open(t, pgtest.Clone(t), pg.Options{MaxConns: 8}), everything(), jobs...)
	node.Start(t.Context())
	t.Cleanup(func() { // cut off: they all hang
		limit, cancel := context.WithCancel(context.Background())
		cancel()
		_ = node.Stop(limit)
	})
	for _, job := range all {
		for range job.places { // the first by itself, the others because they were asked for
			job.begins(t)
			node.Kick(t.Context(), job.name)
		}
	}
	for _, job := range all {
		t.Run("OPS-04 while every other job hangs: "+job.name, func(t *testing.T) {
			job.letGo <- struct{}{} // and the run that was kicked above takes its place
			job.begins(t)
		})
	}
}

func TestEveryJobSaysWhatClaimsItsWork(t *testing.T) {
	t.Parallel()
	for _, job := range table(t, func(work.Job) func(context.Context, work.Turn) (bool, error) { return nil }) {
		if job.Claim == "" {
			t.Errorf("CLU-07 %s: what keeps two runs from doing something twice?", job.Name)
		}
	}
}
