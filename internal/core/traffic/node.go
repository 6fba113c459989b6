package traffic

import (
	"sync"
	"time"
)

// mostWindows bounds what a node remembers during an outage; past it the node
// starts anew, which errs on the side of answering.
const mostWindows = 100_000

// node counts for one process alone.
type node struct {
	mu      sync.Mutex
	windows map[Hit]*window
}

type window struct {
	start time.Time
	used  int64
}

func newNode() *node { return &node{windows: map[Hit]*window{}} }

func (n *node) count(now time.Time, hits []Hit) []Count {
	n.mu.Lock()
	defer n.mu.Unlock()
	counts := make([]Count, len(hits))
	for i, h := range hits {
		w := n.windows[h]
		if w == nil || now.Sub(w.start) >= h.Rule.Window || now.Before(w.start) {
			n.makeRoom(now)
			w = &window{start: now}
			n.windows[h] = w
		}
		w.used++
		counts[i] = h.Rule.standing(w.used, h.Rule.Window-now.Sub(w.start))
	}
	return counts
}

// makeRoom drops what is over, and everything if that is not enough.
func (n *node) makeRoom(now time.Time) {
	if len(n.windows) < mostWindows {
		return
	}
	for h, w := range n.windows {
		if now.Sub(w.start) >= h.Rule.Window {
			delete(n.windows, h)
		}
	}
	if len(n.windows) >= mostWindows {
		clear(n.windows)
	}
}
