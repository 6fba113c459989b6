package accounts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
)

const (
	// halfOpenLifetime is how long the second factor may take.
	halfOpenLifetime = 10 * time.Minute
	// maxUserAgent is how much of a browser's name is kept.
	maxUserAgent = 400
)

// Visit is where a sign-in comes from.
type Visit struct {
	Address   netip.Addr
	UserAgent string
	Browser   string   // how its owner would call it; empty when nothing can be told
	Devices   []string // the secrets that it keeps of earlier sign-ins, good or not
}

// Entry is what somebody who signs in is given, told this once.
type Entry struct {
	SignedIn
	Token  string // for the session's cookie
	Device string // for a browser to keep that was not known; empty: nothing new
}

// SignIn opens a session for whoever gives a user's address and password; it is
// half open when the user has a second factor.
//
// Who guesses learns nothing: an unknown address and a wrong password get the
// same answer, by the same statements, after the same work. That an account is
// suspended is told only to somebody who has its password. Who guesses too often
// is refused with Paused. It opens transactions.
func (s *Service) SignIn(ctx context.Context, email, password string, visit Visit) (Entry, error) {
	row, err := db.New(s.deps.DB).UserByEmail(ctx, EmailKey(email))
	if err != nil && !errors.Is(err, pg.ErrNoRows) {
		return Entry{}, fmt.Errorf("find who signs in: %w", err)
	}
	user := userFrom(row)
	on, err := s.knownDevice(ctx, user.ID, visit)
	if err != nil {
		return Entry{}, err
	}
	if err := s.guessPassword(ctx, email, password, row, on); err != nil {
		return Entry{}, err
	}
	if err := user.mayAct(); err != nil {
		return Entry{}, cmp.Or(s.noteRefusal(ctx, user.ID, "no_standing", false), err)
	}
	if err := s.rehash(ctx, row, password); err != nil {
		return Entry{}, err
	}
	return s.openSession(ctx, row, visit, on)
}

// guessPassword lets somebody try a password.
func (s *Service) guessPassword(ctx context.Context, email, password string, row db.AccountsUser, on device) error {
	from := s.passwordLane(email, on)
	last, err := s.takePassword(ctx, from)
	if err != nil {
		return err
	}
	queue := secret.Strangers
	if on.known() {
		queue = secret.Known
	}
	same, err := s.passwordIs(ctx, queue, row, password)
	if err != nil || same {
		s.returnPassword(ctx, from)
		return err
	}
	return cmp.Or(s.noteRefusal(ctx, userFrom(row).ID, "wrong_password", last), error(ErrInvalidCredentials))
}

// openSession writes the session of somebody whose password was checked against
// the row. It opens a transaction.
func (s *Service) openSession(ctx context.Context, row db.AccountsUser, visit Visit, on device) (Entry, error) {
	return s.enter(ctx, userFrom(row), visit, on, passwordAlone, func(tx *pg.Tx, session *Session) error {
		owed, ok, err := passwordStands(ctx, tx, row)
		if err != nil {
			return fmt.Errorf("open a session of user %s: %w", session.User, err)
		}
		if !ok {
			return ErrInvalidCredentials // changed while we checked the old one
		}
		if owed {
			session.HalfOpen, session.ExpiresAt = true, session.CreatedAt.Add(halfOpenLifetime)
		}
		return nil
	})
}

// enter writes a session of a user. Whether what was proved still stands is asked
// within the transaction, by a function that takes the user's turn; it may change the
// session. It opens a transaction.
func (s *Service) enter(ctx context.Context, user User, visit Visit, on device, by CodeKind, stands func(*pg.Tx, *Session) error) (Entry, error) {
	ctx = actor.AsUser(ctx, user.ID.String())
	session, err := s.newSession(ctx, user.ID, visit)
	if err != nil {
		return Entry{}, err
	}
	token, fresh := secret.NewAt(secret.Session, session.ID.Shard), ""
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := stands(tx, &session); err != nil {
			return err
		}
		if err := addSession(ctx, tx, session, token); err != nil {
			return err
		}
		facts := audit.Facts{"session": session.ID, "halfOpen": session.HalfOpen, "by": by}
		if err := s.noteOn(ctx, tx, audit.SessionOpened, user.ID, facts); err != nil || session.HalfOpen {
			return err
		}
		var err error
		fresh, err = s.rememberDevice(ctx, tx, session, visit, on, by)
		return err
	})
	if err != nil {
		return Entry{}, err
	}
	return Entry{SignedIn: SignedIn{User: user, Session: session}, Token: token, Device: fresh}, nil
}

// newSession is a session that begins now, not written yet.
func (s *Service) newSession(ctx context.Context, user ident.User, visit Visit) (Session, error) {
	now := s.deps.Now()
	business, err := s.homeBusiness(ctx, user)
	return Session{
		ID: ident.New[ident.Session](sessionShard(user), now), User: user, Business: business,
		CreatedAt: now, AuthenticatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(s.deps.SessionLifetime),
		// A zone means something on one machine only, and PostgreSQL takes none.
		Address:   visit.Address.Unmap().WithZone(""),
		UserAgent: cut(storable(visit.UserAgent), maxUserAgent),
	}, err
}

