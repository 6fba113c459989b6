package delivery

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/egress"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// ListenerURL is what a listener has in place of an address. No webhook that is
// dialled has such a one: theirs begin with https.
func ListenerURL(name string) string { return listenerScheme + name }

const listenerScheme = "listener:"

// ListenerName is the name of the listener that has this in place of an address;
// empty where it is an address.
func ListenerName(url string) string {
	name, found := strings.CutPrefix(url, listenerScheme)
	if !found {
		return ""
	}
	return name
}

// OfferID names an attempt that somebody else makes for us. It says all that is
// needed to write its result down, so that any node can: nothing of an offer is kept
// anywhere.
type OfferID struct {
	Delivery ident.Delivery
	Round    int
	Attempt  int   // its number in the round
	Signed   int64 // Unix seconds, as its signature says
}

// String is the id as it travels.
func (o OfferID) String() string {
	return fmt.Sprintf("%s.%d.%d.%d", o.Delivery, o.Round, o.Attempt, o.Signed)
}

// ParseOfferID reads one.
func ParseOfferID(text string) (id OfferID, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 4 {
		return id, false
	}
	var errs [4]error
	id.Delivery, errs[0] = ident.Parse[ident.Delivery](parts[0])
	id.Round, errs[1] = strconv.Atoi(parts[1])
	id.Attempt, errs[2] = strconv.Atoi(parts[2])
	id.Signed, errs[3] = strconv.ParseInt(parts[3], 10, 64)
	return id, errors.Join(errs[:]...) == nil
}

// Offer is a delivery for somebody who sends it in our place, once.
type Offer struct {
	ID       OfferID
	Due      Due
	Event    ident.Event    // zero for a test
	Business ident.Business // zero for a test
	Type     event.Name
	Request  egress.Request
	AnswerBy time.Time
}

// DueTo reads what is due to a webhook in some shards, at most so many, leaving out
// what is under way. Lanes in which nothing is left are disarmed.
func (s *Service) DueTo(ctx context.Context, hook ident.Webhook, shards []ident.Shard, most int, underWay []Due) ([]Due, error) {
	found, err := db.New(s.db).DueShards(ctx, db.DueShardsParams{Shards: ident.Numbers(shards), WebhookID: hook.UUID, Now: s.now()})
	if err != nil {
		return nil, fmt.Errorf("look for deliveries to %s: %w", hook, err)
	}
	if len(found) == 0 {
		return nil, nil
	}
	kept, busy := map[ident.Shard]bool{}, make([]uuid.UUID, len(underWay))
	for i, due := range underWay {
		kept[due.Lane.Shard], busy[i] = true, due.ID
	}
	lanes := make([]Lane, len(found))
	for i, shard := range found {
		lanes[i] = Lane{shard, hook}
	}
	list, err := s.Due(ctx, lanes, most, busy)
	if err != nil {
		return nil, err
	}
	for _, due := range list {
		kept[due.Lane.Shard] = true
	}
	for _, lane := range lanes {
		if !kept[lane.Shard] {
			err = errors.Join(err, s.Disarm(ctx, lane))
		}
	}
	return list[:min(len(list), most)], err
}

// Offer makes an offer of a delivery, unless something forbids to send it by now:
// then it is settled. An error is ours.
func (s *Service) Offer(ctx context.Context, due Due) (offer Offer, made bool, err error) {
	now := s.now()
	if why := due.Forbidden(now); why != "" {
		_, err := s.Settle(ctx, s.dropped(due, why))
		return offer, false, err
	}
	request, err := s.Request(due)
	if err != nil {
		return offer, false, err
	}
	request.Header.Set("User-Agent", s.client.Agent())
	row := due.row
	offer = Offer{
		ID:  OfferID{due.Delivery(), int(row.Round), int(row.Attempts) + 1, now.Unix()},
		Due: due, Type: event.Name(row.Type), Request: request, AnswerBy: now.Add(s.sendLimit),
	}
	if row.EventID != nil {
		offer.Event, offer.Business = eventOf(row), ident.Of[ident.Business](row.Shard, *row.BusinessID)
	}
	return offer, true, nil
}

// Reply is how an offer went, as whoever made the attempt tells it.
type Reply struct {
	Answer egress.Response
	Failed *egress.Error // why there was no answer; nil where there was
	Took   time.Duration
	Final  bool // it is not to be sent again, however it went
}

// offerGrace is how much later than it should a reply may come.
const offerGrace = 5 * time.Second

// InTime reports whether a reply to the offer may still be taken.
func (s *Service) InTime(id OfferID) bool {
	return !s.now().After(time.Unix(id.Signed, 0).Add(s.sendLimit + offerGrace))
}

