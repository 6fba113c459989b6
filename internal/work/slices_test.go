package work_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/leases"
	"github.com/counterpart/counterpart/internal/work"
	"github.com/counterpart/counterpart/internal/work/lease"
)

// lot is what a job does in one shard, or with what belongs to none.
type lot struct {
	job   string
	shard ident.Shard // or nobodys
}

const nobodys ident.Shard = -1

// ledger notes who did what.
type ledger struct {
	mu   sync.Mutex
	done map[lot][]int // by which workers
}

func (l *ledger) note(job work.Job, turn work.Turn, worker int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !job.Control {
		for _, shard := range turn.Shards {
			l.done[lot{job.Name, shard}] = append(l.done[lot{job.Name, shard}], worker)
		}
	}
	if turn.Control {
		l.done[lot{job.Name, nobodys}] = append(l.done[lot{job.Name, nobodys}], worker)
	}
}

func (l *ledger) lots() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.done)
}

// shared starts holders that share the slices, and returns once each has its share.
func shared(t *testing.T, db *pg.DB, workers int) []*lease.Holder {
	t.Helper()
	holders := make([]*lease.Holder, workers)
	var running sync.WaitGroup
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(func() { stop(); running.Wait() })
	for i := range holders {
		holders[i] = lease.New(leases.New(db), slog.New(slog.DiscardHandler))
		running.Go(func() { holders[i].Run(ctx) })
	}
	apptest.Eventually(t, "every worker has its share", func() bool {
		all, fair := 0, (ident.Slices+workers-1)/workers
		for _, h := range holders {
			n := len(h.Owned())
			if n > fair {
				return false
			}
			all += n
		}
		return all == ident.Slices
	})
	return holders
}

func TestWorkersShareEveryJobBySlices(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	holders := shared(t, db, 3)
	notes := &ledger{done: map[lot][]int{}}
	want := 0
	for worker, holder := range holders {
		jobs := table(t, func(job work.Job) func(context.Context, work.Turn) (bool, error) {
			return func(_ context.Context, turn work.Turn) (bool, error) {
				notes.note(job, turn, worker)
				return false, nil
			}
		})
		want = 0
		for i := range jobs {
			jobs[i].Every *= 1000 // once is enough
			want++
			if !jobs[i].Control {
				want += ident.Shards
			}
		}
		start(t, runner(t, db, holder, jobs...))
	}
	apptest.Eventually(t, "every job has run everywhere", func() bool { return notes.lots() == want })
	notes.mu.Lock()
	defer notes.mu.Unlock()
	owner := map[ident.Slice]int{}
	for worker, holder := range holders {
		for _, slice := range holder.Owned() {
			owner[slice] = worker
		}
	}
	for _, job := range table(t, func(work.Job) func(context.Context, work.Turn) (bool, error) { return nil }) {
		t.Run("CLU-07 "+job.Name, func(t *testing.T) {
			for shard := nobodys; shard < ident.Shards; shard++ {
				slice := job.Home()
				if shard != nobodys {
					slice = ident.SliceOf(max(shard, 0))
				}
				by := notes.done[lot{job.Name, shard}]
				if want := job.Control && shard != nobodys; want != (len(by) == 0) || len(by) > 1 || len(by) == 1 && by[0] != owner[slice] {
					t.Fatalf("shard %d was done by %v; worker %d has its slice", shard, by, owner[slice])
				}
			}
		})
	}
}
