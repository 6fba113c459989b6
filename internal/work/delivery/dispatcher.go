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
	"github.com/counterpart/counterpart/internal/base/pg"
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

// dispatcher starts what is due, each lane in its turn. Whoever calls dispatch owns
// the board meanwhile, and nobody else touches it. Attempts that end, and results
// that are written, are news, which the next dispatch takes up first.
type dispatcher struct {
	deliveries *delivery.Service
	holder     holder
	log        *slog.Logger

	board   *board
	evicted time.Time // when the board was last looked through
	news    inbox
	woken   chan struct{}               // there may be news, or work
	ailing  atomic.Pointer[[]uuid.UUID] // the webhooks that are not healthy, as of the last dispatch, for others to look at

	results chan delivery.Result
	marks   marks
	senders senders
	faults  faults
	ended   func(delivery.Result) // is called after every attempt
}

func newDispatcher(deliveries *delivery.Service, holder holder, caps Caps, ended func(delivery.Result), log *slog.Logger) *dispatcher {
	d := &dispatcher{
		deliveries: deliveries, holder: holder, log: log, board: newBoard(caps, deliveries.SendLimit(), holder),
		woken: make(chan struct{}, 1), marks: newMarks(), senders: make(senders), faults: faults{log: log}, ended: ended,
	}
	d.ailing.Store(&[]uuid.UUID{})
	d.reopen()
	return d
}

func (d *dispatcher) wake()   { signal(d.woken) }
func (d *dispatcher) close()  { close(d.results) }
func (d *dispatcher) reopen() { d.results = make(chan delivery.Result, 1024) }

// inbox holds what the board is to be told. Whoever has news never waits.
type inbox struct {
	mu   sync.Mutex
	list []func(*board)
}

func (i *inbox) put(tell func(*board)) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.list = append(i.list, tell)
}

func (i *inbox) take() []func(*board) {
	i.mu.Lock()
	defer i.mu.Unlock()
	list := i.list
	i.list = nil
	return list
}

// tell has the board told something by the next dispatch, which is soon.
func (d *dispatcher) tell(news func(*board)) {
	d.news.put(news)
	d.wake()
}

// dispatch takes up the news and starts what is due and finds a slot. It reports
// whether another look will find anything: some was started, or lanes that hid
// others are passed over then.
func (d *dispatcher) dispatch(ctx context.Context, held []lease.Held) (bool, error) {
	for _, tell := range d.news.take() {
		tell(d.board)
	}
	if now := clock.System(); now.Sub(d.evicted) > evictEvery {
		d.board.evict()
		d.evicted = now
	}
	busy, err := d.look(ctx, held)
	d.ailing.Store(new(d.board.unhealthy()))
	return busy, err
}

func (d *dispatcher) look(ctx context.Context, held []lease.Held) (bool, error) {
	if len(held) == 0 {
		return false, nil
	}
	saturated, empty := d.board.passedOver(held)
	due, err := d.deliveries.DueLanes(ctx, shardsOf(held), saturated, empty, lanesAtOnce)
	if err != nil || len(due) == 0 {
		return false, err
	}
	d.meet(ctx, due)
	lanes, most, underWay := d.board.allocate(due)
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
	var failing []uuid.UUID
	if d.board.anyNew(due) {
		var err error
		if failing, err = d.deliveries.Failing(ctx); err != nil {
			d.log.WarnContext(ctx, "delivering webhooks", "err", err)
		}
	}
	d.board.note(due, failing)
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

// start has a delivery sent.
func (d *dispatcher) start(ctx context.Context, due delivery.Due) {
	a := d.board.begin(due, due.Host())
	if a == nil {
		return
	}
	late := time.AfterFunc(slowAfter, func() { d.tell(func(b *board) { b.isLate(a) }) })
	d.senders.do(func() {
		defer late.Stop()
		result, err := d.deliveries.Send(ctx, due)
		if err != nil {
			// Ours: a secret that cannot be opened, a shape that cannot be made.
			d.faults.report(ctx, due, err)
			result = d.deliveries.Postponed(due)
		}
		d.tell(func(b *board) { b.end(a, result) })
		d.ended(result)
		d.results <- result
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
		case d.board.waits(at):
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
			d.board.disarmed(at)
		}
	}
	return waiting, errors.Join(errs...)
}
