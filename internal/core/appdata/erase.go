package appdata

import (
	"context"
	"fmt"

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
		n, err := db.New(s.DB).EraseOfApp(ctx, db.EraseOfAppParams{
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

// EraseOn erases what all apps keep on a record, together with what else becomes
// of the record in the transaction. It tells nobody, as above.
func (s *Service) EraseOn(ctx context.Context, tx *pg.Tx, business ident.Business, record Record) error {
	_, err := db.New(tx).EraseOn(ctx, db.EraseOnParams{
		Shard: business.Shard, BusinessID: business.UUID, ResourceType: string(record.Type), ResourceID: record.UUID,
	})
	if err != nil {
		return fmt.Errorf("erase app data on record %s: %w", record, err)
	}
	return nil
}

// EraseOfBusiness erases what all apps keep in a business that is erased.
func (s *Service) EraseOfBusiness(ctx context.Context, business ident.Business) error {
	err := db.New(s.DB).EraseOfBusiness(ctx, db.EraseOfBusinessParams{Shard: business.Shard, BusinessID: business.UUID})
	if err != nil {
		return fmt.Errorf("erase app data of business %s: %w", business, err)
	}
	return nil
}
