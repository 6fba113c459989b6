package tenancy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/tenancy/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// OrganizationMember is a user in an organization.
type OrganizationMember struct {
	User  ident.User
	Name  string
	Email string
	Role  OrganizationRole
	Since time.Time
}

// OrganizationRole reports what a user is in an organization; ok is false for a
// stranger.
func (s *Service) OrganizationRole(ctx context.Context, user ident.User, organization ident.Organization) (role OrganizationRole, ok bool, err error) {
	return organizationRoleOf(ctx, s.deps.DB, user, organization)
}

// LockOrganizationRole reports what a user is in an organization, and keeps it so
// until the transaction ends. It is for those who act on that right in another
// domain, and the transaction's first lock.
func (s *Service) LockOrganizationRole(ctx context.Context, tx *pg.Tx, user ident.User, organization ident.Organization) (role OrganizationRole, ok bool, err error) {
	_, err = db.New(tx).LockOrganization(ctx, organization.UUID)
	if errors.Is(err, pg.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("lock roles in organization %s: %w", organization, err)
	}
	return organizationRoleOf(ctx, tx, user, organization)
}

// OrganizationMembers lists who is in an organization, the oldest member first.
func (s *Service) OrganizationMembers(ctx context.Context, organization ident.Organization) ([]OrganizationMember, error) {
	rows, err := db.New(s.deps.DB).OrganizationMembers(ctx, organization.UUID)
	if err != nil {
		return nil, fmt.Errorf("list members of organization %s: %w", organization, err)
	}
	members := make([]OrganizationMember, len(rows))
	for i, row := range rows {
		members[i] = OrganizationMember{
			User: ident.Of[ident.User](ident.Control, row.UserID), Name: row.Name, Email: row.Email,
			Role: OrganizationRole(row.Role), Since: row.CreatedAt,
		}
	}
	return members, nil
}

// AddOrganizationMember puts a user into an organization without asking them;
// people join by invitation. It opens a transaction.
func (s *Service) AddOrganizationMember(ctx context.Context, by Authority, organization ident.Organization, user ident.User, role OrganizationRole) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		at, err := lockOrganizationForChange(ctx, tx, by, organization)
		if err != nil {
			return err
		}
		if err := at.mayAssign(role); err != nil {
			return err
		}
		return s.addOrganizationMember(ctx, tx, organization, user, role)
	})
}

func (s *Service) addOrganizationMember(ctx context.Context, tx *pg.Tx, organization ident.Organization, user ident.User, role OrganizationRole) error {
	if err := s.deps.Accounts.RequireUser(ctx, tx, user); err != nil {
		return err
	}
	err := db.New(tx).AddOrganizationMember(ctx, db.AddOrganizationMemberParams{
		OrganizationID: organization.UUID, UserID: user.UUID, Role: string(role), CreatedAt: s.deps.Now(),
	})
	if pg.IsUnique(err, "organization_members_pkey") {
		return errAlreadyMember
	}
	if err != nil {
		return fmt.Errorf("add user %s to organization %s: %w", user, organization, err)
	}
	if err := s.joinSandboxes(ctx, tx, organization, user, role); err != nil {
		return err
	}
	return s.deps.Audit.Note(ctx, tx, audit.MemberAdded, user, organization, audit.Facts{"role": role})
}

// ChangeOrganizationRole makes a member something else. It opens a transaction.
func (s *Service) ChangeOrganizationRole(ctx context.Context, by Authority, organization ident.Organization, user ident.User, role OrganizationRole) error {
	return s.changeMembers(ctx, organization, func(tx *pg.Tx) error {
		at, err := lockOrganizationForChange(ctx, tx, by, organization)
		if err != nil {
			return err
		}
		was, err := wantMemberOfOrganization(ctx, tx, user, organization)
		if err != nil || was == role {
			return err
		}
		if err := cmp.Or(at.mayAssign(was), at.mayAssign(role)); err != nil {
			return err
		}
		if err := keepAnOrganizationOwner(ctx, tx, organization, user, was); err != nil {
			return err
		}
		return s.setOrganizationRole(ctx, tx, organization, user, was, role)
	})
}

// RemoveOrganizationMember puts a member out of an organization. It opens a
// transaction.
func (s *Service) RemoveOrganizationMember(ctx context.Context, by Authority, organization ident.Organization, user ident.User) error {
	return s.changeMembers(ctx, organization, func(tx *pg.Tx) error {
		at, err := lockOrganizationForChange(ctx, tx, by, organization)
		if err != nil {
			return err
		}
		was, err := wantMemberOfOrganization(ctx, tx, user, organization)
		if err != nil {
			return err
		}
		if err := at.mayAssign(was); err != nil {
			return err
		}
		return s.removeOrganizationMember(ctx, tx, organization, user, was, audit.MemberRemoved)
	})
}

