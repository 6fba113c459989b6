package tenancy

import (
	"context"
	"errors"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/tenancy/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// CheckInvitation tells whom a mailed secret asks where.
func (s *Service) CheckInvitation(ctx context.Context, token string) (Letter, error) {
	inv, err := s.openInvitation(ctx, s.deps.DB, token)
	if err != nil {
		return Letter{}, err
	}
	return s.letter(ctx, inv)
}

// AcceptInvitation lets a user in to where a mailed secret asks them. It works
// once, and for the address that was invited. It opens a transaction.
func (s *Service) AcceptInvitation(ctx context.Context, token string, user ident.User) (Invitation, error) {
	var inv Invitation
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) (err error) {
		if inv, err = s.openInvitation(ctx, tx, token); err != nil {
			return err
		}
		invited, err := s.deps.Accounts.UserIn(ctx, tx, user)
		if err != nil {
			return err
		}
		if accounts.EmailKey(invited.Email) != accounts.EmailKey(inv.Email) {
			return errInvitationForAnother
		}
		return s.join(ctx, tx, inv, token, user)
	})
	if err != nil {
		return Invitation{}, err
	}
	return inv, nil
}

// AcceptInvitationAsNewUser makes a user of somebody whom a mailed secret asks
// somewhere, and lets them in. The secret proves the address: it was sent there.
// It opens a transaction.
func (s *Service) AcceptInvitationAsNewUser(ctx context.Context, token, name, password string) (accounts.User, Invitation, error) {
	if err := s.deps.Accounts.AllowInvited(); err != nil {
		return accounts.User{}, Invitation{}, err
	}
	inv, err := s.openInvitation(ctx, s.deps.DB, token)
	if err != nil {
		return accounts.User{}, Invitation{}, err
	}
	place, err := s.nameOfPlace(ctx, inv)
	if err != nil {
		return accounts.User{}, Invitation{}, err
	}
	draft, err := s.deps.Accounts.DraftUser(ctx, accounts.NewUser{
		Email: inv.Email, Name: name, Password: password, PasswordRequired: true, Avoid: []string{place},
	})
	if err != nil {
		return accounts.User{}, Invitation{}, err
	}
	user := draft.User()
	ctx = actor.AsUser(ctx, user.ID.String())
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := s.deps.Accounts.AddUser(ctx, tx, draft); err != nil {
			return err
		}
		return s.join(ctx, tx, inv, token, user.ID)
	})
	if err != nil {
		return accounts.User{}, Invitation{}, err
	}
	return user, inv, nil
}

// join uses an invitation up and lets the user in.
func (s *Service) join(ctx context.Context, tx *pg.Tx, inv Invitation, token string, user ident.User) error {
	if err := s.admitStill(ctx, tx, inv); err != nil {
		return err
	}
	spent, err := db.New(tx).SpendInvitation(ctx, db.SpendInvitationParams{
		ID: inv.ID.UUID, TokenHash: secret.Hash(token), UserID: user.UUID, Now: s.deps.Now(),
	})
	if err != nil {
		return fmt.Errorf("spend invitation %s: %w", inv.ID, err)
	}
	if spent == 0 {
		return errInvitationLink
	}
	if err := s.noteInvitation(ctx, tx, audit.InvitationAccepted, inv); err != nil {
		return err
	}
	if inv.Business.IsZero() {
		return s.addOrganizationMember(ctx, tx, inv.Organization, user, OrganizationRole(inv.Role))
	}
	return s.addMember(ctx, tx, inv.Business, user, permission.Role(inv.Role))
}

// admitStill locks the invitation's place and asks whether its author could
// still make it. Why not is no business of the invited person.
func (s *Service) admitStill(ctx context.Context, tx *pg.Tx, inv Invitation) error {
	by := ByOperator()
	if !inv.InvitedBy.IsZero() {
		author, err := s.deps.Accounts.UserIn(ctx, tx, inv.InvitedBy)
		if err != nil {
			return err
		}
		if !author.Active() {
			return errInvitationLink
		}
		by = By(author.ID)
	}
	err := inv.admit(ctx, tx, by)
	if _, refused := fault.As(err); refused {
		return errInvitationLink
	}
	return err
}

func (s *Service) openInvitation(ctx context.Context, in db.DBTX, token string) (Invitation, error) {
	if !secret.WellFormed(secret.Invitation, token) {
		return Invitation{}, errInvitationLink
	}
	row, err := db.New(in).InvitationByToken(ctx, db.InvitationByTokenParams{TokenHash: secret.Hash(token), Now: s.deps.Now()})
	if errors.Is(err, pg.ErrNoRows) {
		return Invitation{}, errInvitationLink
	}
	if err != nil {
		return Invitation{}, fmt.Errorf("find an invitation: %w", err)
	}
	return invitationFrom(db.InvitationRow(row)), nil
}
