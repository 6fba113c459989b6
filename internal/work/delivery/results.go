package delivery

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
)

const (
	// resultsAtOnce bounds how many results go to PostgreSQL in one go.
	resultsAtOnce = 256
	// markEvery is how often the health of a webhook is written down, unless it
	// changes.
	markEvery = time.Minute
)

// write writes results down, as many at once as come in within a moment, until
// there are no more to come. What cannot be written is tried again beside the
// rest: until then the delivery counts as under way, so nobody sends it twice, and
// on a cluster nobody else waits for a server that is away.
func (d *dispatcher) write(ctx context.Context) {
	results := d.results
	var aside sync.WaitGroup
	for first := range results {
		d.writeBatch(ctx, batched(first, results), &aside)
	}
	aside.Wait()
}

// batched are the results that come in within a moment of the first.
func batched(first delivery.Result, results <-chan delivery.Result) []delivery.Result {
	batch, enough := []delivery.Result{first}, time.After(batchWait)
	for len(batch) < resultsAtOnce {
		select {
		case next, more := <-results:
			if !more {
				return batch
			}
			batch = append(batch, next)
		case <-enough:
			return batch
		}
	}
	return batch
}

// writeBatch writes results shard by shard: no transaction spans two.
func (d *dispatcher) writeBatch(ctx context.Context, batch []delivery.Result, aside *sync.WaitGroup) {
	byShard := map[ident.Shard][]delivery.Result{}
	for _, result := range batch {
		byShard[result.Due.Lane.Shard] = append(byShard[result.Due.Lane.Shard], result)
	}
	shards := slices.Collect(maps.Keys(byShard))
	pg.Parallel(pg.SideBySide, len(shards), func(i int) {
		shard, results := shards[i], byShard[shards[i]]
		if d.tryWrite(ctx, shard, results) {
			d.tell(func(b *board) { b.written(results) })
			return
		}
		d.tell(func(b *board) { b.setAside(results) })
		aside.Go(func() {
			for clock.Pause(ctx, retryPause); !d.tryWrite(ctx, shard, results); clock.Pause(ctx, retryPause) {
			}
			d.tell(func(b *board) { b.written(results) })
		})
	})
}

// tryWrite writes the results of a shard, and reports whether nothing is left to
// do about them.
func (d *dispatcher) tryWrite(ctx context.Context, shard ident.Shard, results []delivery.Result) bool {
	lease, ok := d.holder.Lease(ident.SliceOf(shard))
	if !ok {
		d.tooLate(ctx, results, len(results))
		return true
	}
	written, err := d.deliveries.Finish(ctx, lease, results)
	if err != nil {
		if ctx.Err() != nil {
			return true
		}
		d.log.WarnContext(ctx, "delivering webhooks", "err", err)
		return false
	}
	d.tooLate(ctx, results, len(results)-written)
	d.markHealth(ctx, results)
	return true
}

// tooLate logs that so many of the results count no more: the lease was lost, and
// whoever had it since may have sent again; or they are on record already, and
// only the answer to that was lost.
func (d *dispatcher) tooLate(ctx context.Context, results []delivery.Result, late int) {
	if late == 0 {
		return
	}
	among := make([]string, len(results))
	for i, result := range results {
		among[i] = result.Due.Delivery().String()
	}
	d.log.WarnContext(ctx, "results of deliveries came too late: a lease was lost, or PostgreSQL's answer", "late", late, "among", among)
}

// markHealth writes down how webhooks are doing, where that has changed. Where that
// fails, the next result tells it.
func (d *dispatcher) markHealth(ctx context.Context, results []delivery.Result) {
	for _, result := range results {
		if !result.Tried() || !d.marks.set(result) {
			continue
		}
		mark := d.deliveries.MarkWorking
		if result.Failed {
			mark = d.deliveries.MarkFailing
		}
		if err := mark(ctx, result.Due.Lane.Webhook); err != nil {
			d.log.WarnContext(ctx, "delivering webhooks", "err", err)
			d.marks.forget(result.Due.Lane.Webhook)
		}
	}
}

// marks are what was written down of the health of webhooks, and when.
type marks struct {
	mu   sync.Mutex
	last map[ident.Webhook]mark
	aged time.Time // when those were forgotten that would be written anew anyway
}

type mark struct {
	at      time.Time
	working bool
}

func newMarks() marks { return marks{last: map[ident.Webhook]mark{}} }

// set notes what a result says of its webhook. It reports whether that is news, or
// has not been written down for a while.
func (m *marks) set(result delivery.Result) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	of, now := result.Due.Lane.Webhook, result.At()
	if now.Sub(m.aged) > markEvery {
		maps.DeleteFunc(m.last, func(_ ident.Webhook, last mark) bool { return now.Sub(last.at) >= markEvery })
		m.aged = now
	}
	if last, known := m.last[of]; known && last.working == !result.Failed && now.Sub(last.at) < markEvery {
		return false
	}
	m.last[of] = mark{at: now, working: !result.Failed}
	return true
}

// forget has the next result of a webhook written down.
func (m *marks) forget(of ident.Webhook) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.last, of)
}
