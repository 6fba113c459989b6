package accounts

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
)

// How long sessions last unless the operator says otherwise.
const (
	DefaultSessionIdle     = 12 * time.Hour
	DefaultSessionLifetime = 30 * 24 * time.Hour
)

const (
	// seenEvery bounds how often the use of a session is written down.
	seenEvery = time.Minute
	// sessionKept is how long a session that is over can still be looked into.
	sessionKept = 30 * 24 * time.Hour
)

// Session is a browser that a user has signed in with.
type Session struct {
	ID       ident.Session
	User     ident.User
	Business ident.Business // the one signed into; zero when there is none
	HalfOpen bool           // the second factor is still owed

	CreatedAt       time.Time
	AuthenticatedAt time.Time // when the password was last given
	LastSeenAt      time.Time // to the minute
	ExpiresAt       time.Time
	SecondFactorAt  *time.Time // when the second factor was given; nil: it was not

	Address   netip.Addr // invalid where it was not known
	UserAgent string
}

// SignedIn is somebody who was let in.
type SignedIn struct {
	User    User
	Session Session
}

// Authenticate reports whose token this is. It reads PostgreSQL each time, so what
// was ended or suspended on any node is out at the next call on every node. A
// half-open session is returned together with ErrSecondFactorRequired: it is
// good for giving the second factor and for nothing else.
func (s *Service) Authenticate(ctx context.Context, token string) (SignedIn, error) {
	in, err := s.Recognise(ctx, token)
	if err == nil {
		s.noteUse(ctx, in.Session)
	}
	return in, err
}

// Recognise is Authenticate for what goes on by itself: it does not count as use of
// the session, which may run out meanwhile.
func (s *Service) Recognise(ctx context.Context, token string) (SignedIn, error) {
	in, err := s.bySessionToken(ctx, token)
	if err != nil {
		return SignedIn{}, err
	}
	if err := in.User.mayAct(); err != nil {
		return SignedIn{}, err
	}
	if in.Session.HalfOpen {
		return in, ErrSecondFactorRequired
	}
	return in, nil
}

// bySessionToken finds a session that is not over, half open or not, whether or
// not its user may act.
func (s *Service) bySessionToken(ctx context.Context, token string) (SignedIn, error) {
	shard, ok := secret.ShardOf(secret.Session, token)
	if !ok {
		return SignedIn{}, ErrSessionOver
	}
	row, err := db.New(s.deps.DB).SessionByToken(ctx, db.SessionByTokenParams{Shard: shard, TokenHash: secret.Hash(token)})
	if errors.Is(err, pg.ErrNoRows) {
		return SignedIn{}, ErrSessionOver
	}
	if err != nil {
		return SignedIn{}, fmt.Errorf("find a session: %w", err)
	}
	in := SignedIn{User: userFrom(row.AccountsUser), Session: sessionFrom(row.AccountsSession)}
	if row.AccountsSession.EndedAt != nil || s.over(in.Session) {
		return SignedIn{}, ErrSessionOver
	}
	if in.Session.Business, err = s.stillIn(ctx, in.Session); err != nil {
		return SignedIn{}, err
	}
	return in, nil
}

// stillIn is the business of a session, unless the user no longer belongs to it.
func (s *Service) stillIn(ctx context.Context, session Session) (ident.Business, error) {
	if session.Business.IsZero() {
		return ident.Business{}, nil
	}
	member, err := s.deps.Memberships.IsMember(ctx, session.User, session.Business)
	if err != nil || !member {
		return ident.Business{}, err
	}
	return session.Business, nil
}

// over reports whether a session has run out by itself.
func (s *Service) over(session Session) bool {
	now := s.deps.Now()
	return !now.Before(session.ExpiresAt) || !now.Before(session.LastSeenAt.Add(s.deps.SessionIdle))
}

// noteUse writes down that a session is in use, once a minute at most. Nobody is
// refused because it could not be.
func (s *Service) noteUse(ctx context.Context, session Session) {
	now := s.deps.Now()
	if now.Sub(session.LastSeenAt) < seenEvery {
		return
	}
	err := db.New(s.deps.DB).SeeSession(ctx, db.SeeSessionParams{
		Shard: session.ID.Shard, ID: session.ID.UUID, Now: now, SeenBefore: now.Add(-seenEvery),
	})
	if err != nil {
		s.deps.Log.WarnContext(ctx, "session's use not noted", "session", session.ID, "err", err)
	}
}

// Sessions lists a user's sessions that are not over, latest used first. Those
// that are half open are among them: somebody has the password.
func (s *Service) Sessions(ctx context.Context, user ident.User) ([]Session, error) {
	sessions, err := s.liveSessions(ctx, user)
	if err != nil {
		return nil, err
	}
	memberships, err := s.deps.Memberships.MembershipsOf(ctx, user)
	if err != nil {
		return nil, err
	}
	for i, session := range sessions {
		if !slices.ContainsFunc(memberships, func(m Membership) bool { return m.Business == session.Business }) {
			sessions[i].Business = ident.Business{}
		}
	}
	return sessions, nil
}

