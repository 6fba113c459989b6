package accounts

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/core/accounts/internal/db"
	"github.com/counterpart/counterpart/internal/core/audit"
)

// How often one may guess. A try is taken before it is looked at and given back
// when it was right, so that however many come at once, and on however many
// nodes, no more than these are ever looked at.
const (
	// Ten passwords at once, and then one every 40 seconds: 100 in any hour.
	passwordBurst = 10
	passwordPace  = 40 * time.Second

	// Nine wrong codes in a row cost nothing. From then on a pause follows each,
	// twice as long as the one before, and after 50 there are no more tries:
	// whoever got so far knows the password, so it takes a new one, by mail.
	freeCodes     = 10
	mostCodes     = 50
	firstPause    = 5 * time.Minute
	longestPause  = 12 * time.Hour
	codesRemember = 90 * 24 * time.Hour
	// clocksDiffer is by how much the clocks of two nodes may: a try that asks for
	// no pause is none on either.
	clocksDiffer = time.Hour
)

// Paused refuses a try because there were too many wrong ones. It reports how long
// to wait.
type Paused struct{ Wait time.Duration }

// Error says so.
func (p Paused) Error() string { return fmt.Sprintf("too many wrong tries: wait %s", p.Wait) }

// lane is somebody's tries at something. Strangers share the lane of an account,
// so that a thousand of them have no more tries than one; a browser that its
// owner signed in with before has its own.
type lane struct {
	shard ident.Shard
	key   []byte
}

func (s *Service) lane(of, whose string) lane {
	_, sum := s.deps.Keys.MAC(secret.Guesses).Sum([]byte(of + " " + whose))
	return lane{ident.HashShard(hex.EncodeToString(sum)), sum[:16]}
}

// passwordLane is by the address that was typed, whether or not it is anybody's.
func (s *Service) passwordLane(email string, from device) lane {
	if from.known() {
		return s.lane("password on device", from.id.String())
	}
	return s.lane("password of", EmailKey(email))
}

func (s *Service) codeLane(user ident.User, from device) lane {
	if from.known() {
		return s.lane("code on device", from.id.String())
	}
	return s.lane("code of", user.String())
}

// resetLane is that of those who ask for a new password: they may do so often, and
// wait for each other.
func (s *Service) resetLane(emailKey string) lane { return s.lane("reset of", emailKey) }

// signUpLane is that of those who ask for an account.
func (s *Service) signUpLane(emailKey string) lane { return s.lane("sign-up of", emailKey) }

// signedInLane is that of somebody who is signed in.
func (s *Service) signedInLane(user ident.User) lane { return s.lane("code inside", user.String()) }

// takePassword takes a try of a password, or refuses with Paused. last says that
// no other is left for now.
func (s *Service) takePassword(ctx context.Context, l lane) (last bool, err error) {
	now := s.deps.Now()
	latest := now.Add((passwordBurst - 1) * passwordPace)
	readyAt, err := db.New(s.deps.DB).TakePasswordGuess(ctx, db.TakePasswordGuessParams{
		Shard: l.shard, Lane: l.key, Now: now, PaceMs: passwordPace.Milliseconds(), Latest: latest,
	})
	if errors.Is(err, pg.ErrNoRows) {
		return false, s.paused(ctx, l, latest)
	}
	if err != nil {
		return false, fmt.Errorf("take a try of a password: %w", err)
	}
	return readyAt.After(latest), nil
}

// returnPassword gives a try back that was no wrong guess. That it could not be
// keeps nobody out.
func (s *Service) returnPassword(ctx context.Context, l lane) {
	err := db.New(s.deps.DB).ReturnPasswordGuess(context.WithoutCancel(ctx), db.ReturnPasswordGuessParams{
		Shard: l.shard, Lane: l.key, PaceMs: passwordPace.Milliseconds(),
	})
	if err != nil {
		s.deps.Log.WarnContext(ctx, "try of a password not given back", "err", err)
	}
}

// paused reports how long somebody must wait who was refused a try.
func (s *Service) paused(ctx context.Context, l lane, until time.Time) error {
	row, err := db.New(s.deps.DB).Guesses(ctx, db.GuessesParams{Shard: l.shard, Lane: l.key})
	if err != nil && !errors.Is(err, pg.ErrNoRows) {
		return fmt.Errorf("read how long to wait: %w", err)
	}
	if row.Failures >= mostCodes {
		return ErrCodesUsedUp
	}
	return Paused{max(row.ReadyAt.Sub(until), time.Second)}
}

