package delivery

import "github.com/google/uuid"

// places bound how many attempts are under way at once, and share them between
// apps: an app may take another place while it has fewer than are free. One app
// alone gets half of all, two get a third each, ten an eleventh; what is left is
// for the next to come. (Switches share their buffers so, with a dynamic
// threshold.)
type places struct {
	size  int
	taken int // may be above the size: what turns out to be slow is moved here, room or no room
	byApp map[uuid.UUID]int
}

// room is how many more places an app may take.
func (p *places) room(app uuid.UUID) int { return max(0, (p.size-p.taken-p.byApp[app]+1)/2) }

func (p *places) take(app uuid.UUID, n int) {
	if p.byApp == nil {
		p.byApp = map[uuid.UUID]int{}
	}
	p.taken += n
	if p.byApp[app] += n; p.byApp[app] == 0 {
		delete(p.byApp, app)
	}
}

// pace is how a webhook is doing, and so which places its attempts take.
type pace int

const (
	quick pace = iota // as far as is known, it takes what it is sent
	slow              // it did not take the last, or has not answered an attempt for slowAfter
	paces
)

// room are the places of a worker: some for what is quick and some for what is
// slow, and of both some for each host.
type room struct {
	all   [paces]places
	hosts map[string]*[paces]places
}

func newRoom() room {
	return room{
		all:   [paces]places{quick: {size: quickPlaces}, slow: {size: slowPlaces}},
		hosts: map[string]*[paces]places{},
	}
}

// left is how many more attempts an app may have under way at a host.
func (r *room) left(app uuid.UUID, host string, at pace) int {
	return min(r.all[at].room(app), r.at(host)[at].room(app))
}

// take takes n places, or gives them back where n is negative.
func (r *room) take(app uuid.UUID, host string, at pace, n int) {
	here := r.at(host)
	r.all[at].take(app, n)
	here[at].take(app, n)
	if here[quick].taken+here[slow].taken == 0 {
		delete(r.hosts, host)
	} else {
		r.hosts[host] = here
	}
}

func (r *room) at(host string) *[paces]places {
	if here := r.hosts[host]; here != nil {
		return here
	}
	return &[paces]places{quick: {size: hostPlaces}, slow: {size: hostPlaces}}
}
