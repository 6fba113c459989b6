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

// Fresh is an event that waits in the outbox, and what is to be sent of it, as Due
// would read it if it were on record. While the event waits there, none of it is.
type Fresh struct {
	Event events.Waiting
	Dues  []Due // none where nobody wants it
}

// Fanout queues deliveries of the events of some shards that wait in the outbox, a
// batch of them, and tells how many it took.
func (s *Service) Fanout(ctx context.Context, shards []ident.Shard) (int, error) {
	waiting, err := s.First(ctx, shards, nil)
	if err != nil {
		return 0, err
	}
	fresh, err := s.Match(ctx, waiting)
	if err != nil {
		return 0, err
	}
	return s.Queue(ctx, fresh)
}

// First reads the oldest events of some shards that wait in the outbox, but for those
// that are known already. It goes over all shards at once.
func (s *Service) First(ctx context.Context, shards []ident.Shard, known []uuid.UUID) ([]events.Waiting, error) {
	return s.outbox.First(ctx, shards, known)
}

// WaitingFor is how long the oldest of them has been waiting; zero if there is none.
func (s *Service) WaitingFor(ctx context.Context, shards []ident.Shard) (time.Duration, error) {
	since, err := s.outbox.OldestAt(ctx, shards)
	if err != nil || since.IsZero() {
		return 0, err
	}
	return max(0, s.now().Sub(since)), nil
}

// Match finds who wants events at this moment. What is older than deliveries are kept
// nobody gets: its day is gone, and would stop the shard.
func (s *Service) Match(ctx context.Context, waiting []events.Waiting) ([]Fresh, error) {
	list, at := make([]Fresh, len(waiting)), make(map[ident.Event]*Fresh, len(waiting))
	oldest := s.now().Add(-Kept)
	var general, addressed []events.Waiting
	for i, e := range waiting {
		list[i].Event, at[e.ID] = e, &list[i]
		switch {
		case e.Gone || !e.At.After(oldest):
		case e.App.IsZero():
			general = append(general, e)
		default:
			addressed = append(addressed, e)
		}
	}
	if err := s.matchBusinesses(ctx, general, at); err != nil {
		return nil, err
	}
	if err := s.matchApps(ctx, addressed, at); err != nil {
		return nil, err
	}
	return list, nil
}

// Waiting counts the events of some shards that no delivery has been made of yet.
func (s *Service) Waiting(ctx context.Context, shards []ident.Shard) (int64, error) {
	return s.outbox.Waiting(ctx, shards)
}

// matchBusinesses finds who wants events of businesses: the apps that are installed.
func (s *Service) matchBusinesses(ctx context.Context, list []events.Waiting, found map[ident.Event]*Fresh) error {
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
		hook := db.DueRow{
			HomeShard: row.HomeShard, WebhookID: row.WebhookID, AppID: row.AppID, ApiVersion: VersionOf(row.PinnedVersion, s.now()),
			Url: row.Url, Enabled: true, Secret: row.Secret, PreviousSecret: row.PreviousSecret, PreviousExpiresAt: row.PreviousExpiresAt,
			Usable: row.Usable, Registered: row.Registered, InstallationID: &row.InstallationID, Granted: row.Granted,
		}
		granted := scope.Stored(row.Registered).Intersect(scope.Stored(row.Granted))
		for _, e := range in[ident.Of[ident.Business](row.Shard, row.BusinessID)] {
			if t, ok := event.Lookup(e.Type); ok && t.OpenTo(granted) && slices.Contains(row.Events, string(e.Type)) {
				found[e.ID].add(hook)
			}
		}
	}
	return nil
}

// matchApps finds who wants events that are for one app, installed or not.
func (s *Service) matchApps(ctx context.Context, list []events.Waiting, found map[ident.Event]*Fresh) error {
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
		hook := db.DueRow{
			HomeShard: row.HomeShard, WebhookID: row.WebhookID, AppID: row.AppID, ApiVersion: VersionOf(row.PinnedVersion, s.now()),
			Url: row.Url, Enabled: true, Secret: row.Secret, PreviousSecret: row.PreviousSecret, PreviousExpiresAt: row.PreviousExpiresAt,
			Usable: row.Usable,
		}
		for _, e := range of[row.AppID] {
			heard := row.Businesses == nil || slices.Contains(row.Businesses, e.Business.UUID)
			if heard && slices.Contains(row.Events, string(e.Type)) && !(row.IgnoreOwnChanges && e.OwnChange) {
				found[e.ID].add(hook)
			}
		}
	}
	return nil
}

