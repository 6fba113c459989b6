package webhooks

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/core/webhooks/internal/db"
)

const (
	// failingTold is how long a webhook fails before its owners hear of it.
	failingTold = time.Hour
	healthBatch = 500 // lanes in one run; the next run goes on
)

// TellHealth tells an app's owners, once each time, that a webhook has taken no
// delivery for an hour and that it takes them again. Telling is all: nothing is
// switched off. It returns how many webhooks it told of.
//
//	works ──1 h of failures──▶ told that it fails ──2xx──▶ told that it works
//	  ▲                              │
//	  └──────── switched off ────────┘
func (s *Service) TellHealth(ctx context.Context) (told int, err error) {
	if err := s.forgetSilent(ctx); err != nil {
		return 0, err
	}
	failing, err := db.New(s.deps.DB).FailingLanes(ctx, db.FailingLanesParams{Before: s.deps.Now().Add(-failingTold), Most: healthBatch})
	if err != nil {
		return 0, fmt.Errorf("list webhooks that fail: %w", err)
	}
	recovered, err := db.New(s.deps.DB).RecoveredLanes(ctx, healthBatch)
	if err != nil {
		return 0, fmt.Errorf("list webhooks that recovered: %w", err)
	}
	var failed []error
	tell := func(p patient, action audit.Action, take taking) {
		taken, err := s.tell(ctx, p, action, take)
		if failed = append(failed, err); taken {
			told++
		}
	}
	for _, row := range failing {
		tell(patient(row), "webhook.failing", s.takeFailing)
	}
	for _, row := range recovered {
		tell(patient(row), "webhook.recovered", s.takeRecovered)
	}
	return told, errors.Join(failed...)
}

// forgetSilent forgets how webhooks were doing that are sent nothing now. Whoever
// is switched on again starts anew.
func (s *Service) forgetSilent(ctx context.Context) error {
	rows, err := db.New(s.deps.DB).SilentLanes(ctx, healthBatch)
	if err != nil {
		return fmt.Errorf("list silent webhooks: %w", err)
	}
	for _, row := range rows {
		if err := db.New(s.deps.DB).ForgetHealth(ctx, db.ForgetHealthParams(row)); err != nil {
			return fmt.Errorf("forget how webhook %s was doing: %w", ident.Of[ident.Webhook](row.Shard, row.WebhookID), err)
		}
	}
	return nil
}

// patient is a webhook whose owners are to hear how it is doing.
type patient struct {
	Shard     ident.Shard
	WebhookID uuid.UUID
	AppID     uuid.UUID
	Url       string
}

// taking takes a telling, and says what is to be noted; nil when somebody else
// was faster.
type taking func(context.Context, *pg.Tx, patient) (audit.Facts, error)

// tell takes a telling and notes it, in one transaction. The entry is the notice
// in the console, and the mails follow it.
func (s *Service) tell(ctx context.Context, p patient, action audit.Action, take taking) (taken bool, err error) {
	app, err := s.deps.Apps.ByID(ctx, ident.Of[ident.App](ident.Control, p.AppID))
	if err != nil {
		return false, err
	}
	id := ident.Of[ident.Webhook](p.Shard, p.WebhookID)
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		facts, err := take(ctx, tx, p)
		if taken = facts != nil; err != nil || !taken {
			return err
		}
		// The host alone: the rest of an address may hold its owner's secrets.
		facts["app"], facts["host"] = app.ID, delivery.HostOf(p.Url)
		return s.deps.Audit.Note(ctx, tx, action, id, app.Organization, facts)
	})
	if err != nil {
		return false, fmt.Errorf("tell how webhook %s is doing: %w", id, err)
	}
	return taken, nil
}

func (s *Service) takeFailing(ctx context.Context, tx *pg.Tx, p patient) (audit.Facts, error) {
	since, err := db.New(tx).TakeFailing(ctx, db.TakeFailingParams{
		Shard: p.Shard, WebhookID: p.WebhookID, Now: s.deps.Now(), Before: s.deps.Now().Add(-failingTold),
	})
	if errors.Is(err, pg.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return audit.Facts{"since": since}, nil
}

func (s *Service) takeRecovered(ctx context.Context, tx *pg.Tx, p patient) (audit.Facts, error) {
	rows, err := db.New(tx).TakeRecovered(ctx, db.TakeRecoveredParams{Shard: p.Shard, WebhookID: p.WebhookID})
	if err != nil || rows == 0 {
		return nil, err
	}
	return audit.Facts{}, nil
}
