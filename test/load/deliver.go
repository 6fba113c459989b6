package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// endpoints is how many webhooks there are, each of an app of its own.
const endpoints = 10

// deliveries tells how fast committed events become delivered rows, and how soon
// a single one arrives.
func (b *bench) deliveries(ctx context.Context) error {
	if err := b.fast(ctx); err != nil {
		return err
	}
	return b.idle(ctx)
}

// fast lets the courier loose on events that wait, then sends as many bare
// requests to the same endpoints, and then as many whose rows are written by hand:
// the least that a service can do which forgets nothing.
func (b *bench) fast(ctx context.Context) error {
	turns := []turn{{run: b.untilDelivered}, {run: b.bareLoop}, {run: b.bareRows}}
	for range rounds {
		b.receiver.forget()
		for left := b.size.deliveries; left > 0; left -= 50 {
			if _, err := b.happen(ctx, (left/50)%endpoints, min(left, 50)); err != nil {
				return err
			}
		}
		for i := range turns {
			if err := turns[i].take(ctx, b); err != nil {
				return err
			}
		}
	}
	service, bare, rows := turns[0], turns[1], turns[2]
	const what = "deliveries, committed event to delivered row"
	b.table.rate(what+"; bare: the same signed POSTs", service.rates, bare.rates, "")
	b.table.rate(what+"; bare: POSTs, and their rows written by hand in batches", service.rates, rows.rates, "0.8")
	b.table.takes = append(b.table.takes, takes{"deliveries", "service", service.cost}, takes{"", "the same signed POSTs", bare.cost}, takes{"", "POSTs and rows by hand", rows.cost})
	return nil
}

// turn is one way to send, and how it did so far.
type turn struct {
	run   func(context.Context) (time.Duration, error)
	rates []float64
	cost  cost
}

func (t *turn) take(ctx context.Context, b *bench) error {
	before, err := b.costs(ctx)
	if err != nil {
		return err
	}
	took, err := t.run(ctx)
	if err != nil {
		return err
	}
	after, err := b.costs(ctx)
	t.rates, t.cost = append(t.rates, float64(b.size.deliveries)/took.Seconds()), t.cost.plus(after.since(before), b.size.deliveries)
	return err
}

// untilDelivered runs the courier until all has come in and every result is
// written.
func (b *bench) untilDelivered(ctx context.Context) (time.Duration, error) {
	defer b.profile("deliveries")()
	began := time.Now()
	stop := b.deliver(ctx)
	defer stop()
	for limit := began.Add(5 * time.Minute); time.Now().Before(limit); time.Sleep(time.Millisecond) {
		underWay, err := b.node.Courier.UnderWay(ctx)
		if err != nil {
			return 0, err
		}
		if underWay == 0 && b.receiver.count.Load() >= int64(b.size.deliveries) {
			return time.Since(began), nil
		}
	}
	return 0, fmt.Errorf("%d of %d came in", b.receiver.count.Load(), b.size.deliveries)
}

// atOnce is how many bare requests are under way.
const atOnce = 64

// bareLoop sends signed requests over the same client and to the same endpoints.
func (b *bench) bareLoop(ctx context.Context) (time.Duration, error) {
	return b.loop(ctx, func(int) {})
}

// loop sends requests, many at once, and says which were answered.
func (b *bench) loop(ctx context.Context, answered func(n int)) (time.Duration, error) {
	b.receiver.mu.Lock()
	body := b.receiver.last
	b.receiver.mu.Unlock()
	var next atomic.Int64
	var failed atomic.Value
	var all sync.WaitGroup
	began := time.Now()
	for range atOnce {
		all.Go(func() {
			for n := int(next.Add(1)); n <= b.size.deliveries; n = int(next.Add(1)) {
				if err := b.post(ctx, n%endpoints, body); err != nil {
					failed.Store(err)
					return
				}
				answered(n - 1)
			}
		})
	}
	all.Wait()
	err, _ := failed.Load().(error)
	return time.Since(began), err
}

func (b *bench) post(ctx context.Context, to int, body []byte) error {
	id := uuid.NewString() // no two requests are alike, or HTTP/2 would send the second as a few bytes
	mac := hmac.New(sha256.New, []byte("whsec_of_the_bare_loop_that_is_as_long_as_ours"))
	fmt.Fprintf(mac, "%d.%s%s", time.Now().Unix(), id, body)
	header := egress.Header{}
	header.Set("Content-Type", "application/json")
	header.Set("X-Webhook-Id", "whd_"+id)
	header.Set("X-Webhook-Event", "supplier.created")
	header.Set("X-Webhook-Event-Id", "evt_"+id)
	header.Set("X-Webhook-Signature", fmt.Sprintf("t=%d,v1=%s", time.Now().Unix(), hex.EncodeToString(mac.Sum(nil))))
	_, err := b.node.Egress.Do(ctx, egress.Request{Method: "POST", URL: b.receiver.url(to), Header: header, Body: body})
	return err
}

// idle commits one event at a time, and waits for it.
func (b *bench) idle(ctx context.Context) error {
	stop := b.deliver(ctx)
	defer stop()
	var service, bare []time.Duration
	for n := range b.size.single {
		ids, err := b.happen(ctx, n%endpoints, 1)
		if err != nil {
			return err
		}
		committed := time.Now()
		at, err := b.arrival(ctx, ids[0])
		if err != nil {
			return err
		}
		service = append(service, at.Sub(committed))
		began := time.Now()
		if err := b.post(ctx, n%endpoints, b.receiver.last); err != nil {
			return err
		}
		bare = append(bare, time.Since(began))
	}
	over := quantile(service, 0.99) - quantile(bare, 0.99)
	b.table.time("  one event, commit to receipt, median; bare: one POST", quantile(service, 0.5), quantile(bare, 0.5), "")
	b.table.time("  the same, 99th percentile: "+short(over)+" above the bare POST", quantile(service, 0.99), quantile(bare, 0.99), "5ms above")
	return nil
}

func (b *bench) arrival(ctx context.Context, id string) (time.Time, error) {
	for limit := time.Now().Add(time.Minute); time.Now().Before(limit); {
		if at, ok := b.receiver.when(id); ok {
			return at, nil
		}
		time.Sleep(200 * time.Microsecond)
	}
	return time.Time{}, fmt.Errorf("%s did not arrive", id)
}

// deliver runs the courier until stop is called.
func (b *bench) deliver(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { b.node.Deliver(ctx) })
	return func() {
		cancel()
		running.Wait()
	}
}

// happen commits events of one business in one transaction, and returns what
// they tell of. Nothing else is written: what an operation costs is measured elsewhere.
func (b *bench) happen(ctx context.Context, in, many int) (ids []string, err error) {
	return b.record(ctx, event.SupplierCreated, in, many)
}

func (b *bench) record(ctx context.Context, what event.Name, in, many int) (ids []string, err error) {
	err = b.node.DB.InTx(ctx, func(tx *pg.Tx) error {
		for range many {
			id := "sup_" + uuid.NewString()
			ids = append(ids, id)
			told := events.Happening{Type: what, Data: map[string]any{"id": id, "name": "Flour and Company, the mill by the river"}}
			if err := b.node.Recorder.Record(ctx, tx, b.partners[in].business, told); err != nil {
				return err
			}
		}
		return nil
	})
	return ids, err
}
