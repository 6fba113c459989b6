package work

import (
	"context"
	"log/slog"
	"maps"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/webhooks"
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
	// hostCap bounds what one host gets at once from one worker, however many
	// webhooks lead to it.
	hostCap = 64
	// Two bulkheads: what is slow or fails cannot take the places of what works.
	quickPlaces = 256
	slowPlaces  = 1024
	// slowAfter is when a webhook counts as slow.
	slowAfter = time.Second
	// lanesAtOnce bounds one look.
	lanesAtOnce = 256
	// A webhook is remembered for a while after its last delivery: one that does
	// well for longer than tellEvery, one that does not for longer than the longest
	// pause before a retry.
	wellKept = 10 * time.Minute
	illKept  = 12 * time.Hour
)

// desk knows what is under way, and gives every lane its turn.
type desk struct {
	hooks *webhooks.Service
	log   *slog.Logger

	wake    chan struct{} // there may be room, or work
	results chan webhooks.Result
	senders senders
	sending sync.WaitGroup
	faults  faults

	mu    sync.Mutex
	lanes map[webhooks.Lane]*lane
	hosts map[string]int // under way, by host
	quick int            // places taken
	slow  int
}

// lane is what the desk knows of a webhook.
type lane struct {
	host     string             // where its last parcel was to go
	underWay map[uuid.UUID]bool // until the result is written
	sending  int                // of these, those that the endpoint has not answered
	slow     bool               // it took long, or failed, the last time
	failing  bool
	told     time.Time // when it was last written down that it works
	used     time.Time // when it last had a delivery, on the machine's clock
	empty    time.Time // when it was last found to have nothing but what is under way, on the same clock
}

func newDesk(hooks *webhooks.Service, log *slog.Logger) *desk {
	d := &desk{
		hooks: hooks, log: log, wake: make(chan struct{}, 1), senders: make(senders), faults: faults{log: log},
		lanes: map[webhooks.Lane]*lane{}, hosts: map[string]int{},
	}
	d.reopen()
	return d
}

func (d *desk) poke()   { poke(d.wake) }
func (d *desk) close()  { close(d.results) }
func (d *desk) reopen() { d.results = make(chan webhooks.Result, 1024) }

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
func (d *desk) idle(holds []webhooks.Hold) (idle []webhooks.Hold) {
	d.mu.Lock()
	defer d.mu.Unlock()
	busy := map[int]bool{}
	for at, l := range d.lanes {
		if len(l.underWay) > 0 {
			busy[webhooks.SliceOf(at.Shard)] = true
		}
	}
	for _, hold := range holds {
		if !busy[hold.Slice] {
			idle = append(idle, hold)
		}
	}
	return idle
}

// forget forgets the webhooks that have had nothing for a while.
func (d *desk) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := clock.System()
	maps.DeleteFunc(d.lanes, func(_ webhooks.Lane, l *lane) bool {
		kept := wellKept
		if l.slow || l.failing {
			kept = illKept
		}
		return len(l.underWay) == 0 && now.Sub(l.used) > kept
	})
}

// dispatch starts what is due and has room. It reports whether another look will
// find anything: some was started, or lanes that hid others are passed over.
func (d *desk) dispatch(ctx context.Context, shards []ident.Shard) (bool, error) {
	if len(shards) == 0 {
		return false, nil
	}
	due, err := d.hooks.DueLanes(ctx, shards, d.crowded(), lanesAtOnce)
	if err != nil || len(due) == 0 {
		return false, err
	}
	// No lane is always first, or the last would starve when places are few.
	rand.Shuffle(len(due), func(i, j int) { due[i], due[j] = due[j], due[i] })
	lanes, most, underWay := d.room(due)
	if len(lanes) == 0 {
		return false, nil
	}
	parcels, err := d.hooks.Due(ctx, lanes, most, underWay)
	if err != nil {
		return false, err
	}
	for _, parcel := range parcels {
		d.start(context.WithoutCancel(ctx), parcel)
	}
	waiting, err := d.rest(ctx, lanes, parcels)
	return len(parcels) > 0 || waiting, err
}

// crowded are the webhooks that would get nothing from a look: all is under way
// that they may, or all that is due, or their bulkhead or their host is full. A
// look finds so many lanes; these would hide those behind them.
func (d *desk) crowded() (list []uuid.UUID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := clock.System()
	for at, l := range d.lanes {
		if l.free() <= 0 || l.slow && d.slow >= slowPlaces || d.hosts[l.host] >= hostCap || now.Sub(l.empty) < lookEvery {
			list = append(list, at.Webhook)
		}
	}
	return list
}

