package delivery

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/leases"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/work/lease"
)

const (
	// hookCap is how many deliveries to one webhook a worker has under way at once,
	// and failingCap how many to one that did not take the last. Pace is all that a
	// failing webhook loses; no attempt is skipped.
	hookCap    = 16
	failingCap = 4
	// unwritten is how many results of one webhook may wait to be written while
	// others are sent, as a multiple of those under way.
	unwritten = 4
	// Two bulkheads: what hangs or fails cannot take the slots of what works. What
	// an app gets of either, and of a host's share, see slots.
	quickSlots = 1024
	slowSlots  = 1024
	// hostSlots bounds what one host gets at once from one worker, in each
	// bulkhead, however many webhooks lead to it.
	hostSlots = 128
	// slowAfter is how long an attempt may take a quick slot. It has to be well
	// below the second that a healthy webhook may wait for hanging ones.
	slowAfter = 500 * time.Millisecond
	// lanesAtOnce bounds one look: a webhook of many businesses has a lane in every
	// shard, and must not hide the others.
	lanesAtOnce = 2048
	// A webhook is remembered for a while after its last delivery: a healthy one
	// for longer than markEvery, a failing one for longer than the longest pause
	// before a retry.
	healthyKept = 10 * time.Minute
	failingKept = 12 * time.Hour
	// fullKept is for how long a webhook that had all under way that it may counts
	// as one that does not keep up.
	fullKept = 10 * time.Second
)

// rounds are how many attempts each lane may start in turn when slots are
// allotted: one each first, so that a long lane waits for the short ones.
var rounds = [...]int{1, 3, hookCap}

// holder knows which slices are this worker's.
type holder interface {
	Begin(in ident.Slice) bool
	End(in ident.Slice)
	Lease(of ident.Slice) (leases.Lease, bool)
}

// dispatcher knows what is under way, and gives every lane its turn.
type dispatcher struct {
	deliveries *delivery.Service
	holder     holder
	log        *slog.Logger

	woken   chan struct{} // there may be free slots, or work
	results chan delivery.Result
	senders senders
	faults  faults
	ended   func(delivery.Result) // is called after every attempt

	mu    sync.Mutex
	hooks map[ident.Webhook]*hook
	lanes map[delivery.Lane]*lane
	aside map[uuid.UUID]bool // deliveries whose results cannot be written for now
	slots bulkheads
	late  map[ident.Slice]int       // attempts that have taken longer than slowAfter
	going map[ident.Slice]time.Time // as of the last look: which slices go to another worker, and since when
}

// hook is what the dispatcher knows of a webhook.
type hook struct {
	app      uuid.UUID
	host     string    // where its next delivery goes
	underWay int       // until the results are written
	aside    int       // of these, those whose results cannot be written for now
	sending  int       // of these, those that the endpoint has not answered
	late     int       // of these, those that have taken longer than slowAfter
	failing  bool      // it did not take the last that ended
	marked   time.Time // when its health was last written down
	working  bool      // and that it works
	used     time.Time // when it last had a delivery that was due, on the machine's clock
	full     time.Time // when it last had all under way that it may, on the same clock
}

// lane is what the dispatcher knows of a webhook's deliveries in one shard.
type lane struct {
	*hook
	slice    ident.Slice
	due      bool               // it was found to have work, and has not been disarmed since
	underWay map[uuid.UUID]bool // until the result is written
	empty    time.Time          // when it was last found to have nothing but what is under way, on the machine's clock
}

// attempt is a delivery that is being sent, and the slot that it takes.
type attempt struct {
	due   delivery.Due
	lane  *lane
	host  string
	at    pace
	late  bool
	ended bool
}

