package delivery

import (
	"maps"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/leases"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/work/lease"
)

// Caps bound what a worker has under way at once.
type Caps struct {
	Webhook int // to one webhook
	Host    int // to one host, however many webhooks lead there; and as many that hang or fail
	All     int // in all; and as many that hang or fail
	// Functions is for all functions together what Host is for a host: they share a
	// few runners. As many that hang or fail have as many of their own.
	Functions int
}

// ofFunction is how many runs of one function are under way at once.
const ofFunction = 2

const (
	// unwritten is how many results of one webhook may wait to be written while
	// others are sent, as a multiple of those under way.
	unwritten = 4
	// slowAfter is how long an attempt may take a quick slot. It has to be well
	// below the second that a healthy webhook may wait for hanging ones.
	slowAfter = 500 * time.Millisecond
	// A webhook is remembered for a while after its last delivery: a healthy one for
	// some minutes, a failing one for longer than the longest pause before a retry.
	healthyKept = 10 * time.Minute
	failingKept = 12 * time.Hour
	// fullKept is for how long a webhook that had all under way that it may counts
	// as one that does not keep up.
	fullKept = 10 * time.Second
	// answersWithin is how lately a webhook has answered that is worth waiting for: one
	// of its slots will be free in a moment.
	answersWithin = 100 * time.Millisecond
)

// holder knows which slices are this worker's.
type holder interface {
	Begin(in ident.Slice) bool
	End(in ident.Slice)
	Lease(of ident.Slice) (leases.Lease, bool)
}

// board is what is under way, and who has the next turn. Whoever uses it holds the
// dispatcher's lock: nothing in it is locked, and nothing in it waits.
type board struct {
	caps      Caps
	sendLimit time.Duration // how long an attempt may take
	holder    holder

	hooks    map[ident.Webhook]*hook
	lanes    map[delivery.Lane]*lane
	underWay atomic.Int64       // deliveries that have been started and not been written; others may look
	aside    map[uuid.UUID]bool // of these, those whose results cannot be written for now
	slots    bulkheads
	late     map[ident.Slice]int       // attempts that have taken longer than slowAfter
	going    map[ident.Slice]time.Time // as of the last look: which slices go to another worker, and since when
}

func newBoard(caps Caps, sendLimit time.Duration, holder holder) *board {
	return &board{
		caps: caps, sendLimit: sendLimit, holder: holder,
		hooks: map[ident.Webhook]*hook{}, lanes: map[delivery.Lane]*lane{}, aside: map[uuid.UUID]bool{},
		slots: newBulkheads(caps), late: map[ident.Slice]int{},
	}
}

// hook is what the board knows of a webhook.
type hook struct {
	most     int // to be under way at once while it takes what it is sent
	app      uuid.UUID
	host     string    // where its next delivery goes
	underWay int       // until the results are written
	aside    int       // of these, those whose results cannot be written for now
	sending  int       // of these, those that the endpoint has not answered
	late     int       // of these, those that have taken longer than slowAfter
	failing  bool      // it did not take the last that ended
	used     time.Time // when it last had a delivery that was due, on the machine's clock
	full     time.Time // when it last had all under way that it may, on the same clock
	due      int       // lanes of it that are due
	answered time.Time // when it last answered, or was first asked after a while, on the same clock
}

// lane is what the board knows of a webhook's deliveries in one shard.
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

// passedOver is what would get nothing from a look: webhooks that have all under
// way that they may, or no slot; lanes in which all that is due is under way, or
// that another worker is to have. A look finds so many lanes; these would hide
// those behind them.
func (b *board) passedOver(held []lease.Held) (saturated []uuid.UUID, empty []delivery.Lane) {
	b.going = map[ident.Slice]time.Time{}
	for _, h := range held {
		if !h.GoesSince.IsZero() {
			b.going[h.Slice] = h.GoesSince
		}
	}
	now := clock.System()
	full := map[ident.Webhook]bool{}
	for at, h := range b.hooks {
		if h.underWay > 0 && h.free() <= 0 || b.slots.free(h.app, h.host, h.pace()) <= 0 {
			full[at], saturated = true, append(saturated, at.UUID)
		}
	}
	for at, l := range b.lanes {
		if l.due && !full[at.Webhook] && (now.Sub(l.empty) < pollEvery || b.free(l) <= 0) {
			empty = append(empty, at)
		}
	}
	return saturated, empty
}

// free is how many slots there are for a lane's webhook. In a slice that another
// worker is to have nothing is started, for what is under way there has to end first; but while
// something hangs, which may last, webhooks that neither hang nor fail go on. What
// hung when it was to go has ended after the longest that an attempt may take.
func (b *board) free(l *lane) int {
	if since, ok := b.going[l.slice]; ok &&
		(b.late[l.slice] == 0 || l.pace() == slow || clock.System().Sub(since) > b.sendLimit) {
		return 0
	}
	return b.slots.free(l.app, l.host, l.pace())
}

