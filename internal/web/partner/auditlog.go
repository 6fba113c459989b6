package partner

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/auditlog"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) auditRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /audit-log", Permission: permission.ManageUsers, Handle: route.JSON(http.StatusOK, f.auditLog)},
	}
}

func (f *Face) auditLog(ctx context.Context, in auditlog.Reading) (auditlog.Page, error) {
	entries, more, err := f.deps.Audit.PageOfBusiness(ctx, gate.CallerFrom(ctx).Business.ID, in.Wanted())
	return auditlog.PageOf(entries, more), err
}
