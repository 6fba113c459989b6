package sales

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
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
	rows, err := readParts(ctx, q, parts, page.Ascending)
	if err != nil {
		return nil, false, nil, fmt.Errorf("list invoices of business %s: %w", business, err)
	}
	rows, more = books.Cut(rows, page.Limit)
	if list, err = wholeInvoices(ctx, q, business, rows); err != nil {
		return nil, false, nil, err
	}
	if page.WithTotal {
		total, err = countParts(ctx, q, parts)
	}
	return list, more, total, err
}

// wholeInvoices puts invoices together with their lines.
func wholeInvoices(ctx context.Context, q *db.Queries, business ident.Business, rows []db.BooksInvoice) ([]Invoice, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	list := make([]Invoice, len(rows))
	for i, row := range rows {
		var err error
		if list[i], err = invoiceOf(row); err != nil {
			return nil, err
		}
	}
	return list, addLines(ctx, q, business, list)
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
func readParts(ctx context.Context, q *db.Queries, parts []db.InvoicesNewestFirstParams, ascending bool) (rows []db.BooksInvoice, err error) {
	for _, wanted := range parts {
		some, err := readInvoices(ctx, q, wanted, ascending)
		if err != nil {
			return nil, err
		}
		rows = append(rows, some...)
	}
	if len(parts) > 1 {
		slices.SortFunc(rows, func(a, b db.BooksInvoice) int {
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

func readInvoices(ctx context.Context, q *db.Queries, wanted db.InvoicesNewestFirstParams, ascending bool) ([]db.BooksInvoice, error) {
	if ascending {
		return q.InvoicesOldestFirst(ctx, db.InvoicesOldestFirstParams(wanted))
	}
	return q.InvoicesNewestFirst(ctx, wanted)
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
