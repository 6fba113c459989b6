package admin

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) functionRoutes() []route.Route {
	const app, organization = "POST /admin/apps/{id}/functions", "POST /admin/organizations/{id}/functions"
	return []route.Route{
		{Pattern: app + "/stop", Handle: route.JSON(http.StatusNoContent, f.stopApp)},
		{Pattern: app + "/resume", Handle: route.JSON(http.StatusNoContent, f.resumeApp)},
		{Pattern: organization + "/stop", Handle: route.JSON(http.StatusNoContent, f.stopOrganization)},
		{Pattern: organization + "/resume", Handle: route.JSON(http.StatusNoContent, f.resumeOrganization)},
	}
}

func (f *Face) stopApp(ctx context.Context, in appReason) (route.None, error) {
	found, err := f.deps.Apps.ByID(ctx, in.App)
	if err != nil {
		return route.None{}, err
	}
	return route.None{}, f.deps.Functions.StopApp(ctx, found, in.Reason)
}

func (f *Face) resumeApp(ctx context.Context, in appNamed) (route.None, error) {
	found, err := f.deps.Apps.ByID(ctx, in.App)
	if err != nil {
		return route.None{}, err
	}
	return route.None{}, f.deps.Functions.ResumeApp(ctx, found)
}

type organizationNamed struct {
	Organization ident.Organization `path:"id" absent:"ORGANIZATION_NOT_FOUND"`
}

type stopOrganization struct {
	organizationNamed
	reason
}

func (f *Face) stopOrganization(ctx context.Context, in stopOrganization) (route.None, error) {
	found, err := f.deps.Tenancy.Organization(ctx, in.Organization)
	if err != nil {
		return route.None{}, err
	}
	return route.None{}, f.deps.Functions.StopOrganization(ctx, found.ID, in.Reason)
}

func (f *Face) resumeOrganization(ctx context.Context, in organizationNamed) (route.None, error) {
	found, err := f.deps.Tenancy.Organization(ctx, in.Organization)
	if err != nil {
		return route.None{}, err
	}
	return route.None{}, f.deps.Functions.ResumeOrganization(ctx, found.ID)
}
