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
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
)

const (
	// lookEvery is how often a courier looks for work that nobody told it of:
	// events that another node wrote, retries whose time has come. Two reads of
	// about a millisecond each time, so looking more often would cost more than it
	// gains.
	lookEvery = 100 * time.Millisecond
	// gather is how long a busy courier waits for more before it looks again, or
	// writes: a statement costs about as much for ten as for one. Nobody waits for
	// it whose event comes alone.
	gather = 5 * time.Millisecond
	// renewEvery leaves room for two failures before a lease is lost.
	renewEvery = delivery.LeaseLife / 3
	// calmDown is the pause after PostgreSQL refused something.
	calmDown = 500 * time.Millisecond
)

// Courier passes events on to deliveries, and delivers them: the shards that it
// holds a lease on, and no others.
//
//	outbox ──pass on──▶ deliveries ──dispatch──▶ sent ──write──▶ done
//
// Passing on, dispatching and writing each have a goroutine of their own, and
// every delivery under way has one. A courier that stops ends what it has under
// way, and lets go of its shards.
type Courier struct {
	deliveries *delivery.Service
	lease      *delivery.Lease
	desk       *desk
	log        *slog.Logger

	hurry chan struct{} // there may be events to pass on
	hints hints         // where
	// starting is held while deliveries are started, and while slices change
	// hands: nothing is started in a slice that was just let go.
	starting sync.Mutex

	// leasing is held while leases are read and noted, or let go of: what was let
	// go in between would be noted as held. Taken before starting, or only tried.
	leasing sync.Mutex

	holding sync.RWMutex
	until   time.Time             // when the holds end unless they are renewed
	holds   map[int]delivery.Hold // by slice
	leaving map[int]departure     // surplus, until nothing is under way there; changed only while starting is held
}

// departure is a slice that another worker is to have.
type departure struct {
	delivery.Hold
	// served is until when its healthy webhooks are served on, if others hang. What
	// hung when it began to leave has ended by then.
	served time.Time
}

// NewCourier returns a courier that holds nothing yet.
func NewCourier(deliveries *delivery.Service, log *slog.Logger) *Courier {
	c := &Courier{
		deliveries: deliveries, lease: deliveries.NewLease(rand.Text()), desk: newDesk(deliveries, log), log: log,
		hurry: make(chan struct{}, 1), holds: map[int]delivery.Hold{}, leaving: map[int]departure{},
	}
	return c
}

// Written tells the courier that events of some shards were written on this
// node.
func (c *Courier) Written(shards ...ident.Shard) {
	c.hints.add(shards)
	poke(c.hurry)
}

// Hurry tells the courier that deliveries were queued on this node.
func (c *Courier) Hurry() { c.desk.poke() }

// Run works until ctx ends, and then until nothing is under way any more.
func (c *Courier) Run(ctx context.Context) {
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var loops, writing sync.WaitGroup
	writing.Go(func() { c.desk.write(working, c.holdOf) })
	loops.Go(func() { c.every(ctx, renewEvery, nil, c.renew) })
	loops.Go(func() { c.every(ctx, lookEvery, c.hurry, c.passOn) })
	loops.Go(func() { c.every(ctx, lookEvery, c.desk.wake, c.dispatchGathered) })
	loops.Wait()
	c.finish(working, &writing)
}

// finish ends what is under way and lets go of all slices. Until it has ended its
// slices are kept, or others would send it again; those where nothing is under
// way go at once, and where something hangs the other webhooks are served on.
func (c *Courier) finish(ctx context.Context, writing *sync.WaitGroup) {
	c.closeDown()
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var loops sync.WaitGroup
	loops.Go(func() { c.every(working, renewEvery, nil, c.keep) })
	loops.Go(func() { c.every(working, lookEvery, c.hurry, c.passOn) })
	loops.Go(func() {
		c.every(working, lookEvery, c.desk.wake, func(ctx context.Context) (bool, error) {
			busy, err := c.dispatch(ctx)
			if c.desk.underWay() == 0 {
				stop()
			}
			return busy, err
		})
	})
	loops.Wait()
	c.desk.close()
	writing.Wait()
	c.desk.reopen()
	c.leave(context.WithoutCancel(ctx))
}

// every repeats a step: at once while it finds work, else on its beat or when it
// is poked.
func (c *Courier) every(ctx context.Context, beat time.Duration, poked <-chan struct{}, step func(context.Context) (bool, error)) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		case <-poked:
		}
		busy, err := step(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			c.log.WarnContext(ctx, "delivering webhooks", "err", err)
			timer.Reset(calmDown)
		case busy:
			timer.Reset(0)
		default:
			timer.Reset(beat)
		}
	}
}

// renew keeps the leases, and sees what is new and what is lost.
func (c *Courier) renew(ctx context.Context) (bool, error) {
	c.desk.forget()
	c.leasing.Lock()
	defer c.leasing.Unlock()
	began := clock.System()
	holds, surplus, err := c.lease.Renew(ctx)
	if err != nil {
		return false, err
	}
	return false, c.hold(ctx, holds, surplus, began.Add(delivery.LeaseLife))
}

// keep renews what a courier that stops still needs.
func (c *Courier) keep(ctx context.Context) (bool, error) {
	c.leasing.Lock()
	defer c.leasing.Unlock()
	began := clock.System()
	surplus, err := c.lease.Keep(ctx)
	if err != nil {
		return false, err
	}
	return false, c.hold(ctx, nil, surplus, began.Add(delivery.LeaseLife))
}

