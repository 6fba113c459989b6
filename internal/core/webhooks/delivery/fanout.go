package delivery

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// Fanout makes deliveries of the events of some shards that wait in the outbox, a
// batch of them, and tells how many it took. Deliveries come and outbox rows go
// in one transaction for each shard: whoever repeats it, after a crash or beside
// another worker, makes nothing twice. Reading goes over all shards at once.
func (s *Service) Fanout(ctx context.Context, shards []ident.Shard) (int, error) {
	waiting, err := s.outbox.First(ctx, shards)
	if err != nil || len(waiting) == 0 {
		return 0, err
	}
	matched, err := s.match(ctx, waiting)
	if err != nil {
		return 0, err
	}
	return s.queueAll(ctx, waiting, matched)
}

// Waiting counts the events of some shards that no delivery has been made of yet.
func (s *Service) Waiting(ctx context.Context, shards []ident.Shard) (int64, error) {
	return s.outbox.Waiting(ctx, shards)
}

// WaitingFor is how long the oldest of them has been waiting; zero if there is none.
func (s *Service) WaitingFor(ctx context.Context, shards []ident.Shard) (time.Duration, error) {
	since, err := s.outbox.OldestAt(ctx, shards)
	if err != nil || since.IsZero() {
		return 0, err
	}
	return max(0, s.now().Sub(since)), nil
}

// newDelivery is an event for a webhook that subscribes to it.
type newDelivery struct {
	event   events.Waiting
	webhook ident.Webhook
	app     uuid.UUID
	version string // that the app is pinned to
}

// match finds who wants the events, by the shard that they happened in. What is
// older than deliveries are kept nobody gets: its day is gone, and would stop the
// shard.
func (s *Service) match(ctx context.Context, waiting []events.Waiting) (map[ident.Shard][]newDelivery, error) {
	oldest := s.now().Add(-Kept)
	var general, addressed []events.Waiting
	for _, e := range waiting {
		switch {
		case e.Gone || !e.At.After(oldest):
		case e.App.IsZero():
			general = append(general, e)
		default:
			addressed = append(addressed, e)
		}
	}
	found := map[ident.Shard][]newDelivery{}
	if err := s.matchBusinesses(ctx, general, found); err != nil {
		return nil, err
	}
	return found, s.matchApps(ctx, addressed, found)
}

// matchBusinesses finds who wants events of businesses: the apps that are installed.
func (s *Service) matchBusinesses(ctx context.Context, list []events.Waiting, found map[ident.Shard][]newDelivery) error {
	if len(list) == 0 {
		return nil
	}
	p := db.SubscriptionsParams{Types: typesOf(list)}
	in := map[ident.Business][]events.Waiting{}
	for _, e := range list {
		if in[e.Business] == nil {
			p.Shards, p.Businesses = append(p.Shards, int16(e.Business.Shard)), append(p.Businesses, e.Business.UUID)
		}
		in[e.Business] = append(in[e.Business], e)
	}
	rows, err := db.New(s.db.Single(pg.Planned)).Subscriptions(ctx, p)
	if err != nil {
		return fmt.Errorf("find who wants events: %w", err)
	}
	for _, row := range rows {
		granted := scope.Stored(row.Registered).Intersect(scope.Stored(row.Granted))
		for _, e := range in[ident.Of[ident.Business](row.Shard, row.BusinessID)] {
			if t, ok := event.Lookup(e.Type); ok && t.OpenTo(granted) && slices.Contains(row.Events, string(e.Type)) {
				found[e.ID.Shard] = append(found[e.ID.Shard], newDelivery{e, ident.Of[ident.Webhook](row.HomeShard, row.WebhookID), row.AppID, row.PinnedVersion})
			}
		}
	}
	return nil
}

