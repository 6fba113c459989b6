package partner

import (
	"context"
	"net/http"
	"time"

	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) periodRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /periods", Scope: scope.JournalRead, Permission: permission.ViewJournal, Handle: route.JSON(http.StatusOK, f.readPeriods)},
		{Pattern: "PUT /periods/lock", Permission: permission.LockPeriods, Handle: route.JSON(http.StatusOK, f.lockPeriods)},
	}
}

// periods tells which days are closed.
type periods struct {
	LockedThrough *route.Date `json:"lockedThrough"`
}

func (f *Face) readPeriods(ctx context.Context, _ route.None) (periods, error) {
	day, err := f.deps.Ledger.LockedThrough(ctx, gate.CallerFrom(ctx).Business.ID)
	return periods{LockedThrough: (*route.Date)(day)}, err
}

type periodLock struct {
	LockedThrough route.Change[route.Date] `json:"lockedThrough"`
}

// Check wants the day said: leaving it out must not unlock everything.
func (in periodLock) Check(p *route.Problems) {
	p.Want(in.LockedThrough.Given, "lockedThrough must be a date or null")
}

func (f *Face) lockPeriods(ctx context.Context, in periodLock) (periods, error) {
	err := f.deps.Ledger.LockThrough(ctx, gate.CallerFrom(ctx).Business.ID, (*time.Time)(in.LockedThrough.To))
	return periods{LockedThrough: in.LockedThrough.To}, err
}
