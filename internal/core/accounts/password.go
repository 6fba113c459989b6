package accounts

import (
	"context"
	"errors"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
)

// SetPassword gives a user a password without asking for the old one: the
// operator's operation. It ends all of the user's sessions. It opens a transaction.
func (s *Service) SetPassword(ctx context.Context, id ident.User, password string) error {
	user, err := s.UserByID(ctx, id)
	if err != nil {
		return err
	}
	hash, err := s.hashNew(ctx, password, user)
	if err != nil {
		return err
	}
	return s.takeRights(ctx, id, func(tx *pg.Tx) error {
		if _, err := lockUser(ctx, tx, id); err != nil {
			return err
		}
		return s.replacePassword(ctx, tx, id, hash, ident.Session{}, audit.UserPasswordSet)
	})
}

// ChangePassword lets a user replace the password by giving the current one. It
// ends all sessions but the one it is done in. It opens a transaction.
func (s *Service) ChangePassword(ctx context.Context, session Session, current, next string) error {
	row, err := s.provePassword(ctx, session.User, current)
	if err != nil {
		return err
	}
	hash, err := s.hashNew(ctx, next, userFrom(row))
	if err != nil {
		return err
	}
	return s.takeRights(ctx, session.User, func(tx *pg.Tx) error {
		locked, err := lockUser(ctx, tx, session.User)
		if err != nil {
			return err
		}
		if locked.PasswordRound != row.PasswordRound {
			return errWrongPassword // somebody changed it while we checked the old one
		}
		return s.replacePassword(ctx, tx, session.User, hash, session.ID, audit.UserPasswordChanged)
	})
}

// replacePassword stores a new password and ends what the old one opened: all
// sessions but the kept one, and every open reset. Without one to keep, the
// browsers that the user signed in with are forgotten too. The caller has
// locked the user's row.
func (s *Service) replacePassword(ctx context.Context, tx *pg.Tx, id ident.User, hash string, keep ident.Session, action audit.Action) error {
	q, now := db.New(tx), s.deps.Now()
	if err := q.SetPassword(ctx, db.SetPasswordParams{ID: id.UUID, PasswordHash: &hash, Now: now}); err != nil {
		return fmt.Errorf("set the password of user %s: %w", id, err)
	}
	if err := q.ExpireResets(ctx, db.ExpireResetsParams{UserID: id.UUID, Now: now}); err != nil {
		return fmt.Errorf("end the resets of user %s: %w", id, err)
	}
	if keep.IsZero() { // not the user's own doing in a browser of theirs
		if err := q.DropDevices(ctx, db.DropDevicesParams{Shard: sessionShard(id), UserID: id.UUID}); err != nil {
			return fmt.Errorf("forget the browsers of user %s: %w", id, err)
		}
	}
	ended, err := s.endSessions(ctx, tx, id, keep)
	if err != nil {
		return err
	}
	return s.noteOn(ctx, tx, action, id, audit.Facts{"sessionsEnded": ended})
}

// provePassword checks the password of somebody who is known already.
func (s *Service) provePassword(ctx context.Context, id ident.User, password string) (db.AccountsUser, error) {
	row, err := db.New(s.deps.DB).User(ctx, id.UUID)
	if _, err := userOrNotFound(row, err); err != nil {
		return db.AccountsUser{}, err
	}
	same, err := s.passwordIs(ctx, secret.Known, row, password)
	if err != nil {
		return db.AccountsUser{}, err
	}
	if !same {
		return db.AccountsUser{}, errWrongPassword
	}
	return row, nil
}

// passwordIs reports whether the password is the user's. For a user without one,
// or the zero row of nobody at all, it says no after as much work.
func (s *Service) passwordIs(ctx context.Context, in secret.Queue, row db.AccountsUser, password string) (bool, error) {
	stored := ""
	if row.PasswordHash != nil {
		stored = *row.PasswordHash
	}
	same, err := s.deps.Passwords.Check(ctx, in, stored, password)
	if err != nil {
		return false, fmt.Errorf("check the password of user %s: %w", userFrom(row).ID, err)
	}
	return same, nil
}

// rehash brings a password that was just proved to today's cost.
func (s *Service) rehash(ctx context.Context, row db.AccountsUser, password string) error {
	if !s.deps.Passwords.NeedsRehash(*row.PasswordHash) {
		return nil
	}
	hash, err := s.deps.Passwords.Hash(ctx, secret.Known, password)
	if err == nil {
		err = db.New(s.deps.DB).RehashPassword(ctx, db.RehashPasswordParams{
			ID: row.ID, PasswordRound: row.PasswordRound, PasswordHash: &hash,
		})
	}
	if err != nil {
		return fmt.Errorf("rehash the password of user %s: %w", userFrom(row).ID, err)
	}
	return nil
}

// hashNew makes what is stored of a new password, if it may be taken. Words that
// go with the user make no good one.
func (s *Service) hashNew(ctx context.Context, password string, user User, words ...string) (string, error) {
	words = append(words, user.Email, user.Name, s.deps.Brand)
	memberships, err := s.deps.Memberships.MembershipsOf(ctx, user.ID)
	if err != nil {
		return "", err
	}
	for _, business := range memberships {
		words = append(words, business.Name)
	}
	if err := checkPolicy(password, words); err != nil {
		return "", err
	}
	hash, err := s.deps.Passwords.Hash(ctx, secret.Known, password)
	if err != nil {
		return "", fmt.Errorf("hash the password of user %s: %w", user.ID, err)
	}
	return hash, nil
}

// checkPolicy puts the policy's answer into words for the user.
func checkPolicy(password string, words []string) error {
	err := secret.CheckPolicy(password, words...)
	switch {
	case errors.Is(err, secret.ErrPasswordShort):
		return errPasswordShort.With(secret.MinPassword)
	case errors.Is(err, secret.ErrPasswordLong):
		return errPasswordLong.With(secret.MaxPassword)
	case errors.Is(err, secret.ErrPasswordCommon):
		return errPasswordCommon
	case errors.Is(err, secret.ErrPasswordForm):
		return errPasswordForm
	}
	return err
}
