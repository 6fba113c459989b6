package console

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

func (f *Face) appRoutes() []route.Route {
	const one = " /developer/apps/{id}"
	return []route.Route{
		{Pattern: "GET" + one, Handle: route.JSON(http.StatusOK, f.readApp)},
		{Pattern: "POST" + one + "/deactivate", Handle: route.JSON(http.StatusOK, f.deactivateApp)},
		{Pattern: "POST" + one + "/reactivate", Handle: route.JSON(http.StatusOK, f.reactivateApp)},
	}
}

// appOf finds an app for whoever is signed in. The members of the organization
// that owns it are its makers; to all others it does not exist, and neither does
// one that nobody has claimed.
func (f *Face) appOf(ctx context.Context, id ident.App) (apps.App, error) {
	app, err := f.deps.Apps.ByID(ctx, id)
	if err != nil {
		return apps.App{}, err
	}
	if app.Organization.IsZero() {
		return apps.App{}, apps.ErrNotFound
	}
	in, _ := session.From(ctx)
	_, member, err := f.deps.Tenancy.OrganizationRole(ctx, in.User.ID, app.Organization)
	if err == nil && !member {
		err = apps.ErrNotFound
	}
	return app, err
}

// appToChange finds an app for a change that takes a role in its organization.
// The returned context has each transaction of the change look at the role once
// more and lock it: who was removed meanwhile changes nothing any more.
func (f *Face) appToChange(ctx context.Context, id ident.App, need tenancy.OrganizationRole) (context.Context, apps.App, error) {
	app, err := f.appOf(ctx, id)
	if err != nil {
		return ctx, apps.App{}, err
	}
	in, _ := session.From(ctx)
	check := func(ctx context.Context, tx *pg.Tx) error {
		role, member, err := f.deps.Tenancy.LockOrganizationRole(ctx, tx, in.User.ID, app.Organization)
		if err == nil && !member {
			err = apps.ErrNotFound
		}
		if err != nil {
			return err
		}
		return role.Need(need)
	}
	return pg.Guarded(ctx, check), app, nil
}

// app is an app as its makers see it. Its webhooks and app data fields have
// routes of their own.
type app struct {
	ID             ident.App          `json:"id"`
	ClientID       string             `json:"clientId"`
	Name           string             `json:"name"`
	Type           apps.Type          `json:"type"`
	Status         apps.Status        `json:"status"`
	Review         apps.Review        `json:"review"`
	Scopes         scope.Set          `json:"scopes"`
	RedirectURIs   []string           `json:"redirectUris"`
	PinnedVersion  *string            `json:"pinnedApiVersion"` // null: it follows the current one
	OrganizationID ident.Organization `json:"organizationId"`
	SuspendedAt    *route.Time        `json:"suspendedAt"`   // by the operator; null: it is not
	DeactivatedAt  *route.Time        `json:"deactivatedAt"` // by its owner; null: it is not
	Version        int                `json:"version"`
	CreatedAt      route.Time         `json:"createdAt"`
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
	return shown
}

type appNamed struct {
	App ident.App `path:"id" absent:"APP_NOT_FOUND"`
}

func (f *Face) readApp(ctx context.Context, in appNamed) (app, error) {
	found, err := f.appOf(ctx, in.App)
	return appFrom(found), err
}

func (f *Face) deactivateApp(ctx context.Context, in appNamed) (app, error) {
	ctx, _, err := f.appToChange(ctx, in.App, tenancy.OrganizationAdmin)
	if err != nil {
		return app{}, err
	}
	changed, err := f.deps.Apps.Deactivate(ctx, in.App)
	return appFrom(changed), err
}

func (f *Face) reactivateApp(ctx context.Context, in appNamed) (app, error) {
	ctx, _, err := f.appToChange(ctx, in.App, tenancy.OrganizationAdmin)
	if err != nil {
		return app{}, err
	}
	changed, err := f.deps.Apps.Reactivate(ctx, in.App)
	return appFrom(changed), err
}
