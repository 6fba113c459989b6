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
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
)

const (
	// laneCap is how many deliveries to one webhook are under way at once, and
	// failingCap how many to one that did not take the last. Pace is all that a
	// failing webhook loses; no attempt is skipped.
	laneCap    = 16
	failingCap = 4
	// unwritten is how many results of one webhook may wait to be written while
	// others are sent, as a multiple of those under way.
	unwritten = 4
	// Two bulkheads: what hangs or fails cannot take the places of what works.
	// What an app gets of either, and of a host's share, see places.
	quickPlaces = 1024
	slowPlaces  = 1024
	// hostPlaces bounds what one host gets at once from one worker, in each
	// bulkhead, however many webhooks lead to it.
	hostPlaces = 128
	// slowAfter is how long an attempt may take a quick place. It has to be well
	// below the second that a healthy webhook may wait for hanging ones.
	slowAfter = 500 * time.Millisecond
	// lanesAtOnce bounds one look.
	lanesAtOnce = 256
	// A webhook is remembered for a while after its last delivery: one that does
	// well for longer than tellEvery, one that does not for longer than the longest
	// pause before a retry.
	wellKept = 10 * time.Minute
	illKept  = 12 * time.Hour
	// fullKept is for how long a webhook that had all under way that it may counts
	// as one that does not keep up.
	fullKept = 10 * time.Second
)

// rounds are how many attempts each lane may start in turn when places are given
// out: one each first, so that a long lane waits for the short ones.
var rounds = [...]int{1, 3, laneCap}

// desk knows what is under way, and gives every lane its turn.
type desk struct {
	deliveries *delivery.Service
	log        *slog.Logger

	wake    chan struct{} // there may be room, or work
	results chan delivery.Result
	senders senders
	faults  faults
	ended   func(delivery.Result) // is told of every attempt

	mu      sync.Mutex
	lanes   map[delivery.Lane]*lane
	room    room
	late    map[int]int       // attempts that have taken longer than slowAfter, by slice
	leaving map[int]departure // as of the last look
}

// lane is what the desk knows of a webhook.
type lane struct {
	slice    int
	app      uuid.UUID
	host     string             // where its next parcel goes
	due      bool               // it was found to have work, and has not been put to rest since
	underWay map[uuid.UUID]bool // until the result is written
	sending  int                // of these, those that the endpoint has not answered
	late     int                // of these, those that have taken longer than slowAfter
	failing  bool               // it did not take the last that ended
	told     time.Time          // when it was last written down how it is doing
	works    bool               // and that it works
	used     time.Time          // when it last had a delivery that was due, on the machine's clock
	full     time.Time          // when it last had all under way that it may, on the same clock
	empty    time.Time          // when it was last found to have nothing but what is under way, on the same clock
}

// attempt is a delivery that is being sent, and the place that it takes.
type attempt struct {
	parcel delivery.Parcel
	lane   *lane
	host   string
	at     pace
	late   bool
	ended  bool
}

func newDesk(deliveries *delivery.Service, log *slog.Logger) *desk {
	d := &desk{
		deliveries: deliveries, log: log, wake: make(chan struct{}, 1), senders: make(senders), faults: faults{log: log}, ended: func(delivery.Result) {},
		lanes: map[delivery.Lane]*lane{}, room: newRoom(), late: map[int]int{},
	}
	d.reopen()
	return d
}

func (d *desk) poke()   { poke(d.wake) }
func (d *desk) close()  { close(d.results) }
func (d *desk) reopen() { d.results = make(chan delivery.Result, 1024) }

// underWay is how many deliveries have been started and not been written.
func (d *desk) underWay() (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, l := range d.lanes {
		n += len(l.underWay)
	}
	return n
}

// idle tells in which of the slices nothing is under way.
func (d *desk) idle(leaving map[int]departure) (idle []delivery.Hold) {
	if len(leaving) == 0 {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	busy := map[int]bool{}
	for _, l := range d.lanes {
		if len(l.underWay) > 0 {
			busy[l.slice] = true
		}
	}
	for slice, l := range leaving {
		if !busy[slice] {
			idle = append(idle, l.Hold)
		}
	}
	return idle
}

// forget forgets the webhooks that have had nothing for a while.
func (d *desk) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := clock.System()
	maps.DeleteFunc(d.lanes, func(_ delivery.Lane, l *lane) bool {
		kept := wellKept
		if l.failing {
			kept = illKept
		}
		return len(l.underWay) == 0 && now.Sub(l.used) > kept
	})
}

