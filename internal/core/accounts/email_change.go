package accounts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
)

// EmailChangeLifetime is how long the link to a new address works, from the request on.
const EmailChangeLifetime = time.Hour

const (
	// emailChangeClaim keeps others from a change that is being mailed, and is the
	// pause after a try that failed.
	emailChangeClaim = time.Minute
	emailChangeKept  = 24 * time.Hour
)

// Rename calls a user otherwise, as they ask. It opens a transaction.
func (s *Service) Rename(ctx context.Context, user ident.User, name string) error {
	name = strings.TrimSpace(name)
	var p fault.Problems
	mailing.WantDisplayName(&p, "name", name)
	if err := p.Err(); err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := takeTurn(ctx, tx, user); err != nil {
			return err
		}
		if err := s.RequireUser(ctx, tx, user); err != nil { // may have been erased meanwhile
			return err
		}
		changed, err := db.New(tx).SetName(ctx, db.SetNameParams{ID: user.UUID, Name: name})
		if err != nil {
			return fmt.Errorf("rename user %s: %w", user, err)
		}
		if changed == 0 {
			return nil
		}
		return s.noteOn(ctx, tx, audit.UserRenamed, user, nil)
	})
}

// RequestEmailChange asks for a mail to another address, by which the user can take
// it on. It answers the same whether or not that address has an account: only the mail
// tells. An earlier request ends. Nothing is sent while the same one waits, or was
// asked for a moment ago. It opens a transaction.
func (s *Service) RequestEmailChange(ctx context.Context, user User, email string) error {
	email = strings.TrimSpace(email)
	var p fault.Problems
	p.Want(ValidEmail(email), "email must be an email")
	if err := p.Err(); err != nil {
		return err
	}
	if email == user.Email {
		return errEmailSame
	}
	now, key := s.deps.Now(), EmailKey(email)
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := takeTurn(ctx, tx, user.ID); err != nil {
			return err
		}
		q := db.New(tx)
		waits, err := q.EmailChangeWaits(ctx, db.EmailChangeWaitsParams{UserID: user.ID.UUID, EmailKey: key, Now: now, Recently: now.Add(-mailing.Pause)})
		if err != nil || waits {
			return err
		}
		if err := q.ExpireEmailChanges(ctx, db.ExpireEmailChangesParams{UserID: user.ID.UUID, Now: now}); err != nil {
			return err
		}
		err = q.AskForEmailChange(ctx, db.AskForEmailChangeParams{
			ID: ident.Random(), UserID: user.ID.UUID, Email: email, EmailKey: key, Now: now, ExpiresAt: now.Add(EmailChangeLifetime),
		})
		if err != nil {
			return err
		}
		return s.noteOn(ctx, tx, audit.UserEmailChangeAsked, user.ID, nil)
	})
	if err != nil {
		return fmt.Errorf("ask for another address of user %s: %w", user.ID, err)
	}
	return nil
}

// EmailChangeLetter is a mail about a change of address.
type EmailChangeLetter struct {
	User  User
	To    string
	Token string // for the new address; empty where it has an account already
	Done  bool   // for the address before: it was changed
}

// EmailChangesToMail lists changes of which a mail is due, oldest first.
func (s *Service) EmailChangesToMail(ctx context.Context, most int) ([]uuid.UUID, error) {
	due, err := db.New(s.deps.DB).EmailChangesToMail(ctx, db.EmailChangesToMailParams{Now: s.deps.Now(), Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list changes of addresses to mail: %w", err)
	}
	return due, nil
}

// EmailChangeMailBacklog reports how many such mails wait, and since when the oldest
// does; now where none waits.
func (s *Service) EmailChangeMailBacklog(ctx context.Context) (waiting int64, oldest time.Time, err error) {
	row, err := db.New(s.deps.DB).EmailChangeMailBacklog(ctx, s.deps.Now())
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("count the changes of addresses to mail: %w", err)
	}
	return row.Waiting, row.Oldest, nil
}

