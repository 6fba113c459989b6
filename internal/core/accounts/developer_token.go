package accounts

import (
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
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const (
	// DeveloperTokenLife is how long a developer token lasts at most, and
	// DeveloperTokenIdle how long it lasts unused.
	DeveloperTokenLife = 90 * 24 * time.Hour
	DeveloperTokenIdle = 30 * 24 * time.Hour
	// MaxDeveloperTokens is how many of them a person can have at a time.
	MaxDeveloperTokens = 20
)

// DeveloperToken is a command line that a user has signed in.
type DeveloperToken struct {
	ID     ident.DeveloperToken
	User   ident.User
	Name   string // of its machine; may be empty
	Scopes scope.Set

	CreatedAt  time.Time
	LastUsedAt time.Time // to the minute
	ExpiresAt  time.Time

	Address   netip.Addr // from where it was asked for; invalid where that is not known
	UserAgent string
}

// EndsUnusedAt is when the token is over if nobody uses it until then.
func (t DeveloperToken) EndsUnusedAt() time.Time { return t.LastUsedAt.Add(DeveloperTokenIdle) }

// Ending is why a developer token is over.
type Ending string

// The endings.
const (
	EndedByPerson   Ending = "ENDED"
	EndedByOwner    Ending = "ENDED_BY_OWNER"
	EndedByPassword Ending = "PASSWORD" // with the person's sessions
	EndedUnused     Ending = "UNUSED"
	EndedByAge      Ending = "EXPIRED"
)

// DeveloperRequest is a command line's request that a user approves.
type DeveloperRequest struct {
	ID        uuid.UUID // of the device code
	Name      string
	Scopes    scope.Set
	Address   netip.Addr
	UserAgent string
	ExpiresAt time.Time // until when its token can be collected
}

// ApproveDeveloperToken makes a token for a command line, which then has to collect
// its secret. To approve the same request again changes nothing. It opens a transaction.
func (s *Service) ApproveDeveloperToken(ctx context.Context, in SignedIn, r DeveloperRequest) error {
	user, now := in.User.ID, s.deps.Now()
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := s.roomForDeveloperToken(ctx, tx, in); err != nil {
			return err
		}
		home := sessionShard(user)
		params := db.AddDeveloperTokenParams{
			Shard: home, ID: ident.New[ident.DeveloperToken](home, now).UUID, UserID: user.UUID, RequestID: r.ID, Name: r.Name,
			Scopes: r.Scopes.Strings(), UserAgent: r.UserAgent, Now: now, ExpiresAt: r.ExpiresAt,
		}
		if r.Address.IsValid() {
			params.Address = &r.Address
		}
		if err := db.New(tx).AddDeveloperToken(ctx, params); err != nil {
			return fmt.Errorf("approve a developer token of user %s: %w", user, err)
		}
		return nil
	})
}

// roomForDeveloperToken refuses one more than a person can have, and somebody who was
// signed out meanwhile: what ends sessions ends developer tokens too, and has the
// user's turn as this does.
func (s *Service) roomForDeveloperToken(ctx context.Context, tx *pg.Tx, in SignedIn) error {
	user, now, q := in.User.ID, s.deps.Now(), db.New(tx)
	if err := takeTurn(ctx, tx, user); err != nil {
		return err
	}
	stands, err := q.SessionStands(ctx, db.SessionStandsParams{Shard: sessionShard(user), ID: in.Session.ID.UUID, UserID: user.UUID})
	if err != nil {
		return fmt.Errorf("look at session %s: %w", in.Session.ID, err)
	}
	if !stands {
		return ErrSessionOver
	}
	n, err := q.CountDeveloperTokens(ctx, db.CountDeveloperTokensParams{
		Shard: sessionShard(user), UserID: user.UUID, Now: now, UsedAfter: now.Add(-DeveloperTokenIdle),
	})
	if err != nil {
		return fmt.Errorf("count the developer tokens of user %s: %w", user, err)
	}
	if n >= MaxDeveloperTokens {
		return ErrDeveloperTokenLimit.With(MaxDeveloperTokens)
	}
	return nil
}

// Why there is no token to collect.
var (
	ErrCollected   = errors.New("the developer token was collected, or is over")
	ErrUncollected = errors.New("the developer token was not collected in time")
)

