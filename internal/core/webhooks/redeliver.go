package webhooks

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/live"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Redeliver queues a failed delivery once more: the same row and ids, a new
// round of attempts. Whatever comes late of the round before counts no more. It
// opens its own transaction.
func (s *Service) Redeliver(ctx context.Context, app apps.App, w Webhook, id ident.Delivery) (Delivery, error) {
	queuedAgain, err := s.redeliver(ctx, app, w, id, audit.WebhookRedelivered, w.ID)
	if err == nil {
		s.tell(app, queuedAgain)
	}
	return queuedAgain, err
}

func (s *Service) redeliver(ctx context.Context, app apps.App, w Webhook, id ident.Delivery, action audit.Action, about fmt.Stringer) (Delivery, error) {
	// The row of one that is too old may be gone, or not yet: its id tells.
	if !s.deps.Now().Before(id.At().Add(delivery.Kept)) {
		return Delivery{}, errTooOld
	}
	if err := s.mayRedeliver(ctx, w, id); err != nil {
		return Delivery{}, err
	}
	var queuedAgain Delivery
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		queued, err := s.requeue(ctx, tx, w, failed{id.Shard, []time.Time{clock.Day(id.At())}, []uuid.UUID{id.UUID}})
		if err != nil {
			return err
		}
		if queued == 0 {
			return errRetryWaiting // somebody was faster
		}
		if queuedAgain, err = s.delivery(ctx, tx, w, id); err != nil {
			return err
		}
		return s.deps.Audit.Note(ctx, tx, action, about, app.Organization, audit.Facts{"app": app.ID, "delivery": id})
	})
	return queuedAgain, err
}

// tell tells whoever watches the app of a delivery that is queued now.
func (s *Service) tell(app apps.App, d Delivery) {
	if s.deps.Live.Watched(app.ID) {
		s.deps.Live.Tell(app.ID, live.Delivery{
			ID: d.ID, Webhook: d.Webhook, Event: d.Event, Business: d.Business, Type: string(d.Type), Status: string(d.Status),
			Round: d.Round, Attempts: d.Attempts,
		})
	}
}

// mayRedeliver tells why a delivery cannot be sent again, as things stand. That
// its webhook is switched off does not keep it from being queued; the re-check
// before it is sent finds that.
func (s *Service) mayRedeliver(ctx context.Context, w Webhook, id ident.Delivery) error {
	d, err := s.delivery(ctx, s.deps.DB, w, id)
	switch {
	case err != nil:
		return err
	case d.Status == delivery.Delivered:
		return errNotFailed
	case d.Status != delivery.Failed:
		return errRetryWaiting
	}
	found, err := s.deps.Delivery.Find(ctx, id)
	switch {
	case err != nil:
		return err
	case !found.AppUsable():
		return errAppNotActive
	}
	if why := found.EventForbidden(); why != "" {
		return redeliveryRefused[why]
	}
	return nil
}

const (
	// redeliverBatch is how many deliveries are queued in one transaction, and
	// redeliverMost how many one call looks at: it is answered within seconds.
	redeliverBatch = 500
	redeliverMost  = 5000
)

// Redelivery is what became of a request to send all failed deliveries again.
type Redelivery struct {
	Queued  int
	Skipped int // may not be sent again, and stay as they are
	// Next is from when on the next call goes on; zero when there is no more.
	Next time.Time
}

// RedeliverFailed queues deliveries of a webhook once more that failed and are of
// no earlier than the given time, oldest first, in a transaction for each batch,
// and no more than a call can do.
func (s *Service) RedeliverFailed(ctx context.Context, app apps.App, w Webhook, since time.Time) (r Redelivery, err error) {
	if !app.Usable() {
		return r, errAppNotActive
	}
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		return s.note(ctx, tx, app, audit.WebhookFailedRedelivered, w.ID, audit.Facts{"since": since})
	})
	if err != nil {
		return r, err
	}
	// The same instant that the history begins at: what it shows no more is left out.
	from := later(since, s.deps.Now().Add(-delivery.Kept).Add(time.Microsecond))
	p := db.FailedSinceParams{
		AppID: app.ID.UUID, WebhookID: w.ID.UUID, FirstDay: clock.Day(from), AfterTime: from, Most: redeliverBatch,
	}
	for r.Queued+r.Skipped < redeliverMost {
		rows, err := db.New(s.deps.DB).FailedSince(ctx, p)
		if err != nil {
			return r, fmt.Errorf("list failed deliveries of webhook %s: %w", w.ID, err)
		}
		n, err := s.redeliverAll(ctx, app, w, rows)
		if n > 0 && s.deps.Live.Watched(app.ID) {
			s.deps.Live.Tell(app.ID, live.Reload{}) // they may be thousands
		}
		if err != nil {
			return r, err
		}
		r.Queued, r.Skipped = r.Queued+n, r.Skipped+len(rows)-n
		if len(rows) < redeliverBatch {
			return r, nil
		}
		last := rows[len(rows)-1]
		p.AfterTime, p.AfterID, p.FirstDay = last.CreatedAt, last.ID, last.Day
	}
	r.Next = p.AfterTime
	return r, nil
}

// failed are failed deliveries of one shard.
type failed struct {
	shard ident.Shard
	days  []time.Time
	ids   []uuid.UUID
}

// redeliverAll queues those of a batch that may be sent again, in a transaction
// for each of their shards, and counts them.
func (s *Service) redeliverAll(ctx context.Context, app apps.App, w Webhook, rows []db.FailedSinceRow) (queued int, err error) {
	byShard := map[ident.Shard]failed{}
	for _, row := range rows {
		if row.EventID != nil && delivery.Forbids(event.Name(row.Type), row.InstallationID != nil, app.Scopes.Strings(), row.Granted) != "" {
			continue
		}
		f := byShard[row.Shard]
		f.shard, f.ids = row.Shard, append(f.ids, row.ID)
		if !slices.ContainsFunc(f.days, row.Day.Equal) {
			f.days = append(f.days, row.Day)
		}
		byShard[row.Shard] = f
	}
	for _, f := range byShard {
		err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
			n, err := s.requeue(ctx, tx, w, f)
			queued += n
			return err
		})
		if err != nil {
			return queued, err
		}
	}
	return queued, nil
}

// requeue begins a new round for those of the deliveries that have failed, arms
// the webhook's lane in their shard, and tells how many there were.
func (s *Service) requeue(ctx context.Context, tx *pg.Tx, w Webhook, f failed) (int, error) {
	now := s.deps.Now()
	queued, err := db.New(tx).Requeue(ctx, db.RequeueParams{Shard: f.shard, WebhookID: w.ID.UUID, Days: f.days, Ids: f.ids, Now: now})
	if err == nil && len(queued) > 0 {
		err = db.New(tx).ArmLane(ctx, db.ArmLaneParams{Shard: f.shard, WebhookID: w.ID.UUID, DueAt: &now})
	}
	if err != nil {
		return 0, fmt.Errorf("queue deliveries of webhook %s again: %w", w.ID, err)
	}
	return len(queued), nil
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
