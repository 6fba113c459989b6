package delivery

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
)

const (
	// pollEvery is how often a courier looks for work that nobody told it of:
	// events that another node wrote, retries whose time has come. Two reads of
	// about a millisecond each time, so looking more often would cost more than it
	// gains.
	pollEvery = 100 * time.Millisecond
	// batchWait is how long a busy courier waits for more before it looks again, or
	// writes: a statement costs about as much for ten as for one. Nobody waits for
	// it whose event comes alone.
	batchWait = 5 * time.Millisecond
	// renewEvery leaves room for two failures before a lease is lost.
	renewEvery = delivery.LeaseLife / 3
	// retryPause is the pause after PostgreSQL refused something.
	retryPause = 500 * time.Millisecond
)

// Courier fans events out to deliveries, and delivers them: in the shards that it
// has leased, and in no others.
//
//	outbox ──fan out──▶ deliveries ──dispatch──▶ sent ──write──▶ done
//
// Fanning out, dispatching and writing each have a goroutine of their own, and
// every delivery under way has one. A courier that stops ends what it has under
// way, and releases its leases.
type Courier struct {
	deliveries *delivery.Service
	leases     *delivery.Leases
	dispatcher *dispatcher
	log        *slog.Logger

	written chan struct{} // there may be events to fan out
	hints   hints         // where
	// starting is locked while deliveries are started, and while slices change
	// hands: nothing is started in a slice that was just released.
	starting sync.Mutex

	// renewing is locked while leases are read and noted, or released: what was
	// released in between would be noted as owned. Locked before starting, or only
	// tried.
	renewing sync.Mutex

	mu        sync.RWMutex
	expiresAt time.Time              // of all leases, unless they are renewed
	owned     map[int]delivery.Lease // by slice
	releasing map[int]releasing      // excess, until nothing is under way there; changed only while starting is locked
}

// releasing is a lease that another worker is to have.
type releasing struct {
	delivery.Lease
	// servedUntil is until when its healthy webhooks are served on, if others hang.
	// What hung when it was to be released has ended by then.
	servedUntil time.Time
}

// NewCourier returns a courier that has leased nothing yet. Its metrics go to m;
// nil where nobody looks at them, because it does not run.
func NewCourier(deliveries *delivery.Service, m *telemetry.Metrics, log *slog.Logger) *Courier {
	c := &Courier{
		deliveries: deliveries, leases: deliveries.NewLeases(rand.Text()), dispatcher: newDispatcher(deliveries, countAttempts(m), log), log: log,
		written: make(chan struct{}, 1), owned: map[int]delivery.Lease{}, releasing: map[int]releasing{},
	}
	if m != nil {
		c.measure(m)
	}
	return c
}

// Written tells the courier that events of some shards were written on this
// node.
func (c *Courier) Written(shards ...ident.Shard) {
	c.hints.add(shards)
	signal(c.written)
}

// Wake tells the courier that deliveries were queued on this node.
func (c *Courier) Wake() { c.dispatcher.wake() }

// Run works until ctx ends, and then until nothing is under way any more.
func (c *Courier) Run(ctx context.Context) {
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var loops, writing sync.WaitGroup
	writing.Go(func() { c.dispatcher.write(working, c.leaseOf) })
	loops.Go(func() { c.every(ctx, renewEvery, nil, c.renew) })
	loops.Go(func() { c.every(ctx, pollEvery, c.written, c.fanOut) })
	loops.Go(func() { c.every(ctx, pollEvery, c.dispatcher.woken, c.dispatchBatch) })
	loops.Wait()
	c.finish(working, &writing)
}

