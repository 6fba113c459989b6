package tenancy

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/tenancy/internal/db"
)

const (
	sessionLifetime = 30 * 24 * time.Hour
	// halfOpenLifetime is how long the second factor may take.
	halfOpenLifetime = 10 * time.Minute
	// maxUserAgent is how much of a browser's name is kept.
	maxUserAgent = 400
)

// Visit is where a sign-in comes from, as the user's list of sessions shows it.
type Visit struct {
	Address   netip.Addr
	UserAgent string
}

// SignIn opens a session for whoever gives a user's address and password; it is
// half open when the user has a second factor. The token is what the cookie
// carries, told this once.
//
// Who guesses learns nothing: an unknown address and a wrong password get the
// same answer, by the same statements, after the same work. That an account is
// suspended is told only to somebody who has its password. How often one may
// guess is the faces' business. It opens a transaction.
func (s *Service) SignIn(ctx context.Context, email, password string, visit Visit) (token string, session Session, err error) {
	row, err := db.New(s.DB).UserByEmail(ctx, emailKey(email))
	if err != nil && !errors.Is(err, pg.ErrNoRows) {
		return "", Session{}, fmt.Errorf("find who signs in: %w", err)
	}
	same, err := s.passwordIs(ctx, row, password)
	if err != nil {
		return "", Session{}, err
	}
	if !same {
		return "", Session{}, ErrInvalidCredentials
	}
	if err := userFrom(row).standing(); err != nil {
		return "", Session{}, err
	}
	if err := s.rehash(ctx, row, password); err != nil {
		return "", Session{}, err
	}
	return s.openSession(ctx, row, visit)
}

// openSession writes the session of somebody whose password was checked against
// the row. It opens a transaction.
func (s *Service) openSession(ctx context.Context, row db.TenancyUser, visit Visit) (string, Session, error) {
	user, now := userFrom(row).ID, s.Now()
	ctx = signedBy(ctx, user)
	home := sessionShard(user)
	token := secret.NewAt(secret.Session, home)
	session := Session{
		ID: ident.New[ident.Session](home, now), User: user,
		CreatedAt: now, AuthenticatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(sessionLifetime),
		// A zone means something on one machine only, and PostgreSQL takes none.
		Address:   visit.Address.Unmap().WithZone(""),
		UserAgent: cut(storable(visit.UserAgent), maxUserAgent),
	}
	err := s.DB.InTx(ctx, func(tx *pg.Tx) error {
		owed, err := db.New(tx).HoldPassword(ctx, db.HoldPasswordParams{ID: row.ID, PasswordRound: row.PasswordRound})
		if errors.Is(err, pg.ErrNoRows) {
			return ErrInvalidCredentials // changed while we checked the old one
		}
		if err != nil {
			return fmt.Errorf("open a session of user %s: %w", user, err)
		}
		if owed {
			session.HalfOpen, session.ExpiresAt = true, now.Add(halfOpenLifetime)
		}
		if session.Business, err = homeBusiness(ctx, tx, user); err != nil {
			return err
		}
		if err := addSession(ctx, tx, session, token); err != nil {
			return err
		}
		return s.noteOn(ctx, tx, "session.opened", user, audit.Facts{"session": session.ID, "halfOpen": session.HalfOpen})
	})
	if err != nil {
		return "", Session{}, err
	}
	return token, session, nil
}