// matchApps finds who wants events that are for one app, installed or not.
func (s *Service) matchApps(ctx context.Context, list []events.Waiting, found map[ident.Shard][]newDelivery) error {
	if len(list) == 0 {
		return nil
	}
	p := db.AppSubscriptionsParams{Types: typesOf(list)}
	of := map[uuid.UUID][]events.Waiting{}
	for _, e := range list {
		if of[e.App.UUID] == nil {
			p.Apps = append(p.Apps, e.App.UUID)
		}
		of[e.App.UUID] = append(of[e.App.UUID], e)
	}
	rows, err := db.New(s.db).AppSubscriptions(ctx, p)
	if err != nil {
		return fmt.Errorf("find which apps want events: %w", err)
	}
	for _, row := range rows {
		for _, e := range of[row.AppID] {
			heard := row.Businesses == nil || slices.Contains(row.Businesses, e.Business.UUID)
			if heard && slices.Contains(row.Events, string(e.Type)) && !(row.IgnoreOwnChanges && e.OwnChange) {
				found[e.ID.Shard] = append(found[e.ID.Shard], newDelivery{e, ident.Of[ident.Webhook](row.HomeShard, row.WebhookID), row.AppID, row.PinnedVersion})
			}
		}
	}
	return nil
}

func typesOf(list []events.Waiting) (types []string) {
	for _, e := range list {
		if !slices.Contains(types, string(e.Type)) {
			types = append(types, string(e.Type))
		}
	}
	return types
}

// VersionOf is what a webhook's body speaks: what the app is pinned to, past its
// sunset too, or the current version.
func VersionOf(pinned string, now time.Time) string {
	if pinned != "" {
		return pinned
	}
	return version.Current(now).Name
}

// queueAll passes events on in all their shards, a few side by side, and tells how
// many. Those of a shard that refuses stay in the outbox.
func (s *Service) queueAll(ctx context.Context, waiting []events.Waiting, matched map[ident.Shard][]newDelivery) (passed int, err error) {
	byShard := map[ident.Shard][]events.Waiting{}
	for _, w := range waiting {
		byShard[w.ID.Shard] = append(byShard[w.ID.Shard], w)
	}
	shards, errs := slices.Collect(maps.Keys(byShard)), make([]error, len(byShard))
	pg.Parallel(pg.SideBySide, len(shards), func(i int) {
		errs[i] = s.queue(ctx, shards[i], byShard[shards[i]], matched[shards[i]])
	})
	for i, shard := range shards {
		if errs[i] == nil {
			passed += len(byShard[shard])
		}
	}
	return passed, errors.Join(errs...)
}

// queue makes the deliveries of one shard's events, arms their lanes and takes the
// events out of the outbox, in one transaction. Where nobody wants any of them
// there is no hurry: what a crash brings back is looked at again.
func (s *Service) queue(ctx context.Context, shard ident.Shard, waiting []events.Waiting, list []newDelivery) error {
	if len(list) == 0 {
		return s.outbox.Passed(ctx, shard, waiting)
	}
	p := db.AddDeliveriesParams{Shard: shard, Now: s.now()}
	var days []time.Time
	for _, w := range list {
		p.Ids = append(p.Ids, ID(w.event.ID.UUID, w.webhook.UUID))
		p.Webhooks = append(p.Webhooks, w.webhook.UUID)
		p.Events = append(p.Events, w.event.ID.UUID)
		p.Businesses = append(p.Businesses, w.event.Business.UUID)
		p.Types = append(p.Types, string(w.event.Type))
		p.Versions = append(p.Versions, VersionOf(w.version, p.Now))
		p.Times = append(p.Times, w.event.At)
		if !slices.ContainsFunc(days, w.event.Day.Equal) {
			days = append(days, w.event.Day)
		}
	}
	_, err := s.db.AtOnce(ctx, pg.Planned, func(queue *pg.Queue) error {
		q := db.New(queue)
		return errors.Join(
			q.AddDeliveries(ctx, p),
			q.ArmLanes(ctx, db.ArmLanesParams{Shard: shard, Now: p.Now, Days: days, Ids: p.Ids}),
			s.outbox.Pass(ctx, queue, shard, waiting),
		)
	})
	if err != nil {
		return fmt.Errorf("queue deliveries in shard %s: %w", shard, err)
	}
	s.tellMade(list)
	return nil
}

// ID is the id of the one delivery that an event has to a webhook: the
// event's time, and a hash of the two.
func ID(of, to uuid.UUID) uuid.UUID {
	hash := sha256.Sum256(slices.Concat(of[:], to[:]))
	var id uuid.UUID
	copy(id[:8], of[:8])
	copy(id[8:], hash[:8])
	id[8] = 0x80 | id[8]&0x3f
	return id
}
