package tenancy

import (
	"context"
	"errors"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/tenancy/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// Authority is on whose behalf an organization or a business is changed: a
// user's, who must be allowed to, or the operator's, who is. Every such operation
// takes one and checks it under the lock under which it changes, so that a right
// that has just been taken away is not used once more. The zero Authority may do
// nothing.
//
// Looking at things takes none: what may be seen by whom is said where it is
// shown.
type Authority struct {
	user     ident.User
	operator bool
}

// By is the authority that a user has.
func By(user ident.User) Authority { return Authority{user: user} }

// ByOperator is the authority of those who run the service.
func ByOperator() Authority { return Authority{operator: true} }

// grip is a business that is locked for a change, and what the change's author
// may do in it.
type grip struct {
	Business
	changes []permission.Change
	held    permission.Set
}

// changeRights runs a change of members, roles or permissions by somebody who
// may make it. It opens the transaction, and returns when no node goes by the
// old rights any more.
func (s *Service) changeRights(ctx context.Context, by Authority, business ident.Business, fn func(tx *pg.Tx, at grip) error) error {
	return s.takeRights(ctx, business, func(tx *pg.Tx) error {
		at, err := enter(ctx, tx, by, business, permission.ManageUsers)
		if err != nil {
			return err
		}
		return fn(tx, at)
	})
}

// enter locks a business for a change by somebody who holds the permission. All
// changes to a business's members and permissions begin here and so run one
// after another; each sees what the one before left.
func enter(ctx context.Context, tx *pg.Tx, by Authority, id ident.Business, need permission.Permission) (grip, error) {
	business, err := lockBusiness(ctx, tx, id)
	if err != nil {
		return grip{}, err
	}
	changes, err := permissionChanges(ctx, tx, id)
	if err != nil {
		return grip{}, err
	}
	at := grip{Business: business, changes: changes, held: permission.Default(permission.Owner)}
	if !by.operator {
		role, member, err := roleOf(ctx, tx, by.user, id)
		if err != nil {
			return grip{}, err
		}
		if !member {
			return grip{}, ErrBusinessNotFound
		}
		at.held = at.effective(role)
	}
	return at, Allow(at.held, need)
}

// HoldRights keeps who belongs to a business, and what they may do there, as it
// is until the transaction ends. It is for those who act on such a right in
// another domain: what they look up within the transaction holds until they
// commit. It is the transaction's first lock.
func (s *Service) HoldRights(ctx context.Context, tx *pg.Tx, business ident.Business) error {
	_, err := db.New(tx).ShareBusiness(ctx, db.ShareBusinessParams{Shard: business.Shard, ID: business.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return ErrBusinessNotFound
	}
	if err != nil {
		return fmt.Errorf("hold rights in business %s: %w", business, err)
	}
	return nil
}

func (g grip) effective(role permission.Role) permission.Set {
	return permission.Effective(role, g.changes)
}

// reaches is nil when the author holds all that the role holds. Nobody makes
// anybody more powerful than they are themselves, nor unseats such a member; as
// only owners hold everything, only an owner makes or unmakes an owner.
func (g grip) reaches(role permission.Role) error {
	if !role.Known() {
		return errUnknownRole.With(role)
	}
	for _, p := range g.effective(role) {
		if !g.held.Has(p) {
			return errRoleAboveYours.With(role)
		}
	}
	return nil
}

// organizationGrip is an organization that is locked for a change, and what the
// change's author is in it.
type organizationGrip struct {
	Organization
	role OrganizationRole
}

// enterOrganization locks an organization for a change by an admin or owner of
// it. Nobody remembers organization roles, so no epoch has to move.
func enterOrganization(ctx context.Context, tx *pg.Tx, by Authority, id ident.Organization) (organizationGrip, error) {
	organization, err := lockOrganization(ctx, tx, id)
	if err != nil {
		return organizationGrip{}, err
	}
	at := organizationGrip{Organization: organization, role: OrganizationOwner}
	if !by.operator {
		role, member, err := organizationRoleOf(ctx, tx, by.user, id)
		if err != nil {
			return organizationGrip{}, err
		}
		if !member {
			return organizationGrip{}, errOrganizationNotFound
		}
		at.role = role
	}
	return at, at.role.Need(OrganizationAdmin)
}

// reaches is nil when the author may give and take the role: nobody does that
// above their own.
func (g organizationGrip) reaches(role OrganizationRole) error {
	if !role.Known() {
		return errUnknownRole.With(role)
	}
	if !g.role.AtLeast(role) {
		return errRoleAboveYours.With(role)
	}
	return nil
}
