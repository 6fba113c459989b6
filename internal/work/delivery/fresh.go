package delivery

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
)

// fresh is an event that is being sent out of the outbox. Until its deliveries are
// written, all at once, its row there is the record of what is owed: after a crash
// all of them are sent again.
type fresh struct {
	delivery.Landed
	left    int  // attempts that have not ended
	late    bool // one takes long: the deliveries are to be put on record before it ends
	queuing bool // somebody does that
	queued  bool // that has been done: results are written like any other's
}

// ended are results to write.
type ended struct {
	results []delivery.Result
	of      *fresh // the event whose deliveries they are, all of them, none on record; nil where they are
}

// freshUnderWay are the events that are being sent out of the outbox.
func (d *dispatcher) freshUnderWay() []uuid.UUID {
	d.mu.Lock()
	defer d.mu.Unlock()
	list := make([]uuid.UUID, 0, len(d.fresh))
	for id := range d.fresh {
		list = append(list, id.UUID)
	}
	return list
}

// startFresh sends events out of the outbox if there is a slot for each of their
// deliveries. It returns those that are to be put on record, and those that can stay
// where they are for a moment.
func (d *dispatcher) startFresh(ctx context.Context, found []delivery.Fresh) (record []delivery.Fresh, wait []events.Waiting) {
	var lanes []delivery.DueLane
	for _, f := range found {
		for _, due := range f.Dues {
			lanes = append(lanes, delivery.DueLane{Lane: due.Lane, App: due.App().UUID, Host: due.Host()})
		}
	}
	if len(lanes) > 0 {
		d.meet(ctx, lanes)
	}
	for _, f := range found {
		switch d.tryFresh(ctx, f) {
		case soon:
			wait = append(wait, f.Event)
		case later:
			record = append(record, f)
		}
	}
	return record, wait
}

// tryFresh sends an event if it is its turn.
func (d *dispatcher) tryFresh(ctx context.Context, f delivery.Fresh) turn {
	if len(f.Dues) == 0 || f.Event.Repeatable() {
		return later // what is on record already is found out by putting it there
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if its := d.board.turnOf(f.Dues); its != atOnce {
		d.missed = d.missed || its == soon
		return its
	}
	attempts := d.board.beginAll(f.Dues)
	if attempts == nil {
		return atOnce // but by another worker
	}
	of := &fresh{Landed: delivery.Landed{Fresh: f}, left: len(attempts)}
	d.fresh[f.Event.ID] = of
	for _, a := range attempts {
		d.send(ctx, a, func() { d.isLate(of) }, func(result delivery.Result) { d.land(of, result) })
	}
	return atOnce
}

// anyMissed reports whether some event waits for a slot, and forgets it.
func (d *dispatcher) anyMissed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	missed := d.missed
	d.missed = false
	return missed
}

// land takes up a result. The last has all of the event written.
func (d *dispatcher) land(of *fresh, result delivery.Result) {
	d.mu.Lock()
	of.left--
	of.Results = append(of.Results, result)
	var write []ended
	switch {
	case of.queued:
		write = []ended{{results: []delivery.Result{result}}}
	case of.left == 0 && !of.queuing:
		write = []ended{{of.Results, of}}
	}
	d.mu.Unlock()
	for _, next := range write {
		d.results <- next
	}
}

// isLate has the deliveries of an event put on record, whose endpoints take long.
func (d *dispatcher) isLate(of *fresh) {
	d.mu.Lock()
	of.late = of.left > 0
	d.mu.Unlock()
	signal(d.written)
}

// queueLate puts on record what takes long.
func (d *dispatcher) queueLate(ctx context.Context) error {
	d.mu.Lock()
	var list []*fresh
	for _, of := range d.fresh {
		if of.late && of.left > 0 && !of.queuing {
			of.queuing = true
			list = append(list, of)
		}
	}
	d.mu.Unlock()
	errs := make([]error, len(list))
	pg.Parallel(pg.SideBySide, len(list), func(i int) {
		_, errs[i] = d.deliveries.Queue(ctx, []delivery.Fresh{list[i].Fresh})
		d.hasQueued(list[i], errs[i] == nil)
	})
	if len(list) > 0 {
		d.wake()
	}
	return errors.Join(errs...)
}

// hasQueued takes up that an event's deliveries are on record, or could not be put
// there. What has ended meanwhile is to be written.
func (d *dispatcher) hasQueued(of *fresh, done bool) {
	d.mu.Lock()
	of.queuing, of.queued = false, done
	var write []ended
	switch {
	case done:
		delete(d.fresh, of.Event.ID)
		if len(of.Results) > 0 {
			write = []ended{{results: of.Results}}
		}
	case of.left == 0:
		write = []ended{{of.Results, of}}
	}
	d.mu.Unlock()
	for _, next := range write {
		d.results <- next
	}
}

// forget forgets events that wait in the outbox no more.
func (d *dispatcher) forget(list []*fresh) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, of := range list {
		delete(d.fresh, of.Event.ID)
	}
}
