package sales

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// CustomerNames tells what customers are called. Those that the business does not
// have are missing.
func (s *Service) CustomerNames(ctx context.Context, business ident.Business, ids []ident.Customer) (map[ident.Customer]string, error) {
	rows, err := db.New(s.deps.DB).CustomerNames(ctx, db.CustomerNamesParams{Shard: business.Shard, BusinessID: business.UUID, Ids: ident.UUIDs(ids)})
	if err != nil {
		return nil, fmt.Errorf("read the names of %d customers: %w", len(ids), err)
	}
	names := map[ident.Customer]string{}
	for _, row := range rows {
		names[ident.Of[ident.Customer](business.Shard, row.ID)] = row.Name
	}
	return names, nil
}

// InvoiceNumbers tells the numbers of invoices and credit notes; empty for those
// that have none yet. Those that the business does not have are missing.
func (s *Service) InvoiceNumbers(ctx context.Context, business ident.Business, ids []ident.Invoice) (map[ident.Invoice]string, error) {
	rows, err := db.New(s.deps.DB).InvoiceNumbers(ctx, db.InvoiceNumbersParams{Shard: business.Shard, BusinessID: business.UUID, Ids: ident.UUIDs(ids)})
	if err != nil {
		return nil, fmt.Errorf("read the numbers of %d invoices: %w", len(ids), err)
	}
	numbers := map[ident.Invoice]string{}
	for _, row := range rows {
		id := ident.Of[ident.Invoice](business.Shard, row.ID)
		numbers[id] = ""
		if row.Number != nil {
			numbers[id] = *row.Number
		}
	}
	return numbers, nil
}

// PaymentAmounts tells how much was paid, with its currency. Payments that the
// business does not have are missing.
func (s *Service) PaymentAmounts(ctx context.Context, business ident.Business, ids []ident.Payment) (map[ident.Payment]string, error) {
	rows, err := db.New(s.deps.DB).PaymentAmounts(ctx, db.PaymentAmountsParams{Shard: business.Shard, BusinessID: business.UUID, Ids: ident.UUIDs(ids)})
	if err != nil {
		return nil, fmt.Errorf("read the amounts of %d payments: %w", len(ids), err)
	}
	amounts := map[ident.Payment]string{}
	for _, row := range rows {
		currency, _ := money.LookupCurrency(row.Currency)
		amounts[ident.Of[ident.Payment](business.Shard, row.ID)] = row.Currency + " " + row.Amount.Round(currency.Digits).String()
	}
	return amounts, nil
}
