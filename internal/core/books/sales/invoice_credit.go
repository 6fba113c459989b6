package sales

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Credit is what to take off an invoice.
type Credit struct {
	Lines  []Line     // nil: all of an invoice of which nothing was paid or credited
	Date   *time.Time // today if nil
	Reason *string
}

// CreditInvoice issues a credit note against an issued invoice and returns it.
// Invoice.credited tells of both. It opens a transaction.
func (s *Service) CreditInvoice(ctx context.Context, business ident.Business, id ident.Invoice, seen int, credit Credit) (Invoice, error) {
	var note Invoice
	_, err := s.withInvoice(ctx, business, id, seen, func(tx *pg.Tx, b *ledger.Books, i *Invoice) (err error) {
		if i.Kind != KindInvoice || !i.Open() {
			return errNotCreditable
		}
		if note, err = s.newCreditNote(ctx, b, *i, credit); err != nil {
			return err
		}
		if err := s.saysNothingOfErased(ctx, tx, b, note.Customer, note.Notes); err != nil {
			return err
		}
		if err := s.issueCreditNote(ctx, tx, b, &note); err != nil {
			return err
		}
		return s.credit(ctx, tx, b, i, note)
	})
	if err != nil {
		return Invoice{}, err
	}
	return note, nil
}

// newCreditNote makes a credit note that takes no more off an invoice than is
// due of it.
func (s *Service) newCreditNote(ctx context.Context, b *ledger.Books, i Invoice, credit Credit) (Invoice, error) {
	lines, err := i.creditLines(credit)
	if err != nil {
		return Invoice{}, err
	}
	now, by := b.Now(), actor.Sign(ctx)
	note := Invoice{
		ID: ident.New[ident.Invoice](b.Business.Shard, now), Kind: KindCreditNote, Status: Issued, Credits: i.ID, Currency: i.Currency,
		InvoiceDetails: InvoiceDetails{Customer: i.Customer, IssueDate: cmp.Or(credit.Date, new(b.Today())), Notes: credit.Reason, Lines: lines}.tidy(),
		IssuedAt:       &now, Version: 1, CreatedAt: now, UpdatedAt: now, CreatedBy: by, UpdatedBy: by, planYear: b.Today().Year(),
	}
	note.reckon()
	if err := note.checkCredit(i); err != nil {
		return Invoice{}, err
	}
	return note, note.findAccounts(ctx, b)
}

func (i Invoice) creditLines(credit Credit) ([]Line, error) {
	switch {
	case i.AmountDue.IsZero():
		return nil, errCreditExceedsDue.With(i.shown(i.AmountDue))
	case credit.Lines != nil:
		return credit.Lines, nil
	case !i.AmountDue.Equal(i.Total):
		return nil, errCreditLines
	}
	return slices.Clone(i.Lines), nil
}

// checkCredit holds a credit note to its form and to the invoice it credits.
func (i Invoice) checkCredit(of Invoice) error {
	if err := i.check(); err != nil {
		return err
	}
	var p fault.Problems
	p.Want(i.Total.Sign() > 0, "lines must add up to more than 0")
	p.Want(!i.IssueDate.Before(*of.IssueDate), "date must not be before the invoice's issueDate")
	if err := p.Err(); err != nil {
		return err
	}
	if i.Total.Cmp(of.AmountDue) > 0 {
		return errCreditExceedsDue.With(of.shown(of.AmountDue))
	}
	return nil
}

func (s *Service) issueCreditNote(ctx context.Context, tx *pg.Tx, b *ledger.Books, note *Invoice) error {
	lines, err := note.postings(ctx, b)
	if err != nil {
		return err
	}
	if err := note.give(ctx, tx, b, ledger.CreditNoteNumbers); err != nil {
		return err
	}
	if err := note.post(ctx, b, lines); err != nil {
		return err
	}
	if err := addInvoice(ctx, tx, b, *note); err != nil {
		return err
	}
	return s.moveBalance(ctx, tx, b, note.Customer, note.Total.Neg())
}

// credit takes a credit note off its invoice.
func (s *Service) credit(ctx context.Context, tx *pg.Tx, b *ledger.Books, i *Invoice, note Invoice) error {
	i.AmountCredited = i.AmountCredited.Add(note.Total)
	balance(b, i)
	if err := s.saveInvoice(ctx, tx, b, i); err != nil {
		return err
	}
	return s.recordInvoiceEvent(ctx, tx, b, event.InvoiceCredited, *i, map[string]any{
		"creditNoteId": note.ID, "amountCredited": i.shown(i.AmountCredited), "amountDue": i.shown(i.AmountDue),
	})
}
