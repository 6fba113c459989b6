package webhooks

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Webhook finds one of an app; anybody else's does not exist.
func (s *Service) Webhook(ctx context.Context, app apps.App, id ident.Webhook) (Webhook, error) {
	row, err := db.New(s.deps.DB).Webhook(ctx, db.WebhookParams{ID: id.UUID, HomeShard: id.Shard, AppID: app.ID.UUID})
	return s.orNotFound(row, err, id)
}

// Webhooks lists the webhooks of apps, oldest first, without their listeners.
func (s *Service) Webhooks(ctx context.Context, of ...apps.App) ([]Webhook, error) {
	return s.webhooksOf(ctx, false, of)
}

// WebhooksAndListeners lists them with their listeners.
func (s *Service) WebhooksAndListeners(ctx context.Context, of ...apps.App) ([]Webhook, error) {
	return s.webhooksOf(ctx, true, of)
}

func (s *Service) webhooksOf(ctx context.Context, listeners bool, of []apps.App) ([]Webhook, error) {
	rows, err := db.New(s.deps.DB).WebhooksOf(ctx, db.WebhooksOfParams{AppIds: idsOf(of), Listeners: listeners})
	if err != nil {
		return nil, fmt.Errorf("list webhooks of %d apps: %w", len(of), err)
	}
	list := make([]Webhook, len(rows))
	for i, row := range rows {
		list[i] = s.fromRow(db.WebhookRow(row))
	}
	return list, nil
}

func idsOf(of []apps.App) []uuid.UUID {
	ids := make([]uuid.UUID, len(of))
	for i, app := range of {
		ids[i] = app.ID.UUID
	}
	return ids
}

// Counts tells how many webhooks each of several apps has.
func (s *Service) Counts(ctx context.Context, of []apps.App) (map[ident.App]int, error) {
	rows, err := db.New(s.deps.DB).CountsOf(ctx, idsOf(of))
	if err != nil {
		return nil, fmt.Errorf("count the webhooks of %d apps: %w", len(of), err)
	}
	counts := make(map[ident.App]int, len(rows))
	for _, row := range rows {
		counts[ident.Of[ident.App](ident.Control, row.AppID)] = int(row.Webhooks)
	}
	return counts, nil
}

// ForgetIn forgets the webhooks that an app once had, in the transaction that
// removes the app. Those whose deliveries may still be looked at keep it.
func (s *Service) ForgetIn(ctx context.Context, tx *pg.Tx, app ident.App) error {
	err := db.New(tx).ForgetDeleted(ctx, db.ForgetDeletedParams{AppID: app.UUID, Before: s.deps.Now().Add(-delivery.Kept)})
	if err != nil {
		return fmt.Errorf("forget the webhooks of app %s: %w", app, err)
	}
	return nil
}

// Update changes what an app's makers say of a webhook. A seen version other
// than 0 must be the webhook's own. A new address is looked up first, and while
// that lasts nothing is locked. It opens its own transaction.
func (s *Service) Update(ctx context.Context, app apps.App, id ident.Webhook, seen int, change func(*Details)) (Webhook, error) {
	before, err := s.Webhook(ctx, app, id)
	if err == nil && before.Listener() != "" {
		err = errNotFound
	}
	if err != nil {
		return Webhook{}, err
	}
	if err := s.checkChange(ctx, app, before.details(), change); err != nil {
		return Webhook{}, err
	}
	var changed Webhook
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) (err error) {
		changed, err = s.update(ctx, tx, app, before, seen, change)
		return err
	})
	return changed, err
}

