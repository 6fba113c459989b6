package sales

import (
	"cmp"
	"context"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// NewPayment is a payment before it is recorded.
type NewPayment struct {
	Customer ident.Customer
	Amount   money.Amount
	Currency string        // empty: the business's
	Date     *time.Time    // nil: today
	Account  ident.Account // zero: the bank account
	PaymentDetails
	Allocations []Allocation
}

// RecordPayment takes in a customer's money, and settles invoices with it. It
// opens a transaction.
func (s *Service) RecordPayment(ctx context.Context, business ident.Business, asked NewPayment) (Payment, error) {
	var p Payment
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		tx.Ahead(func(ask *pg.Ahead) {
			_, _ = findCustomer(ctx, db.New(ask), business, asked.Customer)
			for _, a := range asked.Allocations {
				_, _ = findInvoice(ctx, db.New(ask), business, a.Invoice)
			}
			ledger.Ahead(ctx, ask, business)
		})
		b, err := s.deps.Ledger.Open(ctx, tx, business)
		if err != nil {
			return err
		}
		if p, err = s.newPayment(ctx, tx, b, asked); err != nil {
			return err
		}
		return s.receive(ctx, tx, b, &p, asked.Allocations)
	})
	if err != nil {
		return Payment{}, err
	}
	return p, nil
}

// newPayment checks what was asked for, and makes a payment of it.
func (s *Service) newPayment(ctx context.Context, tx *pg.Tx, b *ledger.Books, asked NewPayment) (Payment, error) {
	asked.PaymentDetails = asked.tidy()
	if err := asked.check(b.Currency); err != nil {
		return Payment{}, err
	}
	customer, err := s.liveCustomer(ctx, tx, b, asked.Customer)
	if err != nil {
		return Payment{}, err
	}
	if customer.Erased() && (asked.Reference != nil || asked.Notes != nil) {
		return Payment{}, errCustomerErased // a name would come back with it
	}
	account, err := accountForMoney(ctx, b, asked.Account)
	if err != nil {
		return Payment{}, err
	}
	now, by := b.Now(), actor.Sign(ctx)
	return Payment{
		ID: ident.New[ident.Payment](b.Business.Shard, now), Customer: customer.ID, Date: *cmp.Or(asked.Date, new(b.Today())),
		Currency: b.Currency.Code, Amount: asked.Amount, Account: account.ID, PaymentDetails: asked.PaymentDetails,
		Version: 1, CreatedAt: now, UpdatedAt: now, CreatedBy: by, UpdatedBy: by,
	}, nil
}

// check lists what is wrong with the form.
func (n NewPayment) check(currency money.Currency) error {
	var p fault.Problems
	p.Want(!n.Customer.IsZero(), "customerId should not be empty")
	checkAmount(&p, "amount", n.Amount, currency)
	n.PaymentDetails.check(&p)
	checkAllocations(&p, n.Allocations, currency)
	if err := p.Err(); err != nil {
		return err
	}
	if n.Currency != "" && n.Currency != currency.Code {
		return errCurrencyMismatch.With(n.Currency, currency.Code)
	}
	return nil
}

// accountForMoney finds the account that takes a payment, the bank account if
// none is named. The receivable account cannot: it is what the payment lessens.
func accountForMoney(ctx context.Context, b *ledger.Books, id ident.Account) (ledger.Account, error) {
	if id.IsZero() {
		return b.AccountFor(ctx, ledger.Bank)
	}
	account, err := b.Account(ctx, id)
	if err != nil {
		return ledger.Account{}, err
	}
	if account.Type != ledger.Asset || account.Role == ledger.Receivable {
		return ledger.Account{}, errPaymentAccount.With(account.Code)
	}
	return account, nil
}

// receive posts a payment, writes it down and settles invoices with it.
func (s *Service) receive(ctx context.Context, tx *pg.Tx, b *ledger.Books, p *Payment, allocations []Allocation) error {
	if err := s.fits(ctx, tx, b, *p, allocations); err != nil {
		return err
	}
	p.allocate(allocations)
	entry, err := postMoney(ctx, b, *p, p.Amount, ledger.Posting{
		Date: p.Date, Memo: "Payment received", Source: ledger.SourcePayment, SourceID: p.ID.UUID,
	})
	if err != nil {
		return err
	}
	p.entry = entry.ID
	if err := addPayment(ctx, tx, b, *p); err != nil {
		return err
	}
	if err := s.moveBalance(ctx, tx, b, p.Customer, p.Amount.Neg()); err != nil {
		return err
	}
	err = s.recordPaymentEvent(ctx, tx, b, event.PaymentReceived, *p, map[string]any{
		"amount": p.Amount.Round(b.Currency.Digits), "currency": b.Currency, "method": p.Method,
		"customerId": p.Customer, "allocations": shownAllocations(p.Allocations, b.Currency),
	})
	if err != nil {
		return err
	}
	return s.settleAll(ctx, tx, b, invoicesOf(p.Allocations), Settlement{Payment: p.ID})
}

// postMoney posts an amount from a payment's customer to its account; one below
// zero goes the other way.
func postMoney(ctx context.Context, b *ledger.Books, p Payment, amount money.Amount, posting ledger.Posting) (ledger.Entry, error) {
	receivable, err := b.AccountFor(ctx, ledger.Receivable)
	if err != nil {
		return ledger.Entry{}, err
	}
	posting.Lines = []ledger.PostingLine{
		{Account: p.Account, Amount: amount},
		{Account: receivable.ID, Amount: amount.Neg()},
	}
	return b.Post(ctx, posting)
}

func addPayment(ctx context.Context, tx *pg.Tx, b *ledger.Books, p Payment) error {
	err := db.New(tx.Later(pg.To("add payment %s", p.ID))).AddPayment(ctx, db.AddPaymentParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, ID: p.ID.UUID, CustomerID: p.Customer.UUID, Date: p.Date,
		Method: string(p.Method), Currency: p.Currency, Amount: p.Amount, AmountAllocated: p.Allocated(),
		AccountID: p.Account.UUID, Reference: p.Reference, Notes: p.Notes, EntryID: p.entry.UUID,
		Version: int32(p.Version), CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt, CreatedBy: p.CreatedBy, UpdatedBy: p.UpdatedBy,
	})
	if err != nil {
		return err
	}
	return saveAllocations(ctx, tx, b, p)
}
