package sales

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// Settlement is why an invoice is settled to another extent than before.
type Settlement struct {
	Payment ident.Payment
	Reason  Reason // where the payment settles less than before
}

// Reason is why a paid invoice has something due again.
type Reason string

// The reasons.
const (
	PaymentDeleted Reason = "PAYMENT_DELETED"
	Refunded       Reason = "REFUND"
)

// settle works out anew what was paid of an issued invoice, after the
// allocations of a payment to it changed, and records what that made of it.
func (s *Service) settle(ctx context.Context, tx *pg.Tx, b *ledger.Books, invoice ident.Invoice, by Settlement) error {
	before, err := s.lockedInvoice(ctx, tx, b, invoice)
	if err != nil {
		return err
	}
	paid, err := db.New(tx).PaidOf(ctx, db.PaidOfParams{Shard: b.Business.Shard, BusinessID: b.Business.UUID, InvoiceID: invoice.UUID})
	if err != nil {
		return fmt.Errorf("add up what was paid of invoice %s: %w", invoice, err)
	}
	if paid.Equal(before.AmountPaid) {
		return nil
	}
	after := before
	after.AmountPaid = paid
	balance(b, &after)
	if err := s.saveInvoice(ctx, tx, b, &after); err != nil {
		return err
	}
	return s.recordSettled(ctx, tx, b, before, after, by)
}

// balance works out what is due of an issued invoice, and so where it stands.
func balance(b *ledger.Books, i *Invoice) {
	i.AmountDue = i.Total.Sub(i.AmountPaid).Sub(i.AmountCredited)
	switch {
	case i.AmountDue.IsZero():
		if i.Status != Paid {
			i.PaidAt = new(b.Now())
		}
		i.Status = Paid
		return
	case i.AmountPaid.Sign() > 0:
		i.Status = PartiallyPaid
	default:
		i.Status = Issued
	}
	i.PaidAt = nil
}

// recordSettled records what a payment, or the loss of one, made of an invoice.
func (s *Service) recordSettled(ctx context.Context, tx *pg.Tx, b *ledger.Books, before, after Invoice, by Settlement) error {
	more := after.AmountPaid.Cmp(before.AmountPaid) > 0
	switch {
	case more && after.Status == Paid:
		return s.recordInvoiceEvent(ctx, tx, b, event.InvoicePaid, after, map[string]any{
			"number": after.Number, "paymentId": by.Payment, "total": after.shown(after.Total), "paidAt": event.Instant(*after.PaidAt),
		})
	case more:
		return s.recordInvoiceEvent(ctx, tx, b, event.InvoicePartiallyPaid, after, map[string]any{
			"paymentId": by.Payment, "amountPaid": after.shown(after.AmountPaid), "amountDue": after.shown(after.AmountDue),
		})
	case before.Status == Paid:
		return s.recordInvoiceEvent(ctx, tx, b, event.InvoiceReopened, after, map[string]any{
			"number": after.Number, "reason": by.Reason, "amountDue": after.shown(after.AmountDue),
		})
	}
	return s.recordInvoiceUpdated(ctx, tx, b, after, settledFields(before, after))
}

// settledFields are the members of an invoice that a payment changes.
func settledFields(before, after Invoice) []string {
	changed := []string{"amountPaid", "amountDue"}
	if before.Status != after.Status {
		changed = append(changed, "status")
	}
	return changed
}

func (s *Service) recordInvoiceUpdated(ctx context.Context, tx *pg.Tx, b *ledger.Books, i Invoice, changed []string) error {
	return s.recordInvoiceEvent(ctx, tx, b, event.InvoiceUpdated, i, map[string]any{
		"number": i.Number, "status": i.Status, "changedFields": changed,
	})
}
