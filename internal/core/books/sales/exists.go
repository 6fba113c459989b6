package sales

import (
	"context"
	"errors"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
)

// HasCustomer reports whether the business has the customer now, and whether it
// was erased.
func (s *Service) HasCustomer(ctx context.Context, tx *pg.Tx, business ident.Business, id ident.Customer) (has, erased bool, err error) {
	if id.Shard != business.Shard {
		return false, false, nil
	}
	row, err := db.New(tx).CustomerByID(ctx, db.CustomerByIDParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
	has, err = there(err, id)
	return has, row.ErasedAt != nil, err
}

// HasInvoice reports whether the business has the invoice now.
func (s *Service) HasInvoice(ctx context.Context, tx *pg.Tx, business ident.Business, id ident.Invoice) (bool, error) {
	if id.Shard != business.Shard {
		return false, nil
	}
	_, err := db.New(tx).InvoiceByID(ctx, db.InvoiceByIDParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
	return there(err, id)
}

// HasPayment reports whether the business has the payment now.
func (s *Service) HasPayment(ctx context.Context, tx *pg.Tx, business ident.Business, id ident.Payment) (bool, error) {
	if id.Shard != business.Shard {
		return false, nil
	}
	_, err := db.New(tx).PaymentByID(ctx, db.PaymentByIDParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
	return there(err, id)
}

func there(err error, id fmt.Stringer) (bool, error) {
	if errors.Is(err, pg.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for %s: %w", id, err)
	}
	return true, nil
}
