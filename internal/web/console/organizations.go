package console

import (
	"context"
	"net/http"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/limits"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/web/route"
	"github.com/counterpart/counterpart/internal/web/session"
)

func (f *Face) organizationRoutes() []route.Route {
	const all, one = " /developer/organizations", " /developer/organizations/{id}"
	return []route.Route{
		{Pattern: "GET" + all, Handle: route.JSON(http.StatusOK, f.listOrganizations)},
		{Pattern: "POST" + all, Handle: sayWhen(route.JSON(http.StatusCreated, f.createOrganization))},
		{Pattern: "GET" + one, Role: viewer, Handle: route.JSON(http.StatusOK, f.readOrganization)},
		{Pattern: "PATCH" + one, Role: admin, Handle: route.JSON(http.StatusOK, f.changeOrganization)},
		{Pattern: "POST" + one + "/leave", Role: viewer, Handle: route.JSON(http.StatusNoContent, f.leaveOrganization)},
		{Pattern: "POST" + one + "/hand-over", Role: owner, Handle: route.JSON(http.StatusOK, f.handOverOrganization)},
		{Pattern: "GET" + one + "/members", Role: viewer, Handle: route.JSON(http.StatusOK, f.listMembers)},
		{Pattern: "PATCH" + one + "/members/{userId}", Role: admin, Handle: route.JSON(http.StatusOK, f.changeMember)},
		{Pattern: "DELETE" + one + "/members/{userId}", Role: admin, Handle: route.JSON(http.StatusNoContent, f.removeMember)},
		{Pattern: "GET" + one + "/invitations", Role: viewer, Handle: route.JSON(http.StatusOK, f.listInvitations)},
		{Pattern: "POST" + one + "/invitations", Role: admin, Handle: route.JSON(http.StatusCreated, f.invite)},
		{Pattern: "DELETE" + one + "/invitations/{invitationId}", Role: admin, Handle: route.JSON(http.StatusNoContent, f.withdrawInvitation)},
	}
}

// organization is one as a member of it sees it.
type organization struct {
	ID        ident.Organization       `json:"id"`
	Name      string                   `json:"name"`
	Role      tenancy.OrganizationRole `json:"role"` // what the reader is there
	Version   int                      `json:"version"`
	CreatedAt route.Time               `json:"createdAt"`
}

// RecordVersion goes into the header ETag.
func (o organization) RecordVersion() int { return o.Version }

func organizationFrom(b tenancy.OrganizationBelonging) organization {
	o := b.Organization
	return organization{ID: o.ID, Name: o.Name, Role: b.Role, Version: o.Version, CreatedAt: route.Time(o.CreatedAt)}
}

func (f *Face) listOrganizations(ctx context.Context, _ route.None) (route.List[organization], error) {
	in, _ := session.From(ctx)
	all, err := f.deps.Tenancy.OrganizationsOf(ctx, in.User.ID)
	return route.ListOf(all, organizationFrom), err
}

type newOrganization struct {
	Name string `json:"name"`
}

func (f *Face) createOrganization(ctx context.Context, in newOrganization) (organization, error) {
	by, _ := session.From(ctx)
	if err := f.count(ctx, limits.OrganizationsByUser, by.User.ID); err != nil {
		return organization{}, err
	}
	made, err := f.deps.Tenancy.CreateOwnOrganization(ctx, in.Name, by.User.ID)
	return organizationFrom(tenancy.OrganizationBelonging{Organization: made, Role: tenancy.OrganizationOwner}), err
}

func (f *Face) readOrganization(ctx context.Context, _ route.None) (organization, error) {
	at := placeIn(ctx)
	found, err := f.deps.Tenancy.Organization(ctx, at.organization)
	return organizationFrom(tenancy.OrganizationBelonging{Organization: found, Role: at.role}), err
}

type organizationChange struct {
	Seen route.ETag           `header:"If-Match"`
	Name route.Change[string] `json:"name"`
}

// Check wants the name, which is all that can be changed.
func (in organizationChange) Check(p *route.Problems) {
	p.Want(in.Name.To != nil, "name should not be empty")
}

func (f *Face) changeOrganization(ctx context.Context, in organizationChange) (organization, error) {
	at := placeIn(ctx)
	changed, err := f.deps.Tenancy.RenameOrganization(ctx, by(ctx), at.organization, int(in.Seen), *in.Name.To)
	return organizationFrom(tenancy.OrganizationBelonging{Organization: changed, Role: at.role}), err
}

// by is the authority of whoever is signed in.
func by(ctx context.Context) tenancy.Authority {
	in, _ := session.From(ctx)
	return tenancy.By(in.User.ID)
}

func (f *Face) leaveOrganization(ctx context.Context, _ route.None) (route.None, error) {
	in, _ := session.From(ctx)
	return route.None{}, f.deps.Tenancy.LeaveOrganization(ctx, in.User.ID, organizationIn(ctx))
}

