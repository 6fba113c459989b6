package webhooks

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
)

const (
	// Window is how many offers a listener may leave unanswered at once.
	Window = 8
	// lateGrace is how much longer than the answer may take we wait for it: it comes
	// through another node perhaps.
	lateGrace = time.Second
	// oursPause is for how long a delivery is left alone that we could not offer.
	oursPause = time.Minute
)

// Carrier brings what is due to a listener to whoever holds its stream. The node that
// has the stream has the carrier; workers leave listeners alone.
//
// All that it knows is which offers are out, and since when. If it goes, nothing is
// lost: whatever was not answered is due, and the next carrier offers it again.
type Carrier struct {
	s      *Service
	log    *slog.Logger
	id     ident.Webhook
	app    ident.App
	fence  int64
	shards []ident.Shard
	out    []outstanding
	asides map[ident.Delivery]time.Time // what we could not offer, and until when it is left alone
	woken  chan struct{}
}

type outstanding struct {
	delivery.Offer
	until time.Time // by the machine's clock: it says how long somebody really had
}

// Carry begins to carry for the program that a connection names; anybody else's is
// refused. The listener is on from now on. Of the sandboxes all are looked at, heard
// or not: what waits from earlier is offered too.
func (s *Service) Carry(ctx context.Context, l Listener, connection string, sandboxes []ident.Business, log *slog.Logger) (*Carrier, error) {
	c := &Carrier{s: s, log: log, id: l.ID, app: l.App, asides: map[ident.Delivery]time.Time{}, shards: []ident.Shard{l.ID.Shard}, woken: make(chan struct{}, 1)}
	for _, b := range sandboxes {
		if !slices.Contains(c.shards, b.Shard) {
			c.shards = append(c.shards, b.Shard)
		}
	}
	var err error
	c.fence, err = db.New(s.deps.DB).TakeStream(ctx, db.TakeStreamParams{
		Shard: l.ID.Shard, WebhookID: l.ID.UUID, Connection: connection, HeldUntil: clock.System().Add(heldFor), Now: s.deps.Now(),
	})
	if errors.Is(err, pg.ErrNoRows) {
		return nil, s.inUse(ctx, l.ID, l.Name)
	}
	if err != nil {
		return nil, fmt.Errorf("listen as %s: %w", l.ID, err)
	}
	if l.Every {
		if err := db.New(s.deps.DB).HearSandboxes(ctx, db.HearSandboxesParams{ID: l.ID.UUID, Businesses: ident.UUIDs(sandboxes), Now: s.deps.Now()}); err != nil {
			return nil, fmt.Errorf("listen to sandboxes as %s: %w", l.ID, err)
		}
	}
	if !l.Enabled {
		if err := s.switchListener(ctx, l.ID, true); err != nil {
			return nil, err
		}
	}
	s.carriers.Store(l.ID, c)
	return c, nil
}

// Woken tells that an answer has come, so that there may be room for more.
func (c *Carrier) Woken() <-chan struct{} { return c.woken }

// Keep holds on to the stream, and reports whether it is this carrier's still. Whoever
// sees what is new of the listener says so.
func (c *Carrier) Keep(ctx context.Context) (held bool, err error) {
	n, err := db.New(c.s.deps.DB).KeepStream(ctx, db.KeepStreamParams{
		Shard: c.id.Shard, WebhookID: c.id.UUID, Fence: c.fence, HeldUntil: clock.System().Add(heldFor), Now: c.s.deps.Now(),
	})
	if err != nil {
		return false, fmt.Errorf("go on listening as %s: %w", c.id, err)
	}
	return n > 0, nil
}

// SwitchOn switches the listener on, where a sweep was about to switch it off just as
// somebody came.
func (c *Carrier) SwitchOn(ctx context.Context) error {
	row, err := db.New(c.s.deps.DB).Webhook(ctx, db.WebhookParams{ID: c.id.UUID, HomeShard: c.id.Shard, AppID: c.app.UUID})
	if errors.Is(err, pg.ErrNoRows) || err == nil && row.Enabled {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look at listener %s: %w", c.id, err)
	}
	return c.s.switchListener(ctx, c.id, true)
}

// Leave gives the stream up, so that others can have it at once. What is out is not
// waited for.
func (c *Carrier) Leave(ctx context.Context) {
	c.s.carriers.CompareAndDelete(c.id, c)
	// What PostgreSQL is not told, it forgets by itself.
	_, _ = db.New(c.s.deps.DB).KeepStream(ctx, db.KeepStreamParams{
		Shard: c.id.Shard, WebhookID: c.id.UUID, Fence: c.fence, HeldUntil: clock.System(), Now: c.s.deps.Now(),
	})
}

// Look takes up what became of the offers that are out, and makes new ones. Late are
// those that nobody answered in time, which counts as an attempt.
func (c *Carrier) Look(ctx context.Context) (offers, late []delivery.Offer, err error) {
	if late, err = c.review(ctx); err != nil {
		return nil, late, err
	}
	room := Window - len(c.out)
	if room <= 0 {
		return nil, late, nil
	}
	underWay := make([]delivery.Due, len(c.out))
	for i, o := range c.out {
		underWay[i] = o.Due
	}
	due, err := c.s.deps.Delivery.DueTo(ctx, c.id, c.shards, room, underWay)
	if err != nil {
		return nil, late, err
	}
	for _, d := range due {
		if offer, made := c.offer(ctx, d); made {
			offers = append(offers, offer)
		}
	}
	return offers, late, nil
}

