package admin

import (
	"context"
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) lockoutRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /admin/lockouts", Handle: route.JSON(http.StatusOK, f.lockouts)},
	}
}

// lockoutsShown is how far back the list goes.
const lockoutsShown = 24 * time.Hour

type lockoutListing struct {
	After ident.AuditEntry `query:"after" absent:"UNKNOWN_CURSOR"`
	Limit int              `query:"limit" default:"50"`
}

// Check holds the listing to its bounds.
func (in lockoutListing) Check(p *route.Problems) { wantLimit(p, in.Limit) }

// lockout is somebody who guessed so often that all tries are used up for now. One
// subject's lockouts of a day are one.
type lockout struct {
	ID      ident.AuditEntry `json:"id"`
	Action  audit.Action     `json:"action"`
	Subject *string          `json:"subject"` // the user or app; null: there is none of that name
	Network *string          `json:"network"` // that the first came from; null: not known
	Count   int              `json:"count"`
	FirstAt route.Time       `json:"firstAt"`
	LastAt  route.Time       `json:"lastAt"`
}

func (f *Face) lockouts(ctx context.Context, in lockoutListing) (page[lockout, ident.AuditEntry], error) {
	if !in.After.IsZero() && in.After.Shard != ident.Control {
		return page[lockout, ident.AuditEntry]{}, fault.UnknownCursor
	}
	list, err := f.deps.Audit.Lockouts(ctx, f.deps.Now().Add(-lockoutsShown), in.After, in.Limit+1)
	if err != nil {
		return page[lockout, ident.AuditEntry]{}, err
	}
	return pageOf(list, in.Limit, lockoutFrom, func(l audit.Lockout) ident.AuditEntry { return l.ID }), nil
}

func lockoutFrom(l audit.Lockout) lockout {
	shown := lockout{ID: l.ID, Action: l.Action, Count: l.Count, FirstAt: route.Time(l.FirstAt), LastAt: route.Time(l.LastAt)}
	if l.Subject != "" {
		shown.Subject = &l.Subject
	}
	if l.Network.IsValid() {
		shown.Network = new(l.Network.String())
	}
	return shown
}
