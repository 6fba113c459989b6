package admin

import (
	"context"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/installs"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// Installation is an app in a business, as the operator sees it.
type Installation struct {
	ID            ident.Installation `json:"id"`
	Business      ident.Business     `json:"business"`
	App           ident.App          `json:"app"`
	AppName       string             `json:"appName"`
	AppStatus     apps.Status        `json:"appStatus"` // whether it may work anywhere
	Status        installs.Status    `json:"status"`
	AccessRevoked bool               `json:"accessRevoked"`
	Scopes        scope.Set          `json:"scopes"`
	InstalledAt   time.Time          `json:"installedAt"`
}

func showInstallation(i installs.Installation, of apps.App) Installation {
	return Installation{
		ID: i.ID, Business: i.Business, App: i.App, AppName: of.Name, AppStatus: of.Status(), Status: i.Status,
		AccessRevoked: i.AccessRevoked, Scopes: i.Scopes, InstalledAt: i.InstalledAt,
	}
}

// Installations lists what a business has connected, the oldest first.
func (o *Operator) Installations(ctx context.Context, business string) ([]Installation, error) {
	id, err := businessID(business)
	if err != nil {
		return nil, err
	}
	if _, err := o.app.Tenancy.Business(ctx, id); err != nil {
		return nil, err
	}
	connected, err := o.app.Installs.OfBusiness(ctx, id)
	if err != nil {
		return nil, err
	}
	shown := make([]Installation, len(connected))
	for i, c := range connected {
		shown[i] = showInstallation(c.Installation, c.App)
	}
	return shown, nil
}

// InstallationAction changes an installation's status.
type InstallationAction func(s *installs.Service, ctx context.Context, id ident.Installation) (installs.Installation, error)

// The actions on installations.
var (
	SuspendInstallation InstallationAction = (*installs.Service).Suspend
	ResumeInstallation  InstallationAction = (*installs.Service).Resume
)

// DoToInstallation does an action to an installation and shows the result.
func (o *Operator) DoToInstallation(ctx context.Context, which string, action InstallationAction) (Installation, error) {
	id, err := ident.Parse[ident.Installation](which)
	if err != nil {
		return Installation{}, noID(which, "an installation", "ins_")
	}
	changed, err := action(o.app.Installs, ctx, id)
	if err != nil {
		return Installation{}, err
	}
	of, err := o.app.Apps.ByID(ctx, changed.App)
	return showInstallation(changed, of), err
}
