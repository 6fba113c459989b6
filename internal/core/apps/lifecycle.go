package apps

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit"
)

// Suspend shuts an app out; the operator's operation. Like the other operations
// here it opens its own transaction.
func (s *Service) Suspend(ctx context.Context, id ident.App) (App, error) {
	return s.SuspendFor(ctx, id, "")
}

// SuspendFor does so for a reason that the app's makers are told. A suspended app
// stays as it is, or gets another reason.
func (s *Service) SuspendFor(ctx context.Context, id ident.App, reason string) (App, error) {
	return s.change(ctx, id, 0, audit.AppSuspended, func(app *App) (audit.Facts, error) {
		if app.SuspendedAt != nil && (reason == "" || reason == app.SuspensionReason) {
			return nil, nil
		}
		if app.SuspendedAt == nil {
			app.SuspendedAt = new(s.deps.Now())
		}
		app.SuspensionReason = reason
		return audit.Facts{}, nil
	})
}

// Unsuspend takes a suspension back.
func (s *Service) Unsuspend(ctx context.Context, id ident.App) (App, error) {
	return s.change(ctx, id, 0, audit.AppUnsuspended, func(app *App) (audit.Facts, error) {
		if app.SuspendedAt == nil {
			return nil, nil
		}
		app.SuspendedAt, app.SuspensionReason = nil, ""
		return audit.Facts{}, nil
	})
}

// Deactivate shuts an app out; its owner's operation. A suspension is another thing
// and stays.
func (s *Service) Deactivate(ctx context.Context, id ident.App) (App, error) {
	return s.change(ctx, id, 0, audit.AppDeactivated, func(app *App) (audit.Facts, error) {
		if app.DeactivatedAt != nil {
			return nil, nil
		}
		app.DeactivatedAt = new(s.deps.Now())
		return audit.Facts{}, nil
	})
}

// Reactivate takes a deactivation back.
func (s *Service) Reactivate(ctx context.Context, id ident.App) (App, error) {
	return s.change(ctx, id, 0, audit.AppReactivated, func(app *App) (audit.Facts, error) {
		if app.DeactivatedAt == nil {
			return nil, nil
		}
		app.DeactivatedAt = nil
		return audit.Facts{}, nil
	})
}
