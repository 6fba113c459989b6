package app

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/purchases"
	"github.com/counterpart/counterpart/internal/core/books/sales"
)

// records is where the records live that apps keep data on.
type records struct {
	ledger    *ledger.Service
	sales     *sales.Service
	purchases *purchases.Service
}

// Exists asks the domain that owns the type of record.
func (r records) Exists(ctx context.Context, tx *pg.Tx, business ident.Business, record appdata.Record) (bool, error) {
	shard, id := record.Shard, record.UUID
	switch record.Type {
	case appdata.Invoice:
		return r.sales.HasInvoice(ctx, tx, business, ident.Of[ident.Invoice](shard, id))
	case appdata.Customer:
		return r.sales.HasCustomer(ctx, tx, business, ident.Of[ident.Customer](shard, id))
	case appdata.Payment:
		return r.sales.HasPayment(ctx, tx, business, ident.Of[ident.Payment](shard, id))
	case appdata.Account:
		return r.ledger.HasAccount(ctx, tx, business, ident.Of[ident.Account](shard, id))
	case appdata.JournalEntry:
		return r.ledger.HasEntry(ctx, tx, business, ident.Of[ident.JournalEntry](shard, id))
	case appdata.Supplier:
		return r.purchases.HasSupplier(ctx, tx, business, ident.Of[ident.Supplier](shard, id))
	}
	return false, fmt.Errorf("nobody keeps records of type %s", record.Type)
}
