package tenancy

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/tenancy/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// InvitationLifetime is how long an invitation can be accepted.
const InvitationLifetime = 7 * 24 * time.Hour

const (
	// invitationClaim keeps others from an invitation that is being mailed, and is
	// the pause after a try that failed.
	invitationClaim = time.Minute
	invitationKept  = 30 * 24 * time.Hour // after its end
)

// Invitation asks somebody, by mail, into a business or an organization:
//
//	open ──accept──▶ accepted
//	  │ └──cancel, or a newer one to the same address──▶ cancelled
//	  └────7 days──▶ expired
//
// It is as good as its author's right to make it: when the author may no longer
// bring anybody in, it leads nowhere.
type Invitation struct {
	ID           ident.Invitation
	Business     ident.Business     // either this
	Organization ident.Organization // or that
	Email        string
	Role         string     // a permission.Role or an OrganizationRole
	InvitedBy    ident.User // zero: the operator
	CreatedAt    time.Time
	ExpiresAt    time.Time
	MailedAt     *time.Time
}

// InviteToBusiness asks somebody into a business, in place of an open
// invitation to the same address. It opens a transaction.
func (s *Service) InviteToBusiness(ctx context.Context, by Authority, business ident.Business, email string, role permission.Role) (Invitation, error) {
	return s.invite(ctx, by, Invitation{Business: business, Email: email, Role: string(role)})
}

// InviteToOrganization asks somebody into an organization, in place of an open
// invitation to the same address. It opens a transaction.
func (s *Service) InviteToOrganization(ctx context.Context, by Authority, organization ident.Organization, email string, role OrganizationRole) (Invitation, error) {
	return s.invite(ctx, by, Invitation{Organization: organization, Email: email, Role: string(role)})
}

func (s *Service) invite(ctx context.Context, by Authority, inv Invitation) (Invitation, error) {
	inv.Email = strings.TrimSpace(inv.Email)
	var p fault.Problems
	p.Want(accounts.ValidEmail(inv.Email), "email must be an email")
	if err := p.Err(); err != nil {
		return Invitation{}, err
	}
	now := s.deps.Now()
	inv.ID, inv.InvitedBy = ident.New[ident.Invitation](ident.Control, now), by.user
	inv.CreatedAt, inv.ExpiresAt = now, now.Add(InvitationLifetime)
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := inv.admit(ctx, tx, by); err != nil {
			return err
		}
		if err := inv.wantStranger(ctx, tx); err != nil {
			return err
		}
		if err := s.allowInvitation(ctx, tx, inv); err != nil {
			return err
		}
		if err := s.replaceInvitation(ctx, tx, inv); err != nil {
			return err
		}
		return s.noteInvitation(ctx, tx, audit.InvitationMade, inv)
	})
	if err != nil {
		return Invitation{}, err
	}
	return inv, nil
}

// admit locks the invitation's place and is nil when the authority may bring
// somebody in there, as what the invitation says.
func (inv Invitation) admit(ctx context.Context, tx *pg.Tx, by Authority) error {
	if inv.Business.IsZero() {
		at, err := lockOrganizationForChange(ctx, tx, by, inv.Organization)
		if err != nil {
			return err
		}
		return at.mayAssign(OrganizationRole(inv.Role))
	}
	at, err := lockForChange(ctx, tx, by, inv.Business, permission.ManageUsers)
	if err != nil {
		return err
	}
	return at.mayAssign(permission.Role(inv.Role))
}

// wantStranger refuses to invite who is there already.
func (inv Invitation) wantStranger(ctx context.Context, tx *pg.Tx) (err error) {
	var member bool
	if inv.Business.IsZero() {
		member, err = db.New(tx).IsOrganizationMemberByEmail(ctx, db.IsOrganizationMemberByEmailParams{
			EmailKey: accounts.EmailKey(inv.Email), OrganizationID: inv.Organization.UUID,
		})
	} else {
		member, err = db.New(tx).IsMemberByEmail(ctx, db.IsMemberByEmailParams{
			EmailKey: accounts.EmailKey(inv.Email), BusinessShard: inv.Business.Shard, BusinessID: inv.Business.UUID,
		})
	}
	if err != nil {
		return fmt.Errorf("look for an invited member: %w", err)
	}
	if member {
		return errAlreadyMember
	}
	return nil
}