// MailEmailChange sends the mail that is due of a change: the link to the new address,
// with a secret that is made here and kept as a hash only, or afterwards the news to
// the address before. When sending fails, it stays due. A change that somebody else
// mails is let be.
func (s *Service) MailEmailChange(ctx context.Context, id uuid.UUID, send func(EmailChangeLetter) error) error {
	now, token := s.deps.Now(), secret.New(secret.EmailChange)
	row, err := db.New(s.deps.DB).ClaimEmailChange(ctx, db.ClaimEmailChangeParams{
		ID: id, TokenHash: secret.Hash(token), Now: now, ClaimedUntil: now.Add(emailChangeClaim),
	})
	if errors.Is(err, pg.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("claim change of address %s: %w", id, err)
	}
	letter, err := s.emailChangeLetter(ctx, row, token)
	if err != nil {
		return err
	}
	if err := send(letter); err != nil {
		return fmt.Errorf("mail change of address %s: %w", id, err)
	}
	if letter.Done {
		err = db.New(s.deps.DB).EmailChangeTold(ctx, db.EmailChangeToldParams{ID: id, Now: s.deps.Now()})
	} else {
		err = db.New(s.deps.DB).EmailChangeMailed(ctx, db.EmailChangeMailedParams{ID: id, TokenHash: secret.Hash(token), Now: s.deps.Now()})
	}
	if err != nil {
		return fmt.Errorf("mark change of address %s as mailed: %w", id, err)
	}
	return nil
}

func (s *Service) emailChangeLetter(ctx context.Context, row db.AccountsEmailChange, token string) (EmailChangeLetter, error) {
	user, err := s.UserByID(ctx, ident.Of[ident.User](ident.Control, row.UserID))
	if err != nil {
		return EmailChangeLetter{}, err
	}
	if row.UsedAt != nil {
		return EmailChangeLetter{User: user, To: *row.OldEmail, Done: true}, nil
	}
	taken := false
	if row.EmailKey != EmailKey(user.Email) { // the same, in other letters, is theirs
		if taken, err = s.HasAccount(ctx, row.Email); err != nil {
			return EmailChangeLetter{}, err
		}
	}
	if taken {
		token = ""
	}
	return EmailChangeLetter{User: user, To: row.Email, Token: token}, nil
}

// CheckEmailChange tells which address a secret from a mail would give a user. It is
// that user's alone: whoever reads a mail that went astray cannot take the account.
func (s *Service) CheckEmailChange(ctx context.Context, user ident.User, token string) (email string, err error) {
	if !secret.WellFormed(secret.EmailChange, token) {
		return "", errEmailChangeLink
	}
	email, err = db.New(s.deps.DB).OpenEmailChange(ctx, db.OpenEmailChangeParams{TokenHash: secret.Hash(token), UserID: user.UUID, Now: s.deps.Now()})
	if errors.Is(err, pg.ErrNoRows) {
		return "", errEmailChangeLink
	}
	if err != nil {
		return "", fmt.Errorf("find a change of address: %w", err)
	}
	return email, nil
}

// ChangeEmail gives a user the address to which a secret was mailed, once. What was
// mailed to the one before opens nothing any more. It opens a transaction.
func (s *Service) ChangeEmail(ctx context.Context, user ident.User, token string) error {
	if !secret.WellFormed(secret.EmailChange, token) {
		return errEmailChangeLink
	}
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		before, err := lockUser(ctx, tx, user)
		if err != nil {
			return err
		}
		q, now := db.New(tx), s.deps.Now()
		spent, err := q.SpendEmailChange(ctx, db.SpendEmailChangeParams{
			TokenHash: secret.Hash(token), UserID: user.UUID, Now: now, OldEmail: before.Email,
		})
		if errors.Is(err, pg.ErrNoRows) {
			return errEmailChangeLink
		}
		if err != nil {
			return fmt.Errorf("spend a change of address of user %s: %w", user, err)
		}
		err = q.SetEmail(ctx, db.SetEmailParams{ID: user.UUID, Email: spent.Email, EmailKey: spent.EmailKey})
		if pg.IsUnique(err, "users_email_key") {
			return errEmailTaken // somebody made an account of it meanwhile
		}
		if err == nil {
			err = q.ExpireResets(ctx, db.ExpireResetsParams{UserID: user.UUID, Now: now})
		}
		if err != nil {
			return fmt.Errorf("change the address of user %s: %w", user, err)
		}
		return s.noteOn(ctx, tx, audit.UserEmailChanged, user, nil)
	})
}

// PurgeEmailChanges forgets requests that expired a day ago, and reports how many.
func (s *Service) PurgeEmailChanges(ctx context.Context) (int64, error) {
	purged, err := db.New(s.deps.DB).PurgeEmailChanges(ctx, s.deps.Now().Add(-emailChangeKept))
	if err != nil {
		return 0, fmt.Errorf("purge changes of addresses: %w", err)
	}
	return purged, nil
}
