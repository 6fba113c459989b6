package appdata

import (
	"context"
	"errors"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/appdata/internal/db"
	"github.com/counterpart/counterpart/internal/core/apps"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Fields lists an app's fields, in the order in which they were declared.
func (s *Service) Fields(ctx context.Context, app ident.App) ([]Field, error) {
	rows, err := db.New(s.deps.DB).FieldsOf(ctx, app.UUID)
	if err != nil {
		return nil, fmt.Errorf("list the fields of app %s: %w", app, err)
	}
	return fieldsFrom(rows)
}

// Declare adds a field to an app. It opens its own transaction.
func (s *Service) Declare(ctx context.Context, app apps.App, in NewField) (Field, error) {
	var p fault.Problems
	in.check(&p)
	if err := p.Err(); err != nil {
		return Field{}, err
	}
	details, err := in.settle()
	if err != nil {
		return Field{}, err
	}
	now := s.deps.Now()
	made := Field{
		ID: ident.New[ident.AppDataField](ident.Control, now), App: app.ID, Resource: in.Resource, Key: in.Key, Details: details,
		Version: 1, CreatedAt: now, UpdatedAt: now,
	}
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		if err := wantRoom(ctx, tx, made); err != nil {
			return err
		}
		if err := add(ctx, tx, made); err != nil {
			return err
		}
		return s.note(ctx, tx, app, audit.AppDataFieldDeclared, made, nil)
	})
	if err != nil {
		return Field{}, err
	}
	return made, nil
}

// wantRoom refuses one field too many, exactly: those who declare fields of one
// app wait for each other.
func wantRoom(ctx context.Context, tx *pg.Tx, f Field) error {
	if err := apps.Lock(ctx, tx, f.App); err != nil {
		return err
	}
	n, err := db.New(tx).CountFields(ctx, db.CountFieldsParams{AppID: f.App.UUID, ResourceType: string(f.Resource)})
	if err != nil {
		return fmt.Errorf("count the fields of app %s: %w", f.App, err)
	}
	if n >= maxFields {
		return errFieldLimit.With(maxFields, f.Resource)
	}
	return nil
}

// makeTurns makes an app's row in every shard, with its first field. The app is
// locked, so who finds one finds all.
func makeTurns(ctx context.Context, tx *pg.Tx, app ident.App) error {
	shards := ident.EveryShard()
	there, err := db.New(tx).HasTurn(ctx, db.HasTurnParams{Shard: shards[0], AppID: app.UUID})
	if err != nil || there {
		return err
	}
	return tx.AtOnce(ctx, func(q *pg.Queue) error {
		for _, shard := range shards {
			if err := db.New(q).MakeTurn(ctx, db.MakeTurnParams{Shard: shard, AppID: app.UUID}); err != nil {
				return err
			}
		}
		return nil
	})
}

func add(ctx context.Context, tx *pg.Tx, f Field) error {
	if err := makeTurns(ctx, tx, f.App); err != nil {
		return fmt.Errorf("make the turns of app %s: %w", f.App, err)
	}
	n, err := db.New(tx).AddField(ctx, db.AddFieldParams{
		ID: f.ID.UUID, AppID: f.App.UUID, ResourceType: string(f.Resource), Key: f.Key, Type: string(f.Type), Label: f.Label,
		Description: f.Description, Rules: f.Rules.text(), VisibleToBusiness: f.VisibleToBusiness,
		EditableByBusiness: f.EditableByBusiness, Now: f.CreatedAt,
	})
	if err != nil {
		return fmt.Errorf("add field %s of app %s: %w", f.Key, f.App, err)
	}
	if n == 0 {
		return errKeyTaken.With(f.Key, f.Resource)
	}
	return nil
}

// Change changes a field of an app; seen is the version that the change is meant
// for, 0 for any. It opens its own transaction.
func (s *Service) Change(ctx context.Context, app apps.App, id ident.AppDataField, seen int, change func(*Details)) (changed Field, err error) {
	err = s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		f, err := lockField(ctx, tx, app.ID, id)
		if err != nil {
			return err
		}
		if seen != 0 && seen != f.Version {
			return fault.RecordChanged
		}
		changed, err = s.alter(ctx, tx, app, f, change)
		return err
	})
	return changed, err
}

