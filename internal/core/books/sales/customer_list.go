package sales

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
)

// Customer finds a customer of the business.
func (s *Service) Customer(ctx context.Context, business ident.Business, id ident.Customer) (Customer, error) {
	return findCustomer(ctx, db.New(s.deps.DB), business, id)
}

// Customers lists a part of the business's customers, whether there are more,
// and how many there are in all, if that is asked for.
func (s *Service) Customers(ctx context.Context, business ident.Business, archived bool, page books.Page) (list []Customer, more bool, total *int, err error) {
	q := db.New(s.deps.DB)
	if err := page.Cursor(business); err != nil {
		return nil, false, nil, err
	}
	wanted := customersWanted(business, archived, page)
	rows, err := readCustomers(ctx, q, wanted, page.Ascending)
	if err != nil {
		return nil, false, nil, fmt.Errorf("list customers of business %s: %w", business, err)
	}
	rows, more = books.Cut(rows, page.Limit)
	for _, row := range rows {
		customer, err := customerOf(row)
		if err != nil {
			return nil, false, nil, err
		}
		list = append(list, customer)
	}
	if page.WithTotal {
		total, err = countCustomers(ctx, q, wanted)
	}
	return list, more, total, err
}

// customersWanted is the page as the queries take it, with one customer more
// than it holds.
func customersWanted(business ident.Business, archived bool, page books.Page) db.CustomersNewestFirstParams {
	wanted := db.CustomersNewestFirstParams{
		Shard: business.Shard, BusinessID: business.UUID, Archived: archived, After: page.Start(),
		UpdatedSince: page.UpdatedSince, Most: int32(page.Limit + 1),
	}
	if page.Search != "" {
		wanted.Search = &page.Search
	}
	return wanted
}

func readCustomers(ctx context.Context, q *db.Queries, wanted db.CustomersNewestFirstParams, ascending bool) ([]db.BooksCustomer, error) {
	if ascending {
		return q.CustomersOldestFirst(ctx, db.CustomersOldestFirstParams(wanted))
	}
	return q.CustomersNewestFirst(ctx, wanted)
}

func countCustomers(ctx context.Context, q *db.Queries, wanted db.CustomersNewestFirstParams) (*int, error) {
	n, err := q.CountCustomers(ctx, db.CountCustomersParams{
		Shard: wanted.Shard, BusinessID: wanted.BusinessID, Archived: wanted.Archived,
		UpdatedSince: wanted.UpdatedSince, Search: wanted.Search, Most: books.MostCounted + 1,
	})
	if err != nil {
		return nil, fmt.Errorf("count customers: %w", err)
	}
	return new(int(n)), nil
}