// liveSessions lists a user's sessions that are not over, each with the business
// it was last in.
func (s *Service) liveSessions(ctx context.Context, user ident.User) ([]Session, error) {
	now := s.deps.Now()
	rows, err := db.New(s.deps.DB).LiveSessions(ctx, db.LiveSessionsParams{
		Shard: sessionShard(user), UserID: user.UUID, Now: now, SeenAfter: now.Add(-s.deps.SessionIdle),
	})
	if err != nil {
		return nil, fmt.Errorf("list sessions of user %s: %w", user, err)
	}
	sessions := make([]Session, len(rows))
	for i, row := range rows {
		sessions[i] = sessionFrom(row)
	}
	return sessions, nil
}

// SessionIsOpen reports whether a user's session is not over and owes no second
// factor.
func (s *Service) SessionIsOpen(ctx context.Context, user ident.User, id ident.Session) (bool, error) {
	sessions, err := s.liveSessions(ctx, user)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(sessions, func(one Session) bool { return one.ID == id && !one.HalfOpen }), nil
}

// EndSession ends one of a user's sessions. It opens a transaction.
func (s *Service) EndSession(ctx context.Context, user ident.User, id ident.Session) error {
	return s.takeRights(ctx, user, func(tx *pg.Tx) error {
		ended, err := db.New(tx).EndSession(ctx, db.EndSessionParams{
			Shard: sessionShard(user), ID: id.UUID, UserID: user.UUID, Now: s.deps.Now(),
		})
		if err != nil {
			return fmt.Errorf("end session %s: %w", id, err)
		}
		if ended == 0 {
			return errSessionNotFound
		}
		return s.noteOn(ctx, tx, audit.SessionEnded, user, audit.Facts{"session": id})
	})
}

// EndOtherSessions ends all sessions of the user but the given one. It opens a
// transaction.
func (s *Service) EndOtherSessions(ctx context.Context, session Session) error {
	return s.takeRights(ctx, session.User, func(tx *pg.Tx) error {
		if _, err := lockUser(ctx, tx, session.User); err != nil {
			return err
		}
		ended, err := s.endSessions(ctx, tx, session.User, session.ID)
		if err != nil {
			return err
		}
		return s.noteOn(ctx, tx, audit.SessionOthersEnded, session.User, audit.Facts{"session": session.ID, "sessionsEnded": ended})
	})
}

// endSessions ends all sessions of a user but the kept one; the zero session
// keeps none. Command lines are signed out too. The caller has locked the user's row.
func (s *Service) endSessions(ctx context.Context, tx *pg.Tx, user ident.User, keep ident.Session) (int64, error) {
	ended, err := db.New(tx).EndSessions(ctx, db.EndSessionsParams{
		Shard: sessionShard(user), UserID: user.UUID, But: keep.UUID, Now: s.deps.Now(),
	})
	if err != nil {
		return 0, fmt.Errorf("end sessions of user %s: %w", user, err)
	}
	if _, err := s.endDeveloperTokens(ctx, tx, user, EndedByPassword); err != nil {
		return 0, err
	}
	return ended, nil
}

// SignOut ends the token's session; one that is over already stays so. It opens
// a transaction.
func (s *Service) SignOut(ctx context.Context, token string) error {
	in, err := s.bySessionToken(ctx, token)
	if errors.Is(err, ErrSessionOver) {
		return nil
	}
	if err != nil {
		return err
	}
	err = s.EndSession(actor.AsUser(ctx, in.User.ID.String()), in.User.ID, in.Session.ID)
	if errors.Is(err, errSessionNotFound) {
		return nil
	}
	return err
}

// UseBusiness puts a session into another business. Whether its user belongs to
// it is the caller's to know; a session is in no business that its user does not
// belong to. It opens a transaction.
func (s *Service) UseBusiness(ctx context.Context, session Session, business ident.Business) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		moved, err := db.New(tx).UseBusiness(ctx, db.UseBusinessParams{
			Shard: session.ID.Shard, ID: session.ID.UUID,
			BusinessShard: &business.Shard, BusinessID: &business.UUID,
		})
		if err != nil {
			return fmt.Errorf("use business %s in session %s: %w", business, session.ID, err)
		}
		if moved == 0 {
			return ErrSessionOver
		}
		return s.noteOn(ctx, tx, audit.SessionBusinessChosen, session.User, audit.Facts{"session": session.ID, "business": business})
	})
}

// PurgeSessions forgets the sessions of some shards that have been over for 30
// days, and reports how many.
func (s *Service) PurgeSessions(ctx context.Context, shards []ident.Shard) (int64, error) {
	before := s.deps.Now().Add(-sessionKept)
	return purge(ctx, "sessions", shards, func(ctx context.Context, slice []int16) (int64, error) {
		return db.New(s.deps.DB).PurgeSessions(ctx, db.PurgeSessionsParams{
			Shards: slice, Before: before, SeenBefore: before.Add(-s.deps.SessionIdle),
		})
	})
}

func sessionFrom(row db.AccountsSession) Session {
	session := Session{
		ID: ident.Of[ident.Session](row.Shard, row.ID), User: ident.Of[ident.User](ident.Control, row.UserID),
		HalfOpen: row.HalfOpen, CreatedAt: row.CreatedAt, AuthenticatedAt: row.AuthenticatedAt,
		LastSeenAt: row.LastSeenAt, ExpiresAt: row.ExpiresAt, SecondFactorAt: row.SecondFactorAt, UserAgent: row.UserAgent,
	}
	if row.BusinessID != nil {
		session.Business = ident.Of[ident.Business](*row.BusinessShard, *row.BusinessID)
	}
	if row.Address != nil {
		session.Address = *row.Address
	}
	return session
}
