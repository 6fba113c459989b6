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
			d.written(results)
			return
		}
		d.setAside(results)
		aside.Go(func() {
			for clock.Pause(ctx, retryPause); !d.tryWrite(ctx, shard, results); clock.Pause(ctx, retryPause) {
			}
			d.written(results)
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
		if !result.Tried() || !d.toMark(result) {
			continue
		}
		mark := d.deliveries.MarkWorking
		if result.Failed {
			mark = d.deliveries.MarkFailing
		}
		if err := mark(ctx, result.Due.Lane.Webhook); err != nil {
			d.log.WarnContext(ctx, "delivering webhooks", "err", err)
			d.unmark(result)
		}
	}
}

// toMark reports whether a result says something of its webhook that is not
// written down, or has not been for a while.
func (d *dispatcher) toMark(result delivery.Result) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	h, now := d.lanes[result.Due.Lane].hook, result.At()
	if !h.marked.IsZero() && h.working == !result.Failed && now.Sub(h.marked) < markEvery {
		return false
	}
	h.marked, h.working = now, !result.Failed
	return true
}

// unmark forgets that the health of a result's webhook was written down.
func (d *dispatcher) unmark(result delivery.Result) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lanes[result.Due.Lane].marked = time.Time{}
}
