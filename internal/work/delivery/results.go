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
func batched(first ended, results <-chan ended) []ended {
	batch, enough := []ended{first}, time.After(batchWait)
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

// toWrite is what is to be written of one shard.
type toWrite struct {
	shard ident.Shard
	all   []delivery.Result // of both kinds
	known []delivery.Result // of deliveries that are on record
	fresh []*fresh          // events of which nothing is
}

// writeBatch writes results shard by shard: no transaction spans two.
func (d *dispatcher) writeBatch(ctx context.Context, batch []ended, aside *sync.WaitGroup) {
	byShard := map[ident.Shard]*toWrite{}
	for _, next := range batch {
		shard := next.results[0].Due.Lane.Shard
		if byShard[shard] == nil {
			byShard[shard] = &toWrite{shard: shard}
		}
		w := byShard[shard]
		w.all = append(w.all, next.results...)
		if next.of != nil {
			w.fresh = append(w.fresh, next.of)
		} else {
			w.known = append(w.known, next.results...)
		}
	}
	list := slices.Collect(maps.Values(byShard))
	pg.Parallel(pg.SideBySide, len(list), func(i int) {
		w := list[i]
		if d.tryWrite(ctx, w) {
			d.tell(func(b *board) { b.written(w.all) })
			return
		}
		d.tell(func(b *board) { b.setAside(w.all) })
		aside.Go(func() {
			for clock.Pause(ctx, retryPause); !d.tryWrite(ctx, w); clock.Pause(ctx, retryPause) {
			}
			d.tell(func(b *board) { b.written(w.all) })
		})
	})
}

// tryWrite writes the results of a shard, and reports whether nothing is left to
// do about them.
func (d *dispatcher) tryWrite(ctx context.Context, w *toWrite) bool {
	err := d.writeFresh(ctx, w)
	if err == nil {
		err = d.writeKnown(ctx, w)
	}
	if err != nil && ctx.Err() == nil {
		d.log.WarnContext(ctx, "delivering webhooks", "err", err)
		return false
	}
	return true
}

// writeFresh writes what became of events out of the outbox. What was not taken by
// all is queued first, and then written like anything else.
func (d *dispatcher) writeFresh(ctx context.Context, w *toWrite) error {
	var taken []delivery.Landed
	var landed, others []*fresh
	var queue []delivery.Fresh
	for _, of := range w.fresh {
		if of.AllTaken() {
			taken, landed = append(taken, of.Landed), append(landed, of)
		} else {
			queue, others = append(queue, of.Fresh), append(others, of)
		}
	}
	if len(taken) > 0 {
		if err := d.landAll(ctx, w.shard, taken); err != nil {
			return err
		}
		d.forget(landed)
	}
	w.fresh = others
	if len(queue) == 0 {
		return nil
	}
	if _, err := d.deliveries.Queue(ctx, queue); err != nil {
		return err
	}
	d.forget(others)
	for _, of := range others {
		w.known = append(w.known, of.Results...)
	}
	w.fresh = nil
	d.wake() // their lanes are armed
	return nil
}

func (d *dispatcher) landAll(ctx context.Context, shard ident.Shard, taken []delivery.Landed) error {
	written, err := d.deliveries.Land(ctx, shard, taken)
	if err != nil {
		return err
	}
	var results []delivery.Result
	for _, l := range taken {
		results = append(results, l.Results...)
	}
	d.tooLate(ctx, results, len(results)-written)
	d.markHealth(ctx, results)
	return nil
}

// writeKnown writes what became of deliveries that are on record.
func (d *dispatcher) writeKnown(ctx context.Context, w *toWrite) error {
	if len(w.known) == 0 {
		return nil
	}
	lease, ok := d.holder.Lease(ident.SliceOf(w.shard))
	if !ok {
		d.tooLate(ctx, w.known, len(w.known))
		return nil
	}
	written, err := d.deliveries.Finish(ctx, lease, w.known)
	if err != nil {
		return err
	}
	d.tooLate(ctx, w.known, len(w.known)-written)
	d.markHealth(ctx, w.known)
	if err := d.deliveries.CountRuns(ctx, w.known); err != nil {
		d.log.WarnContext(ctx, "running functions", "err", err) // the next failure is counted
	}
	return nil
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
