package sales

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// AllocatePayment settles more invoices with what is left of a payment. It opens
// a transaction. Seen is the version that the author has seen; zero: any.
func (s *Service) AllocatePayment(ctx context.Context, business ident.Business, id ident.Payment, seen int, more []Allocation) (Payment, error) {
	return s.withPayment(ctx, business, id, seen, func(tx *pg.Tx, b *ledger.Books, p *Payment) error {
		var problems fault.Problems
		problems.Want(len(more) > 0, "allocations should not be empty")
		checkAllocations(&problems, more, b.Currency)
		if err := problems.Err(); err != nil {
			return err
		}
		return s.allocate(ctx, tx, b, p, more)
	})
}

func (s *Service) allocate(ctx context.Context, tx *pg.Tx, b *ledger.Books, p *Payment, more []Allocation) error {
	if err := s.fits(ctx, tx, b, *p, more); err != nil {
		return err
	}
	p.allocate(more)
	if err := s.savePayment(ctx, tx, b, p); err != nil {
		return err
	}
	if err := saveAllocations(ctx, tx, b, *p); err != nil {
		return err
	}
	err := s.recordPaymentEvent(ctx, tx, b, event.PaymentAllocated, *p, map[string]any{"allocations": shownAllocations(more, b.Currency)})
	if err != nil {
		return err
	}
	return s.settleAll(ctx, tx, b, invoicesOf(more), Settlement{Payment: p.ID})
}

// fits refuses allocations that are more than a payment has left, and those to
// invoices that it cannot settle or that have less due.
func (s *Service) fits(ctx context.Context, tx *pg.Tx, b *ledger.Books, p Payment, allocations []Allocation) error {
	left := p.Unallocated()
	for _, a := range allocations {
		invoice, err := s.lockedInvoice(ctx, tx, b, a.Invoice)
		if err != nil {
			return err
		}
		if err := payable(invoice, p.Customer); err != nil {
			return err
		}
		if least := smaller(left, invoice.AmountDue); a.Amount.Cmp(least) > 0 {
			return errExceedsBalance.With(least.Round(b.Currency.Digits))
		}
		left = left.Sub(a.Amount)
	}
	return nil
}

// payable refuses what a customer's payment cannot settle at all.
func payable(invoice Invoice, customer ident.Customer) error {
	switch {
	case invoice.Customer != customer:
		return errAnotherCustomer.With(invoice.ID)
	case invoice.Kind != KindInvoice || !invoice.Open():
		return errNotPayable.With(invoice.ID)
	}
	return nil
}

func smaller(a, b money.Amount) money.Amount {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

// settleAll works out anew how far invoices are paid.
func (s *Service) settleAll(ctx context.Context, tx *pg.Tx, b *ledger.Books, invoices []ident.Invoice, by Settlement) error {
	for _, invoice := range invoices {
		if err := s.settle(ctx, tx, b, invoice, by); err != nil {
			return err
		}
	}
	return nil
}

// shownAllocations are allocations as events show them.
func shownAllocations(allocations []Allocation, currency money.Currency) []map[string]any {
	shown := make([]map[string]any, 0, len(allocations))
	for _, a := range allocations {
		shown = append(shown, map[string]any{"invoiceId": a.Invoice, "amount": a.Amount.Round(currency.Digits)})
	}
	return shown
}
