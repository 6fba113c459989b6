package console

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/web/auditlog"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) auditRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /developer/organizations/{id}/audit-log", Role: admin, Handle: route.JSON(http.StatusOK, f.auditLog)},
	}
}

func (f *Face) auditLog(ctx context.Context, in auditlog.Reading) (auditlog.Page, error) {
	entries, more, err := f.deps.Audit.PageOfOrganization(ctx, organizationIn(ctx), in.Wanted())
	if err != nil {
		return auditlog.Page{}, err
	}
	return auditlog.PageOf(entries, more).Machines(func(ids []ident.DeveloperToken) (map[ident.DeveloperToken]string, error) {
		return f.deps.Accounts.Machines(ctx, ids)
	})
}
