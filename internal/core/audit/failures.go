package audit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/across"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit/internal/db"
)

// FailureKind is what somebody failed at, as the metric tells it.
type FailureKind string

// The kinds of failures.
const (
	PasswordFailure     FailureKind = "password"
	SecondFactorFailure FailureKind = "second_factor"
	PasskeyFailure      FailureKind = "passkey"
	ResetFailure        FailureKind = "reset"
	ClientFailure       FailureKind = "client"
	LockoutFailure      FailureKind = "lockout"
)

// Unknown is the subject of failures as somebody who does not exist. What was
// typed is not kept: it may be a password in the wrong field.
type Unknown string

// The subjects that do not exist.
const (
	UnknownAccount Unknown = "unknown account"
	UnknownClient  Unknown = "unknown client"
)

// String is how the record names it.
func (u Unknown) String() string { return string(u) }

const (
	// failuresTogether is for how long failures of one subject from one network
	// for one cause are one entry.
	failuresTogether = time.Hour
	// lockoutsTogether is for how long the lockouts of one subject are: people
	// hear of the first.
	lockoutsTogether = 24 * time.Hour
)

// Failure is somebody who failed to prove who they are, or who may not go on
// trying.
type Failure struct {
	Kind         FailureKind
	Action       Action
	Subject      fmt.Stringer // a user, an app, or Unknown
	Organization ident.Organization
	Cause        string
}

// Fail writes a failure down and has it counted. A stranger can fail as often as
// the limits allow, so failures of a kind share an entry, which holds their
// number, their cause and the network they came from. It opens a transaction.
func (l *Log) Fail(ctx context.Context, f Failure) error {
	l.hooks.Failure(f.Kind)
	// From the network, not from the address: the entry stands for many.
	who := actor.From(ctx)
	who.Address = actor.Network(who.Address)
	ctx = actor.With(ctx, who)
	err := l.db.InTx(ctx, func(tx *pg.Tx) error {
		now, key := l.now(), f.key(who)
		shard := f.shard(key)
		id := ident.New[ident.AuditEntry](homeOf(f.Action, shard), now)
		entry, err := db.New(tx).Repeat(ctx, db.RepeatParams{Shard: shard, Key: key, EntryID: id.UUID, Until: now.Add(f.together()), Now: now})
		if err != nil {
			return err
		}
		if entry != id.UUID {
			return f.countIn(ctx, tx, ident.Of[ident.AuditEntry](id.Shard, entry), now)
		}
		return l.append(ctx, tx, id, f.Action, f.Subject, f.Organization, Facts{"cause": f.Cause, "count": 1})
	})
	if err != nil {
		return fmt.Errorf("note %s: %w", f.Action, err)
	}
	return nil
}

// countIn counts one more in the entry of the first.
func (f Failure) countIn(ctx context.Context, tx *pg.Tx, entry ident.AuditEntry, now time.Time) error {
	lastAt := now.UTC().Format(time.RFC3339)
	if byAction[f.Action].inPersonsBook() {
		return db.New(tx).CountSignInRepeat(ctx, db.CountSignInRepeatParams{Shard: entry.Shard, Day: dayOf(entry.UUID), ID: entry.UUID, LastAt: lastAt})
	}
	return db.New(tx).CountRepeat(ctx, db.CountRepeatParams{ID: entry.UUID, LastAt: lastAt})
}

// shard is the subject's. Who does not exist fails in the names of many: they are
// spread by what tells them apart.
func (f Failure) shard(key []byte) ident.Shard {
	if _, nobody := f.Subject.(Unknown); nobody {
		return ident.HashShard(hex.EncodeToString(key))
	}
	return ident.HashShard(f.Subject.String())
}

func (f Failure) together() time.Duration {
	if f.Kind == LockoutFailure {
		return lockoutsTogether
	}
	return failuresTogether
}

// key tells failures apart that have entries of their own.
func (f Failure) key(who actor.Actor) []byte {
	parts := []string{string(f.Action), f.Subject.String(), f.Cause}
	if _, nobody := f.Subject.(Unknown); nobody || f.Kind != LockoutFailure {
		parts = append(parts, who.Address.String())
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return sum[:16]
}

// PurgeRepeats forgets which entries failures would have been counted in, in some
// shards, and reports how many. The entries stay.
func (l *Log) PurgeRepeats(ctx context.Context, shards []ident.Shard) (int64, error) {
	purged, err := across.Write(ctx, shards, func(ctx context.Context, slice []int16) (int64, error) {
		return db.New(l.db).PurgeRepeats(ctx, db.PurgeRepeatsParams{Shards: slice, Now: l.now()})
	})
	if err != nil {
		return 0, fmt.Errorf("purge repeated failures: %w", err)
	}
	return purged, nil
}
