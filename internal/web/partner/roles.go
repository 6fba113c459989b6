package partner

import (
	"context"
	"net/http"

	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) roleRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /roles", Permission: permission.ManageUsers, Handle: route.JSON(http.StatusOK, f.listRoles)},
		{Pattern: "PUT /roles/{role}/permissions/{permission}", Permission: permission.ManageUsers, Handle: route.JSON(http.StatusOK, f.setPermission)},
	}
}

// role is what its members may do in the business.
type role struct {
	Role        permission.Role  `json:"role"`
	Permissions []rolePermission `json:"permissions"`
}

// rolePermission is whether a role has a permission.
type rolePermission struct {
	Permission  permission.Permission `json:"permission"`
	Description string                `json:"description"`
	Granted     bool                  `json:"granted"`
	Default     bool                  `json:"default"` // what it is unless the business decides otherwise
	Fixed       bool                  `json:"fixed"`   // the business cannot decide otherwise
}

func (f *Face) listRoles(ctx context.Context, _ route.None) (route.List[role], error) {
	grid, err := f.deps.Tenancy.RolePermissions(ctx, gate.CallerFrom(ctx).Business.ID)
	return route.ListOf(permission.Roles(), func(r permission.Role) role { return roleFrom(grid, r) }), err
}

// roleFrom is a role's column of the table.
func roleFrom(grid []tenancy.GridRow, of permission.Role) role {
	shown := role{Role: of, Permissions: []rolePermission{}}
	for _, row := range grid {
		for _, cell := range row.Cells {
			if cell.Role == of {
				shown.Permissions = append(shown.Permissions, rolePermission{
					Permission: row.Permission, Description: row.Says, Granted: cell.Granted, Default: cell.Default, Fixed: cell.Fixed,
				})
			}
		}
	}
	return shown
}

type permissionChange struct {
	Role       permission.Role       `path:"role"`
	Permission permission.Permission `path:"permission"`
	Granted    *bool                 `json:"granted"`
}

// Check wants a decision.
func (in permissionChange) Check(p *route.Problems) {
	p.Want(in.Granted != nil, "granted must be true or false")
}

func (f *Face) setPermission(ctx context.Context, in permissionChange) (role, error) {
	c := gate.CallerFrom(ctx)
	if err := f.deps.Tenancy.SetPermission(ctx, tenancy.By(c.User.ID), c.Business.ID, in.Role, in.Permission, *in.Granted); err != nil {
		return role{}, err
	}
	grid, err := f.deps.Tenancy.RolePermissions(ctx, c.Business.ID)
	return roleFrom(grid, in.Role), err
}
