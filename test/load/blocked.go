package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
)

// perSecond is how many events are committed while neighbours are disturbed.
const perSecond = 400

// nobody is the number of no endpoint.
const nobody = -1

// neighbours tells what endpoints notice of one that hangs, and of one that is
// dead with very many deliveries due.
func (b *bench) neighbours(ctx context.Context) error {
	if _, err := b.stream(ctx, nobody); err != nil { // connections and plans are made
		return err
	}
	calm, err := b.stream(ctx, nobody)
	if err != nil {
		return err
	}
	hanging, err := b.stream(ctx, endpoints-1)
	if err != nil {
		return err
	}
	label := fmt.Sprintf("nine endpoints at %.0f events/s, one more hanging, p99 commit to receipt, %s arrived; bare: none hangs", hanging.rate, hanging.share())
	b.table.time(label, hanging.p99(), calm.p99(), "at most 3, 100 %")
	if err := b.backlog(ctx); err != nil {
		return err
	}
	buried, err := b.stream(ctx, nobody)
	if err != nil {
		return err
	}
	label = fmt.Sprintf("the same beside %d due deliveries of a dead one, %s arrived; bare: without them", b.size.due, buried.share())
	b.table.time(label, buried.p99(), calm.p99(), "below 2, 100 %")
	return nil
}

// flow is what became of events to the first nine endpoints.
type flow struct {
	took []time.Duration
	sent int
	rate float64
}

func (f flow) p99() time.Duration { return quantile(f.took, 0.99) }

func (f flow) share() string { return fmt.Sprintf("%.1f %%", 100*float64(len(f.took))/float64(f.sent)) }

// stream commits events for a while, each in a transaction of its own, to all
// endpoints in turn, one of which may hang.
func (b *bench) stream(ctx context.Context, hanging int) (f flow, err error) {
	defer b.deliver(ctx)()
	defer b.receiver.hang(hanging)()
	defer b.profile("neighbours")()
	var mu sync.Mutex
	committed := map[string]time.Time{}
	work, began := make(chan int), time.Now()
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			for n := range work {
				ids, failed := b.happen(ctx, n%endpoints, 1)
				mu.Lock()
				if failed != nil {
					err = failed
				} else if n%endpoints != endpoints-1 {
					committed[ids[0]] = time.Now()
				}
				mu.Unlock()
			}
		})
	}
	for n := range int(b.each.Seconds() * perSecond) {
		time.Sleep(time.Until(began.Add(time.Duration(n) * time.Second / perSecond)))
		work <- n
	}
	close(work)
	all.Wait()
	f.rate, f.sent = b.each.Seconds()*perSecond/time.Since(began).Seconds(), len(committed)
	for id, at := range committed {
		if came, failed := b.arrival(ctx, id); failed == nil {
			f.took = append(f.took, max(0, came.Sub(at)))
		}
	}
	return f, err
}

// backlog queues deliveries of the last endpoint by the hundred thousand, and
// closes it.
func (b *bench) backlog(ctx context.Context) error {
	b.receiver.servers[endpoints-1].Close()
	now := b.node.Now()
	hook := b.partners[endpoints-1].hook
	_, err := b.node.DB.Exec(ctx, `
		INSERT INTO webhooks.deliveries (shard, day, id, webhook_id, type, api_version, data, status, next_at, created_at)
		SELECT $1, $2, gen_random_uuid(), $3, 'supplier.created', '2026-11-01', '{"id": "sup_dead", "name": "Dead"}', 'queued', $4, $4
		FROM   generate_series(1, $5)`, hook.ID.Shard, clock.Day(now), hook.ID.UUID, now, b.size.due)
	if err != nil {
		return fmt.Errorf("queue %d deliveries: %w", b.size.due, err)
	}
	_, err = b.node.DB.Exec(ctx, `
		INSERT INTO webhooks.lanes (shard, webhook_id, due_at) VALUES ($2, $3, $1)
		ON CONFLICT (shard, webhook_id) DO UPDATE SET due_at = $1`, now, hook.ID.Shard, hook.ID.UUID)
	return err
}
