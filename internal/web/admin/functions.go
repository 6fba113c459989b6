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
		{Pattern: "GET /admin/apps/{id}/functions", Handle: route.JSON(http.StatusOK, f.functionsOf)},
		{Pattern: app + "/stop", Handle: route.JSON(http.StatusNoContent, f.stopApp)},
		{Pattern: app + "/resume", Handle: route.JSON(http.StatusNoContent, f.resumeApp)},
		{Pattern: organization + "/stop", Handle: route.JSON(http.StatusNoContent, f.stopOrganization)},
		{Pattern: organization + "/resume", Handle: route.JSON(http.StatusNoContent, f.resumeOrganization)},
	}
}

// stop is whose functions do not run, since when, by whom and why.
type stop struct {
	Reason    string      `json:"reason"`
	StoppedAt route.Time  `json:"stoppedAt"`
	StoppedBy *ident.User `json:"stoppedBy"` // null: somebody at the command line
}

// functionsOf is what an app has left with the service, and what keeps it from running.
type functionsOf struct {
	Functions        int   `json:"functions"`
	Enabled          int   `json:"enabled"`
	OffForAll        bool  `json:"offForAll"`
	Stop             *stop `json:"stop"`             // null: its own are not stopped
	OrganizationStop *stop `json:"organizationStop"` // null: those of its organization are not
}

func (f *Face) functionsOf(ctx context.Context, in appNamed) (shown functionsOf, err error) {
	found, err := f.deps.Apps.ByID(ctx, in.App)
	if err != nil {
		return functionsOf{}, err
	}
	list, err := f.deps.Functions.Of(ctx, found.ID)
	if err != nil {
		return functionsOf{}, err
	}
	shown.Functions, shown.OffForAll = len(list), f.deps.Functions.OffForAll()
	for _, one := range list {
		if one.Enabled {
			shown.Enabled++
		}
	}
	stops, err := f.deps.Functions.Stops(ctx, found)
	for _, one := range stops {
		made := &stop{one.Reason, route.Time(one.At), nil}
		if !one.By.IsZero() {
			made.StoppedBy = &one.By
		}
		if one.Subject == found.ID.UUID {
			shown.Stop = made
		} else {
			shown.OrganizationStop = made
		}
	}
	return shown, err
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
