package ledger

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/ledger/internal/db"
)

// AccountNames tells what accounts are called, by code and name. Those that the
// business does not have are missing.
func (s *Service) AccountNames(ctx context.Context, business ident.Business, ids []ident.Account) (map[ident.Account]string, error) {
	rows, err := db.New(s.deps.DB).AccountsNamed(ctx, db.AccountsNamedParams{Shard: business.Shard, BusinessID: business.UUID, Ids: ident.UUIDs(ids)})
	if err != nil {
		return nil, fmt.Errorf("read the names of %d accounts: %w", len(ids), err)
	}
	names := map[ident.Account]string{}
	for _, row := range rows {
		names[ident.Of[ident.Account](business.Shard, row.ID)] = row.Code + " " + row.Name
	}
	return names, nil
}

// EntryNumbers tells the numbers of entries. Those that the journal does not have are
// missing.
func (s *Service) EntryNumbers(ctx context.Context, business ident.Business, ids []ident.JournalEntry) (map[ident.JournalEntry]string, error) {
	rows, err := db.New(s.deps.DB).EntryNumbers(ctx, db.EntryNumbersParams{Shard: business.Shard, BusinessID: business.UUID, Ids: ident.UUIDs(ids)})
	if err != nil {
		return nil, fmt.Errorf("read the numbers of %d journal entries: %w", len(ids), err)
	}
	numbers := map[ident.JournalEntry]string{}
	for _, row := range rows {
		numbers[ident.Of[ident.JournalEntry](business.Shard, row.ID)] = Number(row.Number).String()
	}
	return numbers, nil
}
