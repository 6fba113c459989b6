package partner

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) businessRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /business", Scope: scope.ProfileRead, Permission: permission.ViewBusiness, Handle: route.JSON(http.StatusOK, f.readBusiness)},
		{Pattern: "PATCH /business", Permission: permission.ManageBusiness, Handle: route.JSON(http.StatusOK, f.changeBusiness)},
	}
}

// businessProfile is a business as a record of its own, which has a version.
type businessProfile struct {
	business
	Version int `json:"version"`
}

// RecordVersion goes into the header ETag.
func (b businessProfile) RecordVersion() int { return b.Version }

func profileOf(b tenancy.Business) businessProfile {
	return businessProfile{business: businessFrom(b), Version: b.Version}
}

// readBusiness reads it afresh: what the gate remembers of a caller may be some
// seconds old.
func (f *Face) readBusiness(ctx context.Context, _ route.None) (businessProfile, error) {
	found, err := f.deps.Tenancy.Business(ctx, gate.CallerFrom(ctx).Business.ID)
	return profileOf(found), err
}

type businessChange struct {
	Seen     route.ETag           `header:"If-Match"`
	Name     route.Change[string] `json:"name"`
	Timezone route.Change[string] `json:"timezone"`
}

// Check refuses to empty what every business has.
func (in businessChange) Check(p *route.Problems) {
	wantKept(p, "name", in.Name)
	wantKept(p, "timezone", in.Timezone)
}

func (f *Face) changeBusiness(ctx context.Context, in businessChange) (businessProfile, error) {
	c := gate.CallerFrom(ctx)
	changed, err := f.deps.Tenancy.UpdateBusiness(ctx, tenancy.By(c.User.ID), c.Business.ID,
		tenancy.BusinessChange{Name: in.Name.To, Timezone: in.Timezone.To, Version: int(in.Seen)})
	return profileOf(changed), err
}

// wantKept refuses null for a member that a record cannot be without.
func wantKept[T any](p *route.Problems, name string, c route.Change[T]) {
	p.Want(!c.Given || c.To != nil, "%s should not be empty", name)
}
