package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Filter chooses deliveries; what is zero chooses nothing.
type Filter struct {
	Status   delivery.Status
	Type     event.Name
	Business ident.Business
}

// Deliveries lists the latest of a webhook, newest first, none older than delivery.Kept.
func (s *Service) Deliveries(ctx context.Context, w Webhook, f Filter, most int) ([]Delivery, error) {
	rows, err := s.latest(ctx, w, f, most)
	if err != nil {
		return nil, fmt.Errorf("list deliveries of webhook %s: %w", w.ID, err)
	}
	list := make([]Delivery, len(rows))
	for i, row := range rows {
		list[i] = deliveryFrom(w, db.DeliveryRow(row))
	}
	return list, nil
}

// latest asks the index that fits.
func (s *Service) latest(ctx context.Context, w Webhook, f Filter, most int) ([]db.LatestRow, error) {
	since := s.deps.Now().Add(-delivery.Kept)
	p := db.LatestParams{
		WebhookID: w.ID.UUID, FirstDay: clock.Day(since), Since: since,
		Status: present(string(f.Status)), Type: present(string(f.Type)), Most: int32(most),
	}
	if !f.Business.IsZero() {
		p.BusinessID, p.BusinessShard = &f.Business.UUID, new(int16(f.Business.Shard))
	}
	if f.Status != delivery.Failed {
		return db.New(s.deps.DB).Latest(ctx, p)
	}
	rows, err := db.New(s.deps.DB).LatestFailed(ctx, db.LatestFailedParams{
		WebhookID: p.WebhookID, FirstDay: p.FirstDay, Since: p.Since,
		Type: p.Type, BusinessID: p.BusinessID, BusinessShard: p.BusinessShard, Most: p.Most,
	})
	list := make([]db.LatestRow, len(rows))
	for i, row := range rows {
		list[i] = db.LatestRow(row)
	}
	return list, err
}

// MostWaiting is where counting what waits ends.
const MostWaiting = 100_000

// CountWaiting tells how many webhooks an app has, and how many deliveries wait to
// be sent to them, at most MostWaiting.
func (s *Service) CountWaiting(ctx context.Context, app apps.App) (webhooks, waiting int, err error) {
	list, err := s.Webhooks(ctx, app)
	if err != nil {
		return 0, 0, err
	}
	ids := make([]uuid.UUID, len(list))
	for i, w := range list {
		ids[i] = w.ID.UUID
	}
	n, err := db.New(s.deps.DB).CountWaiting(ctx, db.CountWaitingParams{
		WebhookIds: ids, FirstDay: clock.Day(s.deps.Now().Add(-delivery.Kept)), Most: MostWaiting,
	})
	if err != nil {
		return 0, 0, fmt.Errorf("count what waits for app %s: %w", app.ID, err)
	}
	return len(list), int(n), nil
}

// MostCounted is where counting a webhook's deliveries ends: beside a list, more is
// not worth waiting for.
const MostCounted = 1000

// StatusCounts is how many deliveries a webhook has that are not delivered, none older
// than delivery.Kept: those that wait, at most MostCounted together, and those that
// failed, at most as many.
func (s *Service) StatusCounts(ctx context.Context, w Webhook) (map[delivery.Status]int, error) {
	since := s.deps.Now().Add(-delivery.Kept)
	rows, err := db.New(s.deps.DB).CountUnfinished(ctx, db.CountUnfinishedParams{WebhookID: w.ID.UUID, FirstDay: clock.Day(since), Most: MostCounted})
	if err != nil {
		return nil, fmt.Errorf("count what waits for webhook %s: %w", w.ID, err)
	}
	counts := map[delivery.Status]int{}
	for _, row := range rows {
		counts[delivery.Status(row.Status)] = int(row.Deliveries)
	}
	failed, err := db.New(s.deps.DB).CountFailed(ctx, db.CountFailedParams{WebhookID: w.ID.UUID, FirstDay: clock.Day(since), Since: since, Most: MostCounted})
	if err != nil {
		return nil, fmt.Errorf("count what failed for webhook %s: %w", w.ID, err)
	}
	counts[delivery.Failed] = int(failed)
	return counts, nil
}

// Attempt is one time that a delivery was sent, or kept from being sent.
type Attempt struct {
	Round     int
	Number    int // in its round
	At        time.Time
	Took      time.Duration
	Timings   egress.Timings
	Status    *int // of the answer; nil when there was none
	Header    egress.Header
	Body      []byte // its beginning
	Truncated bool
	Failure   string // in one word; empty for success
	Signature string // the header that was sent; empty where nothing was
	Error     string // in a sentence
}

// Dropped reports whether nothing was sent.
func (a Attempt) Dropped() bool { return a.Failure == "dropped" }

