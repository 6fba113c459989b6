package sales

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// withPayment does something to a payment while the books are open, unless it
// has changed since the author saw it.
func (s *Service) withPayment(
	ctx context.Context, business ident.Business, id ident.Payment, seen int,
	action func(tx *pg.Tx, b *ledger.Books, p *Payment) error,
) (Payment, error) {
	var p Payment
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		tx.Ahead(func(ask *pg.Ahead) {
			q, of := db.New(ask), []uuid.UUID{id.UUID}
			_, _ = findPayment(ctx, q, business, id)
			_, _ = q.AllocationsOf(ctx, db.AllocationsOfParams{Shard: business.Shard, BusinessID: business.UUID, Payments: of})
			_, _ = q.RefundsOf(ctx, db.RefundsOfParams{Shard: business.Shard, BusinessID: business.UUID, Payments: of})
		})
		b, err := s.deps.Ledger.Open(ctx, tx, business)
		if err != nil {
			return err
		}
		if p, err = findPayment(ctx, db.New(tx), business, id); err != nil {
			return err
		}
		if seen != 0 && seen != p.Version {
			return fault.RecordChanged
		}
		return action(tx, b, &p)
	})
	if err != nil {
		return Payment{}, err
	}
	return p, nil
}

// findPayment finds a payment with all that hangs on it.
func findPayment(ctx context.Context, q *db.Queries, business ident.Business, id ident.Payment) (Payment, error) {
	if id.Shard != business.Shard {
		return Payment{}, errPaymentNotFound
	}
	row, err := q.PaymentByID(ctx, db.PaymentByIDParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
	if errors.Is(err, pg.ErrNoRows) {
		return Payment{}, errPaymentNotFound
	}
	if err != nil {
		return Payment{}, fmt.Errorf("find payment %s: %w", id, err)
	}
	list, err := wholePayments(ctx, q, business, []db.BooksPayment{row})
	if err != nil {
		return Payment{}, err
	}
	return list[0], nil
}

// wholePayments puts payments together with their allocations and refunds.
func wholePayments(ctx context.Context, q *db.Queries, business ident.Business, rows []db.BooksPayment) ([]Payment, error) {
	ids, list, at := make([]uuid.UUID, len(rows)), make([]Payment, len(rows)), make(map[uuid.UUID]*Payment, len(rows))
	for i, row := range rows {
		ids[i], list[i], at[row.ID] = row.ID, paymentOf(row), &list[i]
	}
	allocations, err := q.AllocationsOf(ctx, db.AllocationsOfParams{Shard: business.Shard, BusinessID: business.UUID, Payments: ids})
	if err != nil {
		return nil, fmt.Errorf("read allocations of business %s: %w", business, err)
	}
	for _, row := range allocations {
		p := at[row.PaymentID]
		p.Allocations = append(p.Allocations, Allocation{ident.Of[ident.Invoice](business.Shard, row.InvoiceID), row.Amount})
	}
	refunds, err := q.RefundsOf(ctx, db.RefundsOfParams{Shard: business.Shard, BusinessID: business.UUID, Payments: ids})
	if err != nil {
		return nil, fmt.Errorf("read refunds of business %s: %w", business, err)
	}
	for _, row := range refunds {
		p := at[row.PaymentID]
		p.Refunds = append(p.Refunds, Refund{ident.Of[ident.Refund](business.Shard, row.ID), row.Date, row.Amount, row.Reason, row.CreatedAt})
	}
	return list, nil
}

func paymentOf(row db.BooksPayment) Payment {
	return Payment{
		ID: ident.Of[ident.Payment](row.Shard, row.ID), Customer: ident.Of[ident.Customer](row.Shard, row.CustomerID),
		Date: row.Date, Currency: row.Currency, Amount: row.Amount, Refunded: row.AmountRefunded,
		Account:        ident.Of[ident.Account](row.Shard, row.AccountID),
		PaymentDetails: PaymentDetails{Method: Method(row.Method), Reference: row.Reference, Notes: row.Notes},
		Version:        int(row.Version), CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt, CreatedBy: row.CreatedBy, UpdatedBy: row.UpdatedBy,
		entry: ident.Of[ident.JournalEntry](row.Shard, row.EntryID), deletedAt: row.DeletedAt,
	}
}

// savePayment writes a changed payment as its next version.
func (s *Service) savePayment(ctx context.Context, tx *pg.Tx, b *ledger.Books, p *Payment) error {
	p.Version, p.UpdatedAt, p.UpdatedBy = p.Version+1, b.Now(), actor.Sign(ctx)
	return db.New(tx.Later(pg.To("save payment %s", p.ID))).SavePayment(ctx, db.SavePaymentParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, ID: p.ID.UUID,
		Method: string(p.Method), Reference: p.Reference, Notes: p.Notes,
		AmountAllocated: p.Allocated(), AmountRefunded: p.Refunded,
		DeletedAt: p.deletedAt, Version: int32(p.Version), UpdatedAt: p.UpdatedAt, UpdatedBy: p.UpdatedBy,
	})
}

// saveAllocations writes which invoices a payment settles now.
func saveAllocations(ctx context.Context, tx *pg.Tx, b *ledger.Books, p Payment) error {
	q := db.New(tx.Later(pg.To("save allocations of payment %s", p.ID)))
	err := q.RemoveAllocations(ctx, db.RemoveAllocationsParams{Shard: b.Business.Shard, BusinessID: b.Business.UUID, PaymentID: p.ID.UUID})
	if err != nil {
		return err
	}
	rows := db.AddAllocationsParams{Shard: b.Business.Shard, BusinessID: b.Business.UUID, PaymentID: p.ID.UUID}
	for _, a := range p.Allocations {
		rows.Invoices, rows.Amounts = append(rows.Invoices, a.Invoice.UUID), append(rows.Amounts, a.Amount.String())
	}
	return q.AddAllocations(ctx, rows)
}

// recordPaymentEvent records an event about a payment.
func (s *Service) recordPaymentEvent(ctx context.Context, tx *pg.Tx, b *ledger.Books, name event.Name, p Payment, more map[string]any) error {
	data := map[string]any{"id": p.ID}
	maps.Copy(data, more)
	return s.deps.Events.Record(ctx, tx, b.Business, events.Happening{Type: name, Data: data})
}
