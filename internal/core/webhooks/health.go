package webhooks

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
)

const (
	// failingNoticeAfter is how long a webhook fails before its owners hear of it.
	failingNoticeAfter = time.Hour
	healthBatch        = 500 // webhooks in one look; the next run goes on
)

// NotifyHealth tells an app's owners, once each time, that a webhook has taken no
// delivery for an hour and that it takes them again. A notice is all: nothing is
// switched off. It looks at webhooks whose home is in some shards, and returns how
// many notices there were.
//
//	works ──1 h of failures──▶ told that it fails ──2xx──▶ told that it works
//	  ▲                              │
//	  └──────── switched off ────────┘
func (s *Service) NotifyHealth(ctx context.Context, shards []ident.Shard) (int64, error) {
	return across.Write(ctx, shards, s.notifyHealth)
}

// notifyHealth does so in the shards of one slice.
func (s *Service) notifyHealth(ctx context.Context, slice []int16) (noticed int64, err error) {
	if err := s.resetInactive(ctx, slice); err != nil {
		return 0, err
	}
	failing, err := db.New(s.deps.DB).FailingWebhooks(ctx, db.FailingWebhooksParams{Shards: slice, Before: s.deps.Now().Add(-failingNoticeAfter), Most: healthBatch})
	if err != nil {
		return 0, fmt.Errorf("list webhooks that fail: %w", err)
	}
	recovered, err := db.New(s.deps.DB).RecoveredWebhooks(ctx, db.RecoveredWebhooksParams{Shards: slice, Most: healthBatch})
	if err != nil {
		return 0, fmt.Errorf("list webhooks that recovered: %w", err)
	}
	var failed []error
	notify := func(h healthChange, action audit.Action, claim claim) {
		claimed, err := s.notify(ctx, h, action, claim)
		if failed = append(failed, err); claimed {
			noticed++
		}
	}
	for _, row := range failing {
		notify(healthChange(row), audit.WebhookFailing, s.claimFailing)
	}
	for _, row := range recovered {
		notify(healthChange(row), audit.WebhookRecovered, s.claimRecovered)
	}
	return noticed, errors.Join(failed...)
}

// resetInactive forgets how webhooks were doing that are sent nothing now. Whoever
// is switched on again starts anew.
func (s *Service) resetInactive(ctx context.Context, slice []int16) error {
	rows, err := db.New(s.deps.DB).InactiveWebhooks(ctx, db.InactiveWebhooksParams{Shards: slice, Most: healthBatch})
	if err != nil {
		return fmt.Errorf("list inactive webhooks: %w", err)
	}
	for _, row := range rows {
		if err := db.New(s.deps.DB).ResetHealth(ctx, db.ResetHealthParams(row)); err != nil {
			return fmt.Errorf("forget how webhook %s was doing: %w", ident.Of[ident.Webhook](row.Shard, row.WebhookID), err)
		}
	}
	return nil
}

// healthChange is a webhook whose owners are to hear how it is doing.
type healthChange struct {
	Shard     ident.Shard
	WebhookID uuid.UUID
	AppID     uuid.UUID
	Url       string
}

// claim takes a notice upon itself, and says what is to be noted; nil when somebody
// else was faster.
type claim func(context.Context, *pg.Tx, healthChange) (audit.Facts, error)

// notify claims a notice and notes it, in one transaction. The entry is the notice
// in the console, and the mails follow it.
func (s *Service) notify(ctx context.Context, h healthChange, action audit.Action, claim claim) (claimed bool, err error) {
	app, err := s.deps.Apps.ByID(ctx, ident.Of[ident.App](ident.Control, h.AppID))
	if err != nil {
		return false, err
	}
	id := ident.Of[ident.Webhook](h.Shard, h.WebhookID)
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		facts, err := claim(ctx, tx, h)
		if claimed = facts != nil; err != nil || !claimed {
			return err
		}
		// The host alone: the rest of an address may hold its owner's secrets.
		facts["app"], facts["host"] = app.ID, delivery.HostOf(h.Url)
		return s.deps.Audit.Note(ctx, tx, action, id, app.Organization, facts)
	})
	if err != nil {
		return false, fmt.Errorf("notify the owners of webhook %s: %w", id, err)
	}
	return claimed, nil
}

func (s *Service) claimFailing(ctx context.Context, tx *pg.Tx, h healthChange) (audit.Facts, error) {
	since, err := db.New(tx).ClaimFailing(ctx, db.ClaimFailingParams{
		Shard: h.Shard, WebhookID: h.WebhookID, Now: s.deps.Now(), Before: s.deps.Now().Add(-failingNoticeAfter),
	})
	if errors.Is(err, pg.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return audit.Facts{"since": since}, nil
}

func (s *Service) claimRecovered(ctx context.Context, tx *pg.Tx, h healthChange) (audit.Facts, error) {
	rows, err := db.New(tx).ClaimRecovered(ctx, db.ClaimRecoveredParams{Shard: h.Shard, WebhookID: h.WebhookID})
	if err != nil || rows == 0 {
		return nil, err
	}
	return audit.Facts{}, nil
}
