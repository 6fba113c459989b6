package partner

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) invitationRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /invitations", Permission: permission.ManageUsers, Handle: route.JSON(http.StatusOK, f.listInvitations)},
		{Pattern: "POST /invitations", Permission: permission.ManageUsers, Handle: route.JSON(http.StatusCreated, f.invite)},
		{Pattern: "DELETE /invitations/{id}", Permission: permission.ManageUsers, Handle: route.JSON(http.StatusNoContent, f.cancelInvitation)},
	}
}

type invitation struct {
	ID        ident.Invitation `json:"id"`
	Email     string           `json:"email"`
	Role      permission.Role  `json:"role"`
	InvitedBy *ident.User      `json:"invitedBy"` // null: the service's operator
	CreatedAt route.Time       `json:"createdAt"`
	ExpiresAt route.Time       `json:"expiresAt"`
	MailedAt  *route.Time      `json:"mailedAt"`
}

func invitationFrom(inv tenancy.Invitation) invitation {
	shown := invitation{
		ID: inv.ID, Email: inv.Email, Role: permission.Role(inv.Role),
		CreatedAt: route.Time(inv.CreatedAt), ExpiresAt: route.Time(inv.ExpiresAt),
	}
	if !inv.InvitedBy.IsZero() {
		shown.InvitedBy = &inv.InvitedBy
	}
	if inv.MailedAt != nil {
		shown.MailedAt = new(route.Time(*inv.MailedAt))
	}
	return shown
}

func (f *Face) listInvitations(ctx context.Context, _ route.None) (route.List[invitation], error) {
	open, err := f.deps.Tenancy.BusinessInvitations(ctx, gate.CallerFrom(ctx).Business.ID)
	return route.ListOf(open, invitationFrom), err
}

type newInvitation struct {
	Email string          `json:"email"`
	Role  permission.Role `json:"role"`
}

// Check wants a role that there is; what an address is, the domain says.
func (in newInvitation) Check(p *route.Problems) { wantRole(p, in.Role) }

func (f *Face) invite(ctx context.Context, in newInvitation) (invitation, error) {
	c := gate.CallerFrom(ctx)
	made, err := f.deps.Tenancy.InviteToBusiness(ctx, tenancy.By(c.User.ID), c.Business.ID, in.Email, in.Role)
	if err != nil {
		return invitation{}, err
	}
	f.deps.KickInvitations(ctx)
	return invitationFrom(made), nil
}

type oneInvitation struct {
	ID ident.Invitation `path:"id" absent:"INVITATION_NOT_FOUND"`
}

func (f *Face) cancelInvitation(ctx context.Context, in oneInvitation) (route.None, error) {
	c := gate.CallerFrom(ctx)
	return route.None{}, f.deps.Tenancy.CancelBusinessInvitation(ctx, tenancy.By(c.User.ID), c.Business.ID, in.ID)
}