// finish ends what is under way and releases all slices. Until it has ended its
// leases are kept, or others would send it again; those where nothing is under
// way go at once, and where something hangs the other webhooks are served on.
func (c *Courier) finish(ctx context.Context, writing *sync.WaitGroup) {
	c.releaseAll()
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var loops sync.WaitGroup
	loops.Go(func() { c.every(working, renewEvery, nil, c.keepAlive) })
	loops.Go(func() { c.every(working, pollEvery, c.written, c.fanOut) })
	loops.Go(func() {
		c.every(working, pollEvery, c.dispatcher.woken, func(ctx context.Context) (bool, error) {
			busy, err := c.dispatch(ctx)
			if c.dispatcher.underWay() == 0 {
				stop()
			}
			return busy, err
		})
	})
	loops.Wait()
	c.dispatcher.close()
	writing.Wait()
	c.dispatcher.reopen()
	c.leave(context.WithoutCancel(ctx))
}

// every repeats a step: at once while it finds work, else on its beat or when it
// is woken.
func (c *Courier) every(ctx context.Context, beat time.Duration, woken <-chan struct{}, step func(context.Context) (bool, error)) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		case <-woken:
		}
		busy, err := step(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			c.log.WarnContext(ctx, "delivering webhooks", "err", err)
			timer.Reset(retryPause)
		case busy:
			timer.Reset(0)
		default:
			timer.Reset(beat)
		}
	}
}

// renew keeps the leases, and sees what is new and what is lost.
func (c *Courier) renew(ctx context.Context) (bool, error) {
	c.dispatcher.evict()
	c.renewing.Lock()
	defer c.renewing.Unlock()
	began := clock.System()
	owned, excess, err := c.leases.Renew(ctx)
	if err != nil {
		return false, err
	}
	return false, c.setLeases(ctx, owned, excess, began.Add(delivery.LeaseLife))
}

// keepAlive renews what a courier that stops still needs.
func (c *Courier) keepAlive(ctx context.Context) (bool, error) {
	c.renewing.Lock()
	defer c.renewing.Unlock()
	began := clock.System()
	excess, err := c.leases.KeepAlive(ctx)
	if err != nil {
		return false, err
	}
	return false, c.setLeases(ctx, nil, excess, began.Add(delivery.LeaseLife))
}

// setLeases notes what the courier has leased now, and releases the excess in
// which nothing is under way. The caller has locked renewing.
func (c *Courier) setLeases(ctx context.Context, owned, excess []delivery.Lease, expiresAt time.Time) error {
	c.starting.Lock()
	defer c.starting.Unlock()
	c.replace(owned, excess, expiresAt)
	return c.releaseIdle(ctx)
}

// releaseAll makes excess of all that the courier has leased.
func (c *Courier) releaseAll() {
	c.starting.Lock()
	defer c.starting.Unlock()
	all := slices.Collect(maps.Values(c.owned))
	for _, r := range c.releasing {
		all = append(all, r.Lease)
	}
	c.replace(nil, all, c.expiresAt)
}

func (c *Courier) replace(owned, excess []delivery.Lease, expiresAt time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := make(map[int]releasing, len(excess))
	for _, lease := range excess {
		since, before := c.releasing[lease.Slice]
		if !before {
			since.servedUntil = clock.System().Add(c.deliveries.SendLimit())
		}
		list[lease.Slice] = releasing{lease, since.servedUntil}
	}
	c.owned, c.releasing, c.expiresAt = bySlice(owned), list, expiresAt
}

// tryRelease releases the excess in which nothing is under way, unless leases are
// being read just now: then whoever reads them does.
func (c *Courier) tryRelease(ctx context.Context) error {
	if len(c.releasing) == 0 || !c.renewing.TryLock() {
		return nil
	}
	defer c.renewing.Unlock()
	return c.releaseIdle(ctx)
}

// releaseIdle is tryRelease for who has locked renewing. Nothing is started
// meanwhile.
func (c *Courier) releaseIdle(ctx context.Context) error {
	done := c.dispatcher.idle(c.releasing)
	if len(done) == 0 {
		return nil
	}
	c.mu.Lock()
	for _, lease := range done {
		delete(c.releasing, lease.Slice)
	}
	c.mu.Unlock()
	return c.leases.Release(ctx, done)
}

