package app

import (
	"context"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// evidence is where an app left traces that its review looks for.
type evidence struct {
	webhooks *webhooks.Service
	tenancy  *tenancy.Service
	installs *installs.Service
	journal  *journal.Journal
	scopes   map[string]scope.Scope // which the rows of the Business API take, by their patterns
	now      clock.Now
}

// Subscribed lists the events that the app's enabled webhooks are told of.
func (e evidence) Subscribed(ctx context.Context, app apps.App) ([]event.Name, error) {
	list, err := e.webhooks.Webhooks(ctx, app)
	var heard []event.Name
	for _, w := range list {
		if w.Enabled {
			heard = append(heard, w.Events...)
		}
	}
	return heard, err
}

// Tested reports whether one of the app's webhooks received a test of late.
func (e evidence) Tested(ctx context.Context, app apps.App) (bool, error) {
	list, err := e.webhooks.Webhooks(ctx, app)
	for i := 0; err == nil && i < len(list); i++ {
		var tested bool
		if tested, err = e.webhooks.Tested(ctx, list[i]); tested {
			return true, nil
		}
	}
	return false, err
}

// InSandbox reports whether a sandbox of the app's makers has or had it.
func (e evidence) InSandbox(ctx context.Context, app apps.App) (bool, error) {
	sandboxes, err := e.tenancy.SandboxesOf(ctx, app.Organization)
	if err != nil {
		return false, err
	}
	for _, sandbox := range sandboxes {
		if _, had, err := e.installs.Newest(ctx, sandbox.ID, app.ID); had || err != nil {
			return had, err
		}
	}
	return false, nil
}

// UsedScopes are those of the routes that the app called with success in the last 30
// days, and of the events that its enabled webhooks are told of. Which scopes an app
// needs that reads app data or the list of events, nobody can tell: all that it reads
// by.
func (e evidence) UsedScopes(ctx context.Context, app apps.App) (scope.Set, error) {
	used := map[scope.Scope]bool{}
	routes, err := e.journal.Routes(ctx, app.ID, e.now().Add(-30*24*time.Hour), e.now().Add(time.Minute))
	for _, r := range routes {
		if r.Calls > r.Errors {
			used[e.scopes[r.Route]] = true
		}
	}
	if err != nil {
		return nil, err
	}
	heard, err := e.Subscribed(ctx, app)
	for _, name := range heard {
		t, _ := event.Lookup(name)
		used[t.Scope] = true
	}
	return slices.DeleteFunc(slices.Clone(app.Scopes), func(s scope.Scope) bool {
		row, _ := scope.Lookup(s)
		unknown := row.Risk == scope.Read && (used[scope.OfRecord] || used[scope.EventsRead])
		return !used[s] && !unknown
	}), err
}