// hold notes what the courier holds now, and lets go of the surplus in which
// nothing is under way. The caller holds leasing.
func (c *Courier) hold(ctx context.Context, holds, surplus []delivery.Hold, until time.Time) error {
	c.starting.Lock()
	defer c.starting.Unlock()
	c.swap(holds, surplus, until)
	return c.letGo(ctx)
}

// closeDown makes surplus of all that the courier holds.
func (c *Courier) closeDown() {
	c.starting.Lock()
	defer c.starting.Unlock()
	all := slices.Collect(maps.Values(c.holds))
	for _, leaving := range c.leaving {
		all = append(all, leaving.Hold)
	}
	c.swap(nil, all, c.until)
}

func (c *Courier) swap(holds, surplus []delivery.Hold, until time.Time) {
	c.holding.Lock()
	defer c.holding.Unlock()
	leaving := make(map[int]departure, len(surplus))
	for _, hold := range surplus {
		since, before := c.leaving[hold.Slice]
		if !before {
			since.served = clock.System().Add(c.deliveries.SendLimit())
		}
		leaving[hold.Slice] = departure{hold, since.served}
	}
	c.holds, c.leaving, c.until = bySlice(holds), leaving, until
}

// release lets go of the surplus in which nothing is under way, unless leases are
// being read just now: then whoever reads them does.
func (c *Courier) release(ctx context.Context) error {
	if len(c.leaving) == 0 || !c.leasing.TryLock() {
		return nil
	}
	defer c.leasing.Unlock()
	return c.letGo(ctx)
}

// letGo is release for who holds leasing. Nothing is started meanwhile.
func (c *Courier) letGo(ctx context.Context) error {
	done := c.desk.idle(c.leaving)
	if len(done) == 0 {
		return nil
	}
	c.holding.Lock()
	for _, hold := range done {
		delete(c.leaving, hold.Slice)
	}
	c.holding.Unlock()
	return c.lease.Release(ctx, done)
}

func bySlice(list []delivery.Hold) map[int]delivery.Hold {
	m := make(map[int]delivery.Hold, len(list))
	for _, hold := range list {
		m[hold.Slice] = hold
	}
	return m
}

// shards are those that are the courier's to work on: none when it could not
// renew its leases for so long that others may have them by now.
func (c *Courier) shards() []ident.Shard {
	c.holding.RLock()
	defer c.holding.RUnlock()
	if c.ranOut() {
		return nil
	}
	var list []ident.Shard
	for _, hold := range c.holds {
		list = append(list, hold.Shards()...)
	}
	for _, leaving := range c.leaving {
		list = append(list, leaving.Shards()...)
	}
	return list
}

func (c *Courier) expired() bool {
	c.holding.RLock()
	defer c.holding.RUnlock()
	return c.ranOut()
}

func (c *Courier) ranOut() bool { return !clock.System().Before(c.until) }

// holdOf is the hold under which results of a shard are written.
func (c *Courier) holdOf(shard ident.Shard) (delivery.Hold, bool) {
	c.holding.RLock()
	defer c.holding.RUnlock()
	slice := delivery.SliceOf(shard)
	if hold, ok := c.holds[slice]; ok {
		return hold, true
	}
	leaving, ok := c.leaving[slice]
	return leaving.Hold, ok
}

// passOn makes deliveries of what waits in the outbox. There is more where one
// shard filled its part of the batch.
func (c *Courier) passOn(ctx context.Context) (more bool, err error) {
	shards := c.hints.choose(c.shards())
	if len(shards) == 0 {
		return false, nil
	}
	passed, err := c.deliveries.Fanout(ctx, shards, c.desk.poke)
	return passed >= events.OutboxEach, err
}

// dispatch sends what is due.
func (c *Courier) dispatch(ctx context.Context) (busy bool, err error) {
	c.starting.Lock()
	defer c.starting.Unlock()
	if busy, err = c.desk.dispatch(ctx, c.shards(), c.leaving); err != nil {
		return busy, err
	}
	return busy, c.release(ctx)
}

// dispatchGathered is dispatch, and a pause after it found something, so that the
// next look finds more than the one place that has just become free.
func (c *Courier) dispatchGathered(ctx context.Context) (busy bool, err error) {
	if busy, err = c.dispatch(ctx); busy {
		clock.Pause(ctx, gather)
	}
	return busy, err
}

// leave lets go of what finish could not, and of the courier's name.
func (c *Courier) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, renewEvery)
	defer cancel()
	c.starting.Lock()
	defer c.starting.Unlock()
	if err := errors.Join(c.release(ctx), c.lease.Leave(ctx)); err != nil {
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
	writing.Go(func() { c.desk.write(ctx, c.holdOf) })
	err := c.drain(ctx)
	c.finish(ctx, &writing)
	return err
}

func (c *Courier) drain(ctx context.Context) error {
	c.hints.forget()
	for ctx.Err() == nil {
		passed, err := c.passOn(ctx)
		if err != nil {
			return err
		}
		sent, err := c.dispatch(ctx)
		if err != nil {
			return err
		}
		if !passed && !sent && c.desk.underWay() == 0 && !c.expired() {
			return nil
		}
		if c.expired() { // on a machine that is too busy: nothing was looked at
			if _, err := c.renew(ctx); err != nil {
				return err
			}
			continue
		}
		if !passed && !sent {
			select {
			case <-c.desk.wake:
			case <-ctx.Done():
			}
		}
	}
	return ctx.Err()
}

// poke wakes whoever listens, if nobody has done so already.
func poke(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