func bySlice(list []delivery.Lease) map[int]delivery.Lease {
	m := make(map[int]delivery.Lease, len(list))
	for _, lease := range list {
		m[lease.Slice] = lease
	}
	return m
}

// shards are those that are the courier's to work on: none when it could not
// renew its leases for so long that others may have them by now.
func (c *Courier) shards() []ident.Shard {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.ranOut() {
		return nil
	}
	var list []ident.Shard
	for _, lease := range c.owned {
		list = append(list, lease.Shards()...)
	}
	for _, lease := range c.releasing {
		list = append(list, lease.Shards()...)
	}
	return list
}

func (c *Courier) expired() bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.ranOut()
}

func (c *Courier) ranOut() bool { return !clock.System().Before(c.expiresAt) }

// leaseOf is the lease under which results of a shard are written.
func (c *Courier) leaseOf(shard ident.Shard) (delivery.Lease, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	slice := delivery.SliceOf(shard)
	if lease, ok := c.owned[slice]; ok {
		return lease, true
	}
	r, ok := c.releasing[slice]
	return r.Lease, ok
}

// fanOut makes deliveries of what waits in the outbox. There is more where one
// shard filled its part of the batch.
func (c *Courier) fanOut(ctx context.Context) (more bool, err error) {
	shards := c.hints.choose(c.shards())
	if len(shards) == 0 {
		return false, nil
	}
	taken, err := c.deliveries.Fanout(ctx, shards)
	if taken > 0 {
		c.dispatcher.wake()
	}
	return taken >= events.OutboxEach, err
}

// dispatch sends what is due.
func (c *Courier) dispatch(ctx context.Context) (busy bool, err error) {
	c.starting.Lock()
	defer c.starting.Unlock()
	if busy, err = c.dispatcher.dispatch(ctx, c.shards(), c.releasing); err != nil {
		return busy, err
	}
	return busy, c.tryRelease(ctx)
}

// dispatchBatch is dispatch, and a pause after it found something, so that the next
// look finds more than the one slot that has just become free.
func (c *Courier) dispatchBatch(ctx context.Context) (busy bool, err error) {
	if busy, err = c.dispatch(ctx); busy {
		clock.Pause(ctx, batchWait)
	}
	return busy, err
}

// leave releases what finish could not, and takes the courier off the list of
// workers.
func (c *Courier) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, renewEvery)
	defer cancel()
	c.starting.Lock()
	defer c.starting.Unlock()
	if err := errors.Join(c.tryRelease(ctx), c.leases.Leave(ctx)); err != nil {
		c.log.WarnContext(ctx, "delivering webhooks", "err", err)
	}
}

// Drain does all that is due now and returns when nothing is left: what Run does
// over time, for tests and for a clock that was moved.
func (c *Courier) Drain(ctx context.Context) error {
	if _, err := c.renew(ctx); err != nil {
		return err
	}
	var writing sync.WaitGroup
	writing.Go(func() { c.dispatcher.write(ctx, c.leaseOf) })
	err := c.drain(ctx)
	c.finish(ctx, &writing)
	return err
}

func (c *Courier) drain(ctx context.Context) error {
	c.hints.reset()
	for ctx.Err() == nil {
		fanned, err := c.fanOut(ctx)
		if err != nil {
			return err
		}
		sent, err := c.dispatch(ctx)
		if err != nil {
			return err
		}
		if !fanned && !sent && c.dispatcher.underWay() == 0 && !c.expired() {
			return nil
		}
		if c.expired() { // on a machine that is too busy: nothing was looked at
			if _, err := c.renew(ctx); err != nil {
				return err
			}
			continue
		}
		if !fanned && !sent {
			select {
			case <-c.dispatcher.woken:
			case <-ctx.Done():
			}
		}
	}
	return ctx.Err()
}

// signal wakes whoever listens, if nobody has done so already.
func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
