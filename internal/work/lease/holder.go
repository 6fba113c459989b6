package lease

import (
	"context"
	"crypto/rand"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/leases"
)

const (
	// renewEvery leaves room for two failures before a lease is lost.
	renewEvery = leases.Life / 3
	// lookEvery is how often a node looks that waits for slices it has asked for.
	lookEvery = renewEvery / 4
	// After so many rounds out of reach a slice is tried every awayEvery.
	patience  = int(leases.Life / renewEvery)
	awayEvery = 5 * time.Second
)

// Holder holds the leases of this node while it runs.
type Holder struct {
	leases *leases.Service
	name   string // of this node, among owners
	log    *slog.Logger
	ended  chan struct{} // something has ended in a slice that is going

	mu      sync.Mutex
	held    map[ident.Slice]Held
	uses    map[ident.Slice]int // what is under way, whether the lease was lost or not
	changed []chan struct{}
	moved   func(how string) // a slice has come or gone

	// The rest is Run's alone.
	seen map[ident.Slice]leases.State
	away map[ident.Slice]away  // those that could not be reached last
	gone map[ident.Slice]int64 // under which fence a slice was last given back: it is never held under that one again, whether that was written or not
}

// away is how often a slice could not be reached, and when that was last.
type away struct {
	times int
	at    time.Time
}

// Held is a slice that this node has leased.
type Held struct {
	leases.Lease
	// GoesSince is since when it should go to another node; zero if it stays.
	GoesSince time.Time
	expiresAt time.Time
}

// New returns a holder that has leased nothing yet.
func New(service *leases.Service, log *slog.Logger) *Holder {
	return &Holder{
		leases: service, name: rand.Text(), log: log, ended: make(chan struct{}, 1),
		held: map[ident.Slice]Held{}, uses: map[ident.Slice]int{}, moved: func(string) {},
		seen: map[ident.Slice]leases.State{}, away: map[ident.Slice]away{}, gone: map[ident.Slice]int64{},
	}
}

// Changes returns a channel that says that slices have come or gone since it last
// did.
func (h *Holder) Changes() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := make(chan struct{}, 1)
	h.changed = append(h.changed, c)
	return c
}

// Owned are the slices that new work may be begun in, in order.
func (h *Holder) Owned() (list []ident.Slice) {
	for _, held := range h.Held() {
		if held.GoesSince.IsZero() {
			list = append(list, held.Slice)
		}
	}
	return list
}

// Held are all slices that this node has leased, those too that are going, in
// order: none whose lease could not be renewed for so long that another may have it.
func (h *Holder) Held() (list []Held) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := clock.System()
	for _, held := range h.held {
		if held.expiresAt.After(now) {
			list = append(list, held)
		}
	}
	slices.SortFunc(list, func(a, b Held) int { return int(a.Slice) - int(b.Slice) })
	return list
}

// Lease is the lease under which something of a slice is written, though it may
// have run out: nobody else may have taken it.
func (h *Holder) Lease(of ident.Slice) (leases.Lease, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	held, ok := h.held[of]
	return held.Lease, ok
}

// Begin says that something begins in a slice. The slice stays until as many have
// ended as were begun. It is false if the slice is not this node's any more.
func (h *Holder) Begin(in ident.Slice) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if held, ok := h.held[in]; !ok || !held.expiresAt.After(clock.System()) {
		return false
	}
	h.uses[in]++
	return true
}

// End says that something has ended that Begin was true for.
func (h *Holder) End(in ident.Slice) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.uses[in]--; h.uses[in] > 0 {
		return
	}
	delete(h.uses, in)
	if !h.held[in].GoesSince.IsZero() {
		signal(h.ended)
	}
}

// Run holds leases until ctx ends, and then those of slices in which something is
// under way, until that has ended.
func (h *Holder) Run(ctx context.Context) {
	h.repeat(ctx, h.round)
	leaving, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	h.repeat(leaving, func(ctx context.Context) time.Duration {
		h.letGo(h.all())
		if h.releaseIdle(ctx); len(h.all()) == 0 {
			stop()
			return 0
		}
		h.renew(ctx, true)
		return renewEvery
	})
}

