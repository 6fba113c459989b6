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
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// eraseBatch is how many deliveries one statement looks for.
const eraseBatch = 1000

// EraseAnswers takes out what endpoints answered when they were told of a
// business's events: an answer may repeat what it was sent. What a delivery
// sends is read from the event each time, so nothing else is kept of it. A
// delivery's id follows from the event and the webhook, so none is searched for.
func (s *Service) EraseAnswers(ctx context.Context, business ident.Business, told []ident.Event) error {
	if err := s.eraseRunTexts(ctx, business, told); err != nil {
		return err
	}
	hooks, err := s.everSubscribed(ctx, business)
	if err != nil {
		return err
	}
	for _, hook := range hooks {
		for batch := range slices.Chunk(told, eraseBatch) {
			if err := s.eraseAnswersOf(ctx, business.Shard, hook.ID, batch); err != nil {
				return fmt.Errorf("forget answers of webhook %s: %w", ident.Of[ident.Webhook](hook.HomeShard, hook.ID), err)
			}
		}
	}
	return nil
}

// eraseRunTexts does the same for what functions said when they ran for the events.
func (s *Service) eraseRunTexts(ctx context.Context, business ident.Business, told []ident.Event) error {
	for batch := range slices.Chunk(told, eraseBatch) {
		p := db.EraseRunTextsParams{Shard: business.Shard}
		for _, e := range batch {
			p.Events = append(p.Events, e.UUID)
			if day := clock.Day(ident.TimeOf(e.UUID)); !slices.Contains(p.Days, day) {
				p.Days = append(p.Days, day)
			}
		}
		if err := db.New(s.deps.DB).EraseRunTexts(ctx, p); err != nil {
			return fmt.Errorf("forget what functions said in business %s: %w", business, err)
		}
	}
	return nil
}

// everSubscribed lists the webhooks that may have been told of a business's events.
func (s *Service) everSubscribed(ctx context.Context, business ident.Business) ([]db.EverSubscribedRow, error) {
	hooks, err := db.New(s.deps.DB).EverSubscribed(ctx, db.EverSubscribedParams{Shard: business.Shard, BusinessID: business.UUID})
	if err != nil {
		return nil, fmt.Errorf("list the webhooks of business %s: %w", business, err)
	}
	return hooks, nil
}

func (s *Service) eraseAnswersOf(ctx context.Context, shard ident.Shard, webhook uuid.UUID, told []ident.Event) error {
	var days []time.Time
	deliveries := make([]uuid.UUID, len(told))
	for i, e := range told {
		deliveries[i] = delivery.ID(e.UUID, webhook)
		if day := clock.Day(ident.TimeOf(e.UUID)); !slices.Contains(days, day) {
			days = append(days, day)
		}
	}
	return db.New(s.deps.DB).EraseAnswers(ctx, db.EraseAnswersParams{Shard: shard, Days: days, Deliveries: deliveries})
}

// EraseDeliveries deletes what was sent and is to be sent of the events of a
// business that is erased, but for the kept types.
func (s *Service) EraseDeliveries(ctx context.Context, business ident.Business, kept ...event.Name) error {
	types := event.Strings(kept...)
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		q := db.New(tx)
		if err := q.EraseRuns(ctx, db.EraseRunsParams{Shard: business.Shard, BusinessID: &business.UUID, Kept: types}); err != nil {
			return err
		}
		if err := q.EraseAttempts(ctx, db.EraseAttemptsParams{Shard: business.Shard, BusinessID: &business.UUID, Kept: types}); err != nil {
			return err
		}
		return q.EraseDeliveries(ctx, db.EraseDeliveriesParams{Shard: business.Shard, BusinessID: &business.UUID, Kept: types})
	})
	if err != nil {
		return fmt.Errorf("erase deliveries of business %s: %w", business, err)
	}
	return nil
}
