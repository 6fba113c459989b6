package tenancy

import (
	"context"
	"fmt"
	"strings"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/tenancy/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// EraseUser forgets a person; the operator's operation. Nothing is left but the id, to
// which records point and which is nobody's any more. From its end on the person
// is signed in nowhere and a member of nothing, and so every consent of theirs is
// dead. Who is the only owner of something is not erased. It reports in which
// businesses something about the person may still be kept elsewhere, and opens a
// transaction for each place.
func (s *Service) EraseUser(ctx context.Context, id ident.User) (touched []ident.Business, err error) {
	user, err := s.deps.Accounts.UserByID(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := s.ownsNothingAlone(ctx, id); err != nil {
		return nil, err
	}
	if touched, err = s.leaveAll(ctx, id); err != nil {
		return nil, err
	}
	err = s.deps.Accounts.EraseUser(ctx, user, func(tx *pg.Tx) error {
		invited, err := eraseInvitationsOf(ctx, tx, user)
		touched = append(touched, invited...)
		return err
	})
	if err != nil {
		return nil, err
	}
	return touched, s.deps.Audit.BlurAddressesOf(ctx, id, touched)
}

// ownsNothingAlone refuses with what somebody else has to own first.
func (s *Service) ownsNothingAlone(ctx context.Context, id ident.User) error {
	var alone []string
	businesses, err := s.BusinessesOf(ctx, id)
	if err != nil {
		return err
	}
	for _, b := range businesses {
		another, err := db.New(s.deps.DB).BusinessHasOtherOwner(ctx, db.BusinessHasOtherOwnerParams{
			BusinessShard: b.Business.ID.Shard, BusinessID: b.Business.ID.UUID, UserID: id.UUID,
		})
		if err != nil {
			return fmt.Errorf("look for another owner of business %s: %w", b.Business.ID, err)
		}
		if b.Role == permission.Owner && !another {
			alone = append(alone, fmt.Sprintf("business %s (%s)", b.Business.ID, b.Business.Name))
		}
	}
	organizations, err := s.OrganizationsOf(ctx, id)
	if err != nil {
		return err
	}
	for _, o := range organizations {
		another, err := db.New(s.deps.DB).OrganizationHasOtherOwner(ctx, db.OrganizationHasOtherOwnerParams{OrganizationID: o.Organization.ID.UUID, UserID: id.UUID})
		if err != nil {
			return fmt.Errorf("look for another owner of organization %s: %w", o.Organization.ID, err)
		}
		if o.Role == OrganizationOwner && !another {
			alone = append(alone, fmt.Sprintf("organization %s (%s)", o.Organization.ID, o.Organization.Name))
		}
	}
	if len(alone) > 0 {
		return errOnlyOwner.With(strings.Join(alone, ", "))
	}
	return nil
}

// leaveAll takes a user out of every business and organization, and tells of
// which businesses.
func (s *Service) leaveAll(ctx context.Context, id ident.User) (left []ident.Business, err error) {
	memberships, err := db.New(s.deps.DB).MembershipsOf(ctx, id.UUID)
	if err != nil {
		return nil, fmt.Errorf("list memberships of user %s: %w", id, err)
	}
	for _, m := range memberships {
		business := ident.Of[ident.Business](m.BusinessShard, m.BusinessID)
		if err := s.RemoveMember(ctx, ByOperator(), business, id); err != nil {
			return nil, err
		}
		left = append(left, business)
	}
	organizations, err := s.OrganizationsOf(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, o := range organizations {
		if err := s.RemoveOrganizationMember(ctx, ByOperator(), o.Organization.ID, id); err != nil {
			return nil, err
		}
	}
	return left, nil
}

// eraseInvitationsOf forgets to what a person was invited and whom they invited,
// and reports to which businesses.
func eraseInvitationsOf(ctx context.Context, tx *pg.Tx, user accounts.User) (invited []ident.Business, err error) {
	places, err := db.New(tx).EraseInvitationsOf(ctx, db.EraseInvitationsOfParams{
		EmailKey: accounts.EmailKey(user.Email), UserID: user.ID.UUID,
	})
	if err != nil {
		return nil, fmt.Errorf("erase the invitations of user %s: %w", user.ID, err)
	}
	for _, place := range places {
		if place.BusinessID != nil {
			invited = append(invited, ident.Of[ident.Business](*place.BusinessShard, *place.BusinessID))
		}
	}
	return invited, nil
}