// dispatch starts what is due and has room. It reports whether another look will
// find anything: some was started, or lanes that hid others are passed over then.
func (d *desk) dispatch(ctx context.Context, shards []ident.Shard, leaving map[int]departure) (bool, error) {
	if len(shards) == 0 {
		return false, nil
	}
	due, err := d.deliveries.DueLanes(ctx, shards, d.crowded(leaving), lanesAtOnce)
	if err != nil || len(due) == 0 {
		return false, err
	}
	lanes, most, underWay := d.share(due)
	if len(lanes) == 0 {
		return true, nil
	}
	parcels, err := d.deliveries.Due(ctx, lanes, most, underWay)
	if err != nil {
		return false, err
	}
	for _, parcel := range parcels {
		d.start(context.WithoutCancel(ctx), parcel)
	}
	waiting, err := d.rest(ctx, lanes, parcels)
	return len(parcels) > 0 || waiting || len(lanes) < len(due), err
}

// crowded are the webhooks that would get nothing from a look: all is under way
// that they may, or all that is due, or there is no place for them. A look finds
// so many lanes; these would hide those behind them.
func (d *desk) crowded(leaving map[int]departure) (list []uuid.UUID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.leaving = leaving
	now := clock.System()
	for at, l := range d.lanes {
		if l.due && (now.Sub(l.empty) < lookEvery || l.free() <= 0 || d.left(l) <= 0) {
			list = append(list, at.Webhook)
		}
	}
	return list
}

// ill are the webhooks that hold up what is due to them: they hang, or fail, or
// have not kept up for a moment.
func (d *desk) ill() []uuid.UUID {
	d.mu.Lock()
	defer d.mu.Unlock()
	list, now := []uuid.UUID{}, clock.System()
	for at, l := range d.lanes {
		if l.pace() == slow || now.Sub(l.full) < fullKept {
			list = append(list, at.Webhook)
		}
	}
	return list
}

// free is how many more a webhook may get now, if there are places for it.
func (l *lane) free() int { return min(l.cap()-l.sending, l.cap()*(1+unwritten)-len(l.underWay)) }

// left is how many places there are for it. In a slice that another worker is to
// have nothing is started, for what is under way there has to end first; but while
// something hangs, which may last, webhooks that neither hang nor fail go on.
func (d *desk) left(l *lane) int {
	if leaving, ok := d.leaving[l.slice]; ok &&
		(d.late[l.slice] == 0 || l.pace() == slow || clock.System().After(leaving.served)) {
		return 0
	}
	return d.room.left(l.app, l.host, l.pace())
}

func (l *lane) cap() int {
	if l.failing {
		return failingCap
	}
	return laneCap
}

func (l *lane) pace() pace {
	if l.failing || l.late > 0 {
		return slow
	}
	return quick
}

// share tells how many deliveries each lane may start. Those with the least under
// way come first.
func (d *desk) share(due []delivery.DueLane) (lanes []delivery.Lane, most []int, underWay []uuid.UUID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	// Among equals no lane is always first, or the last would starve.
	rand.Shuffle(len(due), func(i, j int) { due[i], due[j] = due[j], due[i] })
	list := make([]*lane, len(due))
	for i, at := range due {
		list[i] = d.found(at)
	}
	for i, n := range d.deal(list) {
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

// deal deals places out, a few at a time. None is taken by that: how many of a
// lane's deliveries are due is not known yet.
func (d *desk) deal(list []*lane) []int {
	order, dealt := make([]int, len(list)), make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return list[a].sending - list[b].sending })
	for _, most := range rounds {
		for _, i := range order {
			l := list[i]
			if n := min(most, l.free()-dealt[i], d.left(l)); n > 0 {
				d.room.take(l.app, l.host, l.pace(), n)
				dealt[i] += n
			}
		}
	}
	for i, l := range list {
		d.room.take(l.app, l.host, l.pace(), -dealt[i])
	}
	return dealt
}

