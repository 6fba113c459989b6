package work

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/google/uuid"

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
)

// desk knows what is under way, and gives every lane its turn.
type desk struct {
	hooks *webhooks.Service
	log   *slog.Logger

	wake    chan struct{} // there may be room, or work
	results chan webhooks.Result
	sending sync.WaitGroup

	mu    sync.Mutex
	lanes map[webhooks.Lane]*lane
	hosts map[string]int // under way, by host
	quick int            // places taken
	slow  int
}

// lane is what the desk knows of a webhook. It is forgotten when it is empty and
// well.
type lane struct {
	underWay map[uuid.UUID]bool // until the result is written
	sending  int                // of these, those that the endpoint has not answered
	slow     bool               // it took long, or failed, the last time
	failing  bool
	told     time.Time // when it was last written down that it works
}

func newDesk(hooks *webhooks.Service, log *slog.Logger) *desk {
	d := &desk{hooks: hooks, log: log, wake: make(chan struct{}, 1), lanes: map[webhooks.Lane]*lane{}, hosts: map[string]int{}}
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

// dispatch starts what is due and has room. It reports whether it started
// anything.
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
	started := false
	for _, parcel := range parcels {
		started = d.start(context.WithoutCancel(ctx), parcel) || started
	}
	return started, d.rest(ctx, lanes, parcels)
}

// crowded are the webhooks that have all under way that they may.
func (d *desk) crowded() (list []uuid.UUID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for at, l := range d.lanes {
		if l.free() <= 0 {
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
	quick, slow := quickPlaces-d.quick, slowPlaces-d.slow
	for _, at := range due {
		l := d.lane(at)
		places := &quick
		if l.slow {
			places = &slow
		}
		n := min(l.free(), *places)
		if n <= 0 {
			continue
		}
		*places -= n
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
		l = &lane{underWay: map[uuid.UUID]bool{}}
		d.lanes[at] = l
	}
	return l
}

// start sends a parcel on a goroutine of its own, unless its host has enough.
func (d *desk) start(ctx context.Context, parcel webhooks.Parcel) bool {
	slow, ok := d.take(parcel)
	if !ok {
		return false
	}
	d.sending.Go(func() {
		result, err := d.hooks.Send(ctx, parcel)
		if err != nil {
			// Ours: a secret that cannot be opened, a shape that cannot be made. It
			// stays due, and the log tells.
			d.log.ErrorContext(ctx, "delivery not sent", "delivery", parcel.ID, "err", err)
			d.free(parcel, slow)
			return
		}
		d.learn(result)
		d.settle(parcel, slow)
		d.results <- result
	})
	return true
}

// take takes a place.
func (d *desk) take(parcel webhooks.Parcel) (slow, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	l, host := d.lane(parcel.Lane), parcel.Host()
	if l.underWay[parcel.ID] || d.hosts[host] >= hostCap {
		return false, false
	}
	l.underWay[parcel.ID] = true
	l.sending++
	d.hosts[host]++
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

// free forgets a parcel without a result.
func (d *desk) free(parcel webhooks.Parcel, slow bool) {
	d.settle(parcel, slow)
	d.written(parcel)
}

// written takes a parcel off the list.
func (d *desk) written(parcels ...webhooks.Parcel) {
	d.mu.Lock()
	for _, parcel := range parcels {
		if l := d.lanes[parcel.Lane]; l != nil {
			delete(l.underWay, parcel.ID)
			if len(l.underWay) == 0 && !l.slow && !l.failing && l.told.IsZero() {
				delete(d.lanes, parcel.Lane)
			}
		}
	}
	d.mu.Unlock()
	d.poke()
}

// learn notes how a webhook is doing.
func (d *desk) learn(result webhooks.Result) {
	if result.Dropped {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	l := d.lane(result.Parcel.Lane)
	l.slow = result.Failed || result.Took > slowAfter
	l.failing = result.Failed
}

// rest puts lanes to rest in which nothing is left that is due now.
func (d *desk) rest(ctx context.Context, lanes []webhooks.Lane, parcels []webhooks.Parcel) error {
	found := map[webhooks.Lane]bool{}
	for _, parcel := range parcels {
		found[parcel.Lane] = true
	}
	for _, at := range lanes {
		if found[at] || d.anyUnderWay(at) {
			continue
		}
		if err := d.hooks.Rest(ctx, at); err != nil {
			return err
		}
	}
	return nil
}

func (d *desk) anyUnderWay(at webhooks.Lane) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	l := d.lanes[at]
	return l != nil && len(l.underWay) > 0
}
