package purchases

import (
	"context"
	"errors"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
)

// HasSupplier reports whether the business has the supplier now, and whether it
// was erased.
func (s *Service) HasSupplier(ctx context.Context, tx *pg.Tx, business ident.Business, id ident.Supplier) (has, erased bool, err error) {
	found, err := find(ctx, tx, business, id)
	if errors.Is(err, errSupplierNotFound) {
		return false, false, nil
	}
	return err == nil, found.Erased(), err
}