// allowInvitation refuses what was sent to the same address a moment ago, though
// it was cancelled since, and what would be too much. The place is locked, so of
// many who ask at once one gets through.
func (s *Service) allowInvitation(ctx context.Context, tx *pg.Tx, inv Invitation) error {
	shard, business, organization := inv.place()
	last, err := db.New(tx).LastInvitation(ctx, db.LastInvitationParams{
		BusinessShard: shard, BusinessID: business, OrganizationID: organization,
		EmailKey: accounts.EmailKey(inv.Email), After: inv.CreatedAt.Add(-mailing.Pause),
	})
	switch {
	case err == nil:
		return mailing.ErrSentRecently.After(last.Add(mailing.Pause).Sub(inv.CreatedAt))
	case !errors.Is(err, pg.ErrNoRows):
		return fmt.Errorf("look for an earlier invitation: %w", err)
	case s.deps.AllowInvitation == nil:
		return nil
	}
	var place fmt.Stringer = inv.Business
	if inv.Business.IsZero() {
		place = inv.Organization
	}
	return s.deps.AllowInvitation(ctx, place, inv.Email)
}

// replaceInvitation writes an invitation in place of the open one to the same
// address, if any. The place is locked, so there is never a second one.
func (s *Service) replaceInvitation(ctx context.Context, tx *pg.Tx, inv Invitation) error {
	shard, business, organization := inv.place()
	queries := db.New(tx)
	err := queries.ReplaceInvitation(ctx, db.ReplaceInvitationParams{
		BusinessShard: shard, BusinessID: business, OrganizationID: organization,
		EmailKey: accounts.EmailKey(inv.Email), Now: inv.CreatedAt,
	})
	if err != nil {
		return fmt.Errorf("replace an invitation by %s: %w", inv.ID, err)
	}
	err = queries.AddInvitation(ctx, db.AddInvitationParams{
		ID: inv.ID.UUID, BusinessShard: shard, BusinessID: business, OrganizationID: organization,
		Email: inv.Email, EmailKey: accounts.EmailKey(inv.Email), Role: inv.Role, InvitedBy: unlessZero(inv.InvitedBy.UUID),
		CreatedAt: inv.CreatedAt, ExpiresAt: inv.ExpiresAt,
	})
	if err != nil {
		return fmt.Errorf("add invitation %s: %w", inv.ID, err)
	}
	return nil
}

// BusinessInvitations lists the open invitations to a business, newest first.
func (s *Service) BusinessInvitations(ctx context.Context, business ident.Business) ([]Invitation, error) {
	return s.invitations(ctx, Invitation{Business: business})
}

// OrganizationInvitations lists the open invitations to an organization, newest
// first.
func (s *Service) OrganizationInvitations(ctx context.Context, organization ident.Organization) ([]Invitation, error) {
	return s.invitations(ctx, Invitation{Organization: organization})
}

func (s *Service) invitations(ctx context.Context, to Invitation) ([]Invitation, error) {
	shard, business, organization := to.place()
	rows, err := db.New(s.deps.DB).Invitations(ctx, db.InvitationsParams{
		BusinessShard: shard, BusinessID: business, OrganizationID: organization, Now: s.deps.Now(),
	})
	if err != nil {
		return nil, fmt.Errorf("list invitations: %w", err)
	}
	list := make([]Invitation, len(rows))
	for i, row := range rows {
		list[i] = invitationFrom(db.InvitationRow(row))
	}
	return list, nil
}

// CancelInvitation withdraws an open invitation. It opens a transaction.
func (s *Service) CancelInvitation(ctx context.Context, by Authority, id ident.Invitation) error {
	return s.cancelInvitation(ctx, by, id, func(Invitation) bool { return true })
}

