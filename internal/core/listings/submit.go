package listings

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
)

// Lack is a member of a listing that people need and that is empty.
type Lack struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Submit hands the open revision of an app's listing to review, with a note for
// the reviewer that may be empty. It must be complete, and the app must pass its
// checks: these ask other hosts, so they are made before the transaction, for the
// very version of the listing that is then submitted.
func (s *Service) Submit(ctx context.Context, app apps.App, by ident.User, note string) (Listing, error) {
	var listing Listing
	// In a transaction, so that whoever may not submit has us ask nobody.
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) (err error) {
		if listing, err = listingOf(ctx, tx, app.ID); err == nil {
			err = listing.wantSubmittable()
		}
		return err
	})
	if err != nil {
		return Listing{}, err
	}
	checks, err := s.Checks(ctx, app)
	if err != nil {
		return Listing{}, err
	}
	if failed := failing(checks); len(failed) > 0 {
		return Listing{}, errChecksFailed.WithDetails(failed)
	}
	return s.move(ctx, app.ID, listing.Version, step{
		does: Submit, says: entry{kind: Submit, by: by, text: note}, action: audit.ListingSubmitted,
		do: func(r *Revision, app apps.App) {
			r.SubmittedAt, r.SubmittedBy, r.Scopes, r.DecidedAt = new(s.deps.Now()), by, app.Scopes, nil
		},
	})
}

// wantSubmittable refuses what cannot be handed to review as it is.
func (l Listing) wantSubmittable() error {
	if l.Open == nil {
		return errNothingOpen
	}
	if _, ok := Next(l.Open.State, Submit); !ok {
		return refusalOf(Submit, l.Open.State)
	}
	missing := l.Open.Missing()
	if len(missing) == 0 {
		return nil
	}
	lacks := make([]Lack, len(missing))
	for i, name := range missing {
		lacks[i] = Lack{Field: name, Message: name + " should not be empty"}
	}
	return errIncomplete.WithDetails(lacks)
}

// Withdraw takes a revision back from review that nobody has begun to look at.
func (s *Service) Withdraw(ctx context.Context, app ident.App, by ident.User) (Listing, error) {
	return s.move(ctx, app, 0, step{
		does: Withdraw, says: entry{kind: Withdraw, by: by}, action: audit.ListingWithdrawn,
		do: func(r *Revision, _ apps.App) { r.SubmittedAt, r.SubmittedBy = nil, ident.User{} },
	})
}

// step is how an action moves a revision on.
type step struct {
	does   Action
	says   entry // for the thread
	action audit.Action
	// want refuses what the state alone does not; nil refuses nothing.
	want func(Revision, apps.App) error
	do   func(*Revision, apps.App)
}

// move takes the open revision of an app's listing on to its next state, and the
// app's review with it. It opens its own transaction.
func (s *Service) move(ctx context.Context, id ident.App, seen int, step step) (moved Listing, err error) {
	err = s.deps.Apps.FollowReview(ctx, id, func(tx *pg.Tx, app apps.App) (apps.Review, error) {
		listing, err := listingOf(ctx, tx, app.ID)
		if err == nil {
			err = listing.wantVersion(seen)
		}
		if err != nil {
			return "", err
		}
		r, err := listing.stepTo(app, step)
		if err != nil {
			return "", err
		}
		step.do(&r, app)
		if r.State == Approved {
			if err := s.publish(ctx, tx, listing); err != nil {
				return "", err
			}
		}
		if err := s.finish(ctx, tx, app, r, step); err != nil {
			return "", err
		}
		moved, err = listingOf(ctx, tx, app.ID)
		return apps.Review(r.State), err
	})
	return moved, err
}

// stepTo is the open revision in the state that a step brings it to.
func (l Listing) stepTo(app apps.App, step step) (Revision, error) {
	if l.Open == nil {
		return Revision{}, refusalOf(step.does, Approved)
	}
	r := *l.Open
	to, ok := Next(r.State, step.does)
	if !ok {
		return Revision{}, refusalOf(step.does, r.State)
	}
	if step.want != nil {
		if err := step.want(r, app); err != nil {
			return Revision{}, err
		}
	}
	r.State = to
	return r, nil
}

// finish writes what a step did.
func (s *Service) finish(ctx context.Context, tx *pg.Tx, app apps.App, r Revision, step step) error {
	if err := s.save(ctx, tx, r); err != nil {
		return err
	}
	if r.State == Approved {
		if err := releaseSlugs(ctx, tx, app.ID); err != nil {
			return err
		}
	}
	if err := s.say(ctx, tx, r.ID, step.says); err != nil {
		return err
	}
	return s.note(ctx, tx, app, step.action, r, nil)
}

// refusalOf is why an action is not allowed in a state.
func refusalOf(does Action, state State) error {
	switch {
	case does == Submit && (state == Submitted || state == InReview):
		return errAlreadySubmitted
	case does == Submit && state == Rejected:
		return errRejected
	case does == Submit:
		return errNothingOpen
	case does == Withdraw:
		return errNotSubmitted
	case does == Claim:
		return errNotWaiting.With(state)
	}
	return errNotClaimed
}
