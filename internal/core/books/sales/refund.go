package sales

import (
	"cmp"
	"context"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// NewRefund says what is given back of a payment.
type NewRefund struct {
	Amount *money.Amount // nil: all that is left
	Date   *time.Time    // nil: today
	Reason *string
}

// RefundPayment gives a customer money back. What settles no invoice goes
// first; invoices are due again, the newest first, as far as that is not
// enough. It opens a transaction. Seen is the version that the author has seen;
// zero: any.
func (s *Service) RefundPayment(ctx context.Context, business ident.Business, id ident.Payment, seen int, asked NewRefund) (Payment, error) {
	return s.withPayment(ctx, business, id, seen, func(tx *pg.Tx, b *ledger.Books, p *Payment) error {
		if err := asked.check(b.Currency); err != nil {
			return err
		}
		refund, err := s.newRefund(b, *p, asked)
		if err != nil {
			return err
		}
		if err := s.saysNothingOfErased(ctx, tx, b, p.Customer, refund.Reason); err != nil {
			return err
		}
		return s.refund(ctx, tx, b, p, refund)
	})
}

func (n NewRefund) check(currency money.Currency) error {
	var p fault.Problems
	if n.Amount != nil {
		checkAmount(&p, "amount", *n.Amount, currency)
	}
	books.WantText(&p, "reason", n.Reason, maxReason)
	return p.Err()
}

// newRefund is the refund of a payment that was asked for.
func (s *Service) newRefund(b *ledger.Books, p Payment, asked NewRefund) (Refund, error) {
	now, left := b.Now(), p.Amount.Sub(p.Refunded)
	r := Refund{
		ID: ident.New[ident.Refund](b.Business.Shard, now), Date: *cmp.Or(asked.Date, new(b.Today())),
		Amount: *cmp.Or(asked.Amount, &left), Reason: books.Line(asked.Reason), CreatedAt: now,
	}
	if r.Amount.IsZero() || r.Amount.Cmp(left) > 0 {
		return Refund{}, errExceedsPayment.With(left.Round(b.Currency.Digits))
	}
	return r, nil
}

func (s *Service) refund(ctx context.Context, tx *pg.Tx, b *ledger.Books, p *Payment, r Refund) error {
	entry, err := postMoney(ctx, b, *p, r.Amount.Neg(), ledger.Posting{
		Date: r.Date, Memo: "Payment refunded", Source: ledger.SourceRefund, SourceID: r.ID.UUID,
	})
	if err != nil {
		return err
	}
	reopened := p.giveBack(r.Amount)
	p.Refunds = append(p.Refunds, r)
	if err := s.saveRefund(ctx, tx, b, p, r, entry.ID); err != nil {
		return err
	}
	if err := s.moveBalance(ctx, tx, b, p.Customer, r.Amount); err != nil {
		return err
	}
	err = s.recordPaymentEvent(ctx, tx, b, event.PaymentRefunded, *p, map[string]any{
		"amountRefunded": r.Amount.Round(b.Currency.Digits), "currency": b.Currency,
	})
	if err != nil {
		return err
	}
	return s.settleAll(ctx, tx, b, reopened, Settlement{Payment: p.ID, Reason: Refunded})
}

func (s *Service) saveRefund(ctx context.Context, tx *pg.Tx, b *ledger.Books, p *Payment, r Refund, entry ident.JournalEntry) error {
	err := db.New(tx.Later(pg.To("add refund %s", r.ID))).AddRefund(ctx, db.AddRefundParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, ID: r.ID.UUID, PaymentID: p.ID.UUID, Date: r.Date,
		Amount: r.Amount, Reason: r.Reason, EntryID: entry.UUID, CreatedAt: r.CreatedAt,
	})
	if err != nil {
		return err
	}
	if err := s.savePayment(ctx, tx, b, p); err != nil {
		return err
	}
	return saveAllocations(ctx, tx, b, *p)
}
