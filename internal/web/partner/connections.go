package partner

import (
	"context"
	"net/http"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) connectionRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /connected-apps", Permission: permission.ViewBusiness, Handle: route.JSON(http.StatusOK, f.listConnections)},
		{Pattern: "POST /connected-apps/{id}/revoke-access", Permission: permission.RevokeApps, Handle: route.JSON(http.StatusOK, f.revokeConnection)},
		{Pattern: "DELETE /connected-apps/{id}", Permission: permission.UninstallApps, Handle: route.JSON(http.StatusNoContent, f.endConnection)},
	}
}

// connection is an app that the business has let in.
type connection struct {
	ID            ident.Installation `json:"id"`
	App           connectedApp       `json:"app"`
	Status        installs.Status    `json:"status"`
	Scopes        scope.Set          `json:"scopes"`
	AccessRevoked bool               `json:"accessRevoked"` // until somebody consents again
	InstalledBy   person             `json:"installedBy"`
	InstalledAt   route.Time         `json:"installedAt"`
	LastCallAt    *route.Time        `json:"lastCallAt"` // null: it has not called since it was let in
	Consents      []yes              `json:"consents"`
}

type connectedApp struct {
	ID       ident.App   `json:"id"`
	ClientID string      `json:"clientId"`
	Name     string      `json:"name"`
	Reviewed bool        `json:"reviewed"`
	Status   apps.Status `json:"status"` // whether it may work anywhere
}

type person struct {
	ID   ident.User `json:"id"`
	Name string     `json:"name"`
}

// yes is somebody's consent.
type yes struct {
	User      person     `json:"user"`
	Scopes    scope.Set  `json:"scopes"`
	GrantedAt route.Time `json:"grantedAt"`
}

func (f *Face) listConnections(ctx context.Context, _ route.None) (route.List[connection], error) {
	shown, err := f.connections(ctx, gate.CallerFrom(ctx).Business.ID)
	return route.List[connection]{Data: shown}, err
}

func (f *Face) connections(ctx context.Context, business ident.Business) ([]connection, error) {
	connected, err := f.deps.Installs.OfBusiness(ctx, business)
	if err != nil {
		return nil, err
	}
	calls, err := f.deps.Journal.LastCalls(ctx, business, installs.AppsOf(connected)...)
	if err != nil {
		return nil, err
	}
	shown := make([]connection, len(connected))
	for i, c := range connected {
		if shown[i], err = f.connectionFrom(ctx, c); err != nil {
			return nil, err
		}
		if last, called := c.Installation.LastCall(calls); called {
			shown[i].LastCallAt = new(route.Time(last))
		}
	}
	return shown, nil
}

func (f *Face) connectionFrom(ctx context.Context, c installs.Connected) (connection, error) {
	by, err := f.person(ctx, c.Installation.InstalledBy)
	if err != nil {
		return connection{}, err
	}
	shown := connection{
		ID: c.Installation.ID, Status: c.Installation.Status, Scopes: c.Installation.Scopes,
		App: connectedApp{
			ID: c.App.ID, ClientID: c.App.ClientID, Name: c.App.Name, Reviewed: c.App.Approved(), Status: c.App.Status(),
		},
		AccessRevoked: c.Installation.AccessRevoked, InstalledBy: by, InstalledAt: route.Time(c.Installation.InstalledAt),
		Consents: make([]yes, len(c.Consents)),
	}
	for i, consent := range c.Consents {
		who, err := f.person(ctx, consent.User)
		if err != nil {
			return connection{}, err
		}
		shown.Consents[i] = yes{User: who, Scopes: consent.Scopes, GrantedAt: route.Time(consent.GrantedAt)}
	}
	return shown, nil
}

func (f *Face) person(ctx context.Context, id ident.User) (person, error) {
	user, err := f.deps.Accounts.UserByID(ctx, id)
	return person{ID: id, Name: user.Name}, err
}

type oneConnection struct {
	ID ident.Installation `path:"id" absent:"INSTALLATION_NOT_FOUND"`
}

// revokeConnection ends the tokens of an app; it stays installed.
func (f *Face) revokeConnection(ctx context.Context, in oneConnection) (connection, error) {
	c := gate.CallerFrom(ctx)
	if err := f.wantConnection(ctx, c.Business.ID, in.ID); err != nil {
		return connection{}, err
	}
	if _, err := f.deps.Installs.RevokeAccess(ctx, c.User.ID, in.ID); err != nil {
		return connection{}, err
	}
	shown, err := f.connections(ctx, c.Business.ID)
	if err != nil {
		return connection{}, err
	}
	i := slices.IndexFunc(shown, func(c connection) bool { return c.ID == in.ID })
	if i < 0 { // uninstalled in this very moment
		return connection{}, installs.ErrNotFound
	}
	return shown[i], nil
}

// endConnection uninstalls an app.
func (f *Face) endConnection(ctx context.Context, in oneConnection) (route.None, error) {
	c := gate.CallerFrom(ctx)
	if err := f.wantConnection(ctx, c.Business.ID, in.ID); err != nil {
		return route.None{}, err
	}
	if _, err := f.deps.Installs.Uninstall(ctx, c.User.ID, in.ID); err != nil {
		return route.None{}, err
	}
	return route.None{}, nil
}

// wantConnection refuses an installation of another business, even one that the
// caller belongs to as well: what is changed is what the page shows.
func (f *Face) wantConnection(ctx context.Context, business ident.Business, id ident.Installation) error {
	inst, err := f.deps.Installs.ByID(ctx, id)
	if err == nil && inst.Business != business {
		err = installs.ErrNotFound
	}
	return err
}
