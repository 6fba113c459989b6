package admin

import (
	"context"
	"strings"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// NewApp is what an operator says of a new app.
type NewApp struct {
	Organization string
	Name         string
	Type         string
	RedirectURIs []string
	Scopes       []string
	AppURL       string
}

// CreateApp registers an app and shows its secret, once.
func (o *Operator) CreateApp(ctx context.Context, n NewApp) (App, error) {
	organization, err := organizationID(n.Organization)
	if err != nil {
		return App{}, err
	}
	scopes, err := scope.Parse(strings.Join(n.Scopes, " "))
	if err != nil {
		return App{}, err
	}
	made, secret, err := o.app.Apps.Register(ctx, apps.NewApp{
		Organization: organization, Name: n.Name, Type: apps.Type(n.Type),
		RedirectURIs: n.RedirectURIs, Scopes: scopes, AppURL: n.AppURL,
	})
	shown := showApp(made)
	shown.ClientSecret = secret
	return shown, err
}

// Apps lists all apps, the newest first.
func (o *Operator) Apps(ctx context.Context) ([]App, error) {
	return list(func(before ident.App) ([]apps.App, error) {
		return o.app.Apps.All(ctx, before, page)
	}, showApp, func(a apps.App) ident.App { return a.ID })
}

// AppAction changes an app's status.
type AppAction func(s *apps.Service, ctx context.Context, id ident.App) (apps.App, error)

// The actions on apps.
var (
	SuspendApp    AppAction = (*apps.Service).Suspend
	UnsuspendApp  AppAction = (*apps.Service).Unsuspend
	DeactivateApp AppAction = (*apps.Service).Deactivate
	ReactivateApp AppAction = (*apps.Service).Reactivate
	ApproveApp    AppAction = (*apps.Service).Approve
)

// DoToApp does an action to an app, found by id or client id, and shows the result.
func (o *Operator) DoToApp(ctx context.Context, which string, action AppAction) (App, error) {
	found, err := o.findApp(ctx, which)
	if err != nil {
		return App{}, err
	}
	changed, err := action(o.app.Apps, ctx, found.ID)
	return showApp(changed), err
}

// findApp finds an app by id or client id.
func (o *Operator) findApp(ctx context.Context, which string) (apps.App, error) {
	if id, err := ident.Parse[ident.App](which); err == nil {
		return o.app.Apps.ByID(ctx, id)
	}
	return o.app.Apps.ByClientID(ctx, which)
}
