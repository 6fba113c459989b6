package ledger

import (
	"context"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger/internal/db"
)

// HasAccount reports whether the business has the account.
func (s *Service) HasAccount(ctx context.Context, tx *pg.Tx, business ident.Business, id ident.Account) (bool, error) {
	if id.Shard != business.Shard {
		return false, nil
	}
	return db.New(tx).KnowsAccount(ctx, db.KnowsAccountParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
}

// HasEntry reports whether the business has the entry in its journal.
func (s *Service) HasEntry(ctx context.Context, tx *pg.Tx, business ident.Business, id ident.JournalEntry) (bool, error) {
	if id.Shard != business.Shard {
		return false, nil
	}
	return db.New(tx).KnowsEntry(ctx, db.KnowsEntryParams{Shard: business.Shard, BusinessID: business.UUID, ID: id.UUID})
}
