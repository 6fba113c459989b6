package functions

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/functions/internal/db"
)

// Stop is the operator's: functions of an app, or of all apps of an organization, do
// not run.
type Stop struct {
	Subject uuid.UUID
	Reason  string // its makers read it
	At      time.Time
	By      ident.User // who gave the reason; zero: somebody at the command line
}

// StopApp stops the functions of an app. What is due to them from now on fails, and
// can be repeated. It opens its own transaction.
func (s *Service) StopApp(ctx context.Context, app apps.App, reason string) error {
	return s.stop(ctx, app.ID.UUID, reason, func(tx *pg.Tx) error {
		return s.deps.Audit.Note(ctx, tx, audit.FunctionsStopped, app.ID, app.Organization, audit.Facts{"app": app.ID, "reason": reason})
	})
}

// ResumeApp lets them run again.
func (s *Service) ResumeApp(ctx context.Context, app apps.App) error {
	return s.resume(ctx, app.ID.UUID, func(tx *pg.Tx) error {
		return s.deps.Audit.Note(ctx, tx, audit.FunctionsResumed, app.ID, app.Organization, audit.Facts{"app": app.ID})
	})
}

// StopOrganization stops the functions of all apps of an organization, those to come
// too. It opens its own transaction.
func (s *Service) StopOrganization(ctx context.Context, id ident.Organization, reason string) error {
	return s.stop(ctx, id.UUID, reason, func(tx *pg.Tx) error {
		return s.deps.Audit.Note(ctx, tx, audit.FunctionsStopped, id, id, audit.Facts{"reason": reason})
	})
}

// ResumeOrganization lets them run again.
func (s *Service) ResumeOrganization(ctx context.Context, id ident.Organization) error {
	return s.resume(ctx, id.UUID, func(tx *pg.Tx) error {
		return s.deps.Audit.Note(ctx, tx, audit.FunctionsResumed, id, id, audit.Facts{})
	})
}

func (s *Service) stop(ctx context.Context, subject uuid.UUID, reason string, note func(*pg.Tx) error) error {
	p := db.StopParams{Subject: subject, Reason: reason, Now: s.deps.Now()}
	if who, err := ident.Parse[ident.User](actor.From(ctx).ID); err == nil {
		p.StoppedBy = &who.UUID
	}
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := db.New(tx).Stop(ctx, p); err != nil {
			return fmt.Errorf("stop functions: %w", err)
		}
		return note(tx)
	})
}

func (s *Service) resume(ctx context.Context, subject uuid.UUID, note func(*pg.Tx) error) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := db.New(tx).Resume(ctx, subject); err != nil {
			return fmt.Errorf("let functions run again: %w", err)
		}
		return note(tx)
	})
}

// Stops are the operator's that keep the functions of an app from running, the oldest
// first: of the app, of its organization.
func (s *Service) Stops(ctx context.Context, app apps.App) ([]Stop, error) {
	rows, err := db.New(s.deps.DB).Stopped(ctx, []uuid.UUID{app.ID.UUID, app.Organization.UUID})
	if err != nil {
		return nil, fmt.Errorf("look who stopped functions of app %s: %w", app.ID, err)
	}
	list := make([]Stop, len(rows))
	for i, row := range rows {
		list[i] = Stop{Subject: row.Subject, Reason: row.Reason, At: row.StoppedAt}
		if row.StoppedBy != nil {
			list[i].By = ident.Of[ident.User](ident.Control, *row.StoppedBy)
		}
	}
	return list, nil
}
