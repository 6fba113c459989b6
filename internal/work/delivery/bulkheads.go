package delivery

import (
	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
)

// slots bound how many attempts are under way at once, and are shared between
// apps: an app may take another slot while it has fewer than are free. One app
// alone gets half of all, two get a third each, ten an eleventh; what is left is
// for the next to come. (Switches share their buffers so, with a dynamic
// threshold.)
type slots struct {
	size  int
	taken int // may be above the size: what turns out to be slow is moved here, free or not
	byApp map[uuid.UUID]int
}

// free is how many more slots an app may take.
func (s *slots) free(app uuid.UUID) int { return max(0, (s.size-s.taken-s.byApp[app]+1)/2) }

func (s *slots) take(app uuid.UUID, n int) {
	if s.byApp == nil {
		s.byApp = map[uuid.UUID]int{}
	}
	s.taken += n
	if s.byApp[app] += n; s.byApp[app] == 0 {
		delete(s.byApp, app)
	}
}

// pace is how a webhook is doing, and so which slots its attempts take.
type pace int

const (
	quick pace = iota // as far as is known, it takes what it is sent
	slow              // it did not take the last, or has not answered an attempt for slowAfter
	paces
)

// bulkheads are the slots of a worker: some for what is quick and as many for what is
// slow, and of both some for each host. So what hangs or fails cannot take the slots
// of what works.
type bulkheads struct {
	caps  Caps
	all   [paces]slots
	hosts map[string]*[paces]slots
}

func newBulkheads(caps Caps) bulkheads {
	return bulkheads{
		caps:  caps,
		all:   [paces]slots{quick: {size: caps.All}, slow: {size: caps.All}},
		hosts: map[string]*[paces]slots{},
	}
}

// free is how many more attempts an app may have under way at a host.
func (b *bulkheads) free(app uuid.UUID, host string, at pace) int {
	return min(b.all[at].free(app), b.at(host)[at].free(app))
}

// take takes n slots, or gives them back where n is negative.
func (b *bulkheads) take(app uuid.UUID, host string, at pace, n int) {
	here := b.at(host)
	b.all[at].take(app, n)
	here[at].take(app, n)
	if here[quick].taken+here[slow].taken == 0 {
		delete(b.hosts, host)
	} else {
		b.hosts[host] = here
	}
}

func (b *bulkheads) at(host string) *[paces]slots {
	if here := b.hosts[host]; here != nil {
		return here
	}
	size := b.caps.Host
	if host == delivery.FunctionHost {
		size = b.caps.Functions
	}
	return &[paces]slots{quick: {size: size}, slow: {size: size}}
}