type handOver struct {
	To ident.User `json:"userId"`
}

// Check wants somebody.
func (in handOver) Check(p *route.Problems) { p.Want(!in.To.IsZero(), "userId should not be empty") }

func (f *Face) handOverOrganization(ctx context.Context, in handOver) (route.List[member], error) {
	by, _ := session.From(ctx)
	if err := f.deps.Tenancy.HandOverOrganization(ctx, by.User.ID, organizationIn(ctx), in.To); err != nil {
		return route.List[member]{}, err
	}
	return f.listMembers(ctx, route.None{})
}

type member struct {
	UserID ident.User               `json:"userId"`
	Name   string                   `json:"name"`
	Email  string                   `json:"email"`
	Role   tenancy.OrganizationRole `json:"role"`
	Since  route.Time               `json:"since"`
}

func memberFrom(m tenancy.OrganizationMember) member {
	return member{UserID: m.User, Name: m.Name, Email: m.Email, Role: m.Role, Since: route.Time(m.Since)}
}

func (f *Face) listMembers(ctx context.Context, _ route.None) (route.List[member], error) {
	members, err := f.deps.Tenancy.OrganizationMembers(ctx, organizationIn(ctx))
	return route.ListOf(members, memberFrom), err
}

type memberNamed struct {
	User ident.User `path:"userId" absent:"MEMBER_NOT_FOUND"`
}

type memberChange struct {
	memberNamed
	Role tenancy.OrganizationRole `json:"role"`
}

// Check wants a role that there is.
func (in memberChange) Check(p *route.Problems) { wantRole(p, in.Role) }

func wantRole(p *route.Problems, role tenancy.OrganizationRole) {
	p.Want(role.Known(), "role must be one of owner, admin, developer, viewer")
}

func (f *Face) changeMember(ctx context.Context, in memberChange) (member, error) {
	if err := f.deps.Tenancy.ChangeOrganizationRole(ctx, by(ctx), organizationIn(ctx), in.User, in.Role); err != nil {
		return member{}, err
	}
	members, err := f.deps.Tenancy.OrganizationMembers(ctx, organizationIn(ctx))
	if err != nil {
		return member{}, err
	}
	i := slices.IndexFunc(members, func(m tenancy.OrganizationMember) bool { return m.User == in.User })
	if i < 0 { // left in this very moment
		return member{}, tenancy.ErrMemberNotFound
	}
	return memberFrom(members[i]), nil
}

func (f *Face) removeMember(ctx context.Context, in memberNamed) (route.None, error) {
	return route.None{}, f.deps.Tenancy.RemoveOrganizationMember(ctx, by(ctx), organizationIn(ctx), in.User)
}

type invitation struct {
	ID        ident.Invitation `json:"id"`
	Email     string           `json:"email"`
	Role      string           `json:"role"`
	InvitedBy *ident.User      `json:"invitedBy"` // null: the service's operator
	CreatedAt route.Time       `json:"createdAt"`
	ExpiresAt route.Time       `json:"expiresAt"`
	MailedAt  *route.Time      `json:"mailedAt"`
}

func invitationFrom(inv tenancy.Invitation) invitation {
	shown := invitation{
		ID: inv.ID, Email: inv.Email, Role: inv.Role, CreatedAt: route.Time(inv.CreatedAt), ExpiresAt: route.Time(inv.ExpiresAt),
		MailedAt: (*route.Time)(inv.MailedAt),
	}
	if !inv.InvitedBy.IsZero() {
		shown.InvitedBy = &inv.InvitedBy
	}
	return shown
}

func (f *Face) listInvitations(ctx context.Context, _ route.None) (route.List[invitation], error) {
	open, err := f.deps.Tenancy.OrganizationInvitations(ctx, organizationIn(ctx))
	return route.ListOf(open, invitationFrom), err
}

type newInvitation struct {
	Email string                   `json:"email"`
	Role  tenancy.OrganizationRole `json:"role"`
}

// Check wants a role that there is; what an address is, the domain says.
func (in newInvitation) Check(p *route.Problems) { wantRole(p, in.Role) }

func (f *Face) invite(ctx context.Context, in newInvitation) (invitation, error) {
	made, err := f.deps.Tenancy.InviteToOrganization(ctx, by(ctx), organizationIn(ctx), in.Email, in.Role)
	if err != nil {
		return invitation{}, err
	}
	f.deps.KickInvitations(ctx)
	return invitationFrom(made), nil
}

type invitationNamed struct {
	ID ident.Invitation `path:"invitationId" absent:"INVITATION_NOT_FOUND"`
}

func (f *Face) withdrawInvitation(ctx context.Context, in invitationNamed) (route.None, error) {
	return route.None{}, f.deps.Tenancy.CancelOrganizationInvitation(ctx, by(ctx), organizationIn(ctx), in.ID)
}
