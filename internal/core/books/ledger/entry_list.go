package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/ledger/internal/db"
)

// EntryFilter says which entries are wanted. What is zero filters nothing.
type EntryFilter struct {
	From, To *time.Time    // days, both included
	Account  ident.Account // that a line of theirs is posted to
	Source   Source
}

// Entry finds an entry of the business's journal.
func (s *Service) Entry(ctx context.Context, business ident.Business, id ident.JournalEntry) (Entry, error) {
	return findEntry(ctx, s.deps.DB, business, id)
}

// Entries lists a part of the business's journal, whether there is more, and
// how many entries there are in all, where that is asked for.
func (s *Service) Entries(ctx context.Context, business ident.Business, filter EntryFilter, page books.Page) (list []Entry, more bool, total *int, err error) {
	q := db.New(s.deps.DB)
	if err := page.Cursor(business); err != nil {
		return nil, false, nil, err
	}
	wanted := filter.wanted(business, page)
	if list, err = readEntries(ctx, q, wanted, page.Ascending); err != nil {
		return nil, false, nil, fmt.Errorf("list entries of business %s: %w", business, err)
	}
	list, more = books.Cut(list, page.Limit)
	if err := addLines(ctx, s.deps.DB, business, list); err != nil {
		return nil, false, nil, err
	}
	if page.WithTotal {
		total, err = countEntries(ctx, q, wanted)
	}
	return list, more, total, err
}

// wanted is the filter and the page as the queries take them, with one entry
// more than the page holds. An account of another shard is on no line here.
func (f EntryFilter) wanted(business ident.Business, page books.Page) db.EntriesNewestFirstParams {
	wanted := db.EntriesNewestFirstParams{
		Shard: business.Shard, BusinessID: business.UUID, Start: page.Start(), DateFrom: f.From, DateTo: f.To,
		PostedSince: page.UpdatedSince, Search: page.Search, Most: int32(page.Limit + 1),
	}
	switch {
	case f.Account.Shard != business.Shard && !f.Account.IsZero():
		wanted.AccountID = new(uuid.Nil)
	case !f.Account.IsZero():
		wanted.AccountID = &f.Account.UUID
	}
	if f.Source != "" {
		wanted.Source = new(string(f.Source))
	}
	return wanted
}

func readEntries(ctx context.Context, q *db.Queries, wanted db.EntriesNewestFirstParams, ascending bool) (list []Entry, err error) {
	if ascending {
		rows, err := q.EntriesOldestFirst(ctx, db.EntriesOldestFirstParams(wanted))
		for _, row := range rows {
			list = append(list, entryFrom(db.EntryRow(row)))
		}
		return list, err
	}
	rows, err := q.EntriesNewestFirst(ctx, wanted)
	for _, row := range rows {
		list = append(list, entryFrom(db.EntryRow(row)))
	}
	return list, err
}

func countEntries(ctx context.Context, q *db.Queries, wanted db.EntriesNewestFirstParams) (*int, error) {
	n, err := q.CountEntries(ctx, db.CountEntriesParams{
		Shard: wanted.Shard, BusinessID: wanted.BusinessID, DateFrom: wanted.DateFrom, DateTo: wanted.DateTo, Source: wanted.Source,
		AccountID: wanted.AccountID, PostedSince: wanted.PostedSince, Search: wanted.Search, Most: books.MostCounted + 1,
	})
	if err != nil {
		return nil, fmt.Errorf("count entries: %w", err)
	}
	return new(int(n)), nil
}
