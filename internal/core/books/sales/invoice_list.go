package sales

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
)

// InvoiceFilter says which invoices are wanted. What is zero filters nothing.
type InvoiceFilter struct {
	Status               Status
	Kind                 Kind
	Customer             ident.Customer
	IssuedFrom, IssuedTo *time.Time // days, both included
	DueBefore            *time.Time // a day, not included
	OverdueOn            *time.Time // a day: those that were due before it and are not settled; in place of Status, Kind and DueBefore
}

// Invoice finds an invoice of the business.
func (s *Service) Invoice(ctx context.Context, business ident.Business, id ident.Invoice) (Invoice, error) {
	return findWhole(ctx, db.New(s.deps.DB), business, id)
}

// Invoices lists a part of the business's invoices, whether there are more, and
// how many there are in all, if that is asked for.
func (s *Service) Invoices(ctx context.Context, business ident.Business, filter InvoiceFilter, page books.Page) (list []Invoice, more bool, total *int, err error) {
	q := db.New(s.deps.DB)
	if err := page.Cursor(business); err != nil {
		return nil, false, nil, err
	}
	parts := filter.parts(business, page)
	rows, err := readParts(ctx, db.New(filter.on(s.deps.DB, page)), parts, page.Ascending)
	if err != nil {
		return nil, false, nil, fmt.Errorf("list invoices of business %s: %w", business, err)
	}
	if list, err = wholeInvoices(rows, page.Limit+1); err != nil {
		return nil, false, nil, err
	}
	list, more = books.Cut(list, page.Limit)
	if page.WithTotal {
		total, err = countParts(ctx, q, parts)
	}
	return list, more, total, err
}

// on is how a list is read: one of all invoices in their own order, and one of some by
// whatever index fits.
func (f InvoiceFilter) on(database *pg.DB, page books.Page) db.DBTX {
	if f == (InvoiceFilter{}) && page.Search == "" && page.UpdatedSince == nil {
		return database.Single(pg.InOrder)
	}
	return database
}

// wholeInvoices puts invoices together with their lines, of which each row has one.
func wholeInvoices(rows []db.InvoicesNewestFirstRow, most int) (list []Invoice, err error) {
	list = make([]Invoice, 0, min(len(rows), most))
	for n := range rows {
		row := &rows[n]
		if n == 0 || rows[n-1].ID != row.ID {
			invoice, err := invoiceOf(invoiceIn(row))
			if err != nil {
				return nil, err
			}
			list = append(list, invoice)
		}
		if row.Line > 0 {
			of := &list[len(list)-1]
			of.Lines = append(of.Lines, Line{
				Description: row.Description, Quantity: row.Quantity, UnitPrice: row.UnitPrice, TaxRate: row.TaxRate,
				Account: ident.Of[ident.Account](row.Shard, row.AccountID), Net: row.Net, Tax: row.Tax,
			})
		}
	}
	return list, nil
}

// invoiceIn is the invoice of a row, without the line.
func invoiceIn(row *db.InvoicesNewestFirstRow) db.BooksInvoice {
	return db.BooksInvoice{
		Shard: row.Shard, BusinessID: row.BusinessID, ID: row.ID, Kind: row.Kind, Status: row.Status, Number: row.Number,
		CustomerID: row.CustomerID, CreditsID: row.CreditsID, Currency: row.Currency, IssueDate: row.IssueDate, DueDate: row.DueDate,
		Reference: row.Reference, Notes: row.Notes, Subtotal: row.Subtotal, TaxTotal: row.TaxTotal, Total: row.Total,
		AmountPaid: row.AmountPaid, AmountCredited: row.AmountCredited, AmountDue: row.AmountDue, PlanYear: row.PlanYear,
		EntryID: row.EntryID, IssuedAt: row.IssuedAt, SentAt: row.SentAt, PaidAt: row.PaidAt, VoidedAt: row.VoidedAt,
		OverdueToldAt: row.OverdueToldAt, Version: row.Version, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
		CreatedBy: row.CreatedBy, UpdatedBy: row.UpdatedBy,
	}
}

