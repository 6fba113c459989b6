package delivery

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/shape"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// Lane is a webhook's line of deliveries in one shard.
type Lane struct {
	Shard   ident.Shard
	Webhook ident.Webhook
}

// DueLane is a lane with deliveries that are due, and what decides on its turn.
type DueLane struct {
	Lane
	App  uuid.UUID
	Host string
}

// DueLanes tells which lanes of the shards have deliveries that are due, but for
// those of webhooks that have enough under way, and those in which all that is
// due is under way.
func (s *Service) DueLanes(ctx context.Context, shards []ident.Shard, saturated []uuid.UUID, empty []Lane, most int) ([]DueLane, error) {
	p := db.DueLanesParams{Shards: ident.Numbers(shards), Now: s.now(), Saturated: saturated, Empty: names(empty), Most: int32(most)}
	if saturated == nil {
		p.Saturated = []uuid.UUID{}
	}
	rows, err := db.New(s.db).DueLanes(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("look for deliveries: %w", err)
	}
	lanes := make([]DueLane, len(rows))
	for i, row := range rows {
		lanes[i] = DueLane{Lane{row.Shard, ident.Of[ident.Webhook](row.HomeShard, row.WebhookID)}, row.AppID, HostOf(row.Url)}
	}
	return lanes, nil
}

// Failing are the webhooks that did not take the last delivery.
func (s *Service) Failing(ctx context.Context) ([]uuid.UUID, error) {
	failing, err := db.New(s.db).Failing(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for webhooks that fail: %w", err)
	}
	return failing, nil
}

// Backlog is what is due.
type Backlog struct {
	Due    int           // of one lane at most backlogEach are counted
	Oldest time.Duration // for how long the one that waits longest has been due
}

const backlogEach = 1000

// Backlogs tells what is due in some shards: to webhooks that take what they are
// sent, and to those that fail or are otherwise known to be unhealthy.
func (s *Service) Backlogs(ctx context.Context, shards []ident.Shard, unhealthy []uuid.UUID) (healthy, failing Backlog, err error) {
	now := s.now()
	ill, err := s.Failing(ctx)
	if err != nil {
		return healthy, failing, err
	}
	rows, err := db.New(s.db).Backlog(ctx, db.BacklogParams{
		// Never nil: that is NULL, of which PostgreSQL cannot tell what is in it.
		Shards: ident.Numbers(shards), Unhealthy: append(append([]uuid.UUID{}, ill...), unhealthy...), Now: now, FirstDay: clock.Day(now.Add(-Kept)), Each: backlogEach,
	})
	if err != nil {
		return healthy, failing, fmt.Errorf("count due deliveries: %w", err)
	}
	for _, row := range rows {
		of := &healthy
		if row.Failing {
			of = &failing
		}
		*of = Backlog{int(row.Due), now.Sub(row.Oldest)}
	}
	return healthy, failing, nil
}

// Due is a delivery that is due, with all that was true a moment ago.
type Due struct {
	Lane Lane
	ID   uuid.UUID
	row  db.DueRow
}

// Delivery is its public id.
func (d Due) Delivery() ident.Delivery { return deliveryOf(d.row) }

// App is whose webhook it goes to.
func (d Due) App() ident.App { return ident.Of[ident.App](ident.Control, d.row.AppID) }

// Event is what it tells of; zero for a test.
func (d Due) Event() ident.Event {
	if d.row.EventID == nil {
		return ident.Event{}
	}
	return eventOf(d.row)
}

// Type is the type of that event.
func (d Due) Type() event.Name { return event.Name(d.row.Type) }

// Cause is the request that caused the event; zero where none did, or the event is gone.
func (d Due) Cause() ident.Request {
	if d.row.RequestID == nil {
		return ident.Request{}
	}
	return ident.Of[ident.Request](ident.Control, *d.row.RequestID)
}

// Attempt is the number of the attempt that is due, in its round.
func (d Due) Attempt() int { return int(d.row.Attempts) + 1 }

// Host is the host that it goes to.
func (d Due) Host() string { return HostOf(d.row.Url) }

// Listens reports whether it goes to a listener, which others carry.
func (d Due) Listens() bool { return ListenerName(d.row.Url) != "" }

// Due reads what is due in the lanes, at most so many of each, leaving out what
// is under way.
func (s *Service) Due(ctx context.Context, lanes []Lane, most int, underWay []uuid.UUID) ([]Due, error) {
	p := db.DueParams{Now: s.now(), FirstDay: clock.Day(s.now().Add(-Kept)), Busy: underWay, Most: int32(most), Lanes: names(lanes)}
	if p.Busy == nil {
		p.Busy = []uuid.UUID{}
	}
	for _, lane := range lanes {
		if !slices.Contains(p.Shards, int16(lane.Shard)) {
			p.Shards = append(p.Shards, int16(lane.Shard))
		}
	}
	rows, err := db.New(s.db.Single(pg.Planned)).Due(ctx, p)
	if pg.IsAway(err) {
		rows, err = s.dueOf(ctx, p)
	}
	if err != nil {
		return nil, fmt.Errorf("read due deliveries: %w", err)
	}
	list := make([]Due, len(rows))
	for i, row := range rows {
		list[i] = dueFrom(row)
	}
	return list, nil
}

func dueFrom(row db.DueRow) Due { return Due{Lane{row.Shard, hookOf(row)}, row.ID, row} }