// offer makes one. What fails for a reason of ours is tried again in a while.
func (c *Carrier) offer(ctx context.Context, due delivery.Due) (delivery.Offer, bool) {
	now := clock.System()
	if now.Before(c.asides[due.Delivery()]) {
		return delivery.Offer{}, false
	}
	delete(c.asides, due.Delivery())
	offer, made, err := c.s.deps.Delivery.Offer(ctx, due)
	if err != nil {
		c.asides[due.Delivery()] = now.Add(oursPause)
		c.log.ErrorContext(ctx, "delivery not offered", "delivery", due.Delivery(), "err", err)
	}
	if made {
		c.out = append(c.out, outstanding{offer, now.Add(c.s.deps.Delivery.SendLimit() + lateGrace)})
	}
	return offer, made
}

// review forgets the offers that were answered, and ends those whose time is over.
func (c *Carrier) review(ctx context.Context) (late []delivery.Offer, err error) {
	if len(c.out) == 0 {
		return nil, nil
	}
	list := make([]delivery.Offer, len(c.out))
	for i, o := range c.out {
		list[i] = o.Offer
	}
	open, err := c.s.deps.Delivery.Open(ctx, list)
	if err != nil {
		return nil, err
	}
	c.out = slices.DeleteFunc(c.out, func(o outstanding) bool { return !open[o.ID] })
	now := clock.System()
	isLate := func(o outstanding) bool { return now.After(o.until) }
	if !slices.ContainsFunc(c.out, isLate) {
		return nil, nil
	}
	// Whoever holds the stream no more knows nothing of what it leads to.
	held, err := db.New(c.s.deps.DB).HoldsStream(ctx, db.HoldsStreamParams{Shard: c.id.Shard, WebhookID: c.id.UUID, Fence: c.fence})
	if err != nil || !held {
		return nil, err
	}
	for _, o := range c.out {
		if !isLate(o) {
			continue
		}
		if _, err := c.s.deps.Delivery.Settle(ctx, c.s.deps.Delivery.Unanswered(o.Offer)); err != nil {
			return late, err
		}
		late = append(late, o.Offer)
	}
	c.out = slices.DeleteFunc(c.out, isLate)
	return late, nil
}

// Answered is what an answer made of a delivery.
type Answered struct {
	Offer    delivery.OfferID
	Taken    bool // false: the offer is over
	Status   delivery.Status
	Attempts int
	NextAt   time.Time // zero: there is no next attempt
}

// Answer writes down how an offer to a listener went. Any node can, whichever has the
// stream. The same answer may come twice.
func (s *Service) Answer(ctx context.Context, l Listener, id delivery.OfferID, reply delivery.Reply) (Answered, error) {
	over := Answered{Offer: id}
	due, err := s.deps.Delivery.Find(ctx, id.Delivery)
	if errors.Is(err, pg.ErrNoRows) {
		return over, nil
	}
	if err != nil {
		return over, err
	}
	if due.Lane.Webhook != l.ID {
		return over, nil
	}
	result, err := s.deps.Delivery.Replied(due, id, reply)
	if err != nil {
		return over, err
	}
	if due.Fits(id) && s.deps.Delivery.InTime(id) {
		written, err := s.deps.Delivery.Settle(ctx, result)
		if err != nil {
			return over, err
		}
		s.wakeCarrier(l.ID)
		if written {
			over.Taken = true
			over.Status, over.Attempts, over.NextAt = result.State()
			return over, nil
		}
	}
	return s.answeredBefore(ctx, l, id, result)
}

// answeredBefore finds out whether the answer to an offer is on record already.
func (s *Service) answeredBefore(ctx context.Context, l Listener, id delivery.OfferID, result delivery.Result) (Answered, error) {
	over := Answered{Offer: id}
	log, err := s.Attempts(ctx, id.Delivery)
	if err != nil {
		return over, err
	}
	_, failure := result.Outcome()
	same := func(a Attempt) bool {
		return a.Round == id.Round && a.Number == id.Attempt && a.Failure == failure && a.Signature == result.Signature()
	}
	if !slices.ContainsFunc(log, same) {
		return over, nil
	}
	d, err := s.delivery(ctx, s.deps.DB, Webhook{ID: l.ID, App: l.App}, id.Delivery)
	if err != nil {
		return over, err
	}
	over.Taken, over.Status, over.Attempts = true, d.Status, d.Attempts
	if d.NextAt != nil {
		over.NextAt = *d.NextAt
	}
	return over, nil
}

func (s *Service) wakeCarrier(id ident.Webhook) {
	if c, here := s.carriers.Load(id); here {
		select {
		case c.(*Carrier).woken <- struct{}{}:
		default:
		}
	}
}