func newDispatcher(deliveries *delivery.Service, holder holder, ended func(delivery.Result), log *slog.Logger) *dispatcher {
	d := &dispatcher{
		deliveries: deliveries, holder: holder, log: log, woken: make(chan struct{}, 1), senders: make(senders), faults: faults{log: log}, ended: ended,
		hooks: map[ident.Webhook]*hook{}, lanes: map[delivery.Lane]*lane{}, aside: map[uuid.UUID]bool{}, slots: newBulkheads(), late: map[ident.Slice]int{},
	}
	d.reopen()
	return d
}

func (d *dispatcher) wake()   { signal(d.woken) }
func (d *dispatcher) close()  { close(d.results) }
func (d *dispatcher) reopen() { d.results = make(chan delivery.Result, 1024) }

// underWay is how many deliveries have been started and not been written.
func (d *dispatcher) underWay() (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, h := range d.hooks {
		n += h.underWay
	}
	return n
}

// evict forgets the webhooks that have had nothing for a while.
func (d *dispatcher) evict() {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := clock.System()
	maps.DeleteFunc(d.hooks, func(_ ident.Webhook, h *hook) bool {
		kept := healthyKept
		if h.failing {
			kept = failingKept
		}
		return h.underWay == 0 && now.Sub(h.used) > kept
	})
	maps.DeleteFunc(d.lanes, func(at delivery.Lane, l *lane) bool {
		return len(l.underWay) == 0 && (!l.due || d.hooks[at.Webhook] != l.hook)
	})
}

// dispatch starts what is due and finds a slot. It reports whether another look will
// find anything: some was started, or lanes that hid others are passed over then.
func (d *dispatcher) dispatch(ctx context.Context, held []lease.Held) (bool, error) {
	if len(held) == 0 {
		return false, nil
	}
	saturated, empty := d.passedOver(held)
	due, err := d.deliveries.DueLanes(ctx, shardsOf(held), saturated, empty, lanesAtOnce)
	if err != nil || len(due) == 0 {
		return false, err
	}
	d.meet(ctx, due)
	lanes, most, underWay := d.allocate(due)
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

// passedOver is what would get nothing from a look: webhooks that have all under
// way that they may, or no slot; lanes in which all that is due is under way, or
// that another worker is to have. A look finds so many lanes; these would hide
// those behind them.
func (d *dispatcher) passedOver(held []lease.Held) (saturated []uuid.UUID, empty []delivery.Lane) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.going = map[ident.Slice]time.Time{}
	for _, h := range held {
		if !h.GoesSince.IsZero() {
			d.going[h.Slice] = h.GoesSince
		}
	}
	now := clock.System()
	full := map[ident.Webhook]bool{}
	for at, h := range d.hooks {
		if h.underWay > 0 && h.free() <= 0 || d.slots.free(h.app, h.host, h.pace()) <= 0 {
			full[at], saturated = true, append(saturated, at.UUID)
		}
	}
	for at, l := range d.lanes {
		if l.due && !full[at.Webhook] && (now.Sub(l.empty) < pollEvery || d.free(l) <= 0) {
			empty = append(empty, at)
		}
	}
	return saturated, empty
}

// unhealthy are the webhooks that delay what is due to them: they hang, or fail, or
// have not kept up for a moment.
func (d *dispatcher) unhealthy() []uuid.UUID {
	d.mu.Lock()
	defer d.mu.Unlock()
	list, now := []uuid.UUID{}, clock.System()
	for at, h := range d.hooks {
		if h.pace() == slow || now.Sub(h.full) < fullKept {
			list = append(list, at.UUID)
		}
	}
	return list
}

// free is how many more a webhook may get now, if there are slots for it.
func (h *hook) free() int { return min(h.cap()-h.sending, h.cap()*(1+unwritten)-(h.underWay-h.aside)) }

