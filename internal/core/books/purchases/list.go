package purchases

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/purchases/internal/db"
)

// Supplier finds a supplier of the business.
func (s *Service) Supplier(ctx context.Context, business ident.Business, id ident.Supplier) (Supplier, error) {
	return find(ctx, s.deps.DB, business, id)
}

// Suppliers lists a part of the business's suppliers: archived ones, others, or
// with nil both. It reports whether there are more, and how many in all, where
// that is asked for.
func (s *Service) Suppliers(ctx context.Context, business ident.Business, archived *bool, page books.Page) (list []Supplier, more bool, total *int, err error) {
	q := db.New(s.deps.DB)
	if err := page.Cursor(business); err != nil {
		return nil, false, nil, err
	}
	wanted := db.SuppliersNewestFirstParams{
		Shard: business.Shard, BusinessID: business.UUID, Start: page.Start(), Archived: archived,
		UpdatedSince: page.UpdatedSince, Search: page.Search, Most: int32(page.Limit + 1),
	}
	if list, err = read(ctx, q, wanted, page.Ascending); err != nil {
		return nil, false, nil, fmt.Errorf("list suppliers of business %s: %w", business, err)
	}
	list, more = books.Cut(list, page.Limit)
	if page.WithTotal {
		total, err = count(ctx, q, wanted)
	}
	return list, more, total, err
}

func read(ctx context.Context, q *db.Queries, wanted db.SuppliersNewestFirstParams, ascending bool) ([]Supplier, error) {
	var rows []db.BooksSupplier
	var err error
	if ascending {
		rows, err = q.SuppliersOldestFirst(ctx, db.SuppliersOldestFirstParams(wanted))
	} else {
		rows, err = q.SuppliersNewestFirst(ctx, wanted)
	}
	if err != nil {
		return nil, err
	}
	list := make([]Supplier, len(rows))
	for i, row := range rows {
		if list[i], err = supplierFrom(row); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func count(ctx context.Context, q *db.Queries, wanted db.SuppliersNewestFirstParams) (*int, error) {
	n, err := q.CountSuppliers(ctx, db.CountSuppliersParams{
		Shard: wanted.Shard, BusinessID: wanted.BusinessID, Archived: wanted.Archived,
		UpdatedSince: wanted.UpdatedSince, Search: wanted.Search, Most: books.MostCounted + 1,
	})
	if err != nil {
		return nil, fmt.Errorf("count suppliers: %w", err)
	}
	return new(int(n)), nil
}
