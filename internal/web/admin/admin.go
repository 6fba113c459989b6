package admin

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/functions"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/core/listings"
	"github.com/counterpart/counterpart/internal/core/oauth/client"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

// Deps is what the face needs.
type Deps struct {
	Gate      *gate.Gate
	Sessions  *session.Sessions
	Accounts  *accounts.Service
	Tenancy   *tenancy.Service
	Apps      *apps.Service
	Installs  *installs.Service
	Functions *functions.Service
	Webhooks  *webhooks.Service
	Delivery  *delivery.Service
	Clients   *client.Service
	Journal   *journal.Journal
	Audit     *audit.Log
	Listings  *listings.Service
	Now       clock.Now
}

// Face is the operator's API.
type Face struct{ deps Deps }

// New returns the face on the given parts.
func New(deps Deps) *Face { return &Face{deps: deps} }

// Table is the face's routes.
func (f *Face) Table() route.Face {
	return route.Face{
		Routes: slices.Concat(f.appRoutes(), f.functionRoutes(), f.domainRoutes(), f.backlogRoutes(), f.lockoutRoutes(), f.userRoutes(), f.businessRoutes(), f.reviewRoutes()),
		Under:  []string{"/admin/"},
		Guard:  f.guard,
	}
}

// guard lets nobody but operators to a row, nor to where there is none.
func (f *Face) guard(row route.Route) route.Handler {
	return f.deps.Gate.FirstParty(row, f.deps.Sessions.Guard(f.forOperators(row.Handle)))
}

// forOperators tells everybody else that there is nothing.
func (f *Face) forOperators(next route.Handler) route.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		in, _ := session.From(r.Context())
		err := f.deps.Accounts.RequireOperator(r.Context(), in)
		if err == nil {
			err = next(w, r.WithContext(f.sign(r.Context(), in.User.ID)))
		}
		if errors.Is(err, accounts.ErrNotOperator) {
			return route.ErrNowhere
		}
		return err
	}
}

// sign makes what follows the operator's, in whose name it is recorded, for as
// long as the user is one.
func (f *Face) sign(ctx context.Context, user ident.User) context.Context {
	who := actor.From(ctx)
	who.Kind = actor.Operator
	return pg.Guarded(actor.With(ctx, who), func(ctx context.Context, tx *pg.Tx) error {
		return f.deps.Accounts.LockOperator(ctx, tx, user)
	})
}

// page is a part of a list, the newest first.
type page[T, ID any] struct {
	Data       []T  `json:"data"`
	HasMore    bool `json:"hasMore"`
	NextCursor *ID  `json:"nextCursor"` // the last id of the page, where it goes on
}

// pageOf puts what was read of a list into its shape. One more than the limit was
// asked for.
func pageOf[R, T, ID any](records []R, limit int, show func(R) T, id func(R) ID) page[T, ID] {
	shown := records[:min(len(records), limit)]
	p := page[T, ID]{Data: make([]T, len(shown)), HasMore: len(records) > limit}
	for i, record := range shown {
		p.Data[i] = show(record)
		p.NextCursor = new(id(record))
	}
	return p
}

// wantLimit holds a page to its bounds.
func wantLimit(p *route.Problems, limit int) {
	p.Want(limit >= 1 && limit <= 200, "limit must be between 1 and 200")
}
