package events

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/events/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Outbox is what has happened and has not been passed on yet.
type Outbox struct{ db *pg.DB }

// NewOutbox returns the outbox of the given database.
func NewOutbox(database *pg.DB) *Outbox { return &Outbox{db: database} }

// Waiting is an event that has not been passed on, with what tells whom it is
// for.
type Waiting struct {
	ID       ident.Event
	Gone     bool // it has waited for longer than the log reaches; the rest is zero
	Day      time.Time
	Business ident.Business
	Type     event.Name
	App      ident.App // zero unless the event is for one app
	At       time.Time
	ShownAt  time.Time // what readers see as its time
	Data     json.RawMessage
	Request  ident.Request // that caused it; zero where none did
	// OwnChange says that an app changed its own data, which it may not want to
	// be told.
	OwnChange bool
}

const (
	// outboxBatch is how many events are read at once, and OutboxEach how many of
	// one shard: many shards can be far behind and keep nobody else waiting.
	outboxBatch = 1000
	OutboxEach  = 40
)

// Waiting counts the events of some shards that have not been passed on.
func (o *Outbox) Waiting(ctx context.Context, shards []ident.Shard) (int64, error) {
	n, err := db.New(o.db).OutboxWaiting(ctx, ident.Numbers(shards))
	if err != nil {
		return 0, fmt.Errorf("count events to pass on: %w", err)
	}
	return n, nil
}

// OldestAt is when the event was written that waits longest in some shards; zero
// if none waits.
func (o *Outbox) OldestAt(ctx context.Context, shards []ident.Shard) (time.Time, error) {
	id, err := db.New(o.db).OutboxOldest(ctx, ident.Numbers(shards))
	if errors.Is(err, pg.ErrNoRows) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("look for the oldest event to pass on: %w", err)
	}
	return ident.TimeOf(id), nil
}

// First are the oldest events of each shard that have not been passed on, but for
// some that are on their way, and no more than can be passed on at once. Which shards
// come first is left to chance: none is always last.
func (o *Outbox) First(ctx context.Context, shards []ident.Shard, underWay []uuid.UUID) ([]Waiting, error) {
	numbers := ident.Numbers(shards)
	rand.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
	if underWay == nil {
		underWay = []uuid.UUID{}
	}
	rows, err := db.New(o.db.Single(pg.Planned)).OutboxFirst(ctx, db.OutboxFirstParams{Shards: numbers, Busy: underWay, Each: OutboxEach, Most: outboxBatch})
	if pg.IsAway(err) {
		rows, err = o.firstOf(ctx, numbers, underWay)
	}
	if err != nil {
		return nil, fmt.Errorf("look for events to pass on: %w", err)
	}
	list := make([]Waiting, len(rows))
	for i, row := range rows {
		list[i] = waitingFrom(row)
	}
	return list, nil
}

// firstOf is First while a server of a cluster is away that has none of the shards:
// it asks the others alone, in two round trips.
func (o *Outbox) firstOf(ctx context.Context, shards []int16, underWay []uuid.UUID) ([]db.OutboxFirstRow, error) {
	q := db.New(o.db)
	some, err := q.OutboxShards(ctx, shards)
	if err != nil || len(some) == 0 {
		return nil, err
	}
	rows, err := q.OutboxFirstOf(ctx, db.OutboxFirstOfParams{Shards: ident.Numbers(some), Busy: underWay, Each: OutboxEach, Most: outboxBatch})
	list := make([]db.OutboxFirstRow, len(rows))
	for i, row := range rows {
		list[i] = db.OutboxFirstRow(row)
	}
	return list, err
}

func waitingFrom(row db.OutboxFirstRow) Waiting {
	w := Waiting{ID: ident.Of[ident.Event](row.Shard, row.EventID), Day: row.Day, Gone: row.Type == nil, OwnChange: row.OwnChange}
	if w.Gone {
		return w
	}
	w.Business, w.Type, w.At = ident.Of[ident.Business](row.Shard, *row.BusinessID), event.Name(*row.Type), *row.OccurredAt
	w.ShownAt, w.Data = w.At, row.Data
	if row.ShownAt != nil {
		w.ShownAt = *row.ShownAt
	}
	if row.RequestID != nil {
		w.Request = ident.Of[ident.Request](ident.Control, *row.RequestID)
	}
	if row.AppID != nil {
		w.App = ident.Of[ident.App](ident.Control, *row.AppID)
	}
	return w
}

// Pass takes events of one shard out of the outbox, with whatever else the queue
// does.
func (o *Outbox) Pass(ctx context.Context, queue *pg.Queue, shard ident.Shard, passed []Waiting) error {
	return db.New(queue).OutboxPassed(ctx, db.OutboxPassedParams{Shard: shard, Ids: uuids(passed)})
}

// Passed takes events of one shard out of the outbox that nobody wants. It does
// not wait for the disk: what a crash of PostgreSQL brings back is looked at again.
func (o *Outbox) Passed(ctx context.Context, shard ident.Shard, passed []Waiting) error {
	if err := db.New(o.db.Single(pg.Unhurried)).OutboxPassed(ctx, db.OutboxPassedParams{Shard: shard, Ids: uuids(passed)}); err != nil {
		return fmt.Errorf("clear the outbox of shard %s: %w", shard, err)
	}
	return nil
}

func uuids(list []Waiting) []uuid.UUID {
	ids := make([]uuid.UUID, len(list))
	for i, w := range list {
		ids[i] = w.ID.UUID
	}
	return ids
}
