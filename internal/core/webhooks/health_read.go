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
