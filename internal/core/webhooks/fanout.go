package webhooks

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// fanoutBatch is how many events are passed on at once.
const fanoutBatch = 500

// Fanout makes deliveries of the events of one shard that wait in the outbox, a
// batch of them, and tells how many it took. The deliveries are there before the
// outbox lets go; whoever repeats it, after a crash or beside another worker,
// makes nothing twice.
func (s *Service) Fanout(ctx context.Context, shard ident.Shard) (int, error) {
	waiting, err := s.Outbox.First(ctx, shard, fanoutBatch)
	if err != nil || len(waiting) == 0 {
		return 0, err
	}
	wanted, err := s.wanted(ctx, shard, waiting)
	if err != nil {
		return 0, err
	}
	for home, list := range wanted {
		if err := s.queue(ctx, home, shard, list); err != nil {
			return 0, err
		}
	}
	if s.Queued != nil {
		s.Queued()
	}
	return len(waiting), s.Outbox.Passed(ctx, shard, waiting)
}

// subscription is an event that a webhook wants.
type subscription struct {
	webhook  uuid.UUID
	home     ident.Shard
	event    ident.Event
	day      time.Time
	business uuid.UUID
	name     string
	at       time.Time
	version  string
}

// wanted finds who wants the events, by the shard where its deliveries live.
// What is older than deliveries are kept nobody gets: its day is gone, and would
// stop the shard.
func (s *Service) wanted(ctx context.Context, shard ident.Shard, waiting []ident.Event) (map[ident.Shard][]subscription, error) {
	ids := make([]uuid.UUID, len(waiting))
	first, last := waiting[0].At(), waiting[0].At()
	for i, id := range waiting {
		ids[i] = id.UUID
		first, last = earlier(first, id.At()), later(last, id.At())
	}
	var rows []db.WantedRow
	var addressed []db.WantedByAppRow
	err := s.DB.Planned(ctx, func(tx *pg.Tx) (err error) {
		q, from, to := db.New(tx), events.Day(first), events.Day(last)
		if rows, err = q.Wanted(ctx, db.WantedParams{Shard: shard, FirstDay: from, LastDay: to, Ids: ids}); err != nil {
			return err
		}
		addressed, err = q.WantedByApp(ctx, db.WantedByAppParams{Shard: shard, FirstDay: from, LastDay: to, Ids: ids})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find who wants events of shard %s: %w", shard, err)
	}
	found, oldest := map[ident.Shard][]subscription{}, s.Now().Add(-Kept)
	for _, row := range rows {
		if row.OccurredAt.After(oldest) && open(row.Type, row.Registered, row.Granted) {
			found[row.HomeShard] = append(found[row.HomeShard], subscription{
				row.WebhookID, row.HomeShard, ident.Of[ident.Event](shard, row.EventID), row.Day, row.BusinessID, row.Type, row.OccurredAt, s.versionOf(row.PinnedVersion),
			})
		}
	}
	for _, row := range addressed {
		if !row.OccurredAt.After(oldest) {
			continue
		}
		found[row.HomeShard] = append(found[row.HomeShard], subscription{
			row.WebhookID, row.HomeShard, ident.Of[ident.Event](shard, row.EventID), row.Day, row.BusinessID, row.Type, row.OccurredAt, s.versionOf(row.PinnedVersion),
		})
	}
	return found, nil
}

// open reports whether the app may hear of such events: it has registered the
// gating scope, and the installation holds it.
func open(name string, registered, granted []string) bool {
	t, ok := event.Lookup(event.Name(name))
	return ok && t.OpenTo(scope.Stored(registered).Intersect(scope.Stored(granted)))
}

// versionOf is what a webhook's body speaks: what the app is pinned to, past its
// sunset too, or the current version.
func (s *Service) versionOf(pinned string) string {
	if pinned != "" {
		return pinned
	}
	return version.Current(s.Now()).Name
}

// queue writes deliveries of one shard, and arms their lanes, in one statement.
func (s *Service) queue(ctx context.Context, home, shard ident.Shard, list []subscription) error {
	p := db.AddDeliveriesParams{Shard: home, EventShard: &shard, Now: s.Now()}
	for _, sub := range list {
		p.Days = append(p.Days, sub.day)
		p.Ids = append(p.Ids, deliveryID(sub.event, sub.webhook))
		p.Webhooks = append(p.Webhooks, sub.webhook)
		p.Events = append(p.Events, sub.event.UUID)
		p.Businesses = append(p.Businesses, sub.business)
		p.Types = append(p.Types, sub.name)
		p.Versions = append(p.Versions, sub.version)
		p.Times = append(p.Times, sub.at)
	}
	if err := db.New(s.DB).AddDeliveries(ctx, p); err != nil {
		return fmt.Errorf("queue deliveries in shard %s: %w", home, err)
	}
	return nil
}

// deliveryID is the id of the one delivery that an event has to a webhook: the
// event's time, and a hash of the two.
func deliveryID(of ident.Event, to uuid.UUID) uuid.UUID {
	hash := sha256.Sum256(slices.Concat(of.UUID[:], to[:]))
	var id uuid.UUID
	copy(id[:8], of.UUID[:8])
	copy(id[8:], hash[:8])
	id[8] = 0x80 | id[8]&0x3f
	return id
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
