package webhooks

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
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

// wanted finds who wants the events, by the shard where its deliveries live.
// What is older than deliveries are kept nobody gets: its day is gone, and would
// stop the shard.
func (s *Service) wanted(ctx context.Context, shard ident.Shard, waiting []ident.Event) (map[ident.Shard][]db.WantedByAppRow, error) {
	ids := make([]uuid.UUID, len(waiting))
	for i, id := range waiting {
		ids[i] = id.UUID
	}
	from, to := clock.Day(waiting[0].At()), clock.Day(waiting[len(waiting)-1].At()) // the outbox is read in order
	var rows []db.WantedRow
	var addressed []db.WantedByAppRow
	err := s.DB.Planned(ctx, func(tx *pg.Tx) (err error) {
		q := db.New(tx)
		if rows, err = q.Wanted(ctx, db.WantedParams{Shard: shard, FirstDay: from, LastDay: to, Ids: ids}); err != nil {
			return err
		}
		addressed, err = q.WantedByApp(ctx, db.WantedByAppParams{Shard: shard, FirstDay: from, LastDay: to, Ids: ids})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find who wants events of shard %s: %w", shard, err)
	}
	for _, row := range rows {
		if open(row.Type, row.Registered, row.Granted) {
			addressed = append(addressed, db.WantedByAppRow{
				EventID: row.EventID, Day: row.Day, BusinessID: row.BusinessID, Type: row.Type, OccurredAt: row.OccurredAt,
				WebhookID: row.WebhookID, HomeShard: row.HomeShard, PinnedVersion: row.PinnedVersion,
			})
		}
	}
	found, oldest := map[ident.Shard][]db.WantedByAppRow{}, s.Now().Add(-Kept)
	for _, row := range addressed {
		if row.OccurredAt.After(oldest) {
			found[row.HomeShard] = append(found[row.HomeShard], row)
		}
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
func (s *Service) queue(ctx context.Context, home, shard ident.Shard, list []db.WantedByAppRow) error {
	p := db.AddDeliveriesParams{Shard: home, EventShard: &shard, Now: s.Now()}
	for _, row := range list {
		p.Days = append(p.Days, row.Day)
		p.Ids = append(p.Ids, deliveryID(row.EventID, row.WebhookID))
		p.Webhooks = append(p.Webhooks, row.WebhookID)
		p.Events = append(p.Events, row.EventID)
		p.Businesses = append(p.Businesses, row.BusinessID)
		p.Types = append(p.Types, row.Type)
		p.Versions = append(p.Versions, s.versionOf(row.PinnedVersion))
		p.Times = append(p.Times, row.OccurredAt)
	}
	if err := db.New(s.DB).AddDeliveries(ctx, p); err != nil {
		return fmt.Errorf("queue deliveries in shard %s: %w", home, err)
	}
	return nil
}

// deliveryID is the id of the one delivery that an event has to a webhook: the
// event's time, and a hash of the two.
func deliveryID(of, to uuid.UUID) uuid.UUID {
	hash := sha256.Sum256(slices.Concat(of[:], to[:]))
	var id uuid.UUID
	copy(id[:8], of[:8])
	copy(id[8:], hash[:8])
	id[8] = 0x80 | id[8]&0x3f
	return id
}
