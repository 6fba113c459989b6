package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/audit/internal/db"
)

// Facts are the particulars of an action.
type Facts map[string]any

// Entry is one line of the record.
type Entry struct {
	ID      ident.AuditEntry
	At      time.Time
	Action  Action
	Actor   actor.Actor
	Subject string // the id of what it was done to
	Facts   json.RawMessage
}

// Log writes and reads the record.
type Log struct {
	db    *pg.DB
	now   clock.Now
	hooks Hooks
}

// Hooks are called as the record is written; each may be nil.
type Hooks struct {
	// Notice is called when an action is committed of which people are to hear: in a
	// business, or on the control plane, where the business is zero.
	Notice func(ident.Business)
	// Failure is called for every failure, whether or not it has an entry of its
	// own.
	Failure func(FailureKind)
}

// NewLog returns the record of the given database.
func NewLog(database *pg.DB, now clock.Now, hooks Hooks) *Log {
	if hooks.Notice == nil {
		hooks.Notice = func(ident.Business) {}
	}
	if hooks.Failure == nil {
		hooks.Failure = func(FailureKind) {}
	}
	return &Log{db: database, now: now, hooks: hooks}
}

// Note writes down an action on the control plane, signed with the context's
// actor. The organization may be zero: then only the operator reads it.
func (l *Log) Note(ctx context.Context, tx *pg.Tx, action Action, subject fmt.Stringer, organization ident.Organization, facts Facts) error {
	id := ident.New[ident.AuditEntry](homeOf(action, ident.HashShard(subject.String())), l.now())
	if err := l.append(ctx, tx, id, action, subject, organization, facts); err != nil {
		return fmt.Errorf("note %s: %w", action, err)
	}
	return nil
}

// homeOf is where an entry about somebody of a shard lives.
func homeOf(action Action, shard ident.Shard) ident.Shard {
	if byAction[action].inPersonsBook() {
		return shard
	}
	return ident.Control
}

// append writes an entry of the control plane, and its notice if there is to be
// one; or one of the book of sign-ins.
func (l *Log) append(ctx context.Context, tx *pg.Tx, id ident.AuditEntry, action Action, subject fmt.Stringer, organization ident.Organization, facts Facts) error {
	readers := []Reader{Organization}
	if organization.IsZero() {
		readers = append(readers, Operator)
	}
	row, err := rowIn(action, readers...)
	if err != nil {
		return err
	}
	who, now := actor.From(ctx), l.now()
	text, err := facts.by(who).text()
	if err != nil {
		return err
	}
	if row.inPersonsBook() {
		return db.New(tx).AppendSignIn(ctx, db.AppendSignInParams{
			Shard: id.Shard, Day: dayOf(id.UUID), ID: id.UUID, At: now, Action: string(action), ActorKind: string(who.Kind), ActorID: filled(who.ID),
			Subject: subject.String(), RequestID: filled(who.Request), Address: valid(who.Address), Facts: text,
		})
	}
	err = db.New(tx).AppendControl(ctx, db.AppendControlParams{
		ID: id.UUID, At: now, Action: string(action),
		ActorKind: string(who.Kind), ActorID: filled(who.ID), OrganizationID: present(organization),
		Subject: subject.String(), RequestID: filled(who.Request), Address: valid(who.Address), WholeUntil: wholeUntil(who.Address, now), Facts: text,
	})
	if err != nil {
		return err
	}
	mail, err := l.isMailed(ctx, tx, row, subject, organization)
	if err != nil || !mail {
		return err
	}
	tx.After(func() { l.hooks.Notice(ident.Business{}) })
	return db.New(tx).AddControlNotice(ctx, db.AddControlNoticeParams{ID: id.UUID, DueAt: now})
}

// NoteIn writes down an action in a business, signed with the context's actor.
func (l *Log) NoteIn(ctx context.Context, tx *pg.Tx, business ident.Business, action Action, subject fmt.Stringer, facts Facts) error {
	row, err := rowIn(action, Business)
	if err != nil {
		return fmt.Errorf("note %s: %w", action, err)
	}
	who, now := actor.From(ctx), l.now()
	text, err := facts.by(who).text()
	if err != nil {
		return fmt.Errorf("note %s: %w", action, err)
	}
	id := ident.New[ident.AuditEntry](business.Shard, now)
	err = db.New(tx).AppendBusiness(ctx, db.AppendBusinessParams{
		Shard: business.Shard, ID: id.UUID, BusinessID: business.UUID,
		At: now, Action: string(action), ActorKind: string(who.Kind), ActorID: filled(who.ID),
		Subject: subject.String(), RequestID: filled(who.Request), Address: valid(who.Address), WholeUntil: wholeUntil(who.Address, now), Facts: text,
	})
	if err == nil && row.Mailed == Owners {
		err = db.New(tx).AddBusinessNotice(ctx, db.AddBusinessNoticeParams{Shard: business.Shard, ID: id.UUID, DueAt: now})
		tx.After(func() { l.hooks.Notice(business) })
	}
	if err != nil {
		return fmt.Errorf("note %s: %w", action, err)
	}
	return nil
}

func fromRow(shard ident.Shard, row db.OfOrganizationRow) Entry {
	who := actor.Actor{Kind: actor.Kind(row.ActorKind)}
	if row.ActorID != nil {
		who.ID = *row.ActorID
	}
	if row.RequestID != nil {
		who.Request = *row.RequestID
	}
	if row.Address != nil {
		who.Address = *row.Address
	}
	return Entry{
		ID: ident.Of[ident.AuditEntry](shard, row.ID), At: row.At, Action: Action(row.Action),
		Actor: who, Subject: row.Subject, Facts: row.Facts,
	}
}

// by adds through which developer token somebody acted, if through any. Which machine
// has it, its owner and the owners of their organizations can look up, for as long as
// it is known.
func (f Facts) by(who actor.Actor) Facts {
	if who.Token == "" {
		return f
	}
	f = maps.Clone(f)
	if f == nil {
		f = Facts{}
	}
	f["byToken"] = who.Token
	return f
}

func (f Facts) text() (json.RawMessage, error) {
	if f == nil {
		f = Facts{}
	}
	return json.Marshal(f)
}

// dayOf is the day of an entry, which its id tells.
func dayOf(id uuid.UUID) time.Time { return clock.Day(ident.TimeOf(id)) }

func filled(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func wholeUntil(address netip.Addr, now time.Time) *time.Time {
	if !address.IsValid() {
		return nil
	}
	return new(now.Add(addressKept))
}

func valid(address netip.Addr) *netip.Addr {
	if !address.IsValid() {
		return nil
	}
	return &address
}

func present(organization ident.Organization) *uuid.UUID {
	if organization.IsZero() {
		return nil
	}
	return &organization.UUID
}
