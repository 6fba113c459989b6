package tenancy

import (
	"cmp"
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/tenancy/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// Permissions are what a user may do in a business; a stranger may do nothing.
func (s *Service) Permissions(ctx context.Context, user ident.User, business ident.Business) (permission.Set, error) {
	at, err := membershipOf(ctx, s.deps.DB, user, business)
	return at.granted, err
}

// Can is nil when a user may do something in a business, and reports why not
// otherwise. For a stranger the business does not exist.
func (s *Service) Can(ctx context.Context, user ident.User, business ident.Business, p permission.Permission) error {
	at, err := membershipOf(ctx, s.deps.DB, user, business)
	if err != nil {
		return err
	}
	if at.role == "" {
		return ErrBusinessNotFound
	}
	return Allow(at.granted, p)
}

// Allow is nil when the permission is among those granted. It is the one refusal
// for all who know already what is granted to somebody.
func Allow(granted permission.Set, p permission.Permission) error {
	if !granted.Has(p) {
		return errPermissionDenied.With(p)
	}
	return nil
}

// membership is what a user is in a business, and may do there. A stranger has no
// role, and nothing is granted to them.
type membership struct {
	role    permission.Role
	granted permission.Set
}

func membershipOf(ctx context.Context, in db.DBTX, user ident.User, business ident.Business) (membership, error) {
	rows, err := db.New(in).Membership(ctx, db.MembershipParams{
		Shard: business.Shard, BusinessID: business.UUID, UserID: user.UUID,
	})
	if err != nil {
		return membership{}, fmt.Errorf("load what user %s may do in business %s: %w", user, business, err)
	}
	at := membership{granted: permission.Of()}
	var changes []permission.Change
	for _, row := range rows {
		at.role = permission.Role(row.Role)
		if row.Permission != nil && row.Granted != nil {
			changes = append(changes, permission.Change{
				Role: at.role, Permission: permission.Permission(*row.Permission), Granted: *row.Granted,
			})
		}
	}
	if at.role != "" {
		at.granted = permission.Effective(at.role, changes)
	}
	return at, nil
}

// Cell is what a business decided about one permission of one role.
type Cell struct {
	Role    permission.Role
	Granted bool
	Default bool // what the role holds unless the business decides otherwise
	Fixed   bool // no business can decide otherwise
}

// GridRow is one permission over all roles.
type GridRow struct {
	Permission permission.Permission
	Says       string
	Cells      []Cell
}

// RolePermissions is the whole table of a business: who may do what, where that
// departs from the default, and where it cannot.
func (s *Service) RolePermissions(ctx context.Context, business ident.Business) ([]GridRow, error) {
	changes, err := permissionChanges(ctx, s.deps.DB, business)
	if err != nil {
		return nil, err
	}
	var grid []GridRow
	for _, entry := range permission.Rows() {
		row := GridRow{Permission: entry.Permission, Says: entry.Says}
		for _, role := range permission.Roles() {
			row.Cells = append(row.Cells, Cell{
				Role:    role,
				Granted: permission.Effective(role, changes).Has(entry.Permission),
				Default: permission.Default(role).Has(entry.Permission),
				Fixed:   permission.Fixed(role, entry.Permission),
			})
		}
		grid = append(grid, row)
	}
	return grid, nil
}

// SetPermission decides whether a role of a business holds a permission. Only
// departures are kept: going back to the default leaves nothing behind. Nobody
// gives or takes what they do not hold themselves. It opens a transaction.
func (s *Service) SetPermission(ctx context.Context, by Authority, business ident.Business, role permission.Role, p permission.Permission, granted bool) error {
	return s.SetPermissions(ctx, by, business, []permission.Change{{Role: role, Permission: p, Granted: granted}})
}

// SetPermissions makes several such decisions, all or none. It opens a transaction.
func (s *Service) SetPermissions(ctx context.Context, by Authority, business ident.Business, changes []permission.Change) error {
	for _, c := range changes {
		if err := checkChangeable(c.Role, c.Permission); err != nil {
			return err
		}
	}
	return s.changeRights(ctx, by, business, func(tx *pg.Tx, at lockedBusiness) error {
		for _, c := range changes {
			if err := s.setPermission(ctx, tx, at, c); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) setPermission(ctx context.Context, tx *pg.Tx, at lockedBusiness, c permission.Change) error {
	if at.effective(c.Role).Has(c.Permission) == c.Granted {
		return nil
	}
	if err := cmp.Or(at.mayAssign(c.Role), Allow(at.granted, c.Permission)); err != nil {
		return err
	}
	if err := keepChange(ctx, tx, at.ID, c); err != nil {
		return err
	}
	return s.deps.Audit.NoteIn(ctx, tx, at.ID, audit.PermissionChanged, at.ID,
		audit.Facts{"role": c.Role, "permission": c.Permission, "granted": c.Granted})
}

func checkChangeable(role permission.Role, p permission.Permission) error {
	if !role.Known() {
		return errUnknownRole.With(role)
	}
	if _, known := permission.Lookup(p); !known {
		return errUnknownPermission.With(p)
	}
	if permission.Fixed(role, p) {
		return errPermissionFixed.With(role, p)
	}
	return nil
}

func keepChange(ctx context.Context, tx *pg.Tx, business ident.Business, c permission.Change) (err error) {
	role, p := c.Role, c.Permission
	if c.Granted == permission.Default(role).Has(p) {
		err = db.New(tx).ResetPermission(ctx, db.ResetPermissionParams{
			Shard: business.Shard, BusinessID: business.UUID, Role: string(role), Permission: string(p),
		})
	} else {
		err = db.New(tx).SetPermission(ctx, db.SetPermissionParams{
			Shard: business.Shard, BusinessID: business.UUID, Role: string(role), Permission: string(p), Granted: c.Granted,
		})
	}
	if err != nil {
		return fmt.Errorf("change permission %s of %s in business %s: %w", p, role, business, err)
	}
	return nil
}

func permissionChanges(ctx context.Context, in db.DBTX, business ident.Business) ([]permission.Change, error) {
	rows, err := db.New(in).PermissionChanges(ctx, db.PermissionChangesParams{Shard: business.Shard, BusinessID: business.UUID})
	if err != nil {
		return nil, fmt.Errorf("load permissions of business %s: %w", business, err)
	}
	changes := make([]permission.Change, len(rows))
	for i, row := range rows {
		changes[i] = permission.Change{
			Role: permission.Role(row.Role), Permission: permission.Permission(row.Permission), Granted: row.Granted,
		}
	}
	return changes, nil
}
