package appdata

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/appdata/internal/db"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

const maxValues = 25 // in one call

// Entry is a value that an app wants to be kept; null wants it gone.
type Entry struct {
	Type     ResourceType
	RecordID string
	Key      string
	Value    json.RawMessage
}

// origin is who changed a value, as app_data.updated says it.
type origin string

const (
	byApp    origin = "APP"
	byUser   origin = "USER"
	bySystem origin = "SYSTEM" // with the record
)

// write is a value on its way.
type write struct {
	field  Field
	record Record
	value  json.RawMessage // nil: it is to go
}

// Complaint is why a value is not taken.
type Complaint struct {
	ResourceType ResourceType `json:"resourceType,omitempty"`
	ResourceID   string       `json:"resourceId,omitempty"`
	Key          string       `json:"key"`
	Reason       string       `json:"reason"`
}

// Put keeps an app's values, all of them or none, and returns those that are
// there now. It opens its own transaction.
func (s *Service) Put(ctx context.Context, a Access, entries []Entry) (kept []Value, err error) {
	if err := checkEntries(entries); err != nil {
		return nil, err
	}
	for _, e := range entries {
		if err := a.allow(e.Type); err != nil {
			return nil, err
		}
	}
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := lock(ctx, tx, a.Business, a.App); err != nil {
			return err
		}
		writes, err := s.prepare(ctx, tx, a, entries)
		if err != nil {
			return err
		}
		kept, err = s.carryOut(ctx, tx, a.Business, writes, byApp)
		return err
	})
	return kept, err
}

// checkEntries tells all that is wrong with the form of a call.
func checkEntries(entries []Entry) error {
	var p fault.Problems
	p.Want(len(entries) > 0, "values should not be empty")
	p.Want(len(entries) <= maxValues, "values must contain no more than %d elements", maxValues)
	entries = entries[:min(len(entries), maxValues)]
	for i, e := range entries {
		p.Want(e.Type.Known(), "values.%d.resourceType must be one of %s", i, join(ResourceTypes))
		p.Want(e.RecordID != "", "values.%d.resourceId should not be empty", i)
		p.Want(e.Key != "", "values.%d.key should not be empty", i)
		p.Want(e.Value != nil, "values.%d.value must be given; null deletes", i)
		same := func(o Entry) bool { return o.Type == e.Type && o.RecordID == e.RecordID && o.Key == e.Key }
		p.Want(!slices.ContainsFunc(entries[:i], same), "values.%d is a repetition", i)
	}
	return p.Err()
}

// prepare checks the entries against their fields, to the records, and to the rules,
// in this order.
func (s *Service) prepare(ctx context.Context, tx *pg.Tx, a Access, entries []Entry) ([]write, error) {
	if err := hold(ctx, tx, a.Business.Shard, a.App); err != nil {
		return nil, err
	}
	writes, err := withFields(ctx, tx, a.App, entries)
	if err != nil {
		return nil, err
	}
	known := map[Record]bool{}
	for i, e := range entries {
		record, ok := named(a.Business, e.Type, e.RecordID)
		if !ok {
			return nil, errRecordNotFound
		}
		writes[i].record = record
		if known[record] {
			continue
		}
		if err := s.wantWritable(ctx, tx, a.Business, record); err != nil {
			return nil, err
		}
		known[record] = true
	}
	return writes, settle(writes)
}

// withFields finds the field of each entry.
func withFields(ctx context.Context, tx *pg.Tx, app ident.App, entries []Entry) ([]write, error) {
	keys := make([]string, len(entries))
	for i, e := range entries {
		keys[i] = e.Key
	}
	rows, err := db.New(tx).FieldsByKey(ctx, db.FieldsByKeyParams{AppID: app.UUID, Keys: keys})
	if err != nil {
		return nil, fmt.Errorf("load fields of app %s: %w", app, err)
	}
	fields, err := fieldsFrom(rows)
	if err != nil {
		return nil, err
	}
	writes := make([]write, len(entries))
	for i, e := range entries {
		at := slices.IndexFunc(fields, func(f Field) bool { return f.Resource == e.Type && f.Key == e.Key })
		if at < 0 {
			return nil, errUnknownField.With(e.Key, e.Type)
		}
		writes[i] = write{field: fields[at], value: e.Value}
	}
	return writes, nil
}

// wantWritable refuses a record that is not there, or on which nothing more is
// kept.
func (s *Service) wantWritable(ctx context.Context, tx *pg.Tx, business ident.Business, record Record) error {
	state, err := s.state(ctx, tx, business, record)
	if err == nil && state == Erased {
		err = errRecordErased
	}
	return err
}

// state is what has become of a record that is there.
func (s *Service) state(ctx context.Context, tx *pg.Tx, business ident.Business, record Record) (RecordState, error) {
	state, err := s.deps.Records.State(ctx, tx, business, record)
	if err != nil {
		return "", fmt.Errorf("look for record %s: %w", record, err)
	}
	if state == Gone {
		return "", errRecordNotFound
	}
	return state, nil
}

// settle turns the values into what is kept, or names all that cannot be.
func settle(writes []write) error {
	var bad []Complaint
	for i, w := range writes {
		if string(w.value) == "null" {
			writes[i].value = nil
			continue
		}
		kept, why := w.field.accept(w.value)
		if why != "" {
			bad = append(bad, Complaint{w.field.Resource, w.record.String(), w.field.Key, why})
		}
		writes[i].value = kept
	}
	if bad != nil {
		return errInvalidValue.WithDetails(bad)
	}
	return nil
}

