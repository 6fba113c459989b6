package partner

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) auditRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /audit-log", Permission: permission.ManageUsers, Handle: route.JSON(http.StatusOK, f.auditLog)},
	}
}

// auditEntry is a line of the record of who did what in the business.
type auditEntry struct {
	ID        ident.AuditEntry `json:"id"`
	At        route.Time       `json:"at"`
	Deed      audit.Deed       `json:"deed"`
	Actor     author           `json:"actor"`
	Subject   string           `json:"subject"`
	RequestID *string          `json:"requestId"` // null for what no request asked for
	Facts     json.RawMessage  `json:"facts"`
}

type author struct {
	Type actor.Kind `json:"type"`
	ID   *string    `json:"id"`
}

func auditEntryFrom(e audit.Entry) auditEntry {
	return auditEntry{
		ID: e.ID, At: route.Time(e.At), Deed: e.Deed, Actor: author{e.Actor.Kind, filled(e.Actor.ID)},
		Subject: e.Subject, RequestID: filled(e.Actor.Request), Facts: e.Facts,
	}
}

type auditReading struct {
	After ident.AuditEntry `query:"after" absent:"UNKNOWN_CURSOR"`
	Limit int              `query:"limit" default:"50"`
}

// Check holds the reading to its bounds.
func (in auditReading) Check(p *route.Problems) {
	p.Want(in.Limit >= 1 && in.Limit <= 200, "limit must be between 1 and 200")
}

func (f *Face) auditLog(ctx context.Context, in auditReading) (page[auditEntry], error) {
	entries, more, err := f.Audit.PageOfBusiness(ctx, gate.CallerFrom(ctx).Business.ID, in.After, in.Limit)
	return pageOf(entries, more, nil, auditEntryFrom, func(e audit.Entry) string { return e.ID.String() }), err
}
