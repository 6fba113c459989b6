package webhooks

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
)

// Health is how a webhook is doing; zero where nothing was sent to it yet.
type Health struct {
	FailingSince *time.Time // the first failure after the last success; nil while it works
	LastSuccess  *time.Time // to the minute
}

// HealthOf tells how webhooks are doing, in one round trip, each from its home shard.
func (s *Service) HealthOf(ctx context.Context, hooks []Webhook) (map[ident.Webhook]Health, error) {
	asked := make([]db.HealthOfParams, len(hooks))
	for i, w := range hooks {
		asked[i] = db.HealthOfParams{Shard: w.ID.Shard, WebhookID: w.ID.UUID}
	}
	found := make(map[ident.Webhook]Health, len(hooks))
	var failed error
	db.New(s.deps.DB).HealthOf(ctx, asked).QueryRow(func(i int, row db.HealthOfRow, err error) {
		if err == nil {
			found[hooks[i].ID] = Health{row.FailingSince, row.LastSuccessAt}
		} else if !errors.Is(err, pg.ErrNoRows) {
			failed = err
		}
	})
	if failed != nil {
		return nil, fmt.Errorf("read how %d webhooks are doing: %w", len(hooks), failed)
	}
	return found, nil
}

// Count is how many webhooks an app has, and how many of them fail.
type Count struct{ Webhooks, Failing int }

// HealthCounts counts the webhooks of several apps, and those that fail, in two round
// trips.
func (s *Service) HealthCounts(ctx context.Context, of []ident.App) (map[ident.App]Count, error) {
	rows, err := db.New(s.deps.DB).WebhooksOfSeveral(ctx, ident.UUIDs(of))
	if err != nil {
		return nil, fmt.Errorf("list the webhooks of %d apps: %w", len(of), err)
	}
	counts, enabled := make(map[ident.App]Count, len(of)), make([]Webhook, 0, len(rows))
	for _, row := range rows {
		app := ident.Of[ident.App](ident.Control, row.AppID)
		count := counts[app]
		count.Webhooks++
		counts[app] = count
		if row.Enabled {
			enabled = append(enabled, Webhook{ID: ident.Of[ident.Webhook](row.HomeShard, row.ID), App: app})
		}
	}
	health, err := s.HealthOf(ctx, enabled)
	for _, w := range enabled {
		if health[w.ID].FailingSince != nil {
			count := counts[w.App]
			count.Failing++
			counts[w.App] = count
		}
	}
	return counts, err
}
