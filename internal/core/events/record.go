package events

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/activity"
	"github.com/counterpart/counterpart/internal/core/events/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Happening is something that happened, as an operation records it.
type Happening struct {
	Type event.Name
	// App is whom an app-audience event is for; zero for every other event.
	App ident.App
	// Data is the event's compact payload, without the actor.
	Data map[string]any
}

// Recorder writes events.
type Recorder struct {
	now     clock.Now
	written func(shards ...ident.Shard)
	// Check looks at every payload before it is written. Tests set it to hold
	// payloads to the catalog's schemas.
	Check func(name event.Name, data []byte) error
}

// NewRecorder returns a recorder on the given clock. written is called with the
// shards of events that were committed, to hurry those who pass them on; it may
// be nil, for they would find them by themselves a little later.
func NewRecorder(now clock.Now, written func(shards ...ident.Shard)) *Recorder {
	return &Recorder{now: now, written: written}
}

// Record keeps a happening for the end of the transaction. It is signed with
// the context's actor.
func (r *Recorder) Record(ctx context.Context, tx *pg.Tx, business ident.Business, h Happening) error {
	row, ok := event.Lookup(h.Type)
	if !ok {
		return fmt.Errorf("record %s: not in the catalog", h.Type)
	}
	if (row.Audience == event.App) == h.App.IsZero() {
		return fmt.Errorf("record %s: an app is named if and only if the event is for one", h.Type)
	}
	data := map[string]any{"actor": signature(ctx)}
	for name, value := range h.Data {
		data[name] = value
	}
	text, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("record %s: %w", h.Type, err)
	}
	if r.Check != nil {
		if err := r.Check(h.Type, text); err != nil {
			return fmt.Errorf("record %s: %w", h.Type, err)
		}
	}
	tx.Keep(r, entry{business: business, name: h.Type, app: h.App, data: string(text), by: actor.From(ctx), details: h.Data})
	return nil
}

// PutAhead says how far a business's clock is ahead of the service's: what happens
// there is shown by it, from the transaction's own events on. It takes the business's
// counter, and so comes after all other locks.
func (r *Recorder) PutAhead(ctx context.Context, tx *pg.Tx, business ident.Business, ahead time.Duration) error {
	err := db.New(tx).PutAhead(ctx, db.PutAheadParams{Shard: business.Shard, BusinessID: business.UUID, AheadMicros: ahead.Microseconds()})
	if err != nil {
		return fmt.Errorf("put the clock of business %s ahead: %w", business, err)
	}
	return nil
}

// signature is the actor as apps see it. An operator's operation is the service's.
func signature(ctx context.Context) map[string]any {
	a := actor.From(ctx)
	if a.Kind != actor.User && a.Kind != actor.App {
		return map[string]any{"type": string(actor.System), "id": nil}
	}
	return map[string]any{"type": string(a.Kind), "id": a.ID}
}

// requestOf is the request that carried an operation; zero where none did.
func requestOf(by actor.Actor) ident.Request {
	request, err := ident.Parse[ident.Request](by.Request)
	if err != nil {
		return ident.Request{}
	}
	return request
}

type entry struct {
	business ident.Business
	name     event.Name
	app      ident.App
	data     string
	by       actor.Actor
	details  map[string]any // the data without the actor
}

// WriteLast writes what the transaction kept, with the commit, and with it what
// apps did. A business's events are three plain statements, which a cluster runs
// where the business is; one that does all would be run in parts, by way of the
// coordinator.
func (r *Recorder) WriteLast(ctx context.Context, tx *pg.Tx, kept []any) error {
	var order []ident.Business
	var done activity.Collector
	batches := map[ident.Business]*db.WriteParams{}
	now := r.now()
	for _, item := range kept {
		e := item.(entry)
		batch := batches[e.business]
		if batch == nil {
			batch = &db.WriteParams{Shard: e.business.Shard, BusinessID: e.business.UUID, Day: clock.Day(now), OccurredAt: now}
			batches[e.business] = batch
			order = append(order, e.business)
		}
		id := ident.New[ident.Event](e.business.Shard, now)
		telemetry.Note(ctx, "event", func() []telemetry.Label {
			return []telemetry.Label{telemetry.L("counterpart.event", id.String()), telemetry.L("counterpart.type", string(e.name))}
		})
		batch.Ids = append(batch.Ids, id.UUID)
		batch.Types = append(batch.Types, string(e.name))
		batch.AppIds = append(batch.AppIds, e.app.UUID)
		batch.Datas = append(batch.Datas, e.data)
		batch.RequestIds = append(batch.RequestIds, requestOf(e.by).UUID)
		if change, kind, ok := activity.ChangeOf(e.name, e.details); ok {
			done.Add(e.business, e.by, change, kind)
		}
	}
	later := tx.Later(pg.To("write events of businesses %v", order))
	if err := done.Write(ctx, later, now); err != nil {
		return err
	}
	var shards []ident.Shard
	for _, business := range order {
		shards = append(shards, business.Shard)
		if err := write(ctx, db.New(later), *batches[business]); err != nil {
			return err
		}
	}
	if r.written != nil {
		tx.After(func() { r.written(shards...) })
	}
	return nil
}

func write(ctx context.Context, queries *db.Queries, batch db.WriteParams) error {
	return errors.Join(
		queries.TakeNumbers(ctx, db.TakeNumbersParams{Shard: batch.Shard, BusinessID: batch.BusinessID, Taken: int64(len(batch.Ids))}),
		queries.Write(ctx, batch),
		queries.WriteOutbox(ctx, db.WriteOutboxParams{Shard: batch.Shard, BusinessID: batch.BusinessID, Day: batch.Day, Ids: batch.Ids}),
	)
}

// dayOf reads the day out of an event's id.
func dayOf(id uuid.UUID) time.Time { return clock.Day(ident.TimeOf(id)) }
