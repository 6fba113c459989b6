package accounts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
)

// SignUp says who gets an account without the operator's help.
type SignUp string

// The settings.
const (
	SignUpOpen    SignUp = "open"    // whoever has an e-mail address
	SignUpInvited SignUp = "invited" // who was invited to a business or an organization
	SignUpOff     SignUp = "off"     // nobody
)

// SignUpLifetime is how long the link in the mail works, from the request on.
const SignUpLifetime = time.Hour

const (
	// signUpClaim keeps others from a request that is being mailed, and is the
	// pause after a try that failed.
	signUpClaim = time.Minute
	signUpKept  = 24 * time.Hour
)

// AllowSignUp refuses sign-up where it is not open to everybody.
func (s *Service) AllowSignUp() error {
	if s.deps.SignUp != SignUpOpen {
		return errSignUpClosed
	}
	return nil
}

// AllowInvited refuses an account even to those who were invited, where sign-up is off.
func (s *Service) AllowInvited() error {
	if s.deps.SignUp == SignUpOff {
		return errSignUpClosed
	}
	return nil
}

// RequestSignUp asks for a mail by which whoever reads this address can make an
// account. It answers the same, after the same work, whether or not there is one
// already: only the mail tells. Nothing is sent while one waits to be sent, or was
// asked for a moment ago. It opens a transaction.
func (s *Service) RequestSignUp(ctx context.Context, email string) error {
	if err := s.AllowSignUp(); err != nil {
		return err
	}
	email = strings.TrimSpace(email)
	var p fault.Problems
	p.Want(ValidEmail(email), "email must be an email")
	if err := p.Err(); err != nil {
		return err
	}
	key := EmailKey(email)
	asked := s.signUpLane(key)
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		now := s.deps.Now()
		if err := db.New(tx).OneAtATime(ctx, db.OneAtATimeParams{Shard: asked.shard, Lane: asked.key, Now: now}); err != nil {
			return err
		}
		waits, err := db.New(tx).SignUpWaits(ctx, db.SignUpWaitsParams{EmailKey: key, Now: now, Recently: now.Add(-mailing.Pause)})
		if err != nil || waits {
			return err
		}
		return db.New(tx).AskForSignUp(ctx, db.AskForSignUpParams{
			ID: ident.Random(), Email: email, EmailKey: key, Now: now, ExpiresAt: now.Add(SignUpLifetime),
		})
	})
	if err != nil {
		return fmt.Errorf("ask for a sign-up: %w", err)
	}
	return nil
}

// SignUpsToMail lists requests whose mail is due, oldest first.
func (s *Service) SignUpsToMail(ctx context.Context, most int) ([]uuid.UUID, error) {
	due, err := db.New(s.deps.DB).SignUpsToMail(ctx, db.SignUpsToMailParams{Now: s.deps.Now(), Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list sign-ups to mail: %w", err)
	}
	return due, nil
}

// SignUpMailBacklog reports how many requests wait to be mailed, and since when
// the oldest does; now where none waits.
func (s *Service) SignUpMailBacklog(ctx context.Context) (waiting int64, oldest time.Time, err error) {
	row, err := db.New(s.deps.DB).SignUpMailBacklog(ctx, s.deps.Now())
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("count the sign-ups to mail: %w", err)
	}
	return row.Waiting, row.Oldest, nil
}

// MailSignUp sends the mail of a request, with a secret that is made here and kept
// as a hash only; to whoever has an account already, without one. When sending
// fails, the request stays due, and a later try makes another secret. A request
// that somebody else mails is let be.
func (s *Service) MailSignUp(ctx context.Context, id uuid.UUID, send func(email, token string) error) error {
	now, token := s.deps.Now(), secret.New(secret.SignUp)
	email, err := db.New(s.deps.DB).ClaimSignUp(ctx, db.ClaimSignUpParams{
		ID: id, TokenHash: secret.Hash(token), Now: now, ClaimedUntil: now.Add(signUpClaim),
	})
	if errors.Is(err, pg.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("claim sign-up %s: %w", id, err)
	}
	has, err := s.HasAccount(ctx, email)
	if err != nil {
		return err
	}
	sent := token
	if has {
		sent = ""
	}
	if err := send(email, sent); err != nil {
		return fmt.Errorf("mail sign-up %s: %w", id, err)
	}
	err = db.New(s.deps.DB).SignUpMailed(ctx, db.SignUpMailedParams{ID: id, TokenHash: secret.Hash(token), Now: s.deps.Now()})
	if err != nil {
		return fmt.Errorf("mark sign-up %s as mailed: %w", id, err)
	}
	return nil
}

// CheckSignUp tells for which address a secret from a mail would make an account.
func (s *Service) CheckSignUp(ctx context.Context, token string) (email string, err error) {
	if err := s.AllowSignUp(); err != nil {
		return "", err
	}
	if !secret.WellFormed(secret.SignUp, token) {
		return "", errSignUpLink
	}
	email, err = db.New(s.deps.DB).OpenSignUp(ctx, db.OpenSignUpParams{TokenHash: secret.Hash(token), Now: s.deps.Now()})
	if errors.Is(err, pg.ErrNoRows) {
		return "", errSignUpLink
	}
	if err != nil {
		return "", fmt.Errorf("find a sign-up: %w", err)
	}
	return email, nil
}

// CompleteSignUp makes the account of whoever has the secret from the mail, once.
// The secret proves the address: it was sent there. A name or password that is
// refused does not use it up. It opens a transaction.
func (s *Service) CompleteSignUp(ctx context.Context, token, name, password string) (User, error) {
	email, err := s.CheckSignUp(ctx, token)
	if err != nil {
		return User{}, err
	}
	draft, err := s.DraftUser(ctx, NewUser{Email: email, Name: name, Password: password, PasswordRequired: true})
	if err != nil {
		return User{}, err
	}
	user := draft.User()
	ctx = actor.AsUser(ctx, user.ID.String())
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		spent, err := db.New(tx).SpendSignUp(ctx, db.SpendSignUpParams{TokenHash: secret.Hash(token), Now: s.deps.Now()})
		if err != nil {
			return fmt.Errorf("spend a sign-up: %w", err)
		}
		if spent == 0 {
			return errSignUpLink
		}
		return s.AddUser(ctx, tx, draft)
	})
	if err != nil {
		return User{}, err
	}
	return user, nil
}

// PurgeSignUps forgets requests that expired a day ago, and reports how many.
func (s *Service) PurgeSignUps(ctx context.Context) (int64, error) {
	purged, err := db.New(s.deps.DB).PurgeSignUps(ctx, s.deps.Now().Add(-signUpKept))
	if err != nil {
		return 0, fmt.Errorf("purge sign-ups: %w", err)
	}
	return purged, nil
}
