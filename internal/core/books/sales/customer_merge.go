package sales

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// MergeCustomer gives all that a customer has to another one, and the customer
// is gone. It returns the other one. It opens a transaction. Invoices and
// payments get a new version with their new customer, but customer.merged alone
// tells of it: a customer may have very many.
func (s *Service) MergeCustomer(ctx context.Context, business ident.Business, id, into ident.Customer, seen int) (Customer, error) {
	var kept Customer
	_, err := s.withCustomer(ctx, business, id, seen, func(tx *pg.Tx, b *ledger.Books, gone *Customer) (err error) {
		if id == into {
			return errMergedIntoItself
		}
		if kept, err = s.liveCustomer(ctx, tx, b, into); err != nil {
			return err
		}
		if gone.Erased() || kept.Erased() {
			return errCustomerErased
		}
		if kept.Archived() {
			return errCustomerArchived
		}
		if err := s.handOver(ctx, tx, b, *gone, kept); err != nil {
			return err
		}
		gone.mergedInto, kept.Balance = kept.ID, kept.Balance.Add(gone.Balance)
		if err := s.saveCustomer(ctx, tx, b, gone); err != nil {
			return err
		}
		return s.recordCustomerEvent(ctx, tx, b, event.CustomerMerged, *gone, map[string]any{"mergedIntoId": kept.ID})
	})
	if err != nil {
		return Customer{}, err
	}
	return kept, nil
}

// handOver makes one customer's invoices, payments and balance another's.
func (s *Service) handOver(ctx context.Context, tx *pg.Tx, b *ledger.Books, from, to Customer) error {
	q, shard, business, now, by := db.New(tx.Later(pg.To("merge customer %s into %s", from.ID, to.ID))), b.Business.Shard, b.Business.UUID, b.Now(), actor.Sign(ctx)
	for _, step := range []func() error{
		func() error {
			return q.HandOverInvoices(ctx, db.HandOverInvoicesParams{Shard: shard, BusinessID: business, CustomerID: from.ID.UUID, IntoID: to.ID.UUID, Now: now, UpdatedBy: by})
		},
		func() error {
			return q.HandOverPayments(ctx, db.HandOverPaymentsParams{Shard: shard, BusinessID: business, CustomerID: from.ID.UUID, IntoID: to.ID.UUID, Now: now, UpdatedBy: by})
		},
		func() error {
			return q.HandOverMerged(ctx, db.HandOverMergedParams{Shard: shard, BusinessID: business, CustomerID: from.ID.UUID, IntoID: &to.ID.UUID})
		},
		func() error { return s.moveBalance(ctx, tx, b, from.ID, from.Balance.Neg()) },
		func() error { return s.moveBalance(ctx, tx, b, to.ID, from.Balance) },
	} {
		if err := step(); err != nil {
			return fmt.Errorf("merge customer %s into %s: %w", from.ID, to.ID, err)
		}
	}
	return nil
}