// free is how many slots there are for a lane's webhook. In a slice that another worker is to
// have nothing is started, for what is under way there has to end first; but while
// something hangs, which may last, webhooks that neither hang nor fail go on. What
// hung when it was to go has ended after SendLimit.
func (d *dispatcher) free(l *lane) int {
	if since, ok := d.going[l.slice]; ok &&
		(d.late[l.slice] == 0 || l.pace() == slow || clock.System().Sub(since) > d.deliveries.SendLimit()) {
		return 0
	}
	return d.slots.free(l.app, l.host, l.pace())
}

func (h *hook) cap() int {
	if h.failing {
		return failingCap
	}
	return hookCap
}

func (h *hook) pace() pace {
	if h.failing || h.late > 0 {
		return slow
	}
	return quick
}

// allocate tells how many deliveries each lane may start. Those with the least under
// way come first.
func (d *dispatcher) allocate(due []delivery.DueLane) (lanes []delivery.Lane, most []int, underWay []uuid.UUID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	// Among equals no lane is always first, or the last would starve.
	rand.Shuffle(len(due), func(i, j int) { due[i], due[j] = due[j], due[i] })
	list := make([]*lane, len(due))
	for i, at := range due {
		list[i] = d.laneOf(at)
	}
	for i, n := range d.allot(list) {
		if n == 0 {
			continue
		}
		lanes, most = append(lanes, due[i].Lane), append(most, n)
		for id := range list[i].underWay {
			underWay = append(underWay, id)
		}
	}
	return lanes, most, underWay
}

// allot gives slots out, a few at a time. None is taken by that: how many of a
// lane's deliveries are due is not known yet.
func (d *dispatcher) allot(list []*lane) []int {
	order, allotted, ofHook := make([]int, len(list)), make([]int, len(list)), map[*hook]int{}
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return list[a].sending - list[b].sending })
	for _, most := range rounds {
		for _, i := range order {
			l := list[i]
			if n := min(most, l.hook.free()-ofHook[l.hook], d.free(l)); n > 0 {
				d.slots.take(l.app, l.host, l.pace(), n)
				allotted[i], ofHook[l.hook] = allotted[i]+n, ofHook[l.hook]+n
			}
		}
	}
	for i, l := range list {
		d.slots.take(l.app, l.host, l.pace(), -allotted[i])
	}
	return allotted
}

// meet notes the webhooks of lanes that a look found. Of those that are new here
// PostgreSQL knows whether they fail. It is asked for all shards, so on a cluster a
// server that is away keeps it from answering; then they count as healthy until
// they fail, and nobody waits for that server.
func (d *dispatcher) meet(ctx context.Context, due []delivery.DueLane) {
	var failing []uuid.UUID
	if d.anyNew(due) {
		var err error
		if failing, err = d.deliveries.Failing(ctx); err != nil {
			d.log.WarnContext(ctx, "delivering webhooks", "err", err)
		}
	}
	d.note(due, failing)
}

func (d *dispatcher) note(due []delivery.DueLane, failing []uuid.UUID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, at := range due {
		h := d.hooks[at.Webhook]
		if h == nil {
			h = &hook{failing: slices.Contains(failing, at.Webhook.UUID)}
			d.hooks[at.Webhook] = h
		}
		h.app, h.host, h.used = at.App, at.Host, clock.System()
	}
}

func (d *dispatcher) anyNew(due []delivery.DueLane) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.ContainsFunc(due, func(at delivery.DueLane) bool { return d.hooks[at.Webhook] == nil })
}

// laneOf is what is known of a lane that a look found; its webhook was met.
func (d *dispatcher) laneOf(at delivery.DueLane) *lane {
	l := d.lanes[at.Lane]
	if l == nil {
		l = &lane{slice: ident.SliceOf(at.Shard), underWay: map[uuid.UUID]bool{}}
		d.lanes[at.Lane] = l
	}
	l.hook, l.due = d.hooks[at.Webhook], true
	return l
}

