package sales

import (
	"context"
	"slices"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/erasure"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// UpdateInvoice lets change write into an invoice's details. It opens a
// transaction. Seen is the version that the author has seen; zero: any.
func (s *Service) UpdateInvoice(ctx context.Context, business ident.Business, id ident.Invoice, seen int, change func(*InvoiceDetails)) (Invoice, error) {
	return s.withInvoice(ctx, business, id, seen, func(tx *pg.Tx, b *ledger.Books, i *Invoice) error {
		before := *i
		change(&i.InvoiceDetails)
		i.InvoiceDetails = i.tidy()
		if i.Status == Draft {
			return s.changeDraft(ctx, tx, b, before, i)
		}
		return s.changeIssued(ctx, tx, b, before, i)
	})
}

// changeDraft changes anything.
func (s *Service) changeDraft(ctx context.Context, tx *pg.Tx, b *ledger.Books, before Invoice, i *Invoice) error {
	i.reckon()
	if err := i.check(); err != nil {
		return err
	}
	if err := s.refit(ctx, tx, b, before, i); err != nil {
		return err
	}
	changed := i.changedFrom(before)
	if len(changed) == 0 {
		return nil
	}
	if slices.Contains(changed, "lines") {
		if err := rewriteLines(ctx, tx, b, *i); err != nil {
			return err
		}
	}
	if err := s.saveInvoice(ctx, tx, b, i); err != nil {
		return err
	}
	if err := s.recordInvoiceUpdated(ctx, tx, b, *i, changed); err != nil {
		return err
	}
	return s.count(ctx, tx, b, i.planYear, 0, i.Total.Sub(before.Total))
}

// refit holds what is new about a draft to the books. What it had, it may keep
// until it is issued, though the customer or an account was archived meanwhile;
// but that of an erased customer can only become another's.
func (s *Service) refit(ctx context.Context, tx *pg.Tx, b *ledger.Books, before Invoice, i *Invoice) error {
	fits := s.notErased
	if i.Customer != before.Customer {
		fits = s.sellable
	}
	if err := fits(ctx, tx, b, i.Customer); err != nil {
		return err
	}
	if !books.Same(i.Number, before.Number) {
		if err := i.numberIsFree(ctx, tx, b, true); err != nil {
			return err
		}
	}
	if slices.EqualFunc(i.Lines, before.Lines, Line.same) {
		return nil
	}
	return i.findAccounts(ctx, b)
}

func rewriteLines(ctx context.Context, tx *pg.Tx, b *ledger.Books, i Invoice) error {
	err := db.New(tx.Later(pg.To("remove the lines of invoice %s", i.ID))).RemoveInvoiceLines(ctx, db.RemoveInvoiceLinesParams{
		Shard: b.Business.Shard, BusinessID: b.Business.UUID, InvoiceID: i.ID.UUID,
	})
	if err != nil {
		return err
	}
	return writeLines(ctx, tx, b, i)
}

// changeIssued changes what is no part of what was agreed on.
func (s *Service) changeIssued(ctx context.Context, tx *pg.Tx, b *ledger.Books, before Invoice, i *Invoice) error {
	changed := i.changedFrom(before)
	for _, member := range changed {
		if !before.mayChange(member) {
			return errNotEditable
		}
	}
	if err := i.checkIssued(); err != nil || len(changed) == 0 {
		return err
	}
	if err := s.saysNothingOfErased(ctx, tx, b, i.Customer, i.Reference, i.Notes); err != nil {
		return err
	}
	if slices.Contains(changed, "dueDate") {
		i.overdueToldAt = nil
	}
	if err := s.saveInvoice(ctx, tx, b, i); err != nil {
		return err
	}
	return s.recordInvoiceUpdated(ctx, tx, b, *i, changed)
}

// mayChange reports whether a member of an issued invoice can still be changed.
func (i Invoice) mayChange(member string) bool {
	switch member {
	case "reference", "notes":
		return i.Open()
	case "dueDate":
		return i.Open() && i.Kind == KindInvoice
	}
	return false
}

func (i Invoice) checkIssued() error {
	var p fault.Problems
	i.checkTexts(&p)
	p.Want(i.DueDate != nil || i.Kind == KindCreditNote, "dueDate should not be null")
	wantDates(&p, i.IssueDate, i.DueDate)
	return p.Err()
}

// DeleteInvoice removes a draft. It opens a transaction.
func (s *Service) DeleteInvoice(ctx context.Context, business ident.Business, id ident.Invoice, seen int) error {
	_, err := s.withInvoice(ctx, business, id, seen, func(tx *pg.Tx, b *ledger.Books, i *Invoice) error {
		if i.Status != Draft {
			return errNotEditable
		}
		later := tx.Later(pg.To("delete invoice %s", id))
		err := db.New(later).RemoveInvoice(ctx, db.RemoveInvoiceParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
		if err != nil {
			return err
		}
		if err := erasure.PlanDeleted(ctx, tx, business, erasure.Invoice, s.deps.Now(), id.UUID); err != nil {
			return err
		}
		err = s.recordInvoiceEvent(ctx, tx, b, event.InvoiceDeleted, *i, map[string]any{"number": i.Number, "status": i.Status})
		if err != nil {
			return err
		}
		return s.count(ctx, tx, b, i.planYear, -1, i.Total.Neg())
	})
	return err
}

// withInvoice does something to an invoice while the books are open, unless it
// has changed since the author saw it.
func (s *Service) withInvoice(
	ctx context.Context, business ident.Business, id ident.Invoice, seen int,
	action func(tx *pg.Tx, b *ledger.Books, i *Invoice) error,
) (Invoice, error) {
	var i Invoice
	err := s.deps.DB.InTx(ctx, func(tx *pg.Tx) error {
		tx.Ahead(func(ask *pg.Ahead) {
			_, _ = findInvoice(ctx, db.New(ask), business, id)
			_ = addLines(ctx, db.New(ask), business, []Invoice{{ID: id}})
			ledger.Ahead(ctx, ask, business)
		})
		b, err := s.deps.Ledger.Open(ctx, tx, business)
		if err != nil {
			return err
		}
		if i, err = s.lockedWhole(ctx, tx, b, id); err != nil {
			return err
		}
		if seen != 0 && seen != i.Version {
			return fault.RecordChanged
		}
		return action(tx, b, &i)
	})
	if err != nil {
		return Invoice{}, err
	}
	return i, nil
}
