package ledger

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/ledger/internal/db"
)

// AccountFilter says which accounts are wanted. What is zero filters nothing.
type AccountFilter struct {
	Type     Type
	Archived *bool
}

// Account finds an account of the business.
func (s *Service) Account(ctx context.Context, business ident.Business, id ident.Account) (Account, error) {
	return findAccount(ctx, s.deps.DB, business, id)
}

// Accounts lists a part of the business's chart, whether there is more, and how
// many there are in all, where that is asked for.
func (s *Service) Accounts(ctx context.Context, business ident.Business, filter AccountFilter, page books.Page) (list []Account, more bool, total *int, err error) {
	q := db.New(s.deps.DB)
	if err := page.Cursor(business); err != nil {
		return nil, false, nil, err
	}
	wanted := filter.wanted(business, page)
	rows, err := readAccounts(ctx, q, wanted, page.Ascending)
	if err != nil {
		return nil, false, nil, fmt.Errorf("list accounts of business %s: %w", business, err)
	}
	rows, more = books.Cut(rows, page.Limit)
	for _, row := range rows {
		list = append(list, accountFrom(row))
	}
	if page.WithTotal {
		total, err = countAccounts(ctx, q, wanted)
	}
	return list, more, total, err
}

// wanted is the filter and the page as the queries take them, with one account
// more than the page holds.
func (f AccountFilter) wanted(business ident.Business, page books.Page) db.AccountsNewestFirstParams {
	wanted := db.AccountsNewestFirstParams{
		Shard: business.Shard, BusinessID: business.UUID, Start: page.Start(), Archived: f.Archived,
		UpdatedSince: page.UpdatedSince, Search: page.Search, Most: int32(page.Limit + 1),
	}
	if f.Type != "" {
		wanted.Type = new(string(f.Type))
	}
	return wanted
}

func readAccounts(ctx context.Context, q *db.Queries, wanted db.AccountsNewestFirstParams, ascending bool) ([]db.BooksAccount, error) {
	if ascending {
		return q.AccountsOldestFirst(ctx, db.AccountsOldestFirstParams(wanted))
	}
	return q.AccountsNewestFirst(ctx, wanted)
}

func countAccounts(ctx context.Context, q *db.Queries, wanted db.AccountsNewestFirstParams) (*int, error) {
	n, err := q.CountAccounts(ctx, db.CountAccountsParams{
		Shard: wanted.Shard, BusinessID: wanted.BusinessID, Type: wanted.Type, Archived: wanted.Archived,
		UpdatedSince: wanted.UpdatedSince, Search: wanted.Search, Most: books.MostCounted + 1,
	})
	if err != nil {
		return nil, fmt.Errorf("count accounts: %w", err)
	}
	return new(int(n)), nil
}