// found is the lane that a look found. Of one that is new here PostgreSQL knows
// whether it fails.
func (d *desk) found(at delivery.DueLane) *lane {
	l := d.lanes[at.Lane]
	if l == nil {
		l = &lane{slice: delivery.SliceOf(at.Shard), underWay: map[uuid.UUID]bool{}, failing: at.Failing}
		d.lanes[at.Lane] = l
	}
	l.app, l.host, l.due, l.used = at.App, at.Host, true, clock.System()
	return l
}

// start has a parcel sent.
func (d *desk) start(ctx context.Context, parcel delivery.Parcel) {
	a := d.begin(parcel, parcel.Host())
	if a == nil {
		return
	}
	late := time.AfterFunc(slowAfter, func() { d.isLate(a) })
	d.senders.do(func() {
		defer late.Stop()
		result, err := d.deliveries.Send(ctx, parcel)
		if err != nil {
			// Ours: a secret that cannot be opened, a shape that cannot be made.
			d.faults.tell(ctx, parcel, err)
			result = d.deliveries.Postponed(parcel)
		}
		d.end(a, result)
		d.ended(result)
		d.results <- result
	})
}

// begin takes a place for a parcel; nil if it is under way already.
func (d *desk) begin(parcel delivery.Parcel, host string) *attempt {
	d.mu.Lock()
	defer d.mu.Unlock()
	l := d.lanes[parcel.Lane]
	if l == nil || l.underWay[parcel.ID] {
		return nil
	}
	l.underWay[parcel.ID] = true
	if l.sending++; l.sending >= l.cap() {
		l.full = clock.System()
	}
	a := &attempt{parcel: parcel, lane: l, host: host, at: l.pace()}
	d.room.take(l.app, a.host, a.at, 1)
	return a
}

// isLate moves an attempt to the slow places, room or no room there. Its webhook
// gets no quick ones until it has answered.
func (d *desk) isLate(a *attempt) {
	defer d.poke()
	d.mu.Lock()
	defer d.mu.Unlock()
	if a.ended {
		return
	}
	a.late = true
	a.lane.late++
	d.late[a.lane.slice]++
	d.room.take(a.lane.app, a.host, a.at, -1)
	a.at = slow
	d.room.take(a.lane.app, a.host, a.at, 1)
}

// end gives the place back and notes how the webhook is doing; the delivery
// itself is under way until its result is written.
func (d *desk) end(a *attempt, result delivery.Result) {
	defer d.poke()
	d.mu.Lock()
	defer d.mu.Unlock()
	a.ended = true
	d.room.take(a.lane.app, a.host, a.at, -1)
	a.lane.sending--
	if a.late {
		a.lane.late--
		d.late[a.lane.slice]--
	}
	if result.Tried() {
		a.lane.failing = result.Failed
	}
}

// written takes a parcel off the list.
func (d *desk) written(parcels ...delivery.Parcel) {
	d.mu.Lock()
	for _, parcel := range parcels {
		if l := d.lanes[parcel.Lane]; l != nil {
			delete(l.underWay, parcel.ID)
			l.empty = time.Time{}
		}
	}
	d.mu.Unlock()
	d.poke()
}

// rest puts lanes to rest in which nothing is left that is due now. Those that
// have something under way cannot rest yet; it tells whether there are any, which
// the next look passes over.
func (d *desk) rest(ctx context.Context, lanes []delivery.Lane, parcels []delivery.Parcel) (waiting bool, err error) {
	found := map[delivery.Lane]bool{}
	for _, parcel := range parcels {
		found[parcel.Lane] = true
	}
	var over []delivery.Lane
	for _, at := range lanes {
		switch {
		case found[at]:
		case d.waits(at):
			waiting = true
		default:
			over = append(over, at)
		}
	}
	errs := make([]error, len(over))
	sideBySide(len(over), func(i int) {
		if errs[i] = d.deliveries.Rest(ctx, over[i]); errs[i] == nil {
			d.rested(over[i])
		}
	})
	return waiting, errors.Join(errs...)
}

func (d *desk) rested(at delivery.Lane) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if l := d.lanes[at]; l != nil {
		l.due = false
	}
}

// waits reports whether a lane has something under way, and notes that nothing
// else in it is due.
func (d *desk) waits(at delivery.Lane) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	l := d.lanes[at]
	if l == nil || len(l.underWay) == 0 {
		return false
	}
	l.empty = clock.System()
	return true
}
