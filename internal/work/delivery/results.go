package delivery

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
)

const (
	// resultsAtOnce bounds how many results go to PostgreSQL in one go.
	resultsAtOnce = 256
	// writers is how many shards are written side by side: their commits share the
	// wait for the disk.
	writers = 8
	// tellEvery is how often it is written down how a webhook is doing, unless that
	// changes.
	tellEvery = time.Minute
)

// write writes results down, as many at once as come in within a moment, until
// there are no more to come. What cannot be written is tried again: until then
// the delivery counts as under way, so nobody sends it twice.
func (d *desk) write(ctx context.Context, holdOf func(ident.Shard) (delivery.Hold, bool)) {
	results := d.results
	for first := range results {
		d.writeBatch(ctx, holdOf, gathered(first, results))
	}
}

// gathered are the results that come in within a moment of the first.
func gathered(first delivery.Result, results <-chan delivery.Result) []delivery.Result {
	batch, enough := []delivery.Result{first}, time.After(gather)
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
func (d *desk) writeBatch(ctx context.Context, holdOf func(ident.Shard) (delivery.Hold, bool), batch []delivery.Result) {
	byShard := map[ident.Shard][]delivery.Result{}
	for _, result := range batch {
		byShard[result.Parcel.Lane.Shard] = append(byShard[result.Parcel.Lane.Shard], result)
	}
	shards := slices.Collect(maps.Keys(byShard))
	sideBySide(len(shards), func(i int) { d.writeShard(ctx, shards[i], holdOf, byShard[shards[i]]) })
}

// sideBySide does things in several shards, a few at once.
func sideBySide(n int, do func(i int)) {
	var group sync.WaitGroup
	slots := make(chan struct{}, writers)
	for i := range n {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			do(i)
		})
	}
	group.Wait()
}

func (d *desk) writeShard(ctx context.Context, shard ident.Shard, holdOf func(ident.Shard) (delivery.Hold, bool), results []delivery.Result) {
	for {
		hold, held := holdOf(shard)
		if !held {
			d.log.WarnContext(ctx, "a lease was lost: another worker sends these deliveries again", "slice", delivery.SliceOf(shard), "deliveries", len(results))
			break
		}
		err := d.deliveries.Finish(ctx, hold, results)
		if err == nil {
			err = d.tell(ctx, results)
		}
		if err == nil || ctx.Err() != nil {
			break
		}
		d.log.WarnContext(ctx, "delivering webhooks", "err", err)
		clock.Pause(ctx, calmDown)
	}
	parcels := make([]delivery.Parcel, len(results))
	for i, result := range results {
		parcels[i] = result.Parcel
	}
	d.written(parcels...)
}

// tell writes down how webhooks are doing, where that is news.
func (d *desk) tell(ctx context.Context, results []delivery.Result) error {
	for _, result := range results {
		if !result.Tried() || !d.news(result) {
			continue
		}
		tell := d.deliveries.Works
		if result.Failed {
			tell = d.deliveries.Fails
		}
		if err := tell(ctx, result.Parcel.Lane); err != nil {
			return err
		}
	}
	return nil
}

// news reports whether a result says something of its webhook that is not
// written down, or has not been for a while.
func (d *desk) news(result delivery.Result) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	l, now := d.lanes[result.Parcel.Lane], result.At()
	if !l.told.IsZero() && l.works == !result.Failed && now.Sub(l.told) < tellEvery {
		return false
	}
	l.told, l.works = now, !result.Failed
	return true
}