// CollectDeveloperToken gives out the secret of a token that its user approved, once.
// It opens a transaction.
func (s *Service) CollectDeveloperToken(ctx context.Context, user ident.User, request uuid.UUID) (made DeveloperToken, text string, err error) {
	home, now := sessionShard(user), s.deps.Now()
	text = secret.NewAt(secret.DeveloperToken, home)
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := s.mayCollect(ctx, tx, user); err != nil {
			return err
		}
		row, err := db.New(tx).CollectDeveloperToken(ctx, db.CollectDeveloperTokenParams{
			Shard: home, UserID: user.UUID, RequestID: request, TokenHash: secret.Hash(text), Now: now, ExpiresAt: now.Add(DeveloperTokenLife),
		})
		if errors.Is(err, pg.ErrNoRows) {
			return s.notCollected(ctx, tx, user, request)
		}
		if err != nil {
			return fmt.Errorf("collect a developer token of user %s: %w", user, err)
		}
		made = developerTokenFrom(row)
		return s.noteOn(actor.With(ctx, machineOf(ctx, made)), tx, audit.DeveloperTokenAdded, user, audit.Facts{"developerToken": made.ID, "scopes": made.Scopes})
	})
	if err != nil {
		return DeveloperToken{}, "", err
	}
	return made, text, nil
}

// machineOf signs what a user's command line does before it has its token.
func machineOf(ctx context.Context, t DeveloperToken) actor.Actor {
	who := actor.From(ctx)
	who.Kind, who.ID, who.For = actor.User, t.User.String(), ""
	return who
}

// mayCollect leaves what a user approved who may not act where it is: nothing is used up.
func (s *Service) mayCollect(ctx context.Context, tx *pg.Tx, user ident.User) error {
	row, err := db.New(tx).User(ctx, user.UUID)
	found, err := userOrNotFound(row, err)
	if errors.Is(err, ErrUserNotFound) || err == nil && !found.Active() {
		return ErrCollected
	}
	return err
}

// notCollected tells what was collected or ended from what nobody came for.
func (s *Service) notCollected(ctx context.Context, tx *pg.Tx, user ident.User, request uuid.UUID) error {
	left, err := db.New(tx).DeveloperTokenUncollected(ctx, db.DeveloperTokenUncollectedParams{Shard: sessionShard(user), UserID: user.UUID, RequestID: request})
	switch {
	case err != nil:
		return fmt.Errorf("find a developer token of user %s: %w", user, err)
	case left:
		return ErrUncollected
	}
	return ErrCollected
}

// DeveloperSignIn is a command line that was let in, for its user.
type DeveloperSignIn struct {
	User  User
	Token DeveloperToken
}

// ErrNoDeveloperToken says that a text is no developer token of anybody's.
var ErrNoDeveloperToken = errors.New("there is no such developer token")

// AuthenticateDeveloper reports whose developer token this is. Like a session, it is
// looked up each time.
func (s *Service) AuthenticateDeveloper(ctx context.Context, text string) (DeveloperSignIn, error) {
	in, err := s.RecogniseDeveloper(ctx, text)
	if err == nil {
		s.noteDeveloperUse(ctx, in.Token)
	}
	return in, err
}

// RecogniseDeveloper is AuthenticateDeveloper for what goes on by itself: it does not
// count as use of the token.
func (s *Service) RecogniseDeveloper(ctx context.Context, text string) (DeveloperSignIn, error) {
	shard, ok := secret.ShardOf(secret.DeveloperToken, text)
	if !ok {
		return DeveloperSignIn{}, ErrNoDeveloperToken
	}
	row, err := db.New(s.deps.DB).DeveloperTokenByHash(ctx, db.DeveloperTokenByHashParams{Shard: shard, TokenHash: secret.Hash(text)})
	if errors.Is(err, pg.ErrNoRows) {
		return DeveloperSignIn{}, ErrNoDeveloperToken
	}
	if err != nil {
		return DeveloperSignIn{}, fmt.Errorf("find a developer token: %w", err)
	}
	if err := s.developerTokenOver(row.AccountsDeveloperToken); err != nil {
		return DeveloperSignIn{}, err
	}
	in := DeveloperSignIn{User: userFrom(row.AccountsUser), Token: developerTokenFrom(row.AccountsDeveloperToken)}
	return in, in.User.mayAct()
}

