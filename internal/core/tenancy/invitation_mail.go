package tenancy

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/tenancy/internal/db"
)

// Letter is an invitation as the invited person sees it.
type Letter struct {
	Invitation
	Place      string // the name of the business or organization
	Inviter    string // the name of who invites; empty: the operator
	HasAccount bool   // whether the address is a user's already
}

// WaitingInvitation is an invitation that waits to be mailed.
type WaitingInvitation struct {
	ID    ident.Invitation
	Place string // names the business or organization among others
}

// InvitationsToMail lists invitations that nobody has mailed or is mailing: at
// most so many of each business and organization, and in all.
func (s *Service) InvitationsToMail(ctx context.Context, mostEach, most int) ([]WaitingInvitation, error) {
	rows, err := db.New(s.deps.DB).InvitationsToMail(ctx, db.InvitationsToMailParams{Now: s.deps.Now(), MostEach: int32(mostEach), Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list invitations to mail: %w", err)
	}
	waiting := make([]WaitingInvitation, len(rows))
	for i, row := range rows {
		waiting[i] = WaitingInvitation{ident.Of[ident.Invitation](ident.Control, row.ID), row.Place.String()}
	}
	return waiting, nil
}

// InvitationMailBacklog reports how many invitations wait to be mailed, and since
// when the oldest does; now where none waits.
func (s *Service) InvitationMailBacklog(ctx context.Context) (waiting int64, oldest time.Time, err error) {
	row, err := db.New(s.deps.DB).InvitationMailBacklog(ctx, s.deps.Now())
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("count the invitations to mail: %w", err)
	}
	return row.Waiting, row.Oldest, nil
}

// MailInvitation makes the secret of an invitation, keeps its hash, and has it
// sent. When sending fails, the invitation stays due, and a later try makes
// another secret; only the last one counts. An invitation that somebody else
// mails, or that is no longer open, is let be. It opens a transaction after the
// sending.
func (s *Service) MailInvitation(ctx context.Context, id ident.Invitation, send func(letter Letter, token string) error) error {
	token, now := secret.New(secret.Invitation), s.deps.Now()
	row, err := db.New(s.deps.DB).ClaimInvitation(ctx, db.ClaimInvitationParams{
		ID: id.UUID, TokenHash: secret.Hash(token), Now: now, ClaimedUntil: now.Add(invitationClaim),
	})
	if errors.Is(err, pg.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("claim invitation %s: %w", id, err)
	}
	letter, err := s.letter(ctx, invitationFrom(db.InvitationRow(row)))
	if err != nil {
		return err
	}
	if err := send(letter, token); err != nil {
		return fmt.Errorf("mail invitation %s: %w", id, err)
	}
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		marked, err := db.New(tx).InvitationMailed(ctx, db.InvitationMailedParams{ID: id.UUID, TokenHash: secret.Hash(token), Now: s.deps.Now()})
		if err != nil {
			return fmt.Errorf("mark invitation %s as mailed: %w", id, err)
		}
		if marked == 0 {
			return nil
		}
		return s.noteInvitation(ctx, tx, audit.InvitationMailed, letter.Invitation)
	})
}

// letter adds what the invited person wants to know.
func (s *Service) letter(ctx context.Context, inv Invitation) (Letter, error) {
	letter := Letter{Invitation: inv}
	var err error
	if letter.Place, err = s.nameOfPlace(ctx, inv); err != nil {
		return Letter{}, err
	}
	if !inv.InvitedBy.IsZero() {
		inviter, err := s.deps.Accounts.UserByID(ctx, inv.InvitedBy)
		if err != nil {
			return Letter{}, err
		}
		letter.Inviter = inviter.Name
	}
	letter.HasAccount, err = s.deps.Accounts.HasAccount(ctx, inv.Email)
	return letter, err
}

func (s *Service) nameOfPlace(ctx context.Context, inv Invitation) (string, error) {
	if inv.Business.IsZero() {
		organization, err := s.Organization(ctx, inv.Organization)
		return organization.Name, err
	}
	business, err := s.Business(ctx, inv.Business)
	return business.Name, err
}