func (s *Service) update(ctx context.Context, tx *pg.Tx, app apps.App, before Webhook, seen int, change func(*Details)) (Webhook, error) {
	row, err := db.New(tx).LockWebhook(ctx, db.LockWebhookParams{ID: before.ID.UUID, HomeShard: before.ID.Shard, AppID: app.ID.UUID})
	w, err := s.orNotFound(db.WebhookRow(row), err, before.ID)
	if err != nil {
		return Webhook{}, err
	}
	// What was checked was checked on the version from before.
	if seen != 0 && seen != w.Version {
		return Webhook{}, fault.RecordChanged
	}
	was, d := w.details(), w.details()
	change(&d)
	fields := was.changed(d)
	if len(fields) == 0 {
		return w, nil
	}
	w.set(d)
	w.Version, w.UpdatedAt = w.Version+1, s.deps.Now()
	err = db.New(tx).SaveWebhook(ctx, db.SaveWebhookParams{
		ID: w.ID.UUID, Url: w.URL, Description: w.Description, Events: texts(w.Events), Enabled: w.Enabled,
		IgnoreOwnChanges: w.IgnoreOwnChanges, Version: int32(w.Version), Now: w.UpdatedAt,
	})
	if err != nil {
		return Webhook{}, fmt.Errorf("save webhook %s: %w", w.ID, err)
	}
	return w, s.note(ctx, tx, app, audit.WebhookChanged, w.ID, audit.Facts{"changedFields": fields, "events": w.Events, "enabled": w.Enabled})
}

// checkChange tells what is wrong with a change. Only what it changes is looked
// at: a webhook may hold an event whose scope its app gave up since, and can
// still be switched off.
func (s *Service) checkChange(ctx context.Context, app apps.App, was Details, change func(*Details)) error {
	d := was
	change(&d)
	var p fault.Problems
	d.check(&p)
	if err := p.Err(); err != nil {
		return err
	}
	if !slices.Equal(d.Events, was.Events) {
		if err := checkScopes(app, d.Events); err != nil {
			return err
		}
	}
	if d.URL == was.URL {
		return nil
	}
	return s.checkAddress(ctx, d.URL)
}

// Remove ends a webhook. What waits for it is dropped when its time comes. It
// opens its own transaction.
func (s *Service) Remove(ctx context.Context, app apps.App, id ident.Webhook) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		n, err := db.New(tx).RemoveWebhook(ctx, db.RemoveWebhookParams{ID: id.UUID, HomeShard: id.Shard, AppID: app.ID.UUID, Now: s.deps.Now()})
		if err != nil {
			return fmt.Errorf("remove webhook %s: %w", id, err)
		}
		if n == 0 {
			return errNotFound
		}
		return s.note(ctx, tx, app, audit.WebhookRemoved, id, nil)
	})
}

func (w Webhook) details() Details {
	return Details{URL: w.URL, Description: w.Description, Events: slices.Clone(w.Events), Enabled: w.Enabled, IgnoreOwnChanges: w.IgnoreOwnChanges}
}

func (w *Webhook) set(d Details) {
	w.URL, w.Description, w.Events, w.Enabled, w.IgnoreOwnChanges = d.URL, d.Description, slices.Clone(d.Events), d.Enabled, d.IgnoreOwnChanges
}

// changed names what differs, as callers know it.
func (d Details) changed(to Details) []string {
	return event.Changed(
		event.Member{Name: "url", Same: d.URL == to.URL},
		event.Member{Name: "description", Same: d.Description == to.Description},
		event.Member{Name: "events", Same: slices.Equal(d.Events, to.Events)},
		event.Member{Name: "enabled", Same: d.Enabled == to.Enabled},
		event.Member{Name: "ignoreOwnChanges", Same: d.IgnoreOwnChanges == to.IgnoreOwnChanges},
	)
}

// orNotFound turns a row that was looked for into a webhook, or into the refusal.
func (s *Service) orNotFound(row db.WebhookRow, err error, id ident.Webhook) (Webhook, error) {
	if errors.Is(err, pg.ErrNoRows) {
		return Webhook{}, errNotFound
	}
	if err != nil {
		return Webhook{}, fmt.Errorf("find webhook %s: %w", id, err)
	}
	return s.fromRow(row), nil
}

func (s *Service) fromRow(row db.WebhookRow) Webhook {
	w := Webhook{
		ID: ident.Of[ident.Webhook](row.HomeShard, row.ID), App: ident.Of[ident.App](ident.Control, row.AppID),
		URL: row.Url, Description: row.Description, Events: []event.Name{}, Enabled: row.Enabled, IgnoreOwnChanges: row.IgnoreOwnChanges,
		Version: int(row.Version), CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
	if row.PreviousExpiresAt != nil && s.deps.Now().Before(*row.PreviousExpiresAt) {
		w.PreviousSecretExpiresAt = row.PreviousExpiresAt
	}
	for _, name := range row.Events {
		w.Events = append(w.Events, event.Name(name))
	}
	return w
}
