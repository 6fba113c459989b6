package sales

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// UpdatePayment lets change write into a payment's details. It opens a
// transaction. Seen is the version that the author has seen; zero: any.
func (s *Service) UpdatePayment(ctx context.Context, business ident.Business, id ident.Payment, seen int, change func(*PaymentDetails)) (Payment, error) {
	return s.withPayment(ctx, business, id, seen, func(tx *pg.Tx, b *ledger.Books, p *Payment) error {
		before := p.PaymentDetails
		change(&p.PaymentDetails)
		p.PaymentDetails = p.tidy()
		var problems fault.Problems
		p.check(&problems)
		if err := problems.Err(); err != nil {
			return err
		}
		changed := p.changedFrom(before)
		if len(changed) == 0 {
			return nil
		}
		if err := s.saysNothingOfErased(ctx, tx, b, p.Customer, p.Reference, p.Notes); err != nil {
			return err
		}
		if err := s.savePayment(ctx, tx, b, p); err != nil {
			return err
		}
		return s.recordPaymentEvent(ctx, tx, b, event.PaymentUpdated, *p, map[string]any{"changedFields": changed})
	})
}