func (s *Service) alter(ctx context.Context, tx *pg.Tx, app apps.App, f Field, change func(*Details)) (Field, error) {
	was := f.Details
	change(&f.Details)
	details, err := f.settle()
	if err != nil {
		return Field{}, err
	}
	f.Details = details
	fields := was.changed(f.Details)
	if fields == nil {
		return f, nil
	}
	if f.Type != was.Type {
		if err := wantUnused(ctx, tx, f, errTypeLocked); err != nil {
			return Field{}, err
		}
	}
	f.Version, f.UpdatedAt = f.Version+1, s.deps.Now()
	err = db.New(tx).SaveField(ctx, db.SaveFieldParams{
		ID: f.ID.UUID, Type: string(f.Type), Label: f.Label, Description: f.Description, Rules: f.Rules.text(),
		VisibleToBusiness: f.VisibleToBusiness, EditableByBusiness: f.EditableByBusiness, Version: int32(f.Version), Now: f.UpdatedAt,
	})
	if err != nil {
		return Field{}, fmt.Errorf("save field %s: %w", f.ID, err)
	}
	return f, s.note(ctx, tx, app, audit.AppDataFieldChanged, f, audit.Facts{"changedFields": fields})
}

// Remove takes a field from an app that nobody has a value of. It opens its own
// transaction.
func (s *Service) Remove(ctx context.Context, app apps.App, id ident.AppDataField) error {
	return s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		f, err := lockField(ctx, tx, app.ID, id)
		if err != nil {
			return err
		}
		if err := wantUnused(ctx, tx, f, errFieldInUse); err != nil {
			return err
		}
		if err := db.New(tx).RemoveField(ctx, f.ID.UUID); err != nil {
			return fmt.Errorf("remove field %s: %w", f.ID, err)
		}
		return s.note(ctx, tx, app, audit.AppDataFieldRemoved, f, nil)
	})
}

// lockField finds a field for a change: until the transaction ends nobody writes a
// value of it, or of another field of the app.
func lockField(ctx context.Context, tx *pg.Tx, app ident.App, id ident.AppDataField) (Field, error) {
	if id.Shard != ident.Control {
		return Field{}, errFieldNotFound
	}
	row, err := db.New(tx).LockField(ctx, db.LockFieldParams{ID: id.UUID, AppID: app.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return Field{}, errFieldNotFound
	}
	if err != nil {
		return Field{}, fmt.Errorf("find field %s: %w", id, err)
	}
	if err := db.New(tx).LockTurns(ctx, db.LockTurnsParams{AppID: app.UUID, Shards: ident.Numbers(ident.EveryShard())}); err != nil {
		return Field{}, fmt.Errorf("wait for those who write values of app %s: %w", app, err)
	}
	return fieldFrom(row)
}

// wantUnused refuses if any business has a value of the field, which is locked:
// no value comes to it meanwhile.
func wantUnused(ctx context.Context, tx *pg.Tx, f Field, refusal *fault.Declared) error {
	used, err := db.New(tx).IsInUse(ctx, db.IsInUseParams{AppID: f.App.UUID, ResourceType: string(f.Resource), Key: f.Key})
	if err != nil {
		return fmt.Errorf("look for values of field %s: %w", f.ID, err)
	}
	if used {
		return refusal
	}
	return nil
}

func (s *Service) note(ctx context.Context, tx *pg.Tx, app apps.App, action audit.Action, f Field, facts audit.Facts) error {
	if facts == nil {
		facts = audit.Facts{}
	}
	facts["app"], facts["resourceType"], facts["key"], facts["type"] = app.ID, f.Resource, f.Key, f.Type
	return s.deps.Audit.Note(ctx, tx, action, f.ID, app.Organization, facts)
}