// developerTokenOver refuses a token that is over, and says since when and why: whoever
// has its text may know.
func (s *Service) developerTokenOver(row db.AccountsDeveloperToken) error {
	now, t := s.deps.Now(), developerTokenFrom(row)
	switch {
	case row.EndedAt != nil:
		return developerTokenEnded(*row.EndedAt, Ending(*row.EndedFor))
	case !now.Before(t.EndsUnusedAt()) && t.EndsUnusedAt().Before(t.ExpiresAt):
		return developerTokenEnded(t.EndsUnusedAt(), EndedUnused)
	case !now.Before(t.ExpiresAt):
		return developerTokenEnded(t.ExpiresAt, EndedByAge)
	}
	return nil
}

func developerTokenEnded(at time.Time, why Ending) error {
	return ErrDeveloperTokenEnded.With(at.UTC().Format("2006-01-02T15:04:05.000Z"), why)
}

func (s *Service) noteDeveloperUse(ctx context.Context, t DeveloperToken) {
	now := s.deps.Now()
	if now.Sub(t.LastUsedAt) < seenEvery {
		return
	}
	err := db.New(s.deps.DB).SeeDeveloperToken(ctx, db.SeeDeveloperTokenParams{
		Shard: t.ID.Shard, ID: t.ID.UUID, Now: now, SeenBefore: now.Add(-seenEvery),
	})
	if err != nil {
		s.deps.Log.WarnContext(ctx, "developer token's use not noted", "token", t.ID, "err", err)
	}
}

// DeveloperTokens lists the tokens of some users that are not over, latest used first.
func (s *Service) DeveloperTokens(ctx context.Context, users ...ident.User) ([]DeveloperToken, error) {
	now := s.deps.Now()
	params := db.DeveloperTokensParams{Now: now, UsedAfter: now.Add(-DeveloperTokenIdle)}
	for _, user := range users {
		params.Shards, params.UserIds = append(params.Shards, int16(sessionShard(user))), append(params.UserIds, user.UUID)
	}
	rows, err := db.New(s.deps.DB).DeveloperTokens(ctx, params)
	if err != nil {
		return nil, fmt.Errorf("list developer tokens: %w", err)
	}
	list := make([]DeveloperToken, len(rows))
	for i, row := range rows {
		list[i] = developerTokenFrom(row)
	}
	return list, nil
}

// Machines tells the names of the machines that some tokens are on, over or not, as far
// as they are known.
func (s *Service) Machines(ctx context.Context, ids []ident.DeveloperToken) (map[ident.DeveloperToken]string, error) {
	var params db.MachinesParams
	for _, id := range ids {
		params.Shards, params.Ids = append(params.Shards, int16(id.Shard)), append(params.Ids, id.UUID)
	}
	rows, err := db.New(s.deps.DB).Machines(ctx, params)
	if err != nil {
		return nil, fmt.Errorf("name the machines of developer tokens: %w", err)
	}
	names := map[ident.DeveloperToken]string{}
	for _, row := range rows {
		names[ident.Of[ident.DeveloperToken](row.Shard, row.ID)] = row.Name
	}
	return names, nil
}

// EndDeveloperToken ends one of a user's own tokens. It opens a transaction.
func (s *Service) EndDeveloperToken(ctx context.Context, user ident.User, id ident.DeveloperToken) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := s.endDeveloperToken(ctx, tx, user, id, EndedByPerson); err != nil {
			return err
		}
		return s.noteOn(ctx, tx, audit.DeveloperTokenEnded, user, audit.Facts{"developerToken": id})
	})
}

// EndMembersDeveloperToken ends a token of a member of an organization, for an owner of
// it: the caller knows that both are. It opens a transaction.
func (s *Service) EndMembersDeveloperToken(ctx context.Context, organization ident.Organization, members []ident.User, id ident.DeveloperToken) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		owner, err := db.New(tx).DeveloperTokenOwner(ctx, db.DeveloperTokenOwnerParams{Shard: id.Shard, ID: id.UUID})
		if err != nil && !errors.Is(err, pg.ErrNoRows) {
			return fmt.Errorf("find developer token %s: %w", id, err)
		}
		for _, member := range members {
			if err == nil && member.UUID == owner {
				if err := s.endDeveloperToken(ctx, tx, member, id, EndedByOwner); err != nil {
					return err
				}
				return s.deps.Audit.Note(ctx, tx, audit.DeveloperTokenEndedByOwner, member, organization, audit.Facts{"developerToken": id})
			}
		}
		return errDeveloperTokenNotFound
	})
}