// free is how many more a webhook may get now, if there are slots for it.
func (h *hook) free() int { return min(h.cap()-h.sending, h.cap()*(1+unwritten)-(h.underWay-h.aside)) }

// cap is how many deliveries to a webhook are under way at most. One that did not
// take the last gets a quarter. Pace is all that it loses; no attempt is skipped.
func (h *hook) cap() int {
	if h.failing {
		return max(1, h.most/4)
	}
	return h.most
}

func (h *hook) pace() pace {
	if h.failing || h.late > 0 {
		return slow
	}
	return quick
}

// anyNew reports whether a look found webhooks that the board does not know.
func (b *board) anyNew(due []delivery.DueLane) bool {
	return slices.ContainsFunc(due, func(at delivery.DueLane) bool { return b.hooks[at.Webhook] == nil })
}

// note notes what a look found. Webhooks that are new here fail if they are among
// those that PostgreSQL knows to.
func (b *board) note(due []delivery.DueLane, failing []uuid.UUID) {
	for _, at := range due {
		h := b.hooks[at.Webhook]
		if h == nil {
			h = &hook{most: b.caps.Webhook, failing: slices.Contains(failing, at.Webhook.UUID)}
			if at.Host == delivery.FunctionHost {
				h.most = ofFunction
			}
			b.hooks[at.Webhook] = h
		}
		h.app, h.host, h.used = at.App, at.Host, clock.System()
	}
}

// allocate tells how many deliveries each lane may start. Those with the least under
// way come first.
func (b *board) allocate(due []delivery.DueLane) (lanes []delivery.Lane, most []int, underWay []uuid.UUID) {
	// Among equals no lane is always first, or the last would starve.
	rand.Shuffle(len(due), func(i, j int) { due[i], due[j] = due[j], due[i] })
	list := make([]*lane, len(due))
	for i, at := range due {
		list[i] = b.laneOf(at)
	}
	for i, n := range b.allot(list) {
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

// laneOf is what is known of a lane that a look found; its webhook was met.
func (b *board) laneOf(at delivery.DueLane) *lane {
	l := b.laneAt(at.Lane)
	if !l.due {
		l.due = true
		l.hook.due++
	}
	return l
}

// laneAt is a lane, due or not; its webhook was met.
func (b *board) laneAt(at delivery.Lane) *lane {
	l := b.lanes[at]
	if l == nil {
		l = &lane{slice: ident.SliceOf(at.Shard), underWay: map[uuid.UUID]bool{}}
		b.lanes[at] = l
	}
	if hook := b.hooks[at.Webhook]; l.hook != hook {
		l.hook, l.due = hook, false
	}
	return l
}

// turn is what becomes of an event that waits in the outbox.
type turn int

const (
	atOnce turn = iota // there is a slot for each of its deliveries
	soon               // there will be in a moment
	later              // nobody knows when, so its deliveries are to be put on record
)

// turnOf tells whether an event's deliveries can begin. Where some cannot, none does:
// until all have ended, the event in the outbox is all that is on record of them. A
// webhook that has others waiting leaves them half of its slots.
func (b *board) turnOf(dues []delivery.Due) turn {
	whole := atOnce
	for _, due := range dues {
		l := b.laneAt(due.Lane)
		kept := 0
		if l.hook.due > 0 {
			kept = l.cap() / 2
		}
		switch free := min(l.hook.free()-kept, b.free(l)); {
		case due.Listens() || due.Function() || l.pace() == slow || l.underWay[due.ID]:
			return later // a run is kept with its delivery, so that has to be there
		case free > 0:
		case clock.System().Sub(l.answered) < answersWithin:
			whole = soon
		default:
			return later
		}
	}
	return whole
}

// allot gives slots out, a few at a time: one to each lane first, so that a long
// lane waits for the short ones. None is taken by that: how many of a lane's
// deliveries are due is not known yet.
func (b *board) allot(list []*lane) []int {
	order, allotted, ofHook := make([]int, len(list)), make([]int, len(list)), map[*hook]int{}
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return list[i].sending - list[j].sending })
	for _, most := range []int{1, 3, b.caps.Webhook} {
		for _, i := range order {
			l := list[i]
			if n := min(most, l.hook.free()-ofHook[l.hook], b.free(l)); n > 0 {
				b.slots.take(l.app, l.host, l.pace(), n)
				allotted[i], ofHook[l.hook] = allotted[i]+n, ofHook[l.hook]+n
			}
		}
	}
	for i, l := range list {
		b.slots.take(l.app, l.host, l.pace(), -allotted[i])
	}
	return allotted
}

