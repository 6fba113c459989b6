package sales

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
)

// PaymentFilter says which payments are wanted. What is zero filters nothing.
type PaymentFilter struct {
	Customer ident.Customer
	Invoice  ident.Invoice // that they settle
	From, To *time.Time    // days, both included
	Method   Method
}

// Payment finds a payment of the business.
func (s *Service) Payment(ctx context.Context, business ident.Business, id ident.Payment) (Payment, error) {
	return findPayment(ctx, db.New(s.deps.DB), business, id)
}

// Payments lists a part of the business's payments, whether there are more, and
// how many there are in all, where that is asked for.
func (s *Service) Payments(ctx context.Context, business ident.Business, filter PaymentFilter, page books.Page) (list []Payment, more bool, total *int, err error) {
	q := db.New(s.deps.DB)
	if err := page.Cursor(business); err != nil {
		return nil, false, nil, err
	}
	wanted := filter.wanted(business, page)
	rows, err := readPayments(ctx, q, wanted, page.Ascending)
	if err != nil {
		return nil, false, nil, fmt.Errorf("list payments of business %s: %w", business, err)
	}
	if page.WithTotal {
		if total, err = countPayments(ctx, q, wanted); err != nil {
			return nil, false, nil, fmt.Errorf("count payments of business %s: %w", business, err)
		}
	}
	rows, more = books.Cut(rows, page.Limit)
	list, err = wholePayments(ctx, q, business, rows)
	return list, more, total, err
}

// wanted is the filter and the page as the queries take them, with one payment
// more than the page holds.
func (f PaymentFilter) wanted(business ident.Business, page books.Page) db.PaymentsNewestFirstParams {
	wanted := db.PaymentsNewestFirstParams{
		Shard: business.Shard, BusinessID: business.UUID, Start: page.Start(),
		CustomerID: within(business, books.Ref(f.Customer)), InvoiceID: within(business, books.Ref(f.Invoice)),
		DateFrom: f.From, DateTo: f.To, UpdatedSince: page.UpdatedSince, Most: int32(page.Limit + 1),
	}
	if f.Method != "" {
		wanted.Method = new(string(f.Method))
	}
	if page.Search != "" {
		wanted.Search = &page.Search
	}
	return wanted
}

// within is an id as a filter takes it: nil for none, and for one of another
// shard an id that nothing has.
func within(business ident.Business, id books.Ref) *uuid.UUID {
	switch {
	case id == books.Ref{}:
		return nil
	case id.Shard != business.Shard:
		return new(uuid.UUID)
	}
	return &id.UUID
}

func readPayments(ctx context.Context, q *db.Queries, wanted db.PaymentsNewestFirstParams, ascending bool) ([]db.BooksPayment, error) {
	if ascending {
		return q.PaymentsOldestFirst(ctx, db.PaymentsOldestFirstParams(wanted))
	}
	return q.PaymentsNewestFirst(ctx, wanted)
}

func countPayments(ctx context.Context, q *db.Queries, wanted db.PaymentsNewestFirstParams) (*int, error) {
	n, err := q.CountPayments(ctx, db.CountPaymentsParams{
		Shard: wanted.Shard, BusinessID: wanted.BusinessID, CustomerID: wanted.CustomerID, InvoiceID: wanted.InvoiceID,
		DateFrom: wanted.DateFrom, DateTo: wanted.DateTo, Method: wanted.Method, UpdatedSince: wanted.UpdatedSince,
		Search: wanted.Search, Most: books.MostCounted + 1,
	})
	return new(int(n)), err
}
