package purchases

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/purchases/internal/db"
)

// HasSupplier tells whether the business has the supplier now.
func (s *Service) HasSupplier(ctx context.Context, tx *pg.Tx, business ident.Business, id ident.Supplier) (bool, error) {
	if id.Shard != business.Shard {
		return false, nil
	}
	return db.New(tx).KnowsSupplier(ctx, db.KnowsSupplierParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
}
