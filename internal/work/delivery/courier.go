package delivery

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/work/lease"
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
	// retryPause is the pause after PostgreSQL refused something.
	retryPause = 500 * time.Millisecond
)

// Courier fans events out to deliveries, and delivers them: in the shards that it
// has leased, and in no others.
//
//	outbox ──fan out──▶ sent ──write──▶ done
//	   └──no slot, or not taken at once──▶ deliveries ──dispatch──▶ sent ──write──▶ done
//
// Fanning out, dispatching and writing each have a goroutine of their own, and
// every delivery under way has one. What is under way, and who has the next turn, is
// on the board. A courier that stops ends what it has under way.
type Courier struct {
	deliveries *delivery.Service
	holder     *lease.Holder
	dispatcher *dispatcher
	log        *slog.Logger

	written chan struct{}   // there may be events to fan out, or slots for those that wait
	hints   hints           // where
	waiting waiting         // those that wait for a slot
	leases  <-chan struct{} // slices have come or gone
	stopped atomic.Int64    // since when the courier ends what it has under way, and begins little else; zero while it works
}

// NewCourier returns a courier that works on the slices that a holder has, as far as
// caps allow. Every attempt is noted. Its metrics go to m; nil where nobody looks at
// them, because it does not run.
func NewCourier(deliveries *delivery.Service, holder *lease.Holder, caps Caps, note func(journal.Attempt), m *telemetry.Metrics, log *slog.Logger) *Courier {
	count, noted := countAttempts(m), noteAttempts(note)
	ended := func(result delivery.Result) { count(result); noted(result) }
	written := make(chan struct{}, 1)
	c := &Courier{
		deliveries: deliveries, holder: holder, dispatcher: newDispatcher(deliveries, holder, caps, written, ended, log), log: log,
		written: written, leases: holder.Changes(),
	}
	if m != nil {
		c.measure(m)
	}
	return c
}

// Trace has the courier make spans of what it does. It comes before Run.
func (c *Courier) Trace(by *telemetry.Tracing) { c.dispatcher.traces = by }

// Written tells the courier that events of some shards were written on this
// node.
func (c *Courier) Written(shards ...ident.Shard) {
	c.hints.add(shards)
	signal(c.written)
}

// Wake tells the courier that deliveries were queued on this node.
func (c *Courier) Wake() { c.dispatcher.wake() }

// Run works until ctx ends, and then until nothing is under way any more. The
// holder runs beside it, and should end with it.
func (c *Courier) Run(ctx context.Context) {
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var loops, writing sync.WaitGroup
	writing.Go(func() { c.dispatcher.write(working) })
	loops.Go(func() { c.followLeases(ctx) })
	loops.Go(func() { c.every(ctx, pollEvery, c.written, c.fanOut) })
	loops.Go(func() { c.every(ctx, pollEvery, c.dispatcher.woken, c.dispatchBatch) })
	loops.Wait()
	c.finish(working, &writing)
}

// finish ends what is under way. Until then its slices stay this node's, or others
// would send it again; where something hangs the other webhooks are served on.
func (c *Courier) finish(ctx context.Context, writing *sync.WaitGroup) {
	c.stopped.Store(clock.System().UnixNano())
	defer c.stopped.Store(0)
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var loops sync.WaitGroup
	loops.Go(func() { c.every(working, pollEvery, c.written, c.fanOut) })
	loops.Go(func() {
		c.every(working, pollEvery, c.dispatcher.woken, func(ctx context.Context) (bool, error) {
			busy, err := c.dispatch(ctx)
			if c.dispatcher.board.underWay.Load() == 0 {
				stop()
			}
			return busy, err
		})
	})
	loops.Wait()
	c.dispatcher.close()
	writing.Wait()
	c.dispatcher.reopen()
}

// followLeases has all shards looked at when slices come, which nobody may have
// worked on for a while.
func (c *Courier) followLeases(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.leases:
		}
		c.hints.reset()
		signal(c.written)
		c.dispatcher.wake()
	}
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

// held are the slices that are the courier's to work on. One that stops keeps none.
func (c *Courier) held() []lease.Held {
	list := c.holder.Held()
	if stopped := c.stopped.Load(); stopped != 0 {
		for i, held := range list {
			if held.GoesSince.IsZero() {
				list[i].GoesSince = time.Unix(0, stopped)
			}
		}
	}
	return list
}

func shardsOf(list []lease.Held) (shards []ident.Shard) {
	for _, held := range list {
		shards = append(shards, held.Slice.Shards()...)
	}
	return shards
}

// fanOut sends what waits in the outbox and finds a slot, and queues what does not.
// There is more where one shard filled its part of the batch.
func (c *Courier) fanOut(ctx context.Context) (more bool, err error) {
	late := c.dispatcher.queueLate(ctx)
	more, err = c.fanOutFresh(ctx)
	return more, errors.Join(late, err)
}

func (c *Courier) fanOutFresh(ctx context.Context) (more bool, err error) {
	began := clock.System()
	if c.dispatcher.anyMissed() {
		clock.Pause(ctx, batchWait) // so that more than the one slot is free that has just become so
	}
	full, err := c.readOutbox(ctx)
	if err != nil || len(c.waiting.list) == 0 {
		return c.hints.overdue(), err
	}
	fresh, err := c.deliveries.Match(ctx, c.waiting.list)
	if err != nil {
		return false, err
	}
	record, wait := c.dispatcher.startFresh(context.WithoutCancel(ctx), fresh)
	c.waiting.set(wait)
	c.traceFanOut(ctx, began, fresh, wait)
	queued, err := c.deliveries.Queue(ctx, record)
	if queued > 0 {
		c.dispatcher.wake()
	}
	return len(wait) == 0 && (full || c.hints.overdue()), err
}

// readOutbox reads more of what waits in the outbox, and tells whether there may be
// more yet.
func (c *Courier) readOutbox(ctx context.Context) (full bool, err error) {
	c.waiting.expire()
	plenty := c.waiting.plenty()
	shards := c.hints.choose(shardsOf(c.holder.Held()))
	look := slices.DeleteFunc(shards, func(s ident.Shard) bool { return plenty[s] })
	c.hints.add(slices.Collect(maps.Keys(plenty)))
	if len(look) == 0 {
		return false, nil
	}
	found, err := c.deliveries.First(ctx, look, append(c.dispatcher.freshUnderWay(), c.waiting.ids()...))
	if err != nil {
		return false, err
	}
	of := map[ident.Shard]int{}
	for _, e := range found {
		if of[e.ID.Shard]++; of[e.ID.Shard] == events.OutboxEach {
			full = true
			c.hints.add([]ident.Shard{e.ID.Shard})
		}
	}
	c.waiting.set(append(c.waiting.list, found...))
	return full, nil
}

// dispatch sends what is due. No slice goes while it looks.
func (c *Courier) dispatch(ctx context.Context) (busy bool, err error) {
	list := slices.DeleteFunc(c.held(), func(held lease.Held) bool { return !c.holder.Begin(held.Slice) })
	defer func() {
		for _, held := range list {
			c.holder.End(held.Slice)
		}
	}()
	return c.dispatcher.dispatch(ctx, list)
}

// dispatchBatch is dispatch, and a pause after it found something, so that the next
// look finds more than the one slot that has just become free.
func (c *Courier) dispatchBatch(ctx context.Context) (busy bool, err error) {
	if busy, err = c.dispatch(ctx); busy {
		clock.Pause(ctx, batchWait)
	}
	return busy, err
}

// signal wakes whoever listens, if nobody has done so already.
func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
