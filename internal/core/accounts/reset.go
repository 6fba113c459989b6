package accounts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/mailing"
)

const (
	resetLifetime = time.Hour // from the request, not from the mail
	// resetClaim keeps others from a request that is being mailed, and is the
	// pause after a try that failed.
	resetClaim = time.Minute
	resetKept  = 24 * time.Hour
)

// RequestReset asks for a mail by which the user of this address can set a new
// password. It answers the same, by the same statements and after the same work,
// whether or not there is such a user. The mail goes to the address that the
// user has, never to the text that was typed. Nothing is sent while one waits to
// be sent already, or was asked for a moment ago. It opens a transaction.
func (s *Service) RequestReset(ctx context.Context, email string) error {
	key := EmailKey(email)
	asked := s.resetLane(key)
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		now := s.deps.Now()
		if err := db.New(tx).OneAtATime(ctx, db.OneAtATimeParams{Shard: asked.shard, Lane: asked.key, Now: now}); err != nil {
			return err
		}
		var whom *uuid.UUID
		user, err := db.New(tx).WhoMayReset(ctx, db.WhoMayResetParams{EmailKey: key, Now: now, Recently: now.Add(-mailing.Pause)})
		switch {
		case err == nil:
			whom = &user
		case !errors.Is(err, pg.ErrNoRows):
			return err
		}
		return db.New(tx).AskForReset(ctx, db.AskForResetParams{ID: ident.Random(), UserID: whom, Now: now, ExpiresAt: now.Add(resetLifetime)})
	})
	if err != nil {
		return fmt.Errorf("ask for a password reset: %w", err)
	}
	return nil
}

// ResetsToMail lists requests whose mail is due, oldest first.
func (s *Service) ResetsToMail(ctx context.Context, most int) ([]uuid.UUID, error) {
	due, err := db.New(s.deps.DB).ResetsToMail(ctx, db.ResetsToMailParams{Now: s.deps.Now(), Most: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("list password resets to mail: %w", err)
	}
	return due, nil
}

// ResetMailBacklog reports how many requests wait to be mailed, and since when the
// oldest does; now where none waits.
func (s *Service) ResetMailBacklog(ctx context.Context) (waiting int64, oldest time.Time, err error) {
	row, err := db.New(s.deps.DB).ResetMailBacklog(ctx, s.deps.Now())
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("count the password resets to mail: %w", err)
	}
	return row.Waiting, row.Oldest, nil
}

// MailReset sends the mail of a request. The secret in it is made here and kept
// as a hash only. When sending fails, the request stays due, and a later try
// makes another secret. A request that somebody else mails, or that is no longer
// wanted, is let be. It opens a transaction after the sending.
func (s *Service) MailReset(ctx context.Context, id uuid.UUID, send func(user User, token string) error) error {
	now, token := s.deps.Now(), secret.New(secret.PasswordReset)
	row, err := db.New(s.deps.DB).ClaimReset(ctx, db.ClaimResetParams{
		ID: id, TokenHash: secret.Hash(token), Now: now, ClaimedUntil: now.Add(resetClaim),
	})
	if errors.Is(err, pg.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("claim password reset %s: %w", id, err)
	}
	user := userFrom(row.AccountsUser)
	if err := send(user, token); err != nil {
		return fmt.Errorf("mail password reset %s: %w", id, err)
	}
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		marked, err := db.New(tx).ResetMailed(ctx, db.ResetMailedParams{ID: id, TokenHash: secret.Hash(token), Now: s.deps.Now()})
		if err != nil {
			return fmt.Errorf("mark password reset %s as mailed: %w", id, err)
		}
		if marked == 0 {
			return nil
		}
		return s.noteOn(ctx, tx, audit.UserPasswordResetMailed, user.ID, audit.Facts{"reset": id})
	})
}

// CheckReset tells whom a secret from a mail would let set a new password.
func (s *Service) CheckReset(ctx context.Context, token string) (User, error) {
	if !secret.WellFormed(secret.PasswordReset, token) {
		return User{}, s.refuseReset(ctx, "malformed")
	}
	row, err := db.New(s.deps.DB).OpenReset(ctx, db.OpenResetParams{TokenHash: secret.Hash(token), Now: s.deps.Now()})
	if errors.Is(err, pg.ErrNoRows) {
		return User{}, s.refuseReset(ctx, "not_open")
	}
	if err != nil {
		return User{}, fmt.Errorf("find a password reset: %w", err)
	}
	return userFrom(row.AccountsUser), nil
}

// refuseReset writes down that somebody came with a link that opens nothing.
func (s *Service) refuseReset(ctx context.Context, cause string) error {
	return cmp.Or(s.deps.Audit.Fail(ctx, audit.Failure{
		Kind: audit.ResetFailure, Action: audit.PasswordResetRefused, Subject: audit.UnknownAccount, Cause: cause,
	}), error(errResetLink))
}

// Reset sets a new password for whoever has the secret from the mail, once. It
// ends all sessions and all other resets of the user; the second factor stays. A
// password that is refused does not use the secret up.
//
// Whoever has the mailbox is no stranger: the browser is one of the user's from
// now on, and gets a secret to keep, told this once. All other browsers have to
// begin anew. It opens a transaction.
func (s *Service) Reset(ctx context.Context, token, password string) (device string, err error) {
	user, err := s.CheckReset(ctx, token)
	if err != nil {
		return "", err
	}
	hash, err := s.hashNew(ctx, password, user)
	if err != nil {
		return "", err
	}
	ctx = actor.AsUser(ctx, user.ID.String())
	err = s.takeRights(ctx, user.ID, func(tx *pg.Tx) error {
		row, err := lockUser(ctx, tx, user.ID)
		if err != nil {
			return err
		}
		spent, err := db.New(tx).SpendReset(ctx, db.SpendResetParams{
			TokenHash: secret.Hash(token), UserID: user.ID.UUID, Now: s.deps.Now(),
		})
		if err != nil {
			return fmt.Errorf("spend a password reset of user %s: %w", user.ID, err)
		}
		if spent == 0 || !userFrom(row).Active() {
			return errResetLink
		}
		if err := s.replacePassword(ctx, tx, user.ID, hash, ident.Session{}, audit.UserPasswordReset); err != nil {
			return err
		}
		device, err = s.addDevice(ctx, tx, user.ID)
		return err
	})
	if err != nil {
		return "", err
	}
	return device, s.forgetGuesses(ctx, user)
}

// PurgeResets forgets requests that expired a day ago, and reports how many.
func (s *Service) PurgeResets(ctx context.Context) (int64, error) {
	purged, err := db.New(s.deps.DB).PurgeResets(ctx, s.deps.Now().Add(-resetKept))
	if err != nil {
		return 0, fmt.Errorf("purge password resets: %w", err)
	}
	return purged, nil
}