// parts are the lists that an answer is put together from: one, or one for each state
// in which an invoice can be overdue. Each is read by the index of its state.
func (f InvoiceFilter) parts(business ident.Business, page books.Page) (parts []db.InvoicesNewestFirstParams) {
	if f.OverdueOn == nil {
		return append(parts, f.wanted(business, page))
	}
	for _, status := range []Status{Issued, PartiallyPaid} {
		part := f
		part.Status, part.Kind, part.DueBefore = status, KindInvoice, f.OverdueOn
		parts = append(parts, part.wanted(business, page))
	}
	return parts
}

// readParts reads as much of each part as the page may hold, and puts it in order.
func readParts(ctx context.Context, q *db.Queries, parts []db.InvoicesNewestFirstParams, ascending bool) (rows []db.InvoicesNewestFirstRow, err error) {
	for _, wanted := range parts {
		some, err := readInvoices(ctx, q, wanted, ascending)
		if err != nil {
			return nil, err
		}
		rows = append(rows, some...)
	}
	if len(parts) > 1 {
		slices.SortStableFunc(rows, func(a, b db.InvoicesNewestFirstRow) int {
			if ascending {
				a, b = b, a
			}
			return bytes.Compare(b.ID[:], a.ID[:])
		})
	}
	return rows, nil
}

func countParts(ctx context.Context, q *db.Queries, parts []db.InvoicesNewestFirstParams) (*int, error) {
	total := 0
	for _, wanted := range parts {
		n, err := countInvoices(ctx, q, wanted)
		if err != nil {
			return nil, err
		}
		total += *n
	}
	return &total, nil
}

// wanted is the filter and the page as the queries take them, with one invoice
// more than the page holds. A customer of another shard has no invoices here,
// which its id finds out by itself: ids are unique over all shards.
func (f InvoiceFilter) wanted(business ident.Business, page books.Page) db.InvoicesNewestFirstParams {
	wanted := db.InvoicesNewestFirstParams{
		Shard: business.Shard, BusinessID: business.UUID, After: page.Start(), CustomerID: uuidOrNil(f.Customer.UUID),
		IssuedFrom: f.IssuedFrom, IssuedTo: f.IssuedTo, DueBefore: f.DueBefore,
		UpdatedSince: page.UpdatedSince, Most: int32(page.Limit + 1),
	}
	if f.Status != "" {
		wanted.Status = new(string(f.Status))
	}
	if f.Kind != "" {
		wanted.Kind = new(string(f.Kind))
	}
	if page.Search != "" {
		wanted.Search = &page.Search
	}
	return wanted
}

func readInvoices(ctx context.Context, q *db.Queries, wanted db.InvoicesNewestFirstParams, ascending bool) ([]db.InvoicesNewestFirstRow, error) {
	if !ascending {
		return q.InvoicesNewestFirst(ctx, wanted)
	}
	found, err := q.InvoicesOldestFirst(ctx, db.InvoicesOldestFirstParams(wanted))
	rows := make([]db.InvoicesNewestFirstRow, len(found))
	for i, row := range found {
		rows[i] = db.InvoicesNewestFirstRow(row)
	}
	return rows, err
}

func countInvoices(ctx context.Context, q *db.Queries, wanted db.InvoicesNewestFirstParams) (*int, error) {
	n, err := q.CountInvoices(ctx, db.CountInvoicesParams{
		Shard: wanted.Shard, BusinessID: wanted.BusinessID, Status: wanted.Status, Kind: wanted.Kind, CustomerID: wanted.CustomerID,
		IssuedFrom: wanted.IssuedFrom, IssuedTo: wanted.IssuedTo, DueBefore: wanted.DueBefore,
		UpdatedSince: wanted.UpdatedSince, Search: wanted.Search, Most: books.MostCounted + 1,
	})
	if err != nil {
		return nil, fmt.Errorf("count invoices: %w", err)
	}
	return new(int(n)), nil
}
