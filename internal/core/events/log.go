package events

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/events/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Kept is how long an event can be read.
const Kept = 30 * 24 * time.Hour

// Event is an event of the log.
type Event struct {
	ID       ident.Event
	Business ident.Business
	Seq      int64
	Type     event.Name
	App      ident.App // zero unless the event is for one app
	At       time.Time // by the business's clock
	Data     json.RawMessage
}

// Log reads events, and takes erased people out of them.
type Log struct {
	db  *pg.DB
	now clock.Now
}

// NewLog returns the log of the given database.
func NewLog(database *pg.DB, now clock.Now) *Log { return &Log{db: database, now: now} }

// One finds an event of the business. ok is false for an event of another
// business, for an unknown one and for one that is older than the log reaches.
func (l *Log) One(ctx context.Context, business ident.Business, id ident.Event) (e Event, ok bool, err error) {
	if id.Shard != business.Shard {
		return Event{}, false, nil
	}
	row, err := db.New(l.db).One(ctx, db.OneParams{
		Shard: business.Shard, Day: dayOf(id.UUID), ID: id.UUID, BusinessID: business.UUID,
	})
	if errors.Is(err, pg.ErrNoRows) {
		return Event{}, false, nil
	}
	if err != nil {
		return Event{}, false, fmt.Errorf("find event %s: %w", id, err)
	}
	// The partition may outlive the event by a day.
	return fromRow(business, db.AfterRow(row)), !row.OccurredAt.Before(l.oldest()), nil
}

// After reads the business's events in order, from the one after seq, as far
// back as the log reaches.
func (l *Log) After(ctx context.Context, business ident.Business, seq int64, most int) ([]Event, error) {
	return l.after(ctx, business, Event{Seq: seq}, most)
}

// after is After an event whose id is known too, and with it when it was stored: the
// days before are not looked at, nor those to come. There is a day to spare on both
// sides: who was numbered later may have looked at the clock earlier, and at another
// clock.
func (l *Log) after(ctx context.Context, business ident.Business, cursor Event, most int) ([]Event, error) {
	first := l.oldest()
	if before := ident.TimeOf(cursor.ID.UUID).Add(-24 * time.Hour); before.After(first) {
		first = before
	}
	rows, err := db.New(l.db.Single(pg.Planned)).After(ctx, db.AfterParams{
		Shard: business.Shard, BusinessID: business.UUID,
		FirstDay: clock.Day(first), LastDay: clock.Day(l.now()).Add(24 * time.Hour), Oldest: l.oldest(), Seq: cursor.Seq, Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("read events of business %s: %w", business, err)
	}
	list := make([]Event, len(rows))
	for i, row := range rows {
		list[i] = fromRow(business, row)
	}
	return list, nil
}

// oldest is when the oldest event happened that can be read.
func (l *Log) oldest() time.Time { return l.now().Add(-Kept) }

func fromRow(business ident.Business, row db.AfterRow) Event {
	e := Event{
		ID: ident.Of[ident.Event](business.Shard, row.ID), Business: business, Seq: row.Seq,
		Type: event.Name(row.Type), At: *cmp.Or(row.ShownAt, &row.OccurredAt), Data: row.Data,
	}
	if row.AppID != nil {
		e.App = ident.Of[ident.App](ident.Control, *row.AppID)
	}
	return e
}
