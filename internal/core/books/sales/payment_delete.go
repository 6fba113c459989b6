package sales

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/erasure"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// DeletePayment takes a payment back as if it had never been recorded: its entry
// is reversed today, and what it settled is due again. It opens a transaction.
// Seen is the version that the author has seen; zero: any.
func (s *Service) DeletePayment(ctx context.Context, business ident.Business, id ident.Payment, seen int) error {
	_, err := s.withPayment(ctx, business, id, seen, func(tx *pg.Tx, b *ledger.Books, p *Payment) error {
		if len(p.Refunds) > 0 {
			return errRefunded
		}
		return s.unreceive(ctx, tx, b, p)
	})
	return err
}

func (s *Service) unreceive(ctx context.Context, tx *pg.Tx, b *ledger.Books, p *Payment) error {
	if _, err := b.Reverse(ctx, p.entry, b.Today(), "Payment deleted", ledger.SourcePayment, p.ID.UUID); err != nil {
		return err
	}
	settled := invoicesOf(p.Allocations)
	p.Allocations, p.deletedAt = nil, new(b.Now())
	if err := s.savePayment(ctx, tx, b, p); err != nil {
		return err
	}
	if err := saveAllocations(ctx, tx, b, *p); err != nil {
		return err
	}
	if err := erasure.PlanDeleted(ctx, tx, b.Business, erasure.Payment, s.deps.Now(), p.ID.UUID); err != nil {
		return err
	}
	if err := s.moveBalance(ctx, tx, b, p.Customer, p.Amount); err != nil {
		return err
	}
	err := s.recordPaymentEvent(ctx, tx, b, event.PaymentDeleted, *p, map[string]any{
		"amount": p.Amount.Round(b.Currency.Digits), "invoiceIds": settled,
	})
	if err != nil {
		return err
	}
	return s.settleAll(ctx, tx, b, settled, Settlement{Payment: p.ID, Reason: PaymentDeleted})
}