// begin takes a slot for a delivery; nil if it is under way already, or its slice
// was lost or the slot was taken since the look.
func (b *board) begin(due delivery.Due, host string) *attempt {
	l := b.lanes[due.Lane]
	if l == nil || l.underWay[due.ID] || l.hook.free() <= 0 || !b.holder.Begin(l.slice) {
		return nil
	}
	return b.take(l, due, host)
}

// beginAll takes a slot for each delivery of an event, whose turn it is; none if
// their slice was lost.
func (b *board) beginAll(dues []delivery.Due) (list []*attempt) {
	slice := ident.SliceOf(dues[0].Lane.Shard)
	for i := range dues {
		if !b.holder.Begin(slice) {
			for range i {
				b.holder.End(slice)
			}
			return nil
		}
	}
	for _, due := range dues {
		list = append(list, b.take(b.lanes[due.Lane], due, due.Host()))
	}
	return list
}

func (b *board) take(l *lane, due delivery.Due, host string) *attempt {
	l.underWay[due.ID] = true
	b.underWay.Add(1)
	l.hook.underWay++
	if l.sending == 0 {
		l.answered = clock.System()
	}
	if l.sending++; l.sending >= l.cap() {
		l.full = clock.System()
	}
	a := &attempt{due: due, lane: l, host: host, at: l.pace()}
	b.slots.take(l.app, a.host, a.at, 1)
	return a
}

// isLate moves an attempt to the slow slots, whether one is free there or not. Its
// webhook gets no quick ones until it has answered.
func (b *board) isLate(a *attempt) {
	if a.ended {
		return
	}
	a.late = true
	a.lane.late++
	b.late[a.lane.slice]++
	b.slots.take(a.lane.app, a.host, a.at, -1)
	a.at = slow
	b.slots.take(a.lane.app, a.host, a.at, 1)
}

// end gives the slot back and notes how the webhook is doing; the delivery
// itself is under way until its result is written.
func (b *board) end(a *attempt, result delivery.Result) {
	a.ended = true
	b.slots.take(a.lane.app, a.host, a.at, -1)
	a.lane.sending--
	if a.late {
		a.lane.late--
		b.late[a.lane.slice]--
	}
	if result.Tried() {
		a.lane.failing, a.lane.answered = result.Failed, clock.System()
	}
}

// written takes deliveries off the list.
func (b *board) written(results []delivery.Result) {
	for _, result := range results {
		due := result.Due
		if l := b.lanes[due.Lane]; l != nil && l.underWay[due.ID] {
			delete(l.underWay, due.ID)
			b.holder.End(l.slice)
			b.underWay.Add(-1)
			l.hook.underWay--
			if b.aside[due.ID] {
				delete(b.aside, due.ID)
				l.hook.aside--
			}
			l.empty = time.Time{}
		}
	}
}

// setAside notes results that cannot be written for now. Their deliveries stay
// under way, but others of the same webhooks, in other shards, may take their turn.
func (b *board) setAside(results []delivery.Result) {
	for _, result := range results {
		if l := b.lanes[result.Due.Lane]; l != nil && l.underWay[result.Due.ID] {
			b.aside[result.Due.ID] = true
			l.hook.aside++
		}
	}
}

// waits reports whether a lane has something under way, and notes that nothing
// else in it is due.
func (b *board) waits(at delivery.Lane) bool {
	l := b.lanes[at]
	if l == nil || len(l.underWay) == 0 {
		return false
	}
	l.empty = clock.System()
	return true
}

// disarmed notes that a lane has nothing to send any more.
func (b *board) disarmed(at delivery.Lane) {
	if l := b.lanes[at]; l != nil && l.due {
		l.due = false
		l.hook.due--
	}
}

// unhealthy are the webhooks that delay what is due to them: they hang, or fail, or
// have not kept up for a moment.
func (b *board) unhealthy() []uuid.UUID {
	list, now := []uuid.UUID{}, clock.System()
	for at, h := range b.hooks {
		if h.pace() == slow || now.Sub(h.full) < fullKept {
			list = append(list, at.UUID)
		}
	}
	return list
}

// evict forgets the webhooks that have had nothing for a while.
func (b *board) evict() {
	now := clock.System()
	maps.DeleteFunc(b.hooks, func(_ ident.Webhook, h *hook) bool {
		kept := healthyKept
		if h.failing {
			kept = failingKept
		}
		return h.underWay == 0 && now.Sub(h.used) > kept
	})
	maps.DeleteFunc(b.lanes, func(at delivery.Lane, l *lane) bool {
		return len(l.underWay) == 0 && (!l.due || b.hooks[at.Webhook] != l.hook)
	})
}
