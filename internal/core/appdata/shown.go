package appdata

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/appdata/internal/db"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Shown is a field that an app shows on a record, with what it keeps there.
type Shown struct {
	App   apps.App
	Field Field
	Value *Value // nil where there is none
}

// Edit is a value that a member wants a shown field to have; null wants it gone.
type Edit struct {
	Field ident.AppDataField
	Value json.RawMessage
}

// ShownOn lists what the apps of a business show on one of its records: the
// fields that they mark as visible, of apps that may work in the business and
// read such records.
func (s *Service) ShownOn(ctx context.Context, business ident.Business, t ResourceType, id string) (list []Shown, err error) {
	record, ok := named(business, t, id)
	if !ok {
		return nil, errRecordNotFound
	}
	connected, err := s.showing(ctx, business, record.Type)
	if err != nil {
		return nil, err
	}
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if _, err := s.state(ctx, tx, business, record); err != nil {
			return err
		}
		list, err = shownOn(ctx, tx, business, record, connected)
		return err
	})
	return list, err
}

// showing finds the apps that may show something on a type of record.
func (s *Service) showing(ctx context.Context, business ident.Business, t ResourceType) (map[ident.App]apps.App, error) {
	all, err := s.deps.Installs.OfBusiness(ctx, business)
	if err != nil {
		return nil, err
	}
	showing := map[ident.App]apps.App{}
	for _, c := range all {
		if c.May(t.ReadScope()) {
			showing[c.App.ID] = c.App
		}
	}
	return showing, nil
}

func shownOn(ctx context.Context, tx *pg.Tx, business ident.Business, record Record, connected map[ident.App]apps.App) ([]Shown, error) {
	ids := make([]ident.App, 0, len(connected))
	keys := make([]uuid.UUID, 0, len(connected))
	for id := range connected {
		ids, keys = append(ids, id), append(keys, id.UUID)
	}
	rows, err := db.New(tx).VisibleFields(ctx, db.VisibleFieldsParams{AppIds: keys, ResourceType: string(record.Type)})
	if err != nil {
		return nil, fmt.Errorf("list what apps show on record %s: %w", record, err)
	}
	fields, err := fieldsFrom(rows)
	if err != nil {
		return nil, err
	}
	values, err := valuesOn(ctx, tx, business, ids, map[Record]bool{record: true}, nil)
	if err != nil {
		return nil, err
	}
	list := make([]Shown, len(fields))
	for i, f := range fields {
		list[i] = Shown{App: connected[f.App], Field: f}
		at := slices.IndexFunc(values, func(v Value) bool { return v.App == f.App && v.Key == f.Key })
		if at >= 0 {
			list[i].Value = &values[at]
		}
	}
	slices.SortStableFunc(list, func(a, b Shown) int { return slices.Compare(a.App.ID.UUID[:], b.App.ID.UUID[:]) })
	return list, nil
}

// Edit keeps what a member says of a record's shown fields, all of it or none,
// and returns what is shown then. It opens its own transaction.
func (s *Service) Edit(ctx context.Context, business ident.Business, t ResourceType, id string, edits []Edit) (list []Shown, err error) {
	if err := checkEdits(edits); err != nil {
		return nil, err
	}
	record, ok := named(business, t, id)
	if !ok {
		return nil, errRecordNotFound
	}
	connected, err := s.showing(ctx, business, record.Type)
	if err != nil {
		return nil, err
	}
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := s.wantWritable(ctx, tx, business, record); err != nil {
			return err
		}
		writes, err := edited(ctx, tx, business, record, connected, edits)
		if err != nil {
			return err
		}
		if _, err := s.carryOut(ctx, tx, business, writes, byUser); err != nil {
			return err
		}
		list, err = shownOn(ctx, tx, business, record, connected)
		return err
	})
	return list, err
}

func checkEdits(edits []Edit) error {
	var p fault.Problems
	p.Want(len(edits) > 0, "values should not be empty")
	p.Want(len(edits) <= maxValues, "values must contain no more than %d elements", maxValues)
	edits = edits[:min(len(edits), maxValues)]
	for i, e := range edits {
		p.Want(!e.Field.IsZero(), "values.%d.fieldId should not be empty", i)
		p.Want(e.Value != nil, "values.%d.value must be given; null deletes", i)
		p.Want(!slices.ContainsFunc(edits[:i], func(o Edit) bool { return o.Field == e.Field }), "values.%d is a repetition", i)
	}
	return p.Err()
}

// edited locks what the edits are about, and holds them to their fields. The
// values are locked before the fields are held, as by apps.
func edited(ctx context.Context, tx *pg.Tx, business ident.Business, record Record, connected map[ident.App]apps.App, edits []Edit) ([]write, error) {
	keys := make([]uuid.UUID, len(edits))
	for i, e := range edits {
		keys[i] = e.Field.UUID
	}
	owners, err := db.New(tx).AppsOfFields(ctx, keys)
	if err != nil {
		return nil, fmt.Errorf("find the apps of %d fields: %w", len(edits), err)
	}
	if err := lock(ctx, tx, business, appsOf(owners)...); err != nil {
		return nil, err
	}
	if err := hold(ctx, tx, business.Shard, appsOf(owners)...); err != nil {
		return nil, err
	}
	rows, err := db.New(tx).FieldsByID(ctx, keys)
	if err != nil {
		return nil, fmt.Errorf("load %d fields: %w", len(edits), err)
	}
	fields, err := fieldsFrom(rows)
	if err != nil {
		return nil, err
	}
	writes := make([]write, len(edits))
	for i, e := range edits {
		at := slices.IndexFunc(fields, func(f Field) bool {
			_, here := connected[f.App]
			return f.ID == e.Field && here && f.Resource == record.Type && f.VisibleToBusiness
		})
		if at < 0 {
			return nil, errUnknownField.With(e.Field.String(), record.Type)
		}
		if !fields[at].EditableByBusiness {
			return nil, errNotEditable.With(fields[at].Key)
		}
		writes[i] = write{field: fields[at], record: record, value: e.Value}
	}
	return writes, settle(writes)
}
