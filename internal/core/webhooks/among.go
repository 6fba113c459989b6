package webhooks

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
)

// DeliveryAmong finds a delivery to one of the webhooks.
func (s *Service) DeliveryAmong(ctx context.Context, hooks []Webhook, id ident.Delivery) (Delivery, error) {
	list, err := s.among(ctx, hooks, id, id.UUID)
	if err == nil && len(list) == 0 {
		err = errDeliveryNotFound
	}
	if err != nil {
		return Delivery{}, err
	}
	return list[0], nil
}

// DeliveriesOf lists an event's deliveries to the webhooks. Their ids are made of the
// event's and the webhook's, so they are found without a search.
func (s *Service) DeliveriesOf(ctx context.Context, hooks []Webhook, of ident.Event) ([]Delivery, error) {
	ids := make([]uuid.UUID, len(hooks))
	for i, w := range hooks {
		ids[i] = delivery.ID(of.UUID, w.ID.UUID)
	}
	return s.among(ctx, hooks, ident.Of[ident.Delivery](of.Shard, of.UUID), ids...)
}

// among finds deliveries to webhooks, of the shard and day that an id names.
func (s *Service) among(ctx context.Context, hooks []Webhook, at ident.Delivery, ids ...uuid.UUID) ([]Delivery, error) {
	by := make(map[uuid.UUID]Webhook, len(hooks))
	p := db.AmongParams{Shard: at.Shard, Day: clock.Day(at.At()), Ids: ids, WebhookIds: []uuid.UUID{}, Since: s.deps.Now().Add(-delivery.Kept)}
	for _, w := range hooks {
		by[w.ID.UUID], p.WebhookIds = w, append(p.WebhookIds, w.ID.UUID)
	}
	rows, err := db.New(s.deps.DB).Among(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("find deliveries: %w", err)
	}
	list := make([]Delivery, len(rows))
	for i, row := range rows {
		list[i] = deliveryFrom(by[row.WebhookID], db.DeliveryRow(row))
	}
	return list, nil
}
