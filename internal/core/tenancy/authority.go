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

// lockedBusiness is a business that is locked for a change, and what is granted to
// the change's author in it.
type lockedBusiness struct {
	Business
	changes []permission.Change
	granted permission.Set
}

// changeRights runs a change of members, roles or permissions by somebody who
// may make it. It opens the transaction, and returns when no node goes by the
// old rights any more.
func (s *Service) changeRights(ctx context.Context, by Authority, business ident.Business, fn func(tx *pg.Tx, at lockedBusiness) error) error {
	return s.takeRights(ctx, business, func(tx *pg.Tx) error {
		at, err := lockForChange(ctx, tx, by, business, permission.ManageUsers)
		if err != nil {
			return err
		}
		return fn(tx, at)
	})
}

// lockForChange locks a business for a change by somebody who has the permission.
// All changes to a business's members and permissions begin here and so run one
// after another; each sees what the one before left.
func lockForChange(ctx context.Context, tx *pg.Tx, by Authority, id ident.Business, need permission.Permission) (lockedBusiness, error) {
	business, err := lockBusiness(ctx, tx, id)
	if err != nil {
		return lockedBusiness{}, err
	}
	changes, err := permissionChanges(ctx, tx, id)
	if err != nil {
		return lockedBusiness{}, err
	}
	at := lockedBusiness{Business: business, changes: changes, granted: permission.Default(permission.Owner)}
	if !by.operator {
		role, member, err := roleOf(ctx, tx, by.user, id)
		if err != nil {
			return lockedBusiness{}, err
		}
		if !member {
			return lockedBusiness{}, ErrBusinessNotFound
		}
		at.granted = at.effective(role)
	}
	return at, Allow(at.granted, need)
}

// LockRights keeps who belongs to a business, and what they may do there, as it
// is until the transaction ends. It is for those who act on such a right in
// another domain: what they look up within the transaction is true until they
// commit. It is the transaction's first lock.
func (s *Service) LockRights(ctx context.Context, tx *pg.Tx, business ident.Business) error {
	_, err := db.New(tx).ShareBusiness(ctx, db.ShareBusinessParams{Shard: business.Shard, ID: business.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return ErrBusinessNotFound
	}
	if err != nil {
		return fmt.Errorf("lock rights in business %s: %w", business, err)
	}
	return nil
}

func (at lockedBusiness) effective(role permission.Role) permission.Set {
	return permission.Effective(role, at.changes)
}

// mayAssign is nil when all that the role may do is granted to the author. Nobody
// makes anybody more powerful than they are themselves, nor unseats such a member;
// as only owners may do everything, only an owner makes or unmakes an owner.
func (at lockedBusiness) mayAssign(role permission.Role) error {
	if !role.Known() {
		return errUnknownRole.With(role)
	}
	for _, p := range at.effective(role) {
		if !at.granted.Has(p) {
			return errRoleAboveYours.With(role)
		}
	}
	return nil
}

// lockedOrganization is an organization that is locked for a change, and what the
// change's author is in it.
type lockedOrganization struct {
	Organization
	role OrganizationRole
}

// lockOrganizationForChange locks an organization for a change by an admin or
// owner of it. Nobody remembers organization roles, so no epoch has to move.
func lockOrganizationForChange(ctx context.Context, tx *pg.Tx, by Authority, id ident.Organization) (lockedOrganization, error) {
	organization, err := lockOrganization(ctx, tx, id)
	if err != nil {
		return lockedOrganization{}, err
	}
	at := lockedOrganization{Organization: organization, role: OrganizationOwner}
	if !by.operator {
		role, member, err := organizationRoleOf(ctx, tx, by.user, id)
		if err != nil {
			return lockedOrganization{}, err
		}
		if !member {
			return lockedOrganization{}, ErrOrganizationNotFound
		}
		at.role = role
	}
	return at, at.role.Need(OrganizationAdmin)
}

// mayAssign is nil when the author may give and take the role: nobody does that
// above their own.
func (at lockedOrganization) mayAssign(role OrganizationRole) error {
	if !role.Known() {
		return errUnknownRole.With(role)
	}
	if !at.role.AtLeast(role) {
		return errRoleAboveYours.With(role)
	}
	return nil
}
