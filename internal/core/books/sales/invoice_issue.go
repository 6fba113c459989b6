package sales

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// paymentTerm is how many days a customer has where nobody said when to pay.
const paymentTerm = 30

// numberForms are the forms of the numbers that are given.
var numberForms = map[ledger.Series]string{ledger.InvoiceNumbers: "INV-%06d", ledger.CreditNoteNumbers: "CN-%06d"}

// Dates are the days of an invoice that is issued; nil: as the draft says.
type Dates struct {
	Issue *time.Time // today, if the draft says nothing either
	Due   *time.Time
}

// IssueInvoice makes a draft an invoice: it gets its number, and the journal an
// entry. It opens a transaction.
func (s *Service) IssueInvoice(ctx context.Context, business ident.Business, id ident.Invoice, seen int, dates Dates) (Invoice, error) {
	return s.withInvoice(ctx, business, id, seen, func(tx *pg.Tx, b *ledger.Books, i *Invoice) error {
		if i.Status != Draft {
			return errAlreadyIssued
		}
		tx.Ahead(func(ask *pg.Ahead) { i.askForNumber(ctx, ask, b) })
		if err := s.sellable(ctx, tx, b, i.Customer); err != nil {
			return err
		}
		return s.issue(ctx, tx, b, i, dates)
	})
}

// issue issues a draft that fits the books.
func (s *Service) issue(ctx context.Context, tx *pg.Tx, b *ledger.Books, i *Invoice, dates Dates) error {
	if err := i.date(b, dates); err != nil {
		return err
	}
	lines, err := i.postings(ctx, b)
	if err != nil {
		return err
	}
	if err := i.give(ctx, tx, b, ledger.InvoiceNumbers); err != nil {
		return err
	}
	if err := i.post(ctx, b, lines); err != nil {
		return err
	}
	i.Status, i.IssuedAt = Issued, new(b.Now())
	balance(b, i)
	if err := s.saveInvoice(ctx, tx, b, i); err != nil {
		return err
	}
	if err := s.moveBalance(ctx, tx, b, i.Customer, i.Total); err != nil {
		return err
	}
	return s.recordInvoiceEvent(ctx, tx, b, event.InvoiceIssued, *i, map[string]any{
		"number": i.Number, "issueDate": dayOrNil(i.IssueDate), "dueDate": dayOrNil(i.DueDate),
		"total": i.shown(i.Total), "currency": i.Currency,
	})
}

// date settles the invoice's days.
func (i *Invoice) date(b *ledger.Books, dates Dates) error {
	i.IssueDate = cmp.Or(dates.Issue, i.IssueDate, new(b.Today()))
	i.DueDate = cmp.Or(dates.Due, i.DueDate, new(i.IssueDate.AddDate(0, 0, paymentTerm)))
	var p fault.Problems
	wantDates(&p, i.IssueDate, i.DueDate)
	return p.Err()
}

// give settles the invoice's number: its own, or the next one that no invoice
// has. A number that somebody brought along is passed over; that leaves no gap.
func (i *Invoice) give(ctx context.Context, tx *pg.Tx, b *ledger.Books, series ledger.Series) error {
	if i.Number != nil {
		return i.numberIsFree(ctx, tx, b, false)
	}
	for n := b.LastNumber(series) + 1; ; n++ {
		number := fmt.Sprintf(numberForms[series], n)
		taken, err := hasNumber(ctx, tx, b, *i, number, false)
		if err != nil {
			return err
		}
		if !taken {
			i.Number = &number
			return b.TakeNumber(ctx, series, n)
		}
	}
}

// askForNumber reads ahead whether the number is taken that the invoice will get.
func (i Invoice) askForNumber(ctx context.Context, ask *pg.Ahead, b *ledger.Books) {
	number := fmt.Sprintf(numberForms[ledger.InvoiceNumbers], b.LastNumber(ledger.InvoiceNumbers)+1)
	if i.Number != nil {
		number = *i.Number
	}
	_, _ = hasNumber(ctx, ask, b, i, number, false)
}
