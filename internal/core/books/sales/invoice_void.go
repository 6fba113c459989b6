package sales

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// VoidInvoice takes an issued invoice back. It keeps its number; its entry in
// the journal is reversed today. It opens a transaction.
func (s *Service) VoidInvoice(ctx context.Context, business ident.Business, id ident.Invoice, seen int) (Invoice, error) {
	return s.withInvoice(ctx, business, id, seen, func(tx *pg.Tx, b *ledger.Books, i *Invoice) error {
		if !i.voidable() {
			return errNotVoidable
		}
		if err := i.reverse(ctx, b); err != nil {
			return err
		}
		if err := s.moveBalance(ctx, tx, b, i.Customer, i.AmountDue.Neg()); err != nil {
			return err
		}
		i.Status, i.VoidedAt, i.AmountDue, i.PaidAt = Void, new(b.Now()), money.Amount{}, nil
		if err := s.saveInvoice(ctx, tx, b, i); err != nil {
			return err
		}
		err := s.recordInvoiceEvent(ctx, tx, b, event.InvoiceVoided, *i, map[string]any{
			"number": i.Number, "voidedAt": event.Instant(*i.VoidedAt),
		})
		if err != nil {
			return err
		}
		return s.count(ctx, tx, b, i.planYear, 0, i.Total.Neg())
	})
}

// voidable: what was paid or credited would hang in the air.
func (i Invoice) voidable() bool {
	return i.Kind == KindInvoice && i.Open() && i.AmountPaid.IsZero() && i.AmountCredited.IsZero()
}

// reverse takes the invoice's entry back, if it has one.
func (i Invoice) reverse(ctx context.Context, b *ledger.Books) error {
	if i.entry.IsZero() {
		return nil
	}
	_, err := b.Reverse(ctx, i.entry, b.Today(), "Invoice "+*i.Number+" voided", ledger.SourceInvoice, i.ID.UUID)
	return err
}
