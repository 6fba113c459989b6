package console

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) appRoutes() []route.Route {
	const one = " /developer/apps/{id}"
	return []route.Route{
		{Pattern: "GET" + one, Role: viewer, Handle: route.JSON(http.StatusOK, f.readApp)},
		{Pattern: "POST" + one + "/deactivate", Role: admin, Handle: route.JSON(http.StatusOK, f.deactivateApp)},
		{Pattern: "POST" + one + "/reactivate", Role: admin, Handle: route.JSON(http.StatusOK, f.reactivateApp)},
	}
}

// app is an app as its makers see it. Its webhooks and app data fields have
// routes of their own.
type app struct {
	ID               ident.App          `json:"id"`
	ClientID         string             `json:"clientId"`
	Name             string             `json:"name"`
	Type             apps.Type          `json:"type"`
	Status           apps.Status        `json:"status"`
	Review           apps.Review        `json:"review"`
	Scopes           scope.Set          `json:"scopes"`
	RedirectURIs     []string           `json:"redirectUris"`
	PinnedVersion    *string            `json:"pinnedApiVersion"` // null: it follows the current one
	OrganizationID   ident.Organization `json:"organizationId"`
	SuspendedAt      *route.Time        `json:"suspendedAt"`      // by the operator; null: it is not
	SuspensionReason *string            `json:"suspensionReason"` // in the operator's words
	DeactivatedAt    *route.Time        `json:"deactivatedAt"`    // by its owner; null: it is not
	Version          int                `json:"version"`
	CreatedAt        route.Time         `json:"createdAt"`
}

// RecordVersion is the app's ETag.
func (a app) RecordVersion() int { return a.Version }

func appFrom(a apps.App) app {
	shown := app{
		ID: a.ID, ClientID: a.ClientID, Name: a.Name, Type: a.Type, Status: a.Status(), Review: a.Review,
		Scopes: a.Scopes, RedirectURIs: a.RedirectURIs, OrganizationID: a.Organization,
		SuspendedAt: (*route.Time)(a.SuspendedAt), DeactivatedAt: (*route.Time)(a.DeactivatedAt),
		Version: a.Version, CreatedAt: route.Time(a.CreatedAt),
	}
	if a.PinnedVersion != "" {
		shown.PinnedVersion = &a.PinnedVersion
	}
	if a.SuspensionReason != "" {
		shown.SuspensionReason = &a.SuspensionReason
	}
	return shown
}

func (f *Face) readApp(ctx context.Context, _ route.None) (app, error) {
	return appFrom(appIn(ctx)), nil
}

func (f *Face) deactivateApp(ctx context.Context, _ route.None) (app, error) {
	changed, err := f.deps.Apps.Deactivate(ctx, appIn(ctx).ID)
	return appFrom(changed), err
}

func (f *Face) reactivateApp(ctx context.Context, _ route.None) (app, error) {
	changed, err := f.deps.Apps.Reactivate(ctx, appIn(ctx).ID)
	return appFrom(changed), err
}
