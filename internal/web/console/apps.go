package console

import (
	"context"
	"io"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

func (f *Face) appRoutes() []route.Route {
	const all, one = " /developer/organizations/{id}/apps", " /developer/apps/{id}"
	return []route.Route{
		{Pattern: "GET" + all, Role: viewer, Handle: route.JSON(http.StatusOK, f.listApps)},
		{Pattern: "POST" + all, Role: developer, Handle: route.JSON(http.StatusCreated, f.createApp)},
		{Pattern: "POST" + all + "/claim", Role: admin, Handle: sayWhen(route.JSON(http.StatusOK, f.claimApp))},
		{Pattern: "GET" + one, Role: viewer, Handle: route.JSON(http.StatusOK, f.readApp)},
		{Pattern: "PATCH" + one, Role: developer, Handle: route.JSON(http.StatusOK, f.changeApp)},
		{Pattern: "DELETE" + one, Role: admin, Handle: route.JSON(http.StatusNoContent, f.removeApp)},
		{Pattern: "POST" + one + "/deactivate", Role: admin, Handle: route.JSON(http.StatusOK, f.deactivateApp)},
		{Pattern: "POST" + one + "/reactivate", Role: admin, Handle: route.JSON(http.StatusOK, f.reactivateApp)},
		{Pattern: "PUT" + one + "/logo", Role: developer, MaxBody: apps.MaxLogoBytes, Handle: f.setLogo},
		{Pattern: "DELETE" + one + "/logo", Role: developer, Handle: route.JSON(http.StatusNoContent, f.removeLogo)},
	}
}

// app is an app as its makers see it. Its secrets, webhooks and app data fields
// have routes of their own.
type app struct {
	ID               ident.App          `json:"id"`
	ClientID         string             `json:"clientId"`
	Name             string             `json:"name"`
	Type             apps.Type          `json:"type"`
	Status           apps.Status        `json:"status"`
	Review           apps.Review        `json:"review"`
	AppURL           *string            `json:"appUrl"` // null: it has none; so with the next two
	PrivacyURL       *string            `json:"privacyUrl"`
	SupportURL       *string            `json:"supportUrl"`
	LogoURL          *string            `json:"logoUrl"`
	Scopes           scope.Set          `json:"scopes"`
	RedirectURIs     []string           `json:"redirectUris"`
	PinnedVersion    *string            `json:"pinnedApiVersion"` // null: it follows the current one
	RollBack         *rollBack          `json:"rollBack"`         // null: it is too late, or there is nothing to go back to
	OrganizationID   ident.Organization `json:"organizationId"`
	SuspendedAt      *route.Time        `json:"suspendedAt"`      // by the operator; null: it is not
	SuspensionReason *string            `json:"suspensionReason"` // in the operator's words
	DeactivatedAt    *route.Time        `json:"deactivatedAt"`    // by its owner; null: it is not
	Version          int                `json:"version"`
	CreatedAt        route.Time         `json:"createdAt"`
}

// rollBack is the pin that there was before.
type rollBack struct {
	PinnedVersion *string    `json:"pinnedApiVersion"` // null: it followed the current one
	Until         route.Time `json:"until"`
}

// RecordVersion is the app's ETag.
func (a app) RecordVersion() int { return a.Version }

func (f *Face) appFrom(a apps.App) app {
	shown := app{
		ID: a.ID, ClientID: a.ClientID, Name: a.Name, Type: a.Type, Status: a.Status(), Review: a.Review,
		AppURL: route.Filled(a.AppURL), PrivacyURL: route.Filled(a.PrivacyURL), SupportURL: route.Filled(a.SupportURL),
		Scopes: a.Scopes, RedirectURIs: a.RedirectURIs, PinnedVersion: route.Filled(a.PinnedVersion), OrganizationID: a.Organization,
		SuspendedAt: (*route.Time)(a.SuspendedAt), SuspensionReason: route.Filled(a.SuspensionReason), DeactivatedAt: (*route.Time)(a.DeactivatedAt),
		Version: a.Version, CreatedAt: route.Time(a.CreatedAt),
	}
	if a.LogoAt != nil {
		shown.LogoURL = new(f.deps.AppURL + pagepath.AppLogo + a.ID.String())
	}
	if pin, until, ok := a.RollBack(f.deps.Now()); ok {
		shown.RollBack = &rollBack{route.Filled(pin), route.Time(until)}
	}
	return shown
}

// listedApp is an app in the list of an organization's, with its figures.
type listedApp struct {
	app
	Webhooks int `json:"webhooks"`
}

// mostApps is more than an organization has, unless the operator made them.
const mostApps = 10 * apps.MaxOfOrganization

func (f *Face) listApps(ctx context.Context, _ route.None) (route.List[listedApp], error) {
	all, err := f.deps.Apps.OfOrganization(ctx, organizationIn(ctx), ident.App{}, mostApps)
	if err != nil {
		return route.List[listedApp]{}, err
	}
	webhooks, err := f.deps.Webhooks.Counts(ctx, all)
	return route.ListOf(all, func(a apps.App) listedApp { return listedApp{f.appFrom(a), webhooks[a.ID]} }), err
}

type newApp struct {
	Name         string    `json:"name"`
	Type         apps.Type `json:"type"`
	AppURL       string    `json:"appUrl"`
	PrivacyURL   string    `json:"privacyUrl"`
	SupportURL   string    `json:"supportUrl"`
	RedirectURIs []string  `json:"redirectUris"`
	Scopes       scope.Set `json:"scopes"`
}

// appMade is a new app with its first client secret, which is shown this once.
type appMade struct {
	app
	ClientSecret *string `json:"clientSecret"` // null: a PUBLIC app has none
}

func (f *Face) createApp(ctx context.Context, in newApp) (appMade, error) {
	made, secret, err := f.deps.Apps.Create(ctx, apps.NewApp{
		Organization: organizationIn(ctx), Name: in.Name, Type: in.Type, AppURL: in.AppURL, PrivacyURL: in.PrivacyURL, SupportURL: in.SupportURL,
		RedirectURIs: in.RedirectURIs, Scopes: in.Scopes,
	})
	return appMade{f.appFrom(made), route.Filled(secret)}, err
}

type claim struct {
	ClientID     string `json:"clientId"`
	ClientSecret string `json:"clientSecret"`
}

// Check wants both: what they are, the registry knows.
func (in claim) Check(p *route.Problems) {
	p.Want(in.ClientID != "", "clientId should not be empty")
	p.Want(in.ClientSecret != "", "clientSecret should not be empty")
}

func (f *Face) claimApp(ctx context.Context, in claim) (app, error) {
	by, _ := session.From(ctx)
	if err := f.count(ctx, limits.ClaimsByUser, by.User.ID); err != nil {
		return app{}, err
	}
	claimed, err := f.deps.Apps.Claim(ctx, organizationIn(ctx), in.ClientID, in.ClientSecret)
	return f.appFrom(claimed), err
}

func (f *Face) readApp(ctx context.Context, _ route.None) (app, error) {
	return f.appFrom(appIn(ctx)), nil
}

type appChange struct {
	Seen          route.ETag           `header:"If-Match"`
	Name          route.Change[string] `json:"name"`
	AppURL        route.Change[string] `json:"appUrl"`
	PrivacyURL    route.Change[string] `json:"privacyUrl"`
	SupportURL    route.Change[string] `json:"supportUrl"`
	PinnedVersion route.Change[string] `json:"pinnedApiVersion"`
}

// Check refuses null where an app always has something.
func (in appChange) Check(p *route.Problems) { wantKept(p, "name", in.Name) }

func (f *Face) changeApp(ctx context.Context, in appChange) (app, error) {
	changed, err := f.deps.Apps.Update(ctx, appIn(ctx).ID, int(in.Seen), apps.Changes{
		Name: emptied(in.Name), AppURL: emptied(in.AppURL), PrivacyURL: emptied(in.PrivacyURL), SupportURL: emptied(in.SupportURL),
		PinnedVersion: emptied(in.PinnedVersion),
	})
	return f.appFrom(changed), err
}

// emptied is a change of a text, where null makes it empty.
func emptied(c route.Change[string]) *string {
	if c.Given && c.To == nil {
		return new(string)
	}
	return c.To
}

type appRemoval struct {
	Seen route.ETag `header:"If-Match"`
}

func (f *Face) removeApp(ctx context.Context, in appRemoval) (route.None, error) {
	return route.None{}, f.deps.Apps.Remove(ctx, appIn(ctx).ID, int(in.Seen))
}

func (f *Face) deactivateApp(ctx context.Context, _ route.None) (app, error) {
	changed, err := f.deps.Apps.Deactivate(ctx, appIn(ctx).ID)
	return f.appFrom(changed), err
}

func (f *Face) reactivateApp(ctx context.Context, _ route.None) (app, error) {
	changed, err := f.deps.Apps.Reactivate(ctx, appIn(ctx).ID)
	return f.appFrom(changed), err
}

// setLogo takes the picture as it is; what it is, the registry looks at.
func (f *Face) setLogo(w http.ResponseWriter, r *http.Request) error {
	picture, err := io.ReadAll(r.Body)
	if err != nil {
		return route.Unreadable(err)
	}
	id := appIn(r.Context()).ID
	if err := f.deps.Apps.SetLogo(r.Context(), id, picture); err != nil {
		return err
	}
	changed, err := f.deps.Apps.ByID(r.Context(), id)
	if err != nil {
		return err
	}
	shown := f.appFrom(changed)
	w.Header().Set("ETag", route.ETag(shown.Version).String())
	return route.Write(w, http.StatusOK, shown)
}

func (f *Face) removeLogo(ctx context.Context, _ route.None) (route.None, error) {
	return route.None{}, f.deps.Apps.DropLogo(ctx, appIn(ctx).ID)
}
