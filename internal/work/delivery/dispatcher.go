package delivery

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/work/lease"
)

const (
	// lanesAtOnce bounds one look: a webhook of many businesses has a lane in every
	// shard, and must not hide the others.
	lanesAtOnce = 2048
	// evictEvery is how often what is remembered of webhooks is looked through.
	evictEvery = 2 * time.Second
)

// dispatcher starts what is due, each lane in its turn, and what comes fresh out of
// the outbox.
type dispatcher struct {
	deliveries *delivery.Service
	holder     holder
	log        *slog.Logger

	mu     sync.Mutex // guards the board, and what is fresh
	board  *board
	fresh  map[ident.Event]*fresh // the events that are being sent out of the outbox
	missed bool                   // some event in the outbox waits for a slot

	evicted time.Time                   // when the board was last looked through
	woken   chan struct{}               // there may be work
	due     atomic.Bool                 // the last look found lanes that are due
	written chan<- struct{}             // wakes whoever looks into the outbox
	ailing  atomic.Pointer[[]uuid.UUID] // the webhooks that are not healthy, as of the last dispatch, for others to look at

	results chan ended
	marks   marks
	senders senders
	faults  faults
	ended   func(delivery.Result) // is called after every attempt
	traces  *telemetry.Tracing    // nil where nothing is traced
}

func newDispatcher(deliveries *delivery.Service, holder holder, caps Caps, written chan<- struct{}, ended func(delivery.Result), log *slog.Logger) *dispatcher {
	d := &dispatcher{
		deliveries: deliveries, holder: holder, log: log, board: newBoard(caps, deliveries.SendLimit(), holder), fresh: map[ident.Event]*fresh{},
		woken: make(chan struct{}, 1), written: written, marks: newMarks(), senders: make(senders), faults: faults{log: log}, ended: ended,
	}
	d.ailing.Store(&[]uuid.UUID{})
	d.reopen()
	return d
}

func (d *dispatcher) wake()   { signal(d.woken) }
func (d *dispatcher) close()  { close(d.results) }
func (d *dispatcher) reopen() { d.results = make(chan ended, 1024) }

// with does something with the board.
func (d *dispatcher) with(do func(*board)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	do(d.board)
}

// tell tells the board something that may have made a slot free, and wakes those
// who wait for one.
func (d *dispatcher) tell(news func(*board)) {
	missed := false
	d.with(func(b *board) {
		news(b)
		missed = d.missed
	})
	if missed {
		signal(d.written)
	}
	if d.due.Load() {
		d.wake()
	}
}

// dispatch starts what is due and finds a slot. It reports whether another look will
// find anything: some was started, or lanes that hid others are passed over then.
func (d *dispatcher) dispatch(ctx context.Context, held []lease.Held) (bool, error) {
	if now := clock.System(); now.Sub(d.evicted) > evictEvery {
		d.with(func(b *board) { b.evict() })
		d.evicted = now
	}
	busy, err := d.look(ctx, held)
	d.with(func(b *board) { d.ailing.Store(new(b.unhealthy())) })
	return busy, err
}

func (d *dispatcher) look(ctx context.Context, held []lease.Held) (bool, error) {
	if len(held) == 0 {
		return false, nil
	}
	var saturated []uuid.UUID
	var empty []delivery.Lane
	d.with(func(b *board) { saturated, empty = b.passedOver(held) })
	d.due.Store(true) // until it is known: what ends meanwhile may have been in the way
	due, err := d.deliveries.DueLanes(ctx, shardsOf(held), saturated, empty, lanesAtOnce)
	d.due.Store(err != nil || len(due)+len(saturated)+len(empty) > 0)
	if err != nil || len(due) == 0 {
		return false, err
	}
	d.meet(ctx, due)
	var lanes []delivery.Lane
	var most []int
	var underWay []uuid.UUID
	d.with(func(b *board) { lanes, most, underWay = b.allocate(due) })
	if len(lanes) == 0 {
		return true, nil
	}
	found, err := d.deliveries.Due(ctx, lanes, slices.Max(most), underWay)
	if err != nil {
		return false, err
	}
	d.startAll(context.WithoutCancel(ctx), lanes, most, found)
	waiting, err := d.disarm(ctx, lanes, found)
	return len(found) > 0 || waiting || len(lanes) < len(due), err
}

