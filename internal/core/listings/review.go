package listings

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/listings/internal/db"
)

// Waiting lists the revisions that wait for review or are in it, longest waiting
// first: all, or those that a reviewer has claimed.
func (s *Service) Waiting(ctx context.Context, claimedBy ident.User, most int) ([]Revision, error) {
	rows, err := db.New(s.deps.DB).Waiting(ctx, db.WaitingParams{ClaimedBy: present(claimedBy.IsZero(), claimedBy.UUID), Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list what waits for review: %w", err)
	}
	return revisionsFrom(rows), nil
}

// Decided lists the revisions that were decided on before a time, newest first.
func (s *Service) Decided(ctx context.Context, before time.Time, most int) ([]Revision, error) {
	rows, err := db.New(s.deps.DB).Decided(ctx, db.DecidedParams{Before: before, Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list what was decided: %w", err)
	}
	return revisionsFrom(rows), nil
}

// Revision finds a revision of any listing, and that listing.
func (s *Service) Revision(ctx context.Context, id ident.Revision) (Revision, Listing, error) {
	row, err := db.New(s.deps.DB).Revision(ctx, id.UUID)
	if id.Shard != ident.Control || errors.Is(err, pg.ErrNoRows) {
		return Revision{}, Listing{}, errRevisionNotFound
	}
	if err != nil {
		return Revision{}, Listing{}, fmt.Errorf("find revision %s: %w", id, err)
	}
	r := revisionFrom(row)
	listing, err := s.Of(ctx, r.App)
	return r, listing, err
}

// Claim begins the review of a revision. Of two who claim one, one gets it.
func (s *Service) Claim(ctx context.Context, id ident.Revision, by ident.User) error {
	return s.review(ctx, id, step{
		does: Claim, says: entry{kind: Claim, by: by, review: true}, action: audit.ListingClaimed,
		do: func(r *Revision, _ apps.App) { r.ClaimedAt, r.ClaimedBy = new(s.deps.Now()), by },
	})
}

// Release puts a revision back into the queue, whoever has claimed it.
func (s *Service) Release(ctx context.Context, id ident.Revision, by ident.User) error {
	return s.review(ctx, id, step{
		does: Release, says: entry{kind: Release, by: by, review: true}, action: audit.ListingReleased,
		do: func(r *Revision, _ apps.App) { r.ClaimedAt, r.ClaimedBy = nil, ident.User{} },
	})
}

// decisions says how each decision is written down.
var decisions = map[Action]audit.Action{
	Approve: audit.ListingApproved, RequestChanges: audit.ListingChangesRequested, Reject: audit.ListingRejected,
}

// Decide ends the review of a revision with words for its makers: Approve,
// RequestChanges or Reject, by the reviewer who has claimed it. An approved
// revision is live from then on, and the one before it is superseded. What the app
// began to ask for after its revision was submitted is not approved with it.
func (s *Service) Decide(ctx context.Context, id ident.Revision, by ident.User, decision Action, words string) error {
	return s.review(ctx, id, step{
		does: decision, says: entry{kind: decision, by: by, review: true, text: words}, action: decisions[decision],
		want: func(r Revision, app apps.App) error {
			if r.ClaimedBy != by {
				return errNotClaimed
			}
			if added := r.Scopes.Missing(app.Scopes); decision == Approve && len(added) > 0 {
				return errScopesAdded.With(added)
			}
			return nil
		},
		do: func(r *Revision, _ apps.App) {
			r.DecidedAt, r.ClaimedAt, r.ClaimedBy = new(s.deps.Now()), nil, ident.User{}
		},
	})
}

// review moves the revision that a reviewer looks at. One that is not its
// listing's open revision any more is decided.
func (s *Service) review(ctx context.Context, id ident.Revision, step step) error {
	r, _, err := s.Revision(ctx, id)
	if err != nil {
		return err
	}
	want := step.want
	step.want = func(open Revision, app apps.App) error {
		if open.ID != id {
			return refusalOf(step.does, r.State)
		}
		if want == nil {
			return nil
		}
		return want(open, app)
	}
	_, err = s.move(ctx, r.App, 0, step)
	return err
}

// publish makes room for a revision that becomes live.
func (s *Service) publish(ctx context.Context, tx *pg.Tx, l Listing) error {
	if l.Live != nil {
		to, ok := Next(l.Live.State, supersede)
		if !ok {
			return fmt.Errorf("revision %s is live and %s", l.Live.ID, l.Live.State)
		}
		if err := db.New(tx).Supersede(ctx, db.SupersedeParams{ID: l.Live.ID.UUID, State: string(to), Now: s.deps.Now()}); err != nil {
			return fmt.Errorf("supersede revision %s: %w", l.Live.ID, err)
		}
	}
	if err := db.New(tx).NoteListed(ctx, db.NoteListedParams{AppID: l.App.UUID, Now: s.deps.Now()}); err != nil {
		return fmt.Errorf("list app %s: %w", l.App, err)
	}
	return nil
}

// Figures are how busy review is.
type Figures struct {
	Waiting      int
	OldestAt     *time.Time     // since when the longest waiting one waits; nil when none does
	MedianReview *time.Duration // of the last 30 days; nil when there was none
}

// reviewsSeen is how far back the figures look.
const reviewsSeen = 30 * 24 * time.Hour

// Figures tells how busy review is.
func (s *Service) Figures(ctx context.Context) (Figures, error) {
	row, err := db.New(s.deps.DB).Figures(ctx, s.deps.Now().Add(-reviewsSeen))
	if err != nil {
		return Figures{}, fmt.Errorf("count reviews: %w", err)
	}
	f := Figures{Waiting: int(row.Waiting)}
	if f.Waiting > 0 {
		f.OldestAt = &row.Oldest
	}
	if row.MedianSeconds >= 0 {
		f.MedianReview = new(time.Duration(row.MedianSeconds) * time.Second)
	}
	return f, nil
}
