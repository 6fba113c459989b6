package purchases

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/purchases/internal/db"
)

// Names tells what suppliers are called. Those that the business does not have are
// missing.
func (s *Service) Names(ctx context.Context, business ident.Business, ids []ident.Supplier) (map[ident.Supplier]string, error) {
	rows, err := db.New(s.deps.DB).SupplierNames(ctx, db.SupplierNamesParams{Shard: business.Shard, BusinessID: business.UUID, Ids: ident.UUIDs(ids)})
	if err != nil {
		return nil, fmt.Errorf("read the names of %d suppliers: %w", len(ids), err)
	}
	names := map[ident.Supplier]string{}
	for _, row := range rows {
		names[ident.Of[ident.Supplier](business.Shard, row.ID)] = row.Name
	}
	return names, nil
}
