package admin

import (
	"context"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) appRoutes() []route.Route {
	const one = " /admin/apps/{id}"
	return []route.Route{
		{Pattern: "GET /admin/apps", Handle: route.JSON(http.StatusOK, f.listApps)},
		{Pattern: "GET" + one, Handle: route.JSON(http.StatusOK, f.readApp)},
		{Pattern: "GET" + one + "/impact", Handle: route.JSON(http.StatusOK, f.impact)},
		{Pattern: "POST" + one + "/suspend", Handle: route.JSON(http.StatusOK, f.suspendApp)},
		{Pattern: "POST" + one + "/unsuspend", Handle: route.JSON(http.StatusOK, f.unsuspendApp)},
	}
}

type app struct {
	ID               ident.App           `json:"id"`
	ClientID         string              `json:"clientId"`
	Name             string              `json:"name"`
	Type             apps.Type           `json:"type"`
	Status           apps.Status         `json:"status"`
	Review           apps.Review         `json:"review"`
	OrganizationID   *ident.Organization `json:"organizationId"` // null: it registered itself, and nobody has claimed it
	Scopes           scope.Set           `json:"scopes"`
	RedirectURIs     []string            `json:"redirectUris"`
	SuspendedAt      *route.Time         `json:"suspendedAt"`
	SuspensionReason *string             `json:"suspensionReason"`
	DeactivatedAt    *route.Time         `json:"deactivatedAt"`
	CreatedAt        route.Time          `json:"createdAt"`
}

func appFrom(a apps.App) app {
	shown := app{
		ID: a.ID, ClientID: a.ClientID, Name: a.Name, Type: a.Type, Status: a.Status(), Review: a.Review,
		Scopes: a.Scopes, RedirectURIs: a.RedirectURIs,
		SuspendedAt: (*route.Time)(a.SuspendedAt), DeactivatedAt: (*route.Time)(a.DeactivatedAt), CreatedAt: route.Time(a.CreatedAt),
	}
	if !a.Organization.IsZero() {
		shown.OrganizationID = &a.Organization
	}
	if a.SuspensionReason != "" {
		shown.SuspensionReason = &a.SuspensionReason
	}
	return shown
}

type appListing struct {
	Organization ident.Organization `query:"organizationId"`
	After        ident.App          `query:"after" absent:"UNKNOWN_CURSOR"`
	Limit        int                `query:"limit" default:"50"`
}

// Check holds the listing to its bounds.
func (in appListing) Check(p *route.Problems) { wantLimit(p, in.Limit) }

func (f *Face) listApps(ctx context.Context, in appListing) (page[app, ident.App], error) {
	list, err := f.appsOf(ctx, in)
	if err != nil {
		return page[app, ident.App]{}, err
	}
	return pageOf(list, in.Limit, appFrom, func(a apps.App) ident.App { return a.ID }), nil
}

// appsOf finds those that a listing asks for, and one more if there is one.
func (f *Face) appsOf(ctx context.Context, in appListing) ([]apps.App, error) {
	if in.Organization.IsZero() {
		return f.deps.Apps.All(ctx, in.After, in.Limit+1)
	}
	return f.deps.Apps.OfOrganization(ctx, in.Organization, in.After, in.Limit+1)
}

type appNamed struct {
	App ident.App `path:"id" absent:"APP_NOT_FOUND"`
}

func (f *Face) readApp(ctx context.Context, in appNamed) (app, error) {
	found, err := f.deps.Apps.ByID(ctx, in.App)
	return appFrom(found), err
}

// impact is what a suspension would do, counted now.
type impact struct {
	Installations     int   `json:"installations"`
	Calls             int64 `json:"calls"`  // of the last 24 h, to the hour
	Errors            int64 `json:"errors"` // likewise
	Webhooks          int   `json:"webhooks"`
	DeliveriesWaiting int   `json:"deliveriesWaiting"`
}

func (f *Face) impact(ctx context.Context, in appNamed) (shown impact, err error) {
	found, err := f.deps.Apps.ByID(ctx, in.App)
	if err != nil {
		return impact{}, err
	}
	if shown.Installations, err = f.deps.Installs.CountOfApp(ctx, found.ID); err != nil {
		return impact{}, err
	}
	now := f.deps.Now()
	points, err := f.deps.Journal.AppUsage(ctx, journal.Series{App: found.ID, From: now.Add(-24 * time.Hour), To: now, Every: journal.Hourly})
	if err != nil {
		return impact{}, err
	}
	for _, p := range points {
		shown.Calls, shown.Errors = shown.Calls+p.Calls, shown.Errors+p.Errors
	}
	shown.Webhooks, shown.DeliveriesWaiting, err = f.deps.Webhooks.CountWaiting(ctx, found)
	return shown, err
}

// reason is why the operator takes something from an app's makers.
type reason struct {
	Reason string `json:"reason"`
}

// mostReason is how much makers are told, in characters.
const mostReason = 1000

// Check wants a reason: it is shown to the makers.
func (in reason) Check(p *route.Problems) {
	p.Want(in.Reason != "", "reason should not be empty")
	p.Want(utf8.RuneCountInString(in.Reason) <= mostReason, "reason must have at most 1000 characters")
}

type appReason struct {
	appNamed
	reason
}

func (f *Face) suspendApp(ctx context.Context, in appReason) (app, error) {
	changed, err := f.deps.Apps.SuspendFor(ctx, in.App, in.Reason)
	return appFrom(changed), err
}

func (f *Face) unsuspendApp(ctx context.Context, in appNamed) (app, error) {
	changed, err := f.deps.Apps.Unsuspend(ctx, in.App)
	return appFrom(changed), err
}
