package sales

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/erasure"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// DeleteCustomer removes a customer that nothing refers to. It opens a
// transaction.
func (s *Service) DeleteCustomer(ctx context.Context, business ident.Business, id ident.Customer, seen int) error {
	_, err := s.withCustomer(ctx, business, id, seen, func(tx *pg.Tx, b *ledger.Books, c *Customer) error {
		err := db.New(tx).RemoveCustomer(ctx, db.RemoveCustomerParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
		if pg.IsReferenced(err) {
			return errCustomerInUse
		}
		if err != nil {
			return fmt.Errorf("delete customer %s: %w", id, err)
		}
		if err := erasure.PlanDeleted(ctx, tx, business, erasure.Customer, s.deps.Now(), id.UUID); err != nil {
			return err
		}
		return s.recordCustomerEvent(ctx, tx, b, event.CustomerDeleted, *c, nil)
	})
	return err
}
