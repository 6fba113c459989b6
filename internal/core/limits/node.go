package limits

import (
	"sync"
	"time"
)

// mostRemembered bounds what a node remembers during an outage; past it the node
// starts anew, which errs on the side of answering.
const mostRemembered = 100_000

// node counts for one process alone.
type node struct {
	mu       sync.Mutex
	windows  map[Hit]*window
	failures map[Lock][]time.Time // the latest first, one more than are allowed
}

type window struct {
	start time.Time
	used  int64
}

func newNode() *node { return &node{windows: map[Hit]*window{}, failures: map[Lock][]time.Time{}} }

func (n *node) count(now time.Time, h Hit) Count {
	n.mu.Lock()
	defer n.mu.Unlock()
	w := n.windows[h]
	if w == nil || now.Sub(w.start).Abs() >= h.Rule.Window {
		makeRoom(n.windows, func(h Hit, w *window) bool { return now.Sub(w.start) >= h.Rule.Window })
		w = &window{start: now}
		n.windows[h] = w
	}
	w.used++
	return h.Rule.count(w.used, h.Rule.Window-now.Sub(w.start))
}

// wait is how long the lock still lasts.
func (n *node) wait(now time.Time, l Lock) time.Duration {
	n.mu.Lock()
	defer n.mu.Unlock()
	return l.Lockout.lockedFor(now, n.failures[l])
}

// fail notes a failure, unless there is a lock already.
func (n *node) fail(now time.Time, l Lock) Failed {
	n.mu.Lock()
	defer n.mu.Unlock()
	if locked := l.Lockout.lockedFor(now, n.failures[l]); locked > 0 {
		return Failed{LockedFor: locked}
	}
	makeRoom(n.failures, func(l Lock, times []time.Time) bool { return now.Sub(times[0]) >= l.Lockout.memory() })
	times := append([]time.Time{now}, n.failures[l]...)
	n.failures[l] = times[:min(len(times), int(l.Lockout.Failures)+1)]
	return Failed{Began: l.Lockout.lockedFor(now, n.failures[l]) > 0}
}

// lockedFor is what the scripts compute.
func (l Lockout) lockedFor(now time.Time, failures []time.Time) time.Duration {
	if len(failures) <= int(l.Failures) || failures[0].Sub(failures[l.Failures]) >= l.Window {
		return 0
	}
	return max(0, failures[0].Add(l.Lasts).Sub(now))
}

// makeRoom drops what is over, and everything if that is not enough.
func makeRoom[K comparable, V any](remembered map[K]V, over func(K, V) bool) {
	if len(remembered) < mostRemembered {
		return
	}
	for k, v := range remembered {
		if over(k, v) {
			delete(remembered, k)
		}
	}
	if len(remembered) >= mostRemembered {
		clear(remembered)
	}
}