// dueOf is Due while a server of a cluster is away that has none of the shards: it
// asks the others alone.
func (s *Service) dueOf(ctx context.Context, p db.DueParams) ([]db.DueRow, error) {
	rows, err := db.New(s.db).DueOf(ctx, db.DueOfParams{Shards: p.Shards, Lanes: p.Lanes, Now: p.Now, FirstDay: p.FirstDay, Busy: p.Busy, Most: p.Most})
	list := make([]db.DueRow, len(rows))
	for i, row := range rows {
		list[i] = db.DueRow(row)
	}
	return list, err
}

// names are the lanes as statements name them.
func names(lanes []Lane) []string {
	list := make([]string, len(lanes))
	for i, lane := range lanes {
		list[i] = fmt.Sprintf("%d %s", lane.Shard, lane.Webhook.UUID)
	}
	return list
}

// Find reads one delivery as Due does, due or not.
func (s *Service) Find(ctx context.Context, id ident.Delivery) (Due, error) {
	row, err := db.New(s.db).Inspect(ctx, db.InspectParams{Shard: id.Shard, Day: clock.Day(id.At()), ID: id.UUID})
	if err != nil {
		return Due{}, fmt.Errorf("read delivery %s: %w", id, err)
	}
	return dueFrom(db.DueRow(row)), nil
}

// Send sends a delivery, or runs the function that it goes to, unless something forbids it by now, and returns what
// became of it; nothing is written yet. No transaction is open meanwhile. An error is
// ours, or the worker is stopping: the attempt counts for nothing.
func (s *Service) Send(ctx context.Context, due Due) (Result, error) {
	if why := due.Forbidden(s.now()); why != "" {
		return s.dropped(due, why), nil
	}
	if due.Function() {
		return s.run(ctx, due)
	}
	request, err := s.Request(due)
	if err != nil {
		return Result{}, err
	}
	began := clock.System()
	answer, err := s.client.Do(ctx, request)
	took := clock.System().Sub(began)
	if err != nil && ctx.Err() != nil {
		return Result{}, ctx.Err()
	}
	return s.attempted(due, request.Header.Get(signatureHeader), answer, err, took), nil
}

// Body is what is sent, or what the function is given.
func (d Due) Body() ([]byte, error) { return envelope(d.row) }

// Request is the signed request. The body is the same bytes each time; only the
// signature is new.
func (s *Service) Request(due Due) (egress.Request, error) {
	row := due.row
	keys, err := s.secrets(row)
	if err != nil {
		return egress.Request{}, err
	}
	return s.signed(row, keys...)
}

// signed is the request, signed with the given secrets.
func (s *Service) signed(row db.DueRow, keys ...string) (egress.Request, error) {
	body, err := envelope(row)
	if err != nil {
		return egress.Request{}, err
	}
	header := egress.Header{}
	header.Set("Content-Type", "application/json")
	header.Set("X-Webhook-Id", deliveryOf(row).String())
	header.Set("X-Webhook-Event", row.Type)
	if row.EventID != nil {
		header.Set("X-Webhook-Event-Id", eventOf(row).String())
	}
	header.Set(signatureHeader, signature(s.now(), body, keys...))
	return egress.Request{Method: "POST", URL: row.Url, Header: header, Body: body}, nil
}

// message is the body of a delivery.
type message struct {
	ID         ident.Delivery  `json:"id"`
	EventID    *ident.Event    `json:"eventId"`
	Type       string          `json:"type"`
	APIVersion string          `json:"apiVersion"`
	BusinessID string          `json:"businessId"`
	Created    int64           `json:"created"`
	Data       json.RawMessage `json:"data"`
}

// testBusiness is what a test delivery says in place of a business.
const testBusiness = "test"

func envelope(row db.DueRow) ([]byte, error) {
	m := message{
		ID: deliveryOf(row), Type: row.Type, APIVersion: row.ApiVersion, BusinessID: testBusiness, Created: row.ShownAt.Unix(), Data: row.Data,
	}
	if row.EventID != nil {
		m.EventID = new(eventOf(row))
	}
	if row.BusinessID != nil {
		m.BusinessID = ident.Of[ident.Business](row.Shard, *row.BusinessID).String()
	}
	spoken, ok := version.Lookup(row.ApiVersion)
	if !ok {
		return nil, fmt.Errorf("delivery %s speaks version %q, which does not exist", m.ID, row.ApiVersion)
	}
	var err error
	if m.Data, err = shape.Payload(spoken, event.Name(row.Type), m.Data); err != nil {
		return nil, fmt.Errorf("put delivery %s into version %s: %w", m.ID, row.ApiVersion, err)
	}
	body, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("encode delivery %s: %w", m.ID, err)
	}
	return body, nil
}

func deliveryOf(row db.DueRow) ident.Delivery { return ident.Of[ident.Delivery](row.Shard, row.ID) }

func eventOf(row db.DueRow) ident.Event { return ident.Of[ident.Event](row.Shard, *row.EventID) }

func hookOf(row db.DueRow) ident.Webhook {
	return ident.Of[ident.Webhook](row.HomeShard, row.WebhookID)
}

// secrets are those that sign now: the present one, and for a day after a
// rotation the one before.
func (s *Service) secrets(row db.DueRow) ([]string, error) {
	webhook := hookOf(row)
	present, err := s.keys.Open(SecretContext(webhook), row.Secret)
	if err != nil {
		return nil, fmt.Errorf("open the secret of webhook %s: %w", webhook, err)
	}
	keys := []string{string(present)}
	if row.PreviousExpiresAt == nil || !s.now().Before(*row.PreviousExpiresAt) {
		return keys, nil
	}
	previous, err := s.keys.Open(SecretContext(webhook), row.PreviousSecret)
	if err != nil {
		return nil, fmt.Errorf("open the previous secret of webhook %s: %w", webhook, err)
	}
	return append(keys, string(previous)), nil
}
