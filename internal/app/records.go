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

// State asks the domain that owns the type of record.
func (r records) State(ctx context.Context, tx *pg.Tx, business ident.Business, record appdata.Record) (appdata.RecordState, error) {
	there, erased, err := r.find(ctx, tx, business, record)
	switch {
	case err != nil || !there:
		return appdata.Gone, err
	case erased:
		return appdata.Erased, nil
	}
	return appdata.There, nil
}

func (r records) find(ctx context.Context, tx *pg.Tx, business ident.Business, record appdata.Record) (there, erased bool, err error) {
	shard, id := record.Shard, record.UUID
	switch record.Type {
	case appdata.Customer:
		return r.sales.HasCustomer(ctx, tx, business, ident.Of[ident.Customer](shard, id))
	case appdata.Supplier:
		return r.purchases.HasSupplier(ctx, tx, business, ident.Of[ident.Supplier](shard, id))
	case appdata.Invoice:
		there, err = r.sales.HasInvoice(ctx, tx, business, ident.Of[ident.Invoice](shard, id))
	case appdata.Payment:
		there, err = r.sales.HasPayment(ctx, tx, business, ident.Of[ident.Payment](shard, id))
	case appdata.Account:
		there, err = r.ledger.HasAccount(ctx, tx, business, ident.Of[ident.Account](shard, id))
	case appdata.JournalEntry:
		there, err = r.ledger.HasEntry(ctx, tx, business, ident.Of[ident.JournalEntry](shard, id))
	default:
		err = fmt.Errorf("nobody keeps records of type %s", record.Type)
	}
	return there, false, err
}
