package sales

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales/internal/db"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// Line is one thing on an invoice.
type Line struct {
	Description string
	Quantity    money.Amount
	UnitPrice   money.Amount // a discount's is below zero
	TaxRate     money.Amount // percent
	Account     ident.Account
	Net         money.Amount // quantity × unit price, in whole minor units
	Tax         money.Amount // on the net amount, in whole minor units
}

// reckoned is the line with its amounts. Each is rounded by itself, so that an
// invoice adds up to the cent from what is printed on it.
func (l Line) reckoned(currency money.Currency) Line {
	l.Net = l.Quantity.Mul(l.UnitPrice).Round(currency.Digits)
	l.Tax = l.Net.Percent(l.TaxRate).Round(currency.Digits)
	return l
}

// same reports whether two lines say the same.
func (l Line) same(other Line) bool {
	return l.Description == other.Description && l.Account == other.Account && l.Quantity.Equal(other.Quantity) &&
		l.UnitPrice.Equal(other.UnitPrice) && l.TaxRate.Equal(other.TaxRate)
}

// addLines reads the lines of all the invoices at once.
func addLines(ctx context.Context, q *db.Queries, business ident.Business, invoices []Invoice) error {
	ids, at := make([]uuid.UUID, len(invoices)), make(map[uuid.UUID]*Invoice, len(invoices))
	for i := range invoices {
		ids[i], at[invoices[i].ID.UUID] = invoices[i].ID.UUID, &invoices[i]
	}
	rows, err := q.InvoiceLinesOf(ctx, db.InvoiceLinesOfParams{Shard: business.Shard, BusinessID: business.UUID, Invoices: ids})
	if err != nil {
		return fmt.Errorf("read the lines of %d invoices: %w", len(invoices), err)
	}
	for _, row := range rows {
		invoice := at[row.InvoiceID]
		invoice.Lines = append(invoice.Lines, Line{
			Description: row.Description, Quantity: row.Quantity, UnitPrice: row.UnitPrice, TaxRate: row.TaxRate,
			Account: ident.Of[ident.Account](business.Shard, row.AccountID), Net: row.Net, Tax: row.Tax,
		})
	}
	return nil
}

// writeLines writes the lines of an invoice that has none.
func writeLines(ctx context.Context, tx *pg.Tx, b *ledger.Books, invoice Invoice) error {
	rows := db.AddInvoiceLinesParams{Shard: b.Business.Shard, BusinessID: b.Business.UUID, InvoiceID: invoice.ID.UUID}
	for _, l := range invoice.Lines {
		rows.Descriptions = append(rows.Descriptions, l.Description)
		rows.Quantities = append(rows.Quantities, l.Quantity.String())
		rows.UnitPrices = append(rows.UnitPrices, l.UnitPrice.String())
		rows.TaxRates = append(rows.TaxRates, l.TaxRate.String())
		rows.Accounts = append(rows.Accounts, l.Account.UUID)
		rows.Nets = append(rows.Nets, l.Net.String())
		rows.Taxes = append(rows.Taxes, l.Tax.String())
	}
	return db.New(tx.Later(pg.To("write the lines of invoice %s", invoice.ID))).AddInvoiceLines(ctx, rows)
}
