package appdata

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/appdata/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const maxRecords = 50 // in one question

// Value is what an app keeps on a record.
type Value struct {
	ID        ident.AppDataValue
	App       ident.App
	Record    Record
	Key       string
	Type      Type
	JSON      json.RawMessage
	Stale     bool // a rule came after it that it breaks
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Access is an app in a business, with what the business has granted it.
type Access struct {
	Business ident.Business
	App      ident.App
	Granted  scope.Set
}

// allow refuses a type of record that the app may not read.
func (a Access) allow(t ResourceType) error {
	if !a.Granted.Has(t.ReadScope()) {
		return errTypeForbidden.With(t)
	}
	return nil
}

// readable lists the types that the app may read, of the one asked for or of all.
func (a Access) readable(asked ResourceType) ([]ResourceType, error) {
	if asked != "" {
		return []ResourceType{asked}, a.allow(asked)
	}
	list := slices.DeleteFunc(slices.Clone(ResourceTypes), func(t ResourceType) bool { return a.allow(t) != nil })
	if len(list) == 0 {
		return nil, errTypeForbidden.With("any")
	}
	return list, nil
}

// Question is what an app asks of its values.
type Question struct {
	Records []string     // ids; one that names nothing has no values
	Type    ResourceType // empty: all that the app may read
	Keys    []string     // none: all
}

// Values are what an app keeps on some records.
func (s *Service) Values(ctx context.Context, a Access, q Question) ([]Value, error) {
	switch n := len(q.Records); {
	case n == 0:
		return nil, errNoRecords
	case n > maxRecords:
		return nil, errTooManyRecords
	}
	readable, err := a.readable(q.Type)
	if err != nil {
		return nil, err
	}
	asked := map[Record]bool{}
	for _, text := range q.Records {
		if r, ok := ofAnyType(a.Business, text); ok && slices.Contains(readable, r.Type) {
			asked[r] = true
		}
	}
	return valuesOn(ctx, s.deps.DB, a.Business, []ident.App{a.App}, asked, q.Keys)
}

// valuesOn finds what apps keep on records, in one query.
func valuesOn(ctx context.Context, by db.DBTX, business ident.Business, apps []ident.App, records map[Record]bool, keys []string) ([]Value, error) {
	if len(records) == 0 || len(apps) == 0 {
		return nil, nil
	}
	asked := db.ValuesOnParams{Shard: business.Shard, BusinessID: business.UUID, Keys: keys}
	for r := range records {
		asked.ResourceIds = append(asked.ResourceIds, r.UUID)
	}
	for _, app := range apps {
		asked.AppIds = append(asked.AppIds, app.UUID)
	}
	if keys == nil {
		asked.Keys = []string{}
	}
	rows, err := db.New(by).ValuesOn(ctx, asked)
	if err != nil {
		return nil, fmt.Errorf("read app data of business %s: %w", business, err)
	}
	var values []Value
	for _, row := range rows {
		v, err := valueFrom(business.Shard, row)
		if err != nil {
			return nil, err
		}
		// An id of another kind may have the same UUID, by somebody's design.
		if records[v.Record] {
			values = append(values, v)
		}
	}
	return values, nil
}

func valueFrom(shard ident.Shard, row db.ValuesOnRow) (Value, error) {
	v := Value{
		ID: ident.Of[ident.AppDataValue](shard, row.ID), App: ident.Of[ident.App](ident.Control, row.AppID),
		Record: Record{ResourceType(row.ResourceType), shard, row.ResourceID}, Key: row.Key, Type: Type(row.Type), JSON: row.Value,
		CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
	by := Field{Details: Details{Type: v.Type}}
	if err := json.Unmarshal(row.Rules, &by.Rules); err != nil {
		return Value{}, fmt.Errorf("read the rules of value %s: %w", v.ID, err)
	}
	_, why := by.accept(v.JSON)
	v.Stale = why != ""
	return v, nil
}

// lock lets those who write an app's values in a business wait for each other.
func lock(ctx context.Context, tx *pg.Tx, business ident.Business, apps ...ident.App) error {
	// All take the locks in one order, so nobody waits in a circle.
	slices.SortFunc(apps, func(a, b ident.App) int { return slices.Compare(a.UUID[:], b.UUID[:]) })
	for _, app := range apps {
		if err := db.New(tx).LockValues(ctx, db.LockValuesParams{Shard: business.Shard, BusinessID: business.UUID, AppID: app.UUID}); err != nil {
			return fmt.Errorf("lock the app data of app %s in business %s: %w", app, business, err)
		}
	}
	return nil
}

// hold keeps the fields of apps as they are until the transaction ends. What is read
// of them afterwards holds.
func hold(ctx context.Context, tx *pg.Tx, at ident.Shard, apps ...ident.App) error {
	if _, err := db.New(tx).ShareTurns(ctx, db.ShareTurnsParams{Shard: at, AppIds: ident.UUIDs(apps)}); err != nil {
		return fmt.Errorf("hold the fields of %d apps: %w", len(apps), err)
	}
	return nil
}
