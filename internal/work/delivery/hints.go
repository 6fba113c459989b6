package delivery

import (
	"slices"
	"sync"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
)

// hints are the shards in which this node has written events. Looking there alone
// is cheap, so it can be done at once; all shards are looked at on the beat, for
// what other nodes wrote and for what a hint was lost of.
type hints struct {
	mu     sync.Mutex
	shards map[ident.Shard]bool
	all    time.Time // when all were last looked at
}

func (h *hints) add(shards []ident.Shard) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.shards == nil {
		h.shards = map[ident.Shard]bool{}
	}
	for _, shard := range shards {
		h.shards[shard] = true
	}
}

// choose takes the hints, and tells which of the leased shards to look at now.
func (h *hints) choose(leased []ident.Shard) []ident.Shard {
	h.mu.Lock()
	defer h.mu.Unlock()
	hinted, now := h.shards, clock.System()
	h.shards = nil
	if len(hinted) == 0 || now.Sub(h.all) >= 2*pollEvery {
		h.all = now
		return leased
	}
	return slices.DeleteFunc(leased, func(s ident.Shard) bool { return !hinted[s] })
}

// overdue reports whether it is time to look at all shards. Where there are hints they
// come first: looking at all takes long enough for somebody to notice.
func (h *hints) overdue() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return clock.System().Sub(h.all) >= pollEvery
}

// reset has all shards looked at next.
func (h *hints) reset() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shards, h.all = nil, time.Time{}
}
