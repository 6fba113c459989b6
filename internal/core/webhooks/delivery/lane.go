package delivery

import (
	"context"
	"fmt"
	"net/url"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery/internal/db"
)

// Disarm disarms a lane in which nothing is due until its next delivery is. It
// locks the lane first and looks for deliveries second: one that is queued
// meanwhile is either seen, or arms the lane after us. It does not wait for the
// disk: a lane that a crash arms again is looked at once more.
func (s *Service) Disarm(ctx context.Context, lane Lane) error {
	_, err := s.db.AtOnce(ctx, pg.PlannedUnhurried, func(queue *pg.Queue) error {
		q := db.New(queue)
		if err := q.LockLane(ctx, db.LockLaneParams{Shard: lane.Shard, WebhookID: lane.Webhook.UUID}); err != nil {
			return err
		}
		return q.RearmLane(ctx, db.RearmLaneParams{
			Shard: lane.Shard, WebhookID: lane.Webhook.UUID, FirstDay: clock.Day(s.now().Add(-Kept)),
		})
	})
	if err != nil {
		return fmt.Errorf("disarm the lane of webhook %s: %w", lane.Webhook, err)
	}
	return nil
}

// MarkFailing notes that a webhook did not take a delivery, for the notice that
// its owners get when that goes on.
func (s *Service) MarkFailing(ctx context.Context, hook ident.Webhook) error {
	return db.New(s.db).MarkFailing(ctx, db.MarkFailingParams{Shard: hook.Shard, WebhookID: hook.UUID, Now: new(s.now())})
}

// MarkWorking notes that it took one.
func (s *Service) MarkWorking(ctx context.Context, hook ident.Webhook) error {
	return db.New(s.db).MarkWorking(ctx, db.MarkWorkingParams{Shard: hook.Shard, WebhookID: hook.UUID, Now: new(s.now())})
}

// HostOf is the host of a webhook's address.
func HostOf(text string) string {
	if runsFunction(text) {
		return FunctionHost
	}
	parsed, err := url.Parse(text)
	if err != nil {
		return text
	}
	return parsed.Host
}
