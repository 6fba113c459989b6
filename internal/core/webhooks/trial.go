package webhooks

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Try queues a test delivery to a webhook: the sample of one of its events, marked
// as a test; of the first where none is named. It is signed, sent, retried and logged like any other.
// It opens its own transaction.
func (s *Service) Try(ctx context.Context, app apps.App, w Webhook, name event.Name) (Delivery, error) {
	now := s.deps.Now()
	if name == "" {
		name = FirstOf(w.Events)
	} else if !slices.Contains(w.Events, name) {
		return Delivery{}, errNotSubscribed.With(name)
	}
	data, err := sample(name)
	if err != nil {
		return Delivery{}, err
	}
	id := ident.New[ident.Delivery](w.ID.Shard, now)
	var queued Delivery
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) (err error) {
		err = db.New(tx).AddTrial(ctx, db.AddTrialParams{
			Shard: id.Shard, Day: clock.Day(now), ID: id.UUID, WebhookID: w.ID.UUID,
			Type: string(name), ApiVersion: delivery.VersionOf(app.PinnedVersion, now), Data: data, Now: &now,
		})
		if err == nil {
			err = db.New(tx).ArmLane(ctx, db.ArmLaneParams{Shard: id.Shard, WebhookID: w.ID.UUID, DueAt: &now})
		}
		if err != nil {
			return fmt.Errorf("queue a test delivery to webhook %s: %w", w.ID, err)
		}
		if queued, err = s.delivery(ctx, tx, w, id); err != nil {
			return err
		}
		return s.note(ctx, tx, app, audit.WebhookTested, w.ID, audit.Facts{"delivery": id})
	})
	if err == nil {
		s.tell(app, queued)
	}
	return queued, err
}

// Probe sends a webhook what a stranger might who knows its address: a test with a wrong
// signature, which it should refuse. It is noted before it is sent. It opens its own
// transaction.
func (s *Service) Probe(ctx context.Context, app apps.App, w Webhook) (delivery.Probed, error) {
	switch {
	case w.Listener() != "":
		return delivery.Probed{}, errNotFound // it has no address to send to
	case !app.Usable():
		return delivery.Probed{Verdict: delivery.Unreachable, Says: string(delivery.AppInactive)}, nil
	case !w.Enabled:
		return delivery.Probed{Verdict: delivery.Unreachable, Says: string(delivery.WebhookOff)}, nil
	}
	name := FirstOf(w.Events)
	data, err := sample(name)
	if err != nil {
		return delivery.Probed{}, err
	}
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		return s.note(ctx, tx, app, audit.WebhookProbed, w.ID, audit.Facts{"host": delivery.HostOf(w.URL)})
	})
	if err != nil {
		return delivery.Probed{}, err
	}
	probed, err := s.deps.Delivery.Probe(ctx, delivery.Forgery{
		Webhook: w.ID, URL: w.URL, Type: name, APIVersion: delivery.VersionOf(app.PinnedVersion, s.deps.Now()), Data: data,
	})
	if err != nil {
		return delivery.Probed{}, fmt.Errorf("probe webhook %s: %w", w.ID, err)
	}
	return probed, nil
}

// Tested reports whether a webhook received a test, as long as deliveries are kept.
func (s *Service) Tested(ctx context.Context, w Webhook) (bool, error) {
	since := s.deps.Now().Add(-delivery.Kept)
	tested, err := db.New(s.deps.DB).Tested(ctx, db.TestedParams{
		Shard: w.ID.Shard, WebhookID: w.ID.UUID, FirstDay: clock.Day(since), Since: since,
	})
	if err != nil {
		return false, fmt.Errorf("look for tests of webhook %s: %w", w.ID, err)
	}
	return tested, nil
}

// FirstOf is the event that a test shows.
func FirstOf(wanted []event.Name) event.Name {
	for _, name := range wanted {
		if _, known := event.Lookup(name); known {
			return name
		}
	}
	return event.InvoiceCreated
}

// sample is an event's sample with the mark of a test. It is in the shape of
// today; the version that the app speaks is put on when it is sent.
func sample(name event.Name) (json.RawMessage, error) {
	t, _ := event.Lookup(name)
	var data map[string]json.RawMessage
	if err := json.Unmarshal(t.Sample(), &data); err != nil {
		return nil, fmt.Errorf("read the sample of %s: %w", name, err)
	}
	data["test"] = json.RawMessage("true")
	return json.Marshal(data)
}