// Replied judges a reply to an offer of a delivery that was read since.
func (s *Service) Replied(due Due, id OfferID, reply Reply) (Result, error) {
	keys, err := s.secrets(due.row)
	if err != nil {
		return Result{}, err
	}
	body, err := envelope(due.row)
	if err != nil {
		return Result{}, err
	}
	var failure error
	if reply.Failed != nil {
		failure = reply.Failed
	}
	r := s.attempted(due, signature(time.Unix(id.Signed, 0), body, keys...), reply.Answer, failure, reply.Took)
	if reply.Final && r.Failed {
		r.status, r.nextAt, r.endedAt = Failed, time.Time{}, r.at
	}
	return r, nil
}

// Unanswered is what becomes of an offer that nobody answered in time.
func (s *Service) Unanswered(offer Offer) Result {
	return s.attempted(offer.Due, offer.Request.Header.Get(signatureHeader), egress.Response{},
		&egress.Error{Kind: egress.Timeout, Reason: "no answer came in time"}, s.sendLimit)
}

// Fits reports whether a delivery is where the offer found it.
func (d Due) Fits(id OfferID) bool {
	return int(d.row.Round) == id.Round && int(d.row.Attempts)+1 == id.Attempt
}

// Settle writes a result down, and reports whether it came in time.
func (s *Service) Settle(ctx context.Context, r Result) (written bool, err error) {
	row := r.Due.row
	kept := newDayResults(row)
	kept.add(r)
	kept.finish()
	p := db.SettleParams{
		Shard: row.Shard, Day: row.Day, ID: row.ID, Round: row.Round, Had: row.Attempts,
		Status: string(r.status), Made: r.made, NextAt: present(r.nextAt), EndedAt: present(r.endedAt),
	}
	if r.code != 0 {
		p.ResponseCode = &r.code
	}
	if r.message != "" {
		p.LastError = &r.message
	}
	rows, err := s.db.AtOnce(ctx, pg.Planned, func(queue *pg.Queue) error {
		q := db.New(queue)
		return errors.Join(q.Settle(ctx, p), q.AddAttempts(ctx, kept.addAttempts()))
	})
	if err != nil {
		return false, fmt.Errorf("write the result of delivery %s: %w", r.Due.Delivery(), err)
	}
	s.tellEnded([]Result{r}, int(rows[0]))
	return rows[0] > 0, nil
}

func present(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

// State is what a result leaves of its delivery: its status, how many attempts the
// round has had, and when the next is due, if one is.
func (r Result) State() (status Status, attempts int, next time.Time) {
	return r.status, int(r.made), r.nextAt
}

// Open tells which offers still wait for a reply: their deliveries are where they
// found them.
func (s *Service) Open(ctx context.Context, offers []Offer) (map[OfferID]bool, error) {
	byShard := map[ident.Shard]*db.WaitsParams{}
	for _, offer := range offers {
		row := offer.Due.row
		if byShard[row.Shard] == nil {
			byShard[row.Shard] = &db.WaitsParams{Shard: row.Shard}
		}
		p := byShard[row.Shard]
		p.Days, p.Ids = append(p.Days, row.Day), append(p.Ids, row.ID)
	}
	type place struct{ round, attempts int }
	at := map[uuid.UUID]place{}
	for shard, p := range byShard {
		rows, err := db.New(s.db).Waits(ctx, *p)
		if err != nil {
			return nil, fmt.Errorf("look after offers in shard %s: %w", shard, err)
		}
		for _, row := range rows {
			at[row.ID] = place{int(row.Round), int(row.Attempts)}
		}
	}
	open := map[OfferID]bool{}
	for _, offer := range offers {
		if where, waits := at[offer.Due.ID]; waits && where == (place{offer.ID.Round, offer.ID.Attempt - 1}) {
			open[offer.ID] = true
		}
	}
	return open, nil
}

// Hasten makes everything due that waits for a webhook, so that whatever is to become
// of it becomes of it now.
func (s *Service) Hasten(ctx context.Context, hook ident.Webhook) error {
	shards, err := db.New(s.db).LaneShards(ctx, hook.UUID)
	if err != nil {
		return fmt.Errorf("look for what waits for webhook %s: %w", hook, err)
	}
	now := s.now()
	for _, shard := range shards {
		_, failed := s.db.AtOnce(ctx, pg.Planned, func(queue *pg.Queue) error {
			q := db.New(queue)
			return errors.Join(
				q.ArmAt(ctx, db.ArmAtParams{Shard: shard, WebhookID: hook.UUID, Now: now}),
				q.Hasten(ctx, db.HastenParams{Shard: shard, WebhookID: hook.UUID, FirstDay: clock.Day(now.Add(-Kept)), Now: now}),
			)
		})
		err = errors.Join(err, failed)
	}
	if err != nil {
		return fmt.Errorf("hasten what waits for webhook %s: %w", hook, err)
	}
	return nil
}