// homeBusiness is the business that a new session starts in: the one the user was
// last in, else the one joined first; zero for a user who belongs to none.
func (s *Service) homeBusiness(ctx context.Context, user ident.User) (ident.Business, error) {
	memberships, err := s.deps.Memberships.MembershipsOf(ctx, user)
	if err != nil || len(memberships) == 0 {
		return ident.Business{}, err
	}
	ids := make([]uuid.UUID, len(memberships))
	for i, m := range memberships {
		ids[i] = m.Business.UUID
	}
	row, err := db.New(s.deps.DB).LastBusiness(ctx, db.LastBusinessParams{Shard: sessionShard(user), UserID: user.UUID, Businesses: ids})
	if errors.Is(err, pg.ErrNoRows) {
		return memberships[0].Business, nil
	}
	if err != nil {
		return ident.Business{}, fmt.Errorf("choose a business for user %s: %w", user, err)
	}
	return ident.Of[ident.Business](*row.BusinessShard, *row.BusinessID), nil
}

func addSession(ctx context.Context, tx *pg.Tx, session Session, token string) error {
	params := db.OpenSessionParams{
		Shard: session.ID.Shard, ID: session.ID.UUID, UserID: session.User.UUID, TokenHash: secret.Hash(token),
		Now: session.CreatedAt, ExpiresAt: session.ExpiresAt, HalfOpen: session.HalfOpen, UserAgent: session.UserAgent,
		SecondFactorAt: session.SecondFactorAt,
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
// Who guesses too often is refused with Paused. It opens transactions.
func (s *Service) CompleteSecondFactor(ctx context.Context, token, code string, visit Visit) (Entry, error) {
	return s.complete(ctx, token, visit, func(context.Context, SignedIn) (spend, error) {
		return func(ctx context.Context, tx *pg.Tx, factor db.AccountsSecondFactor) (CodeKind, error) {
			return s.spendCode(ctx, tx, factor, code)
		}, nil
	})
}

// spend uses up the proof of a second factor, for whoever has the user's turn, and
// reports what it was.
type spend func(ctx context.Context, tx *pg.Tx, factor db.AccountsSecondFactor) (CodeKind, error)

// complete opens a half-open session for whoever gives a proof of the second factor:
// what is checked outside of the transaction, and leads to what is spent within it.
func (s *Service) complete(ctx context.Context, token string, visit Visit, check func(context.Context, SignedIn) (spend, error)) (Entry, error) {
	in, err := s.bySessionToken(ctx, token)
	if err != nil {
		return Entry{}, err
	}
	if err := in.User.mayAct(); err != nil {
		return Entry{}, err
	}
	if !in.Session.HalfOpen {
		return Entry{SignedIn: in, Token: token}, nil // nothing is owed
	}
	on, err := s.knownDevice(ctx, in.User.ID, visit)
	if err != nil {
		return Entry{}, err
	}
	var entry Entry
	err = s.guessCode(ctx, s.codeLane(in.User.ID, on), in.User.ID, func() error {
		proof, err := check(ctx, in)
		if err == nil {
			entry, err = s.completeSession(actor.AsUser(ctx, in.User.ID.String()), in, token, proof, visit, on)
		}
		return err
	})
	return entry, err
}

func (s *Service) completeSession(ctx context.Context, in SignedIn, token string, proof spend, visit Visit, on device) (Entry, error) {
	now, fresh := s.deps.Now(), secret.NewAt(secret.Session, in.Session.ID.Shard)
	in.Session.HalfOpen, in.Session.LastSeenAt, in.Session.ExpiresAt = false, now, now.Add(s.deps.SessionLifetime)
	in.Session.SecondFactorAt = &now
	entry := Entry{SignedIn: in, Token: fresh}
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		factor, err := lockFactor(ctx, tx, in.User.ID)
		if err != nil {
			return err
		}
		kind, err := proof(ctx, tx, factor)
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
		if err := s.noteOn(ctx, tx, audit.SessionCompleted, in.User.ID, audit.Facts{"session": in.Session.ID, "by": kind}); err != nil {
			return err
		}
		entry.Device, err = s.rememberDevice(ctx, tx, in.Session, visit, on, kind)
		return err
	})
	if err != nil {
		return Entry{}, err
	}
	return entry, nil
}

// Reauthenticate notes that the user has just given the password again, as the
// more dangerous pages ask for. It opens a transaction.
func (s *Service) Reauthenticate(ctx context.Context, session Session, password string) error {
	row, err := s.provePassword(ctx, session.User, password)
	if err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		_, ok, err := passwordStands(ctx, tx, row)
		if err != nil {
			return fmt.Errorf("reauthenticate session %s: %w", session.ID, err)
		}
		if !ok {
			return errWrongPassword // changed while we checked the old one
		}
		return s.renew(ctx, tx, session, audit.Facts{"session": session.ID})
	})
}

// renew notes that who has a session has just proved to be its user.
func (s *Service) renew(ctx context.Context, tx *pg.Tx, session Session, facts audit.Facts) error {
	renewed, err := db.New(tx).Reauthenticate(ctx, db.ReauthenticateParams{
		Shard: session.ID.Shard, ID: session.ID.UUID, Now: s.deps.Now(),
	})
	if err != nil {
		return fmt.Errorf("reauthenticate session %s: %w", session.ID, err)
	}
	if renewed == 0 {
		return ErrSessionOver
	}
	return s.noteOn(ctx, tx, audit.SessionReauthenticated, session.User, facts)
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