// start has a delivery sent.
func (d *dispatcher) start(ctx context.Context, due delivery.Due) {
	a := d.begin(due, due.Host())
	if a == nil {
		return
	}
	late := time.AfterFunc(slowAfter, func() { d.isLate(a) })
	d.senders.do(func() {
		defer late.Stop()
		result, err := d.deliveries.Send(ctx, due)
		if err != nil {
			// Ours: a secret that cannot be opened, a shape that cannot be made.
			d.faults.report(ctx, due, err)
			result = d.deliveries.Postponed(due)
		}
		d.end(a, result)
		d.ended(result)
		d.results <- result
	})
}

// begin takes a slot for a delivery; nil if it is under way already, or its slice
// was lost since the look.
func (d *dispatcher) begin(due delivery.Due, host string) *attempt {
	d.mu.Lock()
	defer d.mu.Unlock()
	l := d.lanes[due.Lane]
	if l == nil || l.underWay[due.ID] || !d.holder.Begin(l.slice) {
		return nil
	}
	l.underWay[due.ID] = true
	l.hook.underWay++
	if l.sending++; l.sending >= l.cap() {
		l.full = clock.System()
	}
	a := &attempt{due: due, lane: l, host: host, at: l.pace()}
	d.slots.take(l.app, a.host, a.at, 1)
	return a
}

// isLate moves an attempt to the slow slots, whether one is free there or not. Its webhook
// gets no quick ones until it has answered.
func (d *dispatcher) isLate(a *attempt) {
	defer d.wake()
	d.mu.Lock()
	defer d.mu.Unlock()
	if a.ended {
		return
	}
	a.late = true
	a.lane.late++
	d.late[a.lane.slice]++
	d.slots.take(a.lane.app, a.host, a.at, -1)
	a.at = slow
	d.slots.take(a.lane.app, a.host, a.at, 1)
}

// end gives the slot back and notes how the webhook is doing; the delivery
// itself is under way until its result is written.
func (d *dispatcher) end(a *attempt, result delivery.Result) {
	defer d.wake()
	d.mu.Lock()
	defer d.mu.Unlock()
	a.ended = true
	d.slots.take(a.lane.app, a.host, a.at, -1)
	a.lane.sending--
	if a.late {
		a.lane.late--
		d.late[a.lane.slice]--
	}
	if result.Tried() {
		a.lane.failing = result.Failed
	}
}

// written takes deliveries off the list.
func (d *dispatcher) written(results []delivery.Result) {
	d.mu.Lock()
	for _, result := range results {
		due := result.Due
		if l := d.lanes[due.Lane]; l != nil && l.underWay[due.ID] {
			delete(l.underWay, due.ID)
			d.holder.End(l.slice)
			l.hook.underWay--
			if d.aside[due.ID] {
				delete(d.aside, due.ID)
				l.hook.aside--
			}
			l.empty = time.Time{}
		}
	}
	d.mu.Unlock()
	d.wake()
}

// setAside notes results that cannot be written for now. Their deliveries stay
// under way, but others of the same webhooks, in other shards, may take their turn.
func (d *dispatcher) setAside(results []delivery.Result) {
	d.mu.Lock()
	for _, result := range results {
		if l := d.lanes[result.Due.Lane]; l != nil && l.underWay[result.Due.ID] {
			d.aside[result.Due.ID] = true
			l.hook.aside++
		}
	}
	d.mu.Unlock()
	d.wake()
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
		if errs[i] = d.deliveries.Disarm(ctx, empty[i]); errs[i] == nil {
			d.disarmed(empty[i])
		}
	})
	return waiting, errors.Join(errs...)
}

func (d *dispatcher) disarmed(at delivery.Lane) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if l := d.lanes[at]; l != nil {
		l.due = false
	}
}

// waits reports whether a lane has something under way, and notes that nothing
// else in it is due.
func (d *dispatcher) waits(at delivery.Lane) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	l := d.lanes[at]
	if l == nil || len(l.underWay) == 0 {
		return false
	}
	l.empty = clock.System()
	return true
}