// carryOut writes what differs from what is there, and tells of it. The values
// are locked, and the writes sound.
func (s *Service) carryOut(ctx context.Context, tx *pg.Tx, business ident.Business, writes []write, by origin) (kept []Value, err error) {
	stored, err := s.stored(ctx, tx, business, writes)
	if err != nil {
		return nil, err
	}
	now := s.deps.Now()
	var set []db.SetValueParams
	gone := db.RemoveValuesParams{Shard: business.Shard, BusinessID: business.UUID}
	for _, w := range writes {
		v, there := stored[w.place()]
		switch {
		case w.value == nil && there:
			gone.AppIds, gone.Ids = append(gone.AppIds, v.App.UUID), append(gone.Ids, v.ID.UUID)
			err = s.recordUpdate(ctx, tx, business, v, "DELETE", by)
		case w.value != nil && !(there && bytes.Equal(v.JSON, w.value)):
			v = next(v, there, business, w, now)
			set = append(set, change(business, v))
			err = s.recordUpdate(ctx, tx, business, v, "SET", by)
		}
		if err != nil {
			return nil, err
		}
		if w.value != nil {
			kept = append(kept, v)
		}
	}
	return kept, save(ctx, tx, set, gone)
}

// place is where a value is kept.
type place struct {
	app    ident.App
	record Record
	key    string
}

func (w write) place() place { return place{w.field.App, w.record, w.field.Key} }

// stored finds what is there now of what is to be written.
func (s *Service) stored(ctx context.Context, tx *pg.Tx, business ident.Business, writes []write) (map[place]Value, error) {
	records := map[Record]bool{}
	var apps []ident.App
	var keys []string
	for _, w := range writes {
		records[w.record] = true
		apps, keys = append(apps, w.field.App), append(keys, w.field.Key)
	}
	slices.SortFunc(apps, func(a, b ident.App) int { return slices.Compare(a.UUID[:], b.UUID[:]) })
	values, err := valuesOn(ctx, tx, business, slices.Compact(apps), records, keys)
	stored := map[place]Value{}
	for _, v := range values {
		stored[place{v.App, v.Record, v.Key}] = v
	}
	return stored, err
}

// next is a value after a write.
func next(v Value, there bool, business ident.Business, w write, now time.Time) Value {
	if !there {
		v = Value{
			ID: ident.New[ident.AppDataValue](business.Shard, now), App: w.field.App, Record: w.record, Key: w.field.Key, CreatedAt: now,
		}
	}
	v.Type, v.JSON, v.Stale, v.UpdatedAt = w.field.Type, w.value, false, now
	return v
}

// change is what a value becomes in the database.
func change(business ident.Business, v Value) db.SetValueParams {
	return db.SetValueParams{
		Shard: business.Shard, BusinessID: business.UUID, AppID: v.App.UUID, ResourceType: string(v.Record.Type),
		ResourceID: v.Record.UUID, Key: v.Key, ID: v.ID.UUID, Value: v.JSON, Now: v.UpdatedAt,
	}
}

func save(ctx context.Context, tx *pg.Tx, set []db.SetValueParams, gone db.RemoveValuesParams) error {
	q := db.New(tx.Later(pg.To("write %d values and delete %d", len(set), len(gone.Ids))))
	for _, value := range set {
		if err := q.SetValue(ctx, value); err != nil {
			return err
		}
	}
	if len(gone.Ids) == 0 {
		return nil
	}
	return q.RemoveValues(ctx, gone)
}

// recordUpdate records an event for the value's app.
func (s *Service) recordUpdate(ctx context.Context, tx *pg.Tx, business ident.Business, v Value, operation string, by origin) error {
	return s.deps.Events.Record(ctx, tx, business, events.Happening{Type: event.AppDataUpdated, App: v.App, Data: map[string]any{
		"id": v.ID, "resourceType": v.Record.Type, "resourceId": v.Record.String(), "key": v.Key, "operation": operation, "origin": by,
	}})
}

// Delete deletes a value of an app. It opens its own transaction.
func (s *Service) Delete(ctx context.Context, a Access, id ident.AppDataValue) error {
	if id.Shard != a.Business.Shard {
		return errValueNotFound
	}
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := lock(ctx, tx, a.Business, a.App); err != nil {
			return err
		}
		row, err := db.New(tx).ValueByID(ctx, db.ValueByIDParams{Shard: id.Shard, BusinessID: a.Business.UUID, AppID: a.App.UUID, ID: id.UUID})
		if errors.Is(err, pg.ErrNoRows) {
			return errValueNotFound
		}
		if err != nil {
			return fmt.Errorf("find value %s: %w", id, err)
		}
		v := Value{ID: id, App: a.App, Record: Record{ResourceType(row.ResourceType), id.Shard, row.ResourceID}, Key: row.Key}
		if err := a.allow(v.Record.Type); err != nil {
			return err
		}
		gone := db.RemoveValuesParams{Shard: id.Shard, BusinessID: a.Business.UUID}
		gone.AppIds, gone.Ids = append(gone.AppIds, a.App.UUID), append(gone.Ids, id.UUID)
		if err := save(ctx, tx, nil, gone); err != nil {
			return err
		}
		return s.recordUpdate(ctx, tx, a.Business, v, "DELETE", byApp)
	})
}
