package sales

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// UpdateCustomer lets change write into a customer's details. It opens a
// transaction. Seen is the version that the author has seen; zero: any.
func (s *Service) UpdateCustomer(ctx context.Context, business ident.Business, id ident.Customer, seen int, change func(*CustomerDetails)) (Customer, error) {
	return s.withCustomer(ctx, business, id, seen, func(tx *pg.Tx, b *ledger.Books, c *Customer) error {
		if c.Erased() {
			return errCustomerErased
		}
		before := c.CustomerDetails
		change(&c.CustomerDetails)
		c.CustomerDetails = c.tidy()
		if err := c.check(); err != nil {
			return err
		}
		changed := c.changedFrom(before)
		if len(changed) == 0 {
			return nil
		}
		if err := s.saveCustomer(ctx, tx, b, c); err != nil {
			return err
		}
		return s.recordCustomerEvent(ctx, tx, b, event.CustomerUpdated, *c, map[string]any{"changedFields": changed})
	})
}

// ArchiveCustomer puts a customer away: it keeps all it has, and gets no new
// invoices. It opens a transaction.
func (s *Service) ArchiveCustomer(ctx context.Context, business ident.Business, id ident.Customer, seen int) (Customer, error) {
	return s.withCustomer(ctx, business, id, seen, func(tx *pg.Tx, b *ledger.Books, c *Customer) error {
		if c.Archived() {
			return nil
		}
		c.ArchivedAt = new(b.Now())
		if err := s.saveCustomer(ctx, tx, b, c); err != nil {
			return err
		}
		return s.recordCustomerEvent(ctx, tx, b, event.CustomerArchived, *c, nil)
	})
}

// RestoreCustomer brings an archived customer back. It opens a transaction.
func (s *Service) RestoreCustomer(ctx context.Context, business ident.Business, id ident.Customer, seen int) (Customer, error) {
	return s.withCustomer(ctx, business, id, seen, func(tx *pg.Tx, b *ledger.Books, c *Customer) error {
		if !c.Archived() {
			return nil
		}
		c.ArchivedAt = nil
		if err := s.saveCustomer(ctx, tx, b, c); err != nil {
			return err
		}
		return s.recordCustomerEvent(ctx, tx, b, event.CustomerRestored, *c, nil)
	})
}

// withCustomer does something to a customer while the books are open, unless
// it has changed since the author saw it.
func (s *Service) withCustomer(
	ctx context.Context, business ident.Business, id ident.Customer, seen int,
	action func(tx *pg.Tx, b *ledger.Books, c *Customer) error,
) (Customer, error) {
	var c Customer
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		tx.Ahead(func(ask *pg.Ahead) { _, _ = findCustomer(ctx, db.New(ask), business, id) })
		b, err := s.deps.Ledger.Open(ctx, tx, business)
		if err != nil {
			return err
		}
		if c, err = s.liveCustomer(ctx, tx, b, id); err != nil {
			return err
		}
		if seen != 0 && seen != c.Version {
			return fault.RecordChanged
		}
		return action(tx, b, &c)
	})
	if err != nil {
		return Customer{}, err
	}
	return c, nil
}
