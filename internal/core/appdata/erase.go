package appdata

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/appdata/internal/db"
)

// eraseBatch is how many values one transaction erases at most.
const eraseBatch = 1_000

// EraseOfApp erases all that an app keeps in a business that has left it. It
// tells nobody: the app is told to forget the business. It opens transactions of
// its own, and can be called again where it stopped.
func (s *Service) EraseOfApp(ctx context.Context, business ident.Business, app ident.App) error {
	for {
		n, err := db.New(s.deps.DB).EraseOfApp(ctx, db.EraseOfAppParams{
			Shard: business.Shard, BusinessID: business.UUID, AppID: app.UUID, Most: eraseBatch,
		})
		if err != nil {
			return fmt.Errorf("erase the values of app %s in business %s: %w", app, business, err)
		}
		if n < eraseBatch {
			return nil
		}
	}
}

// EraseOn erases what all apps keep on a record that was erased or deleted, and
// tells the apps. It opens its own transaction.
func (s *Service) EraseOn(ctx context.Context, business ident.Business, record Record) error {
	return s.erase(ctx, business, []Record{record}, false)
}

// EraseTextsOn erases of some records what was worded: texts, addresses and JSON,
// in which a name may stand. It opens its own transaction.
func (s *Service) EraseTextsOn(ctx context.Context, business ident.Business, records []Record) error {
	return s.erase(ctx, business, records, true)
}

func (s *Service) erase(ctx context.Context, business ident.Business, records []Record, textsOnly bool) error {
	types, ids := make([]string, len(records)), make([]uuid.UUID, len(records))
	for i, record := range records {
		types[i], ids[i] = string(record.Type), record.UUID
	}
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		q := db.New(tx)
		owners, err := q.AppsOn(ctx, db.AppsOnParams{Shard: business.Shard, BusinessID: business.UUID, ResourceIds: ids})
		if err != nil || len(owners) == 0 {
			return err
		}
		// As those who write do, or the two could wait for each other.
		if err := lock(ctx, tx, business, appsOf(owners)...); err != nil {
			return err
		}
		gone, err := q.EraseOn(ctx, db.EraseOnParams{
			Shard: business.Shard, BusinessID: business.UUID, ResourceTypes: types, ResourceIds: ids, TextsOnly: textsOnly,
		})
		if err != nil {
			return err
		}
		for _, row := range gone {
			v := Value{
				ID: ident.Of[ident.AppDataValue](business.Shard, row.ID), App: ident.Of[ident.App](ident.Control, row.AppID), Key: row.Key,
				Record: Record{ResourceType(row.ResourceType), business.Shard, row.ResourceID},
			}
			if err := s.recordUpdate(ctx, tx, business, v, "DELETE", bySystem); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("erase app data on %d records of business %s: %w", len(records), business, err)
	}
	return nil
}

func appsOf(ids []uuid.UUID) []ident.App {
	list := make([]ident.App, len(ids))
	for i, id := range ids {
		list[i] = ident.Of[ident.App](ident.Control, id)
	}
	return list
}

// EraseOfBusiness erases what all apps keep in a business that is erased. It opens
// its own transaction.
func (s *Service) EraseOfBusiness(ctx context.Context, business ident.Business) error {
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		q := db.New(tx)
		if err := q.EraseOfBusiness(ctx, db.EraseOfBusinessParams{Shard: business.Shard, BusinessID: business.UUID}); err != nil {
			return err
		}
		return q.EraseWriters(ctx, db.EraseWritersParams{Shard: business.Shard, BusinessID: business.UUID})
	})
	if err != nil {
		return fmt.Errorf("erase the app data of business %s: %w", business, err)
	}
	return nil
}
