package sales

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// CreateCustomer adds a customer. It opens a transaction.
func (s *Service) CreateCustomer(ctx context.Context, business ident.Business, details CustomerDetails) (Customer, error) {
	details = details.tidy()
	if err := details.check(); err != nil {
		return Customer{}, err
	}
	var made Customer
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		b, err := s.deps.Ledger.Open(ctx, tx, business)
		if err != nil {
			return err
		}
		now, by := b.Now(), actor.Sign(ctx)
		made = Customer{
			ID: ident.New[ident.Customer](business.Shard, now), CustomerDetails: details,
			Version: 1, CreatedAt: now, UpdatedAt: now, CreatedBy: by, UpdatedBy: by,
		}
		if err := addCustomer(ctx, tx, b, made); err != nil {
			return err
		}
		return s.recordCustomerEvent(ctx, tx, b, event.CustomerCreated, made, map[string]any{"name": made.Name, "type": made.Type})
	})
	if err != nil {
		return Customer{}, err
	}
	return made, nil
}

func addCustomer(ctx context.Context, tx *pg.Tx, b *ledger.Books, c Customer) error {
	return db.New(tx.Later(pg.To("add customer %s", c.ID))).AddCustomer(ctx, db.AddCustomerParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, ID: c.ID.UUID, Name: c.Name, Type: string(c.Type),
		Email: c.Email, Phone: c.Phone, TaxNumber: c.TaxNumber, BillingAddress: storedAddress(c.BillingAddress), Notes: c.Notes,
		Now: c.CreatedAt, CreatedBy: c.CreatedBy,
	})
}