// guessCode lets somebody try a code of a user's second factor, or a passkey in its
// place.
func (s *Service) guessCode(ctx context.Context, l lane, user ident.User, try func() error) error {
	now := s.deps.Now()
	taken, err := db.New(s.deps.DB).TakeCodeGuess(ctx, db.TakeCodeGuessParams{
		Shard: l.shard, Lane: l.key, Now: now, Before: now.Add(-clocksDiffer), Free: freeCodes, Most: mostCodes,
		FirstMs: firstPause.Milliseconds(), LongestMs: longestPause.Milliseconds(),
	})
	if errors.Is(err, pg.ErrNoRows) {
		return s.paused(ctx, l, now)
	}
	if err != nil {
		return fmt.Errorf("take a try of a code: %w", err)
	}
	err = try()
	if !errors.Is(err, errWrongCode) && !errors.Is(err, errPasskeyRefused) {
		s.settleCode(ctx, l, err == nil)
		return err
	}
	if failed := s.noteWrongCode(ctx, user, taken.ReadyAt.After(now)); failed != nil {
		return failed
	}
	return err
}

// settleCode gives a try back that was no wrong guess, or all of them to who was
// right. That it could not be keeps nobody out.
func (s *Service) settleCode(ctx context.Context, l lane, right bool) {
	q, after := db.New(s.deps.DB), context.WithoutCancel(ctx)
	var err error
	if right {
		err = q.ForgetGuesses(after, db.ForgetGuessesParams{Shard: l.shard, Lane: l.key})
	} else {
		err = q.ReturnCodeGuess(after, db.ReturnCodeGuessParams{Shard: l.shard, Lane: l.key, Before: s.deps.Now().Add(-clocksDiffer)})
	}
	if err != nil {
		s.deps.Log.WarnContext(ctx, "tries of a code not given back", "err", err)
	}
}

func (s *Service) noteWrongCode(ctx context.Context, user ident.User, paused bool) error {
	err := s.deps.Audit.Fail(ctx, audit.Failure{
		Kind: audit.SecondFactorFailure, Action: audit.SecondFactorRefused, Subject: user, Cause: "wrong_code",
	})
	if err == nil && paused {
		err = s.deps.Audit.Fail(ctx, audit.Failure{
			Kind: audit.LockoutFailure, Action: audit.SecondFactorPaused, Subject: user, Cause: "wrong_codes",
		})
	}
	return err
}

// noteRefusal writes down that somebody was not let in by a password; last says
// that strangers have no try left for now. The zero user is nobody.
func (s *Service) noteRefusal(ctx context.Context, user ident.User, cause string, last bool) error {
	subject := subjectOf(user)
	err := s.deps.Audit.Fail(ctx, audit.Failure{Kind: audit.PasswordFailure, Action: audit.SessionRefused, Subject: subject, Cause: cause})
	if err == nil && last {
		err = s.deps.Audit.Fail(ctx, audit.Failure{Kind: audit.LockoutFailure, Action: audit.SessionPaused, Subject: subject, Cause: "wrong_passwords"})
	}
	return err
}

// subjectOf is whom a failure is about. The zero user is nobody.
func subjectOf(user ident.User) fmt.Stringer {
	if user.IsZero() {
		return audit.UnknownAccount
	}
	return user
}

// Unlock lets everybody try again who was refused because of too many wrong
// tries for a user's account: the operator's operation. It opens a transaction.
func (s *Service) Unlock(ctx context.Context, id ident.User) error {
	user, err := s.UserByID(ctx, id)
	if err != nil {
		return err
	}
	if err := s.forgetGuesses(ctx, user); err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error { return s.noteOn(ctx, tx, audit.UserUnlocked, id, nil) })
}

// forgetGuesses gives strangers, and those who are signed in, all their tries
// back.
func (s *Service) forgetGuesses(ctx context.Context, user User) error {
	for _, l := range []lane{s.passwordLane(user.Email, device{}), s.codeLane(user.ID, device{}), s.signedInLane(user.ID)} {
		if err := db.New(s.deps.DB).ForgetGuesses(ctx, db.ForgetGuessesParams{Shard: l.shard, Lane: l.key}); err != nil {
			return fmt.Errorf("forget the tries for user %s: %w", user.ID, err)
		}
	}
	return nil
}

// PurgeGuesses forgets the tries of some shards that no longer matter, and reports
// how many lanes there were.
func (s *Service) PurgeGuesses(ctx context.Context, shards []ident.Shard) (int64, error) {
	now := s.deps.Now()
	return purge(ctx, "guesses", shards, func(ctx context.Context, slice []int16) (int64, error) {
		return db.New(s.deps.DB).PurgeGuesses(ctx, db.PurgeGuessesParams{Shards: slice, Now: now, LongAgo: now.Add(-codesRemember)})
	})
}

func purge(ctx context.Context, what string, shards []ident.Shard, purge func(context.Context, []int16) (int64, error)) (int64, error) {
	purged, err := across.Write(ctx, shards, purge)
	if err != nil {
		return purged, fmt.Errorf("purge %s: %w", what, err)
	}
	return purged, nil
}
