package apps

import (
	"context"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
)

// Review is how far an app's review has come.
type Review string

// The states of a review.
const (
	Draft            Review = "DRAFT"
	Submitted        Review = "SUBMITTED"
	InReview         Review = "IN_REVIEW"
	Approved         Review = "APPROVED"
	ChangesRequested Review = "CHANGES_REQUESTED"
	Rejected         Review = "REJECTED"
)

// moves says where a review can go from each state. The operator may approve an
// app that he knows without the long way round.
var moves = map[Review][]Review{
	Draft:            {Submitted, Approved},
	Submitted:        {InReview, Draft, Approved},
	InReview:         {Approved, ChangesRequested, Rejected},
	ChangesRequested: {Submitted, Approved},
	Rejected:         {Draft, Approved},
	Approved:         {ChangesRequested},
}

// Approve completes an app's review; the operator's operation.
func (s *Service) Approve(ctx context.Context, id ident.App) (App, error) {
	return s.SetReview(ctx, id, Approved)
}

// SetReview moves an app's review on. Who may make which move is the caller's
// to say. An app that registered itself has no review until an organization has
// claimed it. It opens its own transaction.
func (s *Service) SetReview(ctx context.Context, id ident.App, to Review) (App, error) {
	return s.change(ctx, id, 0, audit.AppReviewMoved, func(app *App) (audit.Facts, error) {
		from := app.Review
		if app.Organization.IsZero() {
			return nil, errUnclaimed
		}
		if !slices.Contains(moves[from], to) {
			return nil, errReviewMove.With(from, to)
		}
		app.Review = to
		return audit.Facts{"from": from, "to": to}, nil
	})
}

// FollowReview does something about the review of an app, which is locked
// meanwhile, and then has the app's own review follow to the state that do
// returns. An approved app stays approved: what becomes of its next revision
// changes nothing for the businesses that have it. It opens its own transaction.
func (s *Service) FollowReview(ctx context.Context, id ident.App, do func(tx *pg.Tx, app App) (Review, error)) error {
	return s.takeRights(ctx, id, func(tx *pg.Tx) error {
		app, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		from := app.Review
		app.Review, err = do(tx, app)
		if err != nil || app.Review == from || from == Approved {
			return err
		}
		app.Version++
		if err := save(ctx, tx, app); err != nil {
			return err
		}
		return s.deps.Audit.Note(ctx, tx, audit.AppReviewMoved, app.ID, app.Organization, audit.Facts{"from": from, "to": app.Review})
	})
}
