package pending

import (
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/pending/internal/db"
)

// Look finds a person's action, and ends it if it no longer is what it shows.
func (s *Service) Look(ctx context.Context, user ident.User, id ident.PendingAction) (Action, error) {
	a, err := s.ByID(ctx, user, id)
	if err != nil || a.State != Asked {
		return a, err
	}
	same, err := s.unchanged(ctx, a)
	if err != nil || same {
		return a, err
	}
	if err := s.markChanged(ctx, db.New(s.deps.DB), a); err != nil {
		return Action{}, err
	}
	return s.ByID(ctx, user, id)
}

// Approve writes a person's yes down, unless there is a decision or the time is up, and
// tells where the action stands then. It opens a transaction.
func (s *Service) Approve(ctx context.Context, user ident.User, id ident.PendingAction) (Action, error) {
	return s.decide(ctx, user, id, Approved, audit.ActionApproved)
}

// Refuse does the same with a no.
func (s *Service) Refuse(ctx context.Context, user ident.User, id ident.PendingAction) (Action, error) {
	return s.decide(ctx, user, id, Refused, audit.ActionRefused)
}

func (s *Service) decide(ctx context.Context, user ident.User, id ident.PendingAction, as State, noted audit.Action) (Action, error) {
	a, err := s.Look(ctx, user, id)
	if err != nil || a.State != Asked {
		return a, err
	}
	now := s.deps.Now()
	expires := a.ExpiresAt
	if as == Approved {
		expires = now.Add(Valid)
	}
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error { return s.write(ctx, tx, a, as, noted, now, expires) })
	if err != nil {
		return Action{}, fmt.Errorf("decide on action %s: %w", id, err)
	}
	// Whoever was first has decided.
	return s.ByID(ctx, user, id)
}

func (s *Service) write(ctx context.Context, tx *pg.Tx, a Action, as State, noted audit.Action, now, expires time.Time) error {
	n, err := db.New(tx).Decide(ctx, db.DecideParams{
		Shard: a.Business.Shard, BusinessID: a.Business.UUID, ID: a.ID.UUID, UserID: a.User.UUID, State: string(as), Now: now, ExpiresAt: expires,
	})
	if err != nil || n == 0 {
		return err
	}
	return s.deps.Audit.NoteIn(ctx, tx, a.Business, noted, a.Installation, audit.Facts{
		"app": a.App.String(), "action": a.ID.String(), "tool": string(a.Tool), "record": a.Facts.Record,
	})
}

func (s *Service) markChanged(ctx context.Context, q *db.Queries, a Action) error {
	err := q.MarkChanged(ctx, db.MarkChangedParams{Shard: a.Business.Shard, BusinessID: a.Business.UUID, ID: a.ID.UUID})
	if err != nil {
		return fmt.Errorf("end action %s: %w", a.ID, err)
	}
	return nil
}