// free is how many more the webhook may get now.
func (l *lane) free() int { return min(l.cap()-l.sending, l.cap()*(1+unwritten)-len(l.underWay)) }

func (l *lane) cap() int {
	if l.failing {
		return failingCap
	}
	return laneCap
}

// room tells how many deliveries each lane may start.
func (d *desk) room(due []webhooks.Lane) (lanes []webhooks.Lane, most []int, underWay []uuid.UUID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	quick, slow, given := quickPlaces-d.quick, slowPlaces-d.slow, map[string]int{}
	for _, at := range due {
		l := d.lane(at)
		places := &quick
		if l.slow {
			places = &slow
		}
		n := min(l.free(), *places)
		if l.host != "" {
			n = min(n, hostCap-d.hosts[l.host]-given[l.host])
		}
		if n <= 0 {
			continue
		}
		*places -= n
		given[l.host] += n
		lanes, most = append(lanes, at), append(most, n)
		for id := range l.underWay {
			underWay = append(underWay, id)
		}
	}
	return lanes, most, underWay
}

func (d *desk) lane(at webhooks.Lane) *lane {
	l := d.lanes[at]
	if l == nil {
		l = &lane{underWay: map[uuid.UUID]bool{}, used: clock.System()}
		d.lanes[at] = l
	}
	return l
}

// start has a parcel sent, unless its host has enough.
func (d *desk) start(ctx context.Context, parcel webhooks.Parcel) {
	slow, ok := d.take(parcel)
	if !ok {
		return
	}
	d.sending.Add(1)
	d.senders.do(func() {
		defer d.sending.Done()
		result, err := d.hooks.Send(ctx, parcel)
		if err != nil {
			// Ours: a secret that cannot be opened, a shape that cannot be made.
			d.faults.tell(ctx, parcel, err)
			result = d.hooks.Postponed(parcel)
		}
		d.learn(result)
		d.settle(parcel, slow)
		d.results <- result
	})
}

// take takes a place.
func (d *desk) take(parcel webhooks.Parcel) (slow, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	l := d.lane(parcel.Lane)
	l.host = parcel.Host()
	if l.underWay[parcel.ID] || d.hosts[l.host] >= hostCap {
		return false, false
	}
	l.underWay[parcel.ID] = true
	l.used = clock.System()
	l.sending++
	d.hosts[l.host]++
	if l.slow {
		d.slow++
	} else {
		d.quick++
	}
	return l.slow, true
}

// settle gives the place and the host back; the delivery itself is under way
// until its result is written.
func (d *desk) settle(parcel webhooks.Parcel, slow bool) {
	defer d.poke()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lane(parcel.Lane).sending--
	host := parcel.Host()
	if d.hosts[host]--; d.hosts[host] == 0 {
		delete(d.hosts, host)
	}
	if slow {
		d.slow--
	} else {
		d.quick--
	}
}

// written takes a parcel off the list.
func (d *desk) written(parcels ...webhooks.Parcel) {
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

// learn notes how a webhook is doing.
func (d *desk) learn(result webhooks.Result) {
	if !result.Tried() {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	l := d.lane(result.Parcel.Lane)
	l.slow = result.Failed || result.Took > slowAfter
	l.failing = result.Failed
}

// rest puts lanes to rest in which nothing is left that is due now. Those that
// have something under way cannot rest yet; it tells whether there are any, which
// the next look passes over.
func (d *desk) rest(ctx context.Context, lanes []webhooks.Lane, parcels []webhooks.Parcel) (waiting bool, err error) {
	found := map[webhooks.Lane]bool{}
	for _, parcel := range parcels {
		found[parcel.Lane] = true
	}
	for _, at := range lanes {
		if found[at] {
			continue
		}
		if d.waits(at) {
			waiting = true
			continue
		}
		if err := d.hooks.Rest(ctx, at); err != nil {
			return waiting, err
		}
	}
	return waiting, nil
}

// waits reports whether a lane has something under way, and notes that nothing
// else in it is due.
func (d *desk) waits(at webhooks.Lane) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	l := d.lane(at)
	if len(l.underWay) == 0 {
		return false
	}
	l.empty = clock.System()
	return true
}
