package console

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/web/auditlog"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

func (f *Face) auditRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /developer/organizations/{id}/audit-log", Handle: route.JSON(http.StatusOK, f.auditLog)},
	}
}

type organizationReading struct {
	auditlog.Reading
	Organization ident.Organization `path:"id" absent:"ORGANIZATION_NOT_FOUND"`
}

func (f *Face) auditLog(ctx context.Context, in organizationReading) (auditlog.Page, error) {
	by, _ := session.From(ctx)
	if err := f.deps.Tenancy.AdministersOrganization(ctx, by.User.ID, in.Organization); err != nil {
		return auditlog.Page{}, err
	}
	entries, more, err := f.deps.Audit.PageOfOrganization(ctx, in.Organization, in.Wanted())
	return auditlog.PageOf(entries, more), err
}