// add adds a delivery of the event to a webhook, of which the row says all that it
// knows.
func (f *Fresh) add(row db.DueRow) {
	e := f.Event
	row.Shard, row.Day, row.ID = e.ID.Shard, e.Day, ID(e.ID.UUID, row.WebhookID)
	row.EventID, row.BusinessID, row.Type, row.Data = &e.ID.UUID, &e.Business.UUID, string(e.Type), e.Data
	row.Round, row.CreatedAt, row.ShownAt = 1, e.At, e.ShownAt
	if !e.Request.IsZero() {
		row.RequestID = &e.Request.UUID
	}
	f.Dues = append(f.Dues, dueFrom(row))
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

// Queue passes events on in all their shards, a few side by side, and tells how
// many: their deliveries are on record from now on, to be sent when there is a slot
// for them. Those of a shard that refuses stay in the outbox.
func (s *Service) Queue(ctx context.Context, fresh []Fresh) (passed int, err error) {
	byShard := map[ident.Shard][]Fresh{}
	for _, f := range fresh {
		byShard[f.Event.ID.Shard] = append(byShard[f.Event.ID.Shard], f)
	}
	shards, errs := slices.Collect(maps.Keys(byShard)), make([]error, len(byShard))
	pg.Parallel(pg.SideBySide, len(shards), func(i int) {
		errs[i] = s.queue(ctx, shards[i], byShard[shards[i]])
	})
	for i, shard := range shards {
		if errs[i] == nil {
			passed += len(byShard[shard])
		}
	}
	return passed, errors.Join(errs...)
}

// queue makes the deliveries of one shard's events, arms their lanes and takes the
// events out of the outbox, in one transaction: whoever repeats it, after a crash or
// beside another worker, makes nothing twice. Where nobody wants any of them there
// is no hurry: what a crash brings back is looked at again.
func (s *Service) queue(ctx context.Context, shard ident.Shard, list []Fresh) error {
	p := db.AddDeliveriesParams{Shard: shard, Now: s.now()}
	waiting := make([]events.Waiting, len(list))
	for i, f := range list {
		waiting[i] = f.Event
		for _, due := range f.Dues {
			row := due.row
			p.Ids, p.Webhooks, p.Events = append(p.Ids, row.ID), append(p.Webhooks, row.WebhookID), append(p.Events, *row.EventID)
			p.Businesses, p.Types = append(p.Businesses, *row.BusinessID), append(p.Types, row.Type)
			p.Versions, p.Times = append(p.Versions, row.ApiVersion), append(p.Times, row.CreatedAt)
		}
	}
	if len(p.Ids) == 0 {
		return s.outbox.Passed(ctx, shard, waiting)
	}
	_, err := s.db.AtOnce(ctx, pg.Planned, func(queue *pg.Queue) error {
		q := db.New(queue)
		return errors.Join(
			q.AddDeliveries(ctx, p),
			q.ArmLanes(ctx, db.ArmLanesParams{Shard: shard, Now: p.Now, Webhooks: p.Webhooks, Events: p.Events}),
			s.outbox.Pass(ctx, queue, shard, waiting),
		)
	})
	if err != nil {
		return fmt.Errorf("queue deliveries in shard %s: %w", shard, err)
	}
	for _, f := range list {
		s.tellMade(f.Dues)
	}
	return nil
}

// Landed is an event of which everything was taken at once, and by whom.
type Landed struct {
	Fresh
	Results []Result
}

// AllTaken reports whether every endpoint took the event at the first attempt.
func (l Landed) AllTaken() bool {
	return !slices.ContainsFunc(l.Results, func(r Result) bool { return r.status != Delivered })
}

// Land puts on record what was delivered of events of one shard that still wait in
// the outbox, and takes them out of it, in one transaction. It tells how many
// deliveries that were: where another worker has queued them meanwhile, they are
// sent again. No lease guards it: while an event waits nobody has ended a delivery of
// it, so this is how it ends.
func (s *Service) Land(ctx context.Context, shard ident.Shard, list []Landed) (written int, err error) {
	p, kept := db.AddDeliveredParams{Shard: shard}, db.AddFirstAttemptsParams{Shard: shard}
	waiting := make([]events.Waiting, len(list))
	var results []Result
	for i, l := range list {
		waiting[i] = l.Event
		results = append(results, l.Results...)
	}
	for _, r := range results {
		row := r.Due.row
		p.Ids, p.Webhooks, p.Events = append(p.Ids, row.ID), append(p.Webhooks, row.WebhookID), append(p.Events, *row.EventID)
		p.Businesses, p.Types = append(p.Businesses, *row.BusinessID), append(p.Types, row.Type)
		p.Versions, p.Codes = append(p.Versions, row.ApiVersion), append(p.Codes, r.code)
		p.Times, p.Ends = append(p.Times, row.CreatedAt), append(p.Ends, r.endedAt)
		kept.Durations, kept.Timings = append(kept.Durations, r.Took.Microseconds()), append(kept.Timings, r.timings)
		kept.Headers, kept.Bodies = append(kept.Headers, r.headers), append(kept.Bodies, r.body)
		kept.Truncated, kept.Signatures = append(kept.Truncated, r.truncated), append(kept.Signatures, r.signature)
	}
	kept.Ids, kept.Events, kept.Codes, kept.Ends = p.Ids, p.Events, p.Codes, p.Ends
	rows, err := s.db.AtOnce(ctx, pg.Planned, func(queue *pg.Queue) error {
		q := db.New(queue)
		return errors.Join(q.AddDelivered(ctx, p), q.AddFirstAttempts(ctx, kept), s.outbox.Pass(ctx, queue, shard, waiting))
	})
	if err != nil {
		return 0, fmt.Errorf("write deliveries in shard %s: %w", shard, err)
	}
	written = int(rows[0])
	for _, l := range list {
		s.tellMade(l.Dues)
	}
	s.tellEnded(results, written)
	return written, nil
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