// repeat takes a step, at once and then whenever it wants to be taken again, and
// when something has ended in a slice that is going.
func (h *Holder) repeat(ctx context.Context, step func(context.Context) time.Duration) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.ended:
		case <-timer.C:
		}
		began := clock.System()
		// What is begun is ended, stopping or not: a lease that is acquired and not noted
		// serves nobody until it runs out. One that takes so long to renew has run out.
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), leases.Life)
		pause := step(limited)
		cancel()
		timer.Reset(max(0, pause-clock.System().Sub(began)))
	}
}

// round renews what the node has, sees who else is there, and moves towards its
// fair share.
func (h *Holder) round(ctx context.Context) time.Duration {
	h.renew(ctx, false)
	now := clock.System()
	m := share(h.name, h.reached(), now)
	h.letGo(m.give)
	h.releaseIdle(ctx)
	h.note(ctx, h.leases.Acquire(ctx, h.name, m.take, now))
	h.warn(ctx, h.leases.Ask(ctx, h.name, m.ask, now))
	if len(m.ask) > 0 {
		return lookEvery
	}
	return renewEvery
}

// renew extends what the node has, and reads the rest. What has been out of reach
// for as long as a lease lives is tried less often.
func (h *Holder) renew(ctx context.Context, leaving bool) {
	var own, others []ident.Slice
	for slice := range ident.Slice(ident.Slices) {
		if a := h.away[slice]; a.times >= patience && clock.System().Sub(a.at) < awayEvery {
			continue
		}
		if h.seen[slice].Owner == h.name {
			own = append(own, slice)
		} else if !leaving {
			others = append(others, slice)
		}
	}
	h.note(ctx, h.leases.Renew(ctx, h.name, leaving, own, others, clock.System()))
}

// reached are the slices that could be asked for.
func (h *Holder) reached() (list []leases.State) {
	for slice, state := range h.seen {
		if h.away[slice].times == 0 {
			list = append(list, state)
		}
	}
	return list
}

// note takes in what is known of slices.
func (h *Holder) note(ctx context.Context, answer leases.Answer) {
	for _, slice := range answer.Away {
		h.away[slice] = away{h.away[slice].times + 1, clock.System()}
	}
	h.warn(ctx, answer.Err)
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, state := range answer.States {
		if state.Owner == h.name && state.Fence <= h.gone[state.Slice] {
			state.Owner, state.Leaving = "", true // given back, though that is not written yet
		}
		delete(h.away, state.Slice)
		h.seen[state.Slice] = state
		held, before := h.held[state.Slice]
		switch mine := state.Owner == h.name; {
		case mine:
			h.held[state.Slice] = Held{state.Lease, held.GoesSince, state.ExpiresAt}
			if !before {
				h.moved(cameHere)
			}
		case before:
			delete(h.held, state.Slice)
			h.moved(lost)
		}
		if after, still := h.held[state.Slice]; before != still || after.Lease != held.Lease {
			h.tell()
		}
	}
}

// letGo says of the slices held that these should go, and no others.
func (h *Holder) letGo(list []ident.Slice) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for slice, held := range h.held {
		switch goes := slices.Contains(list, slice); {
		case goes && held.GoesSince.IsZero():
			held.GoesSince = clock.System()
		case !goes && !held.GoesSince.IsZero():
			held.GoesSince = time.Time{}
		default:
			continue
		}
		h.held[slice] = held
		h.tell()
	}
}

// releaseIdle gives back those of the going slices in which nothing is under way.
// From now on nothing is begun there, whether that can be written or not.
func (h *Holder) releaseIdle(ctx context.Context) {
	list := h.idle()
	h.warn(ctx, h.leases.Release(ctx, h.name, list, clock.System()))
}

func (h *Holder) idle() (list []ident.Slice) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for slice, held := range h.held {
		if held.GoesSince.IsZero() || h.uses[slice] > 0 {
			continue
		}
		delete(h.held, slice)
		delete(h.seen, slice)
		h.gone[slice] = held.Fence
		list = append(list, slice)
		h.moved(givenBack)
		h.tell()
	}
	return list
}

func (h *Holder) all() []ident.Slice {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Collect(maps.Keys(h.held))
}

func (h *Holder) warn(ctx context.Context, err error) {
	if err != nil {
		h.log.WarnContext(ctx, "holding leases", "err", err)
	}
}

// tell has users look again.
func (h *Holder) tell() {
	for _, c := range h.changed {
		signal(c)
	}
}

// signal wakes whoever listens, if nobody has done so already.
func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