// CancelBusinessInvitation withdraws one that leads to a business. Who asks may well
// manage another one too, but that is not what they were shown. It opens a transaction.
func (s *Service) CancelBusinessInvitation(ctx context.Context, by Authority, business ident.Business, id ident.Invitation) error {
	return s.cancelInvitation(ctx, by, id, func(inv Invitation) bool { return inv.Business == business })
}

// CancelOrganizationInvitation withdraws one that leads to an organization. It opens a
// transaction.
func (s *Service) CancelOrganizationInvitation(ctx context.Context, by Authority, organization ident.Organization, id ident.Invitation) error {
	return s.cancelInvitation(ctx, by, id, func(inv Invitation) bool { return inv.Organization == organization })
}

func (s *Service) cancelInvitation(ctx context.Context, by Authority, id ident.Invitation, meant func(Invitation) bool) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		row, err := db.New(tx).Invitation(ctx, db.InvitationParams{ID: id.UUID, Now: s.deps.Now()})
		if errors.Is(err, pg.ErrNoRows) {
			return ErrInvitationNotFound
		}
		if err != nil {
			return fmt.Errorf("find invitation %s: %w", id, err)
		}
		inv := invitationFrom(row)
		if !meant(inv) {
			return ErrInvitationNotFound
		}
		if err := inv.admit(ctx, tx, by); err != nil {
			return err
		}
		cancelled, err := db.New(tx).CancelInvitation(ctx, db.CancelInvitationParams{ID: id.UUID, Now: s.deps.Now()})
		if err != nil {
			return fmt.Errorf("cancel invitation %s: %w", id, err)
		}
		if cancelled == 0 {
			return ErrInvitationNotFound
		}
		return s.noteInvitation(ctx, tx, audit.InvitationCancelled, inv)
	})
}

// noteInvitation writes down what became of an invitation, without its address.
func (s *Service) noteInvitation(ctx context.Context, tx *pg.Tx, action audit.Action, inv Invitation) error {
	facts := audit.Facts{"role": inv.Role}
	if inv.Business.IsZero() {
		return s.deps.Audit.Note(ctx, tx, action, inv.ID, inv.Organization, facts)
	}
	return s.deps.Audit.NoteIn(ctx, tx, inv.Business, action, inv.ID, facts)
}

// place is where the invitation leads, as columns: one of the two is null.
func (inv Invitation) place() (shard *ident.Shard, business, organization *uuid.UUID) {
	if inv.Business.IsZero() {
		return nil, nil, &inv.Organization.UUID
	}
	return &inv.Business.Shard, &inv.Business.UUID, nil
}

func unlessZero(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}

func invitationFrom(row db.InvitationRow) Invitation {
	inv := Invitation{
		ID: ident.Of[ident.Invitation](ident.Control, row.ID), Email: row.Email, Role: row.Role,
		CreatedAt: row.CreatedAt, ExpiresAt: row.ExpiresAt, MailedAt: row.MailedAt,
	}
	if row.BusinessShard != nil && row.BusinessID != nil {
		inv.Business = ident.Of[ident.Business](*row.BusinessShard, *row.BusinessID)
	}
	if row.OrganizationID != nil {
		inv.Organization = ident.Of[ident.Organization](ident.Control, *row.OrganizationID)
	}
	if row.InvitedBy != nil {
		inv.InvitedBy = ident.Of[ident.User](ident.Control, *row.InvitedBy)
	}
	return inv
}

// PurgeInvitations forgets invitations that expired a month ago, with the
// addresses in them, and reports how many.
func (s *Service) PurgeInvitations(ctx context.Context) (int64, error) {
	purged, err := db.New(s.deps.DB).PurgeInvitations(ctx, s.deps.Now().Add(-invitationKept))
	if err != nil {
		return 0, fmt.Errorf("purge invitations: %w", err)
	}
	return purged, nil
}
