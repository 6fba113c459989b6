package tenancy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/tenancy/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// Member is a user in a business.
type Member struct {
	User  ident.User
	Name  string
	Email string
	Role  permission.Role
	Since time.Time
}

// Role reports what a user is in a business; ok is false for a stranger.
func (s *Service) Role(ctx context.Context, user ident.User, business ident.Business) (role permission.Role, ok bool, err error) {
	return roleOf(ctx, s.deps.DB, user, business)
}

// Members lists who is in a business, the oldest member first.
func (s *Service) Members(ctx context.Context, business ident.Business) ([]Member, error) {
	rows, err := db.New(s.deps.DB).Members(ctx, db.MembersParams{BusinessShard: business.Shard, BusinessID: business.UUID})
	if err != nil {
		return nil, fmt.Errorf("list members of business %s: %w", business, err)
	}
	members := make([]Member, len(rows))
	for i, row := range rows {
		members[i] = Member{
			User: ident.Of[ident.User](ident.Control, row.UserID), Name: row.Name, Email: row.Email,
			Role: permission.Role(row.Role), Since: row.CreatedAt,
		}
	}
	return members, nil
}

// AddMember puts a user into a business without asking them; people join by
// invitation. It opens a transaction.
func (s *Service) AddMember(ctx context.Context, by Authority, business ident.Business, user ident.User, role permission.Role) error {
	return s.changeRights(ctx, by, business, func(tx *pg.Tx, at lockedBusiness) error {
		if err := at.mayAssign(role); err != nil {
			return err
		}
		return s.addMember(ctx, tx, business, user, role)
	})
}

func (s *Service) addMember(ctx context.Context, tx *pg.Tx, business ident.Business, user ident.User, role permission.Role) error {
	if err := s.deps.Accounts.RequireUser(ctx, tx, user); err != nil {
		return err
	}
	err := db.New(tx).AddMember(ctx, db.AddMemberParams{
		UserID: user.UUID, BusinessShard: business.Shard, BusinessID: business.UUID, Role: string(role), CreatedAt: s.deps.Now(),
	})
	if pg.IsUnique(err, "memberships_pkey") {
		return errAlreadyMember
	}
	if err != nil {
		return fmt.Errorf("add user %s to business %s: %w", user, business, err)
	}
	return s.deps.Audit.NoteIn(ctx, tx, business, audit.MemberAdded, user, audit.Facts{"role": role})
}

// ChangeRole makes a member something else. It opens a transaction.
func (s *Service) ChangeRole(ctx context.Context, by Authority, business ident.Business, user ident.User, role permission.Role) error {
	return s.changeRights(ctx, by, business, func(tx *pg.Tx, at lockedBusiness) error {
		was, err := wantMember(ctx, tx, user, business)
		if err != nil || was == role {
			return err
		}
		if err := cmp.Or(at.mayAssign(was), at.mayAssign(role)); err != nil {
			return err
		}
		if err := keepAnOwner(ctx, tx, business, user, was); err != nil {
			return err
		}
		err = db.New(tx).SetRole(ctx, db.SetRoleParams{
			UserID: user.UUID, BusinessShard: business.Shard, BusinessID: business.UUID, Role: string(role),
		})
		if err != nil {
			return fmt.Errorf("change role of user %s in business %s: %w", user, business, err)
		}
		return s.deps.Audit.NoteIn(ctx, tx, business, audit.MemberRoleChanged, user, audit.Facts{"from": was, "to": role})
	})
}

// RemoveMember puts a member out of a business. It opens a transaction.
func (s *Service) RemoveMember(ctx context.Context, by Authority, business ident.Business, user ident.User) error {
	return s.changeRights(ctx, by, business, func(tx *pg.Tx, at lockedBusiness) error {
		was, err := wantMember(ctx, tx, user, business)
		if err != nil {
			return err
		}
		if err := at.mayAssign(was); err != nil {
			return err
		}
		return s.removeMember(ctx, tx, business, user, was, audit.MemberRemoved)
	})
}

// Leave takes a user out of a business by their own decision, which nobody has
// to allow. It opens a transaction.
func (s *Service) Leave(ctx context.Context, user ident.User, business ident.Business) error {
	return s.takeRights(ctx, business, func(tx *pg.Tx) error {
		if _, err := lockBusiness(ctx, tx, business); err != nil {
			return err
		}
		was, err := wantMember(ctx, tx, user, business)
		if err != nil {
			return err
		}
		return s.removeMember(ctx, tx, business, user, was, audit.MemberLeft)
	})
}

func (s *Service) removeMember(ctx context.Context, tx *pg.Tx, business ident.Business, user ident.User, was permission.Role, action audit.Action) error {
	if err := keepAnOwner(ctx, tx, business, user, was); err != nil {
		return err
	}
	err := db.New(tx).RemoveMember(ctx, db.RemoveMemberParams{
		UserID: user.UUID, BusinessShard: business.Shard, BusinessID: business.UUID,
	})
	if err != nil {
		return fmt.Errorf("remove user %s from business %s: %w", user, business, err)
	}
	return s.deps.Audit.NoteIn(ctx, tx, business, action, user, audit.Facts{"role": was})
}

// keepAnOwner refuses to lose a business's last owner. The business is locked,
// so of two owners who leave at once the second one finds no other.
func keepAnOwner(ctx context.Context, tx *pg.Tx, business ident.Business, user ident.User, was permission.Role) error {
	if was != permission.Owner {
		return nil
	}
	another, err := db.New(tx).BusinessHasOtherOwner(ctx, db.BusinessHasOtherOwnerParams{
		BusinessShard: business.Shard, BusinessID: business.UUID, UserID: user.UUID,
	})
	if err != nil {
		return fmt.Errorf("look for another owner of business %s: %w", business, err)
	}
	if !another {
		return errLastOwner
	}
	return nil
}

func roleOf(ctx context.Context, in db.DBTX, user ident.User, business ident.Business) (permission.Role, bool, error) {
	role, err := db.New(in).Role(ctx, db.RoleParams{
		UserID: user.UUID, BusinessShard: business.Shard, BusinessID: business.UUID,
	})
	if errors.Is(err, pg.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("load role of user %s in business %s: %w", user, business, err)
	}
	return permission.Role(role), true, nil
}

func wantMember(ctx context.Context, tx *pg.Tx, user ident.User, business ident.Business) (permission.Role, error) {
	role, member, err := roleOf(ctx, tx, user, business)
	if err == nil && !member {
		err = ErrMemberNotFound
	}
	return role, err
}

// UseBusiness puts a session into another business that its user belongs to. It
// opens a transaction.
func (s *Service) UseBusiness(ctx context.Context, session accounts.Session, business ident.Business) error {
	_, member, err := s.Role(ctx, session.User, business)
	if err == nil && !member {
		err = ErrBusinessNotFound
	}
	if err != nil {
		return err
	}
	return s.deps.Accounts.UseBusiness(ctx, session, business)
}