// LeaveOrganization takes a user out of an organization by their own decision,
// which nobody has to allow. It opens a transaction.
func (s *Service) LeaveOrganization(ctx context.Context, user ident.User, organization ident.Organization) error {
	return s.changeMembers(ctx, organization, func(tx *pg.Tx) error {
		was, err := wantMemberOfOrganization(ctx, tx, user, organization)
		if err != nil {
			return err
		}
		return s.removeOrganizationMember(ctx, tx, organization, user, was, audit.MemberLeft)
	})
}

// HandOverOrganization makes another member the owner of an organization, and the
// owner who hands it over an admin. It opens a transaction.
func (s *Service) HandOverOrganization(ctx context.Context, from ident.User, organization ident.Organization, to ident.User) error {
	var p fault.Problems
	p.Want(from != to, "userId must be another member's")
	if err := p.Err(); err != nil {
		return err
	}
	return s.changeMembers(ctx, organization, func(tx *pg.Tx) error {
		at, err := lockOrganizationForChange(ctx, tx, By(from), organization)
		if err != nil {
			return err
		}
		if err := at.role.Need(OrganizationOwner); err != nil {
			return err
		}
		was, err := wantMemberOfOrganization(ctx, tx, to, organization)
		if err != nil {
			return err
		}
		if err := s.setOrganizationRole(ctx, tx, organization, to, was, OrganizationOwner); err != nil {
			return err
		}
		return s.setOrganizationRole(ctx, tx, organization, from, OrganizationOwner, OrganizationAdmin)
	})
}

// setOrganizationRole gives a member another role, if it is another.
func (s *Service) setOrganizationRole(ctx context.Context, tx *pg.Tx, organization ident.Organization, user ident.User, was, role OrganizationRole) error {
	if was == role {
		return nil
	}
	err := db.New(tx).SetOrganizationRole(ctx, db.SetOrganizationRoleParams{
		OrganizationID: organization.UUID, UserID: user.UUID, Role: string(role),
	})
	if err != nil {
		return fmt.Errorf("change role of user %s in organization %s: %w", user, organization, err)
	}
	if err := s.joinSandboxes(ctx, tx, organization, user, role); err != nil {
		return err
	}
	return s.deps.Audit.Note(ctx, tx, audit.MemberRoleChanged, user, organization, audit.Facts{"from": was, "to": role})
}

func (s *Service) removeOrganizationMember(ctx context.Context, tx *pg.Tx, organization ident.Organization, user ident.User, was OrganizationRole, action audit.Action) error {
	if err := keepAnOrganizationOwner(ctx, tx, organization, user, was); err != nil {
		return err
	}
	err := db.New(tx).RemoveOrganizationMember(ctx, db.RemoveOrganizationMemberParams{
		OrganizationID: organization.UUID, UserID: user.UUID,
	})
	if err != nil {
		return fmt.Errorf("remove user %s from organization %s: %w", user, organization, err)
	}
	if err := leaveSandboxes(ctx, tx, organization, user); err != nil {
		return err
	}
	return s.deps.Audit.Note(ctx, tx, action, user, organization, audit.Facts{"role": was})
}

// keepAnOrganizationOwner refuses to lose an organization's last owner, exactly,
// because the organization is locked.
func keepAnOrganizationOwner(ctx context.Context, tx *pg.Tx, organization ident.Organization, user ident.User, was OrganizationRole) error {
	if was != OrganizationOwner {
		return nil
	}
	another, err := db.New(tx).OrganizationHasOtherOwner(ctx, db.OrganizationHasOtherOwnerParams{
		OrganizationID: organization.UUID, UserID: user.UUID,
	})
	if err != nil {
		return fmt.Errorf("look for another owner of organization %s: %w", organization, err)
	}
	if !another {
		return errLastOwner
	}
	return nil
}

func organizationRoleOf(ctx context.Context, in db.DBTX, user ident.User, organization ident.Organization) (OrganizationRole, bool, error) {
	role, err := db.New(in).OrganizationRole(ctx, db.OrganizationRoleParams{
		OrganizationID: organization.UUID, UserID: user.UUID,
	})
	if errors.Is(err, pg.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("load role of user %s in organization %s: %w", user, organization, err)
	}
	return OrganizationRole(role), true, nil
}

func wantMemberOfOrganization(ctx context.Context, tx *pg.Tx, user ident.User, organization ident.Organization) (OrganizationRole, error) {
	role, member, err := organizationRoleOf(ctx, tx, user, organization)
	if err == nil && !member {
		err = ErrMemberNotFound
	}
	return role, err
}
