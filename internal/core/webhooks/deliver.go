package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/shape"
	"github.com/counterpart/counterpart/internal/vocab/version"
)

// Lane is a webhook's line of deliveries.
type Lane struct {
	Shard   ident.Shard
	Webhook uuid.UUID
}

// DueLanes tells which lanes of the shards have deliveries that are due, but for
// those of webhooks that have enough under way.
func (s *Service) DueLanes(ctx context.Context, shards []ident.Shard, full []uuid.UUID, most int) ([]Lane, error) {
	if full == nil {
		full = []uuid.UUID{}
	}
	rows, err := db.New(s.DB).DueLanes(ctx, db.DueLanesParams{Shards: ident.Numbers(shards), Now: s.Now(), Crowded: full, Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("look for deliveries: %w", err)
	}
	lanes := make([]Lane, len(rows))
	for i, row := range rows {
		lanes[i] = Lane{row.Shard, row.WebhookID}
	}
	return lanes, nil
}

// Lag is for how long the delivery that waits longest has been due.
func (s *Service) Lag(ctx context.Context, shards []ident.Shard) (time.Duration, error) {
	oldest, err := db.New(s.DB).OldestDue(ctx, db.OldestDueParams{Shards: ident.Numbers(shards), Now: s.Now(), FirstDay: clock.Day(s.Now().Add(-Kept))})
	if errors.Is(err, pg.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("find the oldest due delivery: %w", err)
	}
	return s.Now().Sub(*oldest), nil
}

// Parcel is a delivery that is due, with all that was true a moment ago.
type Parcel struct {
	Lane Lane
	ID   uuid.UUID
	row  db.DueRow
}

// Host is the host that it goes to.
func (p Parcel) Host() string { return hostOf(p.row.Url) }

// Due reads what is due in the lanes, at most so many of each, leaving out what
// is under way.
func (s *Service) Due(ctx context.Context, lanes []Lane, most []int, underWay []uuid.UUID) ([]Parcel, error) {
	p := db.DueParams{Now: s.Now(), FirstDay: clock.Day(s.Now().Add(-Kept)), Busy: underWay}
	if p.Busy == nil {
		p.Busy = []uuid.UUID{}
	}
	for i, lane := range lanes {
		p.Shards, p.Webhooks, p.Most = append(p.Shards, int16(lane.Shard)), append(p.Webhooks, lane.Webhook), append(p.Most, int32(most[i]))
	}
	var rows []db.DueRow
	err := s.DB.Planned(ctx, func(tx *pg.Tx) (err error) {
		rows, err = db.New(tx).Due(ctx, p)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read due deliveries: %w", err)
	}
	parcels := make([]Parcel, len(rows))
	for i, row := range rows {
		parcels[i] = Parcel{Lane{row.Shard, row.WebhookID}, row.ID, row}
	}
	return parcels, nil
}

// Result is what became of an attempt.
type Result struct {
	Parcel  Parcel
	Failed  bool // the endpoint did not take it
	Dropped bool // it was not sent
	Took    time.Duration
	params  db.FinishParams
}

// Send sends a parcel, unless something forbids it by now, and tells what became
// of it; nothing is written yet. No transaction is open meanwhile. An error is
// ours, or the worker is stopping: the attempt counts for nothing.
func (s *Service) Send(ctx context.Context, parcel Parcel) (Result, error) {
	row := parcel.row
	if why := forbids(row, s.Now()); why != "" {
		return s.dropped(parcel, why), nil
	}
	request, err := s.request(row)
	if err != nil {
		return Result{}, err
	}
	began := clock.System()
	answer, err := s.client.Do(ctx, request)
	took := clock.System().Sub(began)
	if err != nil && ctx.Err() != nil {
		return Result{}, ctx.Err()
	}
	return s.attempted(parcel, answer, err, took), nil
}

// request is the signed request. The body is the same bytes each time; only the
// signature is new.
func (s *Service) request(row db.DueRow) (egress.Request, error) {
	body, err := envelope(row)
	if err != nil {
		return egress.Request{}, err
	}
	keys, err := s.secrets(row)
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
	header.Set("X-Webhook-Signature", signature(s.Now(), body, keys...))
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
		ID: deliveryOf(row), Type: row.Type, APIVersion: row.ApiVersion, BusinessID: testBusiness, Created: row.CreatedAt.Unix(), Data: row.Data,
	}
	if row.EventID != nil {
		m.EventID, m.BusinessID = new(eventOf(row)), ident.Of[ident.Business](*row.EventShard, *row.BusinessID).String()
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

func eventOf(row db.DueRow) ident.Event { return ident.Of[ident.Event](*row.EventShard, *row.EventID) }

// secrets are those that sign now: the present one, and for a day after a
// rotation the one before.
func (s *Service) secrets(row db.DueRow) ([]string, error) {
	webhook := ident.Of[ident.Webhook](row.Shard, row.WebhookID)
	present, err := s.Keys.Open(secretContext(webhook), row.Secret)
	if err != nil {
		return nil, fmt.Errorf("open the secret of webhook %s: %w", webhook, err)
	}
	keys := []string{string(present)}
	if row.PreviousExpiresAt == nil || !s.Now().Before(*row.PreviousExpiresAt) {
		return keys, nil
	}
	previous, err := s.Keys.Open(secretContext(webhook), row.PreviousSecret)
	if err != nil {
		return nil, fmt.Errorf("open the previous secret of webhook %s: %w", webhook, err)
	}
	return append(keys, string(previous)), nil
}

// secretContext binds a sealed secret to its webhook.
func secretContext(id ident.Webhook) string { return "secret of webhook " + id.String() }

// dropped is the end of a delivery that must not be sent. It is no attempt.
func (s *Service) dropped(parcel Parcel, why string) Result {
	p := s.finish(parcel)
	p.Made, p.Status, p.EndedAt = parcel.row.Attempts, string(Failed), new(s.Now())
	p.Failure, p.Error, p.LastError = "dropped", why, &why
	return Result{Parcel: parcel, Dropped: true, params: p}
}

// attempted judges an attempt.
func (s *Service) attempted(parcel Parcel, answer egress.Response, failure error, took time.Duration) Result {
	p := s.finish(parcel)
	p.Made, p.DurationUs = parcel.row.Attempts+1, took.Microseconds()
	p.Timings, p.Headers, p.Body, p.Truncated = timings(answer.Timings), headers(answer.Header), answer.Body, answer.Truncated
	if answer.Status != 0 {
		p.ResponseCode = new(int16(answer.Status))
	}
	r := Result{Parcel: parcel, Took: took}
	if failure == nil && answer.Status >= 200 && answer.Status <= 299 {
		p.Status, p.EndedAt = string(Delivered), new(s.Now())
	} else {
		r.Failed = true
		p.Failure, p.Error = kindOf(answer, failure), wordsOf(answer, failure)
		p.LastError = &p.Error
		var status Status
		status, p.NextAt = after(int(p.Made), s.Now())
		p.Status = string(status)
		if status == Failed {
			p.EndedAt = new(s.Now())
		}
	}
	r.params = p
	return r
}

func (s *Service) finish(parcel Parcel) db.FinishParams {
	row := parcel.row
	return db.FinishParams{
		Shard: row.Shard, Day: row.Day, ID: row.ID, Round: row.Round, Had: row.Attempts, At: s.Now(), Timings: json.RawMessage("{}"),
	}
}

// kindOf says in one word what went wrong.
func kindOf(answer egress.Response, failure error) string {
	if refused, ok := errors.AsType[*egress.Error](failure); ok {
		return string(refused.Kind)
	}
	return "status"
}

// wordsOf says it in a sentence, to the endpoint's owner: of an error they are
// shown the reason alone, for the rest may name addresses of ours.
func wordsOf(answer egress.Response, failure error) string {
	if refused, ok := errors.AsType[*egress.Error](failure); ok {
		return sentence(refused.Reason)
	}
	if failure != nil {
		return "No answer could be had."
	}
	if answer.Status >= 300 && answer.Status <= 399 {
		return fmt.Sprintf("The endpoint answered %d. Redirects are not followed.", answer.Status)
	}
	return fmt.Sprintf("The endpoint answered %d.", answer.Status)
}

func sentence(reason string) string { return strings.ToUpper(reason[:1]) + reason[1:] + "." }

// Finish writes results of one shard under the fence of the worker that holds
// it. A result that comes too late is dropped without a word.
func (s *Service) Finish(ctx context.Context, hold Hold, results []Result) error {
	params := make([]db.FinishParams, len(results))
	for i, r := range results {
		params[i] = r.params
		params[i].Slice, params[i].Fence = int16(hold.Slice), hold.Fence
	}
	err := s.DB.Planned(ctx, func(tx *pg.Tx) (failed error) {
		db.New(tx).Finish(ctx, params).Exec(func(_ int, err error) {
			if failed == nil {
				failed = err
			}
		})
		return failed
	})
	if err != nil {
		return fmt.Errorf("write results of deliveries: %w", err)
	}
	return nil
}

func timings(t egress.Timings) json.RawMessage {
	text, err := json.Marshal(map[string]int64{
		"dns": t.DNS.Microseconds(), "connect": t.Connect.Microseconds(), "tls": t.TLS.Microseconds(), "firstByte": t.FirstByte.Microseconds(),
	})
	if err != nil {
		panic(err) // numbers can be written
	}
	return text
}

// headers keeps an answer's headers as JSON; nil when there was no answer.
func headers(h egress.Header) []byte {
	if h == nil {
		return nil
	}
	text, err := json.Marshal(h)
	if err != nil {
		panic(err) // texts can be written
	}
	return text
}

// At is when the attempt was made.
func (r Result) At() time.Time { return r.params.At }