// meet notes the webhooks of lanes that a look found. Of those that are new here
// PostgreSQL knows whether they fail. It is asked for all shards, so on a cluster a
// server that is away keeps it from answering; then they count as healthy until
// they fail, and nobody waits for that server.
func (d *dispatcher) meet(ctx context.Context, due []delivery.DueLane) {
	anyNew := false
	d.with(func(b *board) { anyNew = b.anyNew(due) })
	var failing []uuid.UUID
	if anyNew {
		var err error
		if failing, err = d.deliveries.Failing(ctx); err != nil {
			d.log.WarnContext(ctx, "delivering webhooks", "err", err)
		}
	}
	d.with(func(b *board) { b.note(due, failing) })
}

// startAll starts what was found in lanes, of each as many as it may.
func (d *dispatcher) startAll(ctx context.Context, lanes []delivery.Lane, most []int, found []delivery.Due) {
	left := make(map[delivery.Lane]int, len(lanes))
	for i, at := range lanes {
		left[at] = most[i]
	}
	for _, due := range found {
		if left[due.Lane] > 0 {
			left[due.Lane]--
			d.start(ctx, due)
		}
	}
}

// start has a delivery sent that is on record.
func (d *dispatcher) start(ctx context.Context, due delivery.Due) {
	var a *attempt
	d.with(func(b *board) { a = b.begin(due, due.Host()) })
	if a != nil {
		d.send(ctx, a, func() {}, func(result delivery.Result) { d.results <- ended{results: []delivery.Result{result}} })
	}
}

// send sends what has begun. It says when that takes long, and how it ended.
func (d *dispatcher) send(ctx context.Context, a *attempt, isLate func(), hasEnded func(delivery.Result)) {
	late := time.AfterFunc(slowAfter, func() {
		d.tell(func(b *board) { b.isLate(a) })
		isLate()
	})
	d.senders.do(func() {
		defer late.Stop()
		ctx, traced := d.traceAttempt(ctx, a.due)
		result, err := d.deliveries.Send(ctx, a.due)
		if err != nil {
			// Ours: a secret that cannot be opened, a shape that cannot be made.
			d.faults.report(ctx, a.due, err)
			result = d.deliveries.Postponed(a.due, result)
		}
		d.tell(func(b *board) { b.end(a, result) })
		d.ended(result)
		traced(result)
		hasEnded(result)
	})
}

// disarm disarms lanes in which nothing is left that is due now. Those that have
// something under way stay armed; it tells whether there are any, which
// the next look passes over.
func (d *dispatcher) disarm(ctx context.Context, lanes []delivery.Lane, started []delivery.Due) (waiting bool, err error) {
	found := map[delivery.Lane]bool{}
	for _, due := range started {
		found[due.Lane] = true
	}
	var empty []delivery.Lane
	for _, at := range lanes {
		switch {
		case found[at]:
		case d.waits(at):
			waiting = true
		default:
			empty = append(empty, at)
		}
	}
	errs := make([]error, len(empty))
	pg.Parallel(pg.SideBySide, len(empty), func(i int) {
		errs[i] = d.deliveries.Disarm(ctx, empty[i])
	})
	for i, at := range empty {
		if errs[i] == nil {
			d.with(func(b *board) { b.disarmed(at) })
		}
	}
	return waiting, errors.Join(errs...)
}

// waits is the board's.
func (d *dispatcher) waits(at delivery.Lane) (waits bool) {
	d.with(func(b *board) { waits = b.waits(at) })
	return waits
}