// Inspection is all that is known of a delivery.
type Inspection struct {
	Delivery
	Log []Attempt // oldest first
	// Request is what is sent, as it would be sent now, but for the signature,
	// which each attempt makes anew. It is nil where nothing was sent and nothing
	// may be: what an app must not hear of, its makers must not read here.
	Request *egress.Request
}

// Inspect tells everything about a delivery.
func (s *Service) Inspect(ctx context.Context, w Webhook, id ident.Delivery) (Inspection, error) {
	d, err := s.delivery(ctx, s.deps.DB, w, id)
	if err != nil {
		return Inspection{}, err
	}
	log, err := s.Attempts(ctx, id)
	if err != nil {
		return Inspection{}, err
	}
	due, err := s.deps.Delivery.Find(ctx, id)
	if err != nil {
		return Inspection{}, err
	}
	found := Inspection{Delivery: d, Log: log}
	sent := slices.ContainsFunc(log, func(a Attempt) bool { return !a.Dropped() })
	if due.Gone() || !sent && due.Forbidden(s.deps.Now()) != "" {
		return found, nil
	}
	request, err := s.deps.Delivery.Request(due)
	request.Header.Del("X-Webhook-Signature")
	found.Request = &request
	return found, err
}

// delivery finds one of a webhook that is not too old to be shown.
func (s *Service) delivery(ctx context.Context, from db.DBTX, w Webhook, id ident.Delivery) (Delivery, error) {
	row, err := db.New(from).Delivery(ctx, db.DeliveryParams{
		Shard: id.Shard, Day: clock.Day(id.At()), ID: id.UUID, WebhookID: w.ID.UUID, Since: s.deps.Now().Add(-delivery.Kept),
	})
	if errors.Is(err, pg.ErrNoRows) {
		return Delivery{}, errDeliveryNotFound
	}
	if err != nil {
		return Delivery{}, fmt.Errorf("find delivery %s: %w", id, err)
	}
	return deliveryFrom(w, row), nil
}

// Attempts lists what happened each time a delivery was sent, oldest first.
func (s *Service) Attempts(ctx context.Context, id ident.Delivery) ([]Attempt, error) {
	rows, err := db.New(s.deps.DB).Attempts(ctx, db.AttemptsParams{Shard: id.Shard, Day: clock.Day(id.At()), DeliveryID: id.UUID})
	if err != nil {
		return nil, fmt.Errorf("list attempts at delivery %s: %w", id, err)
	}
	list := make([]Attempt, len(rows))
	for i, row := range rows {
		if list[i], err = attemptFrom(row); err != nil {
			return nil, fmt.Errorf("read attempt %d.%d at delivery %s: %w", row.Round, row.Attempt, id, err)
		}
	}
	return list, nil
}

func attemptFrom(row db.AttemptsRow) (Attempt, error) {
	a := Attempt{
		Round: int(row.Round), Number: int(row.Attempt), At: row.At, Took: time.Duration(row.DurationUs) * time.Microsecond,
		Body: row.Body, Truncated: row.Truncated, Failure: row.Failure, Error: row.Error, Signature: row.Signature,
	}
	if row.Status != nil {
		a.Status = new(int(*row.Status))
	}
	var kept struct{ DNS, Connect, TLS, FirstByte int64 }
	if err := json.Unmarshal(row.Timings, &kept); err != nil {
		return Attempt{}, err
	}
	const unit = time.Microsecond
	a.Timings.DNS, a.Timings.Connect = time.Duration(kept.DNS)*unit, time.Duration(kept.Connect)*unit
	a.Timings.TLS, a.Timings.FirstByte = time.Duration(kept.TLS)*unit, time.Duration(kept.FirstByte)*unit
	if row.Headers == nil {
		return a, nil
	}
	return a, json.Unmarshal(row.Headers, &a.Header)
}

func deliveryFrom(w Webhook, row db.DeliveryRow) Delivery {
	d := Delivery{
		ID: ident.Of[ident.Delivery](row.Shard, row.ID), Webhook: w.ID,
		Type: event.Name(row.Type), APIVersion: row.ApiVersion, Status: delivery.Status(row.Status), Attempts: int(row.Attempts), Round: int(row.Round),
		NextAt: row.NextAt, CreatedAt: row.CreatedAt, EndedAt: row.EndedAt,
	}
	if row.EventID != nil {
		d.Event = ident.Of[ident.Event](row.Shard, *row.EventID)
	}
	if row.BusinessID != nil {
		d.Business = ident.Of[ident.Business](row.Shard, *row.BusinessID)
	}
	if row.ResponseCode != nil {
		d.ResponseCode = new(int(*row.ResponseCode))
	}
	if row.LastError != nil {
		d.LastError = *row.LastError
	}
	return d
}

func present(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