func (s *Service) endDeveloperToken(ctx context.Context, tx *pg.Tx, user ident.User, id ident.DeveloperToken, why Ending) error {
	now := s.deps.Now()
	ended, err := db.New(tx).EndDeveloperToken(ctx, db.EndDeveloperTokenParams{
		Shard: sessionShard(user), ID: id.UUID, UserID: user.UUID, Now: now, EndedFor: string(why), UsedAfter: now.Add(-DeveloperTokenIdle),
	})
	if err != nil {
		return fmt.Errorf("end developer token %s: %w", id, err)
	}
	if ended == 0 {
		return errDeveloperTokenNotFound
	}
	return nil
}

// EndDeveloperTokens ends all of a user's own tokens. It opens a transaction.
func (s *Service) EndDeveloperTokens(ctx context.Context, user ident.User) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := takeTurn(ctx, tx, user); err != nil {
			return err
		}
		ended, err := s.endDeveloperTokens(ctx, tx, user, EndedByPerson)
		if err != nil {
			return err
		}
		return s.noteOn(ctx, tx, audit.DeveloperTokensEnded, user, audit.Facts{"tokensEnded": ended})
	})
}

// endDeveloperTokens ends all tokens of a user. The caller has the user's turn.
func (s *Service) endDeveloperTokens(ctx context.Context, tx *pg.Tx, user ident.User, why Ending) (int64, error) {
	ended, err := db.New(tx).EndDeveloperTokens(ctx, db.EndDeveloperTokensParams{
		Shard: sessionShard(user), UserID: user.UUID, Now: s.deps.Now(), EndedFor: string(why),
	})
	if err != nil {
		return 0, fmt.Errorf("end developer tokens of user %s: %w", user, err)
	}
	return ended, nil
}

// RevokeDeveloperToken ends a token for whoever has its text. What is over, or is no
// token, stays as it is. It opens a transaction.
func (s *Service) RevokeDeveloperToken(ctx context.Context, text string) error {
	in, err := s.RecogniseDeveloper(ctx, text)
	switch {
	case errors.Is(err, ErrNoDeveloperToken), errors.Is(err, ErrDeveloperTokenEnded):
		return nil
	case err != nil && in.Token.ID.IsZero(): // somebody who may not act may sign out
		return err
	}
	err = s.EndDeveloperToken(actor.AsUser(ctx, in.User.ID.String()), in.User.ID, in.Token.ID)
	if errors.Is(err, errDeveloperTokenNotFound) {
		return nil
	}
	return err
}

// PurgeDeveloperTokens forgets the tokens of some shards that have been over for 30
// days, and reports how many.
func (s *Service) PurgeDeveloperTokens(ctx context.Context, shards []ident.Shard) (int64, error) {
	before := s.deps.Now().Add(-sessionKept)
	return purge(ctx, "developer tokens", shards, func(ctx context.Context, slice []int16) (int64, error) {
		return db.New(s.deps.DB).PurgeDeveloperTokens(ctx, db.PurgeDeveloperTokensParams{
			Shards: slice, Before: before, UsedBefore: before.Add(-DeveloperTokenIdle),
		})
	})
}

func developerTokenFrom(row db.AccountsDeveloperToken) DeveloperToken {
	t := DeveloperToken{
		ID: ident.Of[ident.DeveloperToken](row.Shard, row.ID), User: ident.Of[ident.User](ident.Control, row.UserID),
		Name: row.Name, Scopes: scope.Stored(row.Scopes), CreatedAt: row.CreatedAt, LastUsedAt: row.LastUsedAt, ExpiresAt: row.ExpiresAt,
		UserAgent: row.UserAgent,
	}
	if row.Address != nil {
		t.Address = *row.Address
	}
	return t
}
