package app

import (
	"context"

	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// evidence is where an app left traces that its review looks for.
type evidence struct {
	webhooks *webhooks.Service
	tenancy  *tenancy.Service
	installs *installs.Service
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
