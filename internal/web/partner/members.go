package partner

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

// memberRoutes are for members in person: an app never decides who belongs to a
// business.
func (f *Face) memberRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /members", Permission: permission.ManageUsers, Handle: route.JSON(http.StatusOK, f.listMembers)},
		{Pattern: "PATCH /members/{id}", Permission: permission.ManageUsers, Handle: route.JSON(http.StatusOK, f.changeMember)},
		{Pattern: "DELETE /members/{id}", Permission: permission.ManageUsers, Handle: route.JSON(http.StatusNoContent, f.removeMember)},
	}
}

type member struct {
	UserID ident.User      `json:"userId"`
	Name   string          `json:"name"`
	Email  string          `json:"email"`
	Role   permission.Role `json:"role"`
	Since  route.Time      `json:"since"`
}

func memberFrom(m tenancy.Member) member {
	return member{UserID: m.User, Name: m.Name, Email: m.Email, Role: m.Role, Since: route.Time(m.Since)}
}

func (f *Face) listMembers(ctx context.Context, _ route.None) (route.List[member], error) {
	members, err := f.deps.Tenancy.Members(ctx, gate.CallerFrom(ctx).Business.ID)
	return route.ListOf(members, memberFrom), err
}

type memberChange struct {
	ID   ident.User      `path:"id" absent:"MEMBER_NOT_FOUND"`
	Role permission.Role `json:"role"`
}

// Check wants a role that there is.
func (in memberChange) Check(p *route.Problems) { wantRole(p, in.Role) }

func wantRole(p *route.Problems, role permission.Role) {
	p.Want(role.Known(), "role must be one of %s", oneOf(permission.Roles()))
}

// oneOf lists the values that something may have.
func oneOf[S ~string](values []S) string {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = string(value)
	}
	return strings.Join(texts, ", ")
}

func (f *Face) changeMember(ctx context.Context, in memberChange) (member, error) {
	c := gate.CallerFrom(ctx)
	if err := f.deps.Tenancy.ChangeRole(ctx, tenancy.By(c.User.ID), c.Business.ID, in.ID, in.Role); err != nil {
		return member{}, err
	}
	members, err := f.deps.Tenancy.Members(ctx, c.Business.ID)
	if err != nil {
		return member{}, err
	}
	i := slices.IndexFunc(members, func(m tenancy.Member) bool { return m.User == in.ID })
	if i < 0 { // left in this very moment
		return member{}, tenancy.ErrMemberNotFound
	}
	return memberFrom(members[i]), nil
}

type oneMember struct {
	ID ident.User `path:"id" absent:"MEMBER_NOT_FOUND"`
}

func (f *Face) removeMember(ctx context.Context, in oneMember) (route.None, error) {
	c := gate.CallerFrom(ctx)
	return route.None{}, f.deps.Tenancy.RemoveMember(ctx, tenancy.By(c.User.ID), c.Business.ID, in.ID)
}