// homeBusiness is the business that a new session starts in; zero for a user who
// belongs to none.
func homeBusiness(ctx context.Context, tx *pg.Tx, user ident.User) (ident.Business, error) {
	row, err := db.New(tx).HomeBusiness(ctx, db.HomeBusinessParams{Shard: sessionShard(user), UserID: user.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return ident.Business{}, nil
	}
	if err != nil {
		return ident.Business{}, fmt.Errorf("choose a business for user %s: %w", user, err)
	}
	return ident.Of[ident.Business](row.BusinessShard, row.BusinessID), nil
}

func addSession(ctx context.Context, tx *pg.Tx, session Session, token string) error {
	params := db.OpenSessionParams{
		Shard: session.ID.Shard, ID: session.ID.UUID, UserID: session.User.UUID, TokenHash: secret.Hash(token),
		Now: session.CreatedAt, ExpiresAt: session.ExpiresAt, HalfOpen: session.HalfOpen, UserAgent: session.UserAgent,
	}
	params.BusinessShard, params.BusinessID = placeOf(session.Business)
	if session.Address.IsValid() {
		params.Address = &session.Address
	}
	if err := db.New(tx).OpenSession(ctx, params); err != nil {
		return fmt.Errorf("open session %s: %w", session.ID, err)
	}
	return nil
}

// CompleteSecondFactor opens a half-open session for whoever gives a code of the
// user's second factor, or a recovery code. The session goes on under a new
// token; the old one is dead, so that nobody who saw it before is let in by it.
// It opens a transaction.
func (s *Service) CompleteSecondFactor(ctx context.Context, token, code string) (string, SignedIn, error) {
	in, err := s.bySessionToken(ctx, token)
	if err != nil {
		return "", SignedIn{}, err
	}
	if err := in.User.standing(); err != nil {
		return "", SignedIn{}, err
	}
	if !in.Session.HalfOpen {
		return token, in, nil // nothing is owed
	}
	ctx = signedBy(ctx, in.User.ID)
	now, fresh := s.Now(), secret.NewAt(secret.Session, in.Session.ID.Shard)
	in.Session.HalfOpen, in.Session.LastSeenAt, in.Session.ExpiresAt = false, now, now.Add(sessionLifetime)
	err = s.DB.InTx(ctx, func(tx *pg.Tx) error {
		kind, err := s.spendCode(ctx, tx, in.User.ID, code)
		if err != nil {
			return err
		}
		opened, err := db.New(tx).CompleteSession(ctx, db.CompleteSessionParams{
			Shard: in.Session.ID.Shard, TokenHash: secret.Hash(token), NewHash: secret.Hash(fresh),
			Now: now, ExpiresAt: in.Session.ExpiresAt,
		})
		if err != nil {
			return fmt.Errorf("complete session %s: %w", in.Session.ID, err)
		}
		if opened == 0 {
			return ErrSessionOver // ended, or completed by somebody else, meanwhile
		}
		return s.noteOn(ctx, tx, "session.completed", in.User.ID, audit.Facts{"session": in.Session.ID, "by": kind})
	})
	if err != nil {
		return "", SignedIn{}, err
	}
	return fresh, in, nil
}

// Reauthenticate notes that the user has just given the password again, as the
// more dangerous pages ask for. It opens a transaction.
func (s *Service) Reauthenticate(ctx context.Context, session Session, password string) error {
	row, err := s.provePassword(ctx, session.User, password)
	if err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(tx *pg.Tx) error {
		_, err := db.New(tx).HoldPassword(ctx, db.HoldPasswordParams{ID: row.ID, PasswordRound: row.PasswordRound})
		if errors.Is(err, pg.ErrNoRows) {
			return errWrongPassword // changed while we checked the old one
		}
		if err != nil {
			return fmt.Errorf("reauthenticate session %s: %w", session.ID, err)
		}
		renewed, err := db.New(tx).Reauthenticate(ctx, db.ReauthenticateParams{
			Shard: session.ID.Shard, ID: session.ID.UUID, Now: s.Now(),
		})
		if err != nil {
			return fmt.Errorf("reauthenticate session %s: %w", session.ID, err)
		}
		if renewed == 0 {
			return ErrSessionOver
		}
		return s.noteOn(ctx, tx, "session.reauthenticated", session.User, audit.Facts{"session": session.ID})
	})
}

// sessionShard is where a user's sessions live.
func sessionShard(user ident.User) ident.Shard { return ident.HashShard(user.String()) }

// placeOf is a business as the optional columns of a row.
func placeOf(business ident.Business) (*ident.Shard, *uuid.UUID) {
	if business.IsZero() {
		return nil, nil
	}
	return &business.Shard, &business.UUID
}

// cut shortens a text to so many characters.
func cut(text string, most int) string {
	letters := []rune(text)
	return string(letters[:min(len(letters), most)])
}
