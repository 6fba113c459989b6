package main

import (
	"context"
	"fmt"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/web/route"
)

// page is a list of invoices with the members that the node's has, so that
// encoding it takes as long.
type page struct {
	Data       []invoice `json:"data"`
	HasMore    bool      `json:"hasMore"`
	NextCursor string    `json:"nextCursor"`
}

type invoice struct {
	ID             ident.Invoice  `json:"id"`
	Kind           sales.Kind     `json:"kind"`
	Status         sales.Status   `json:"status"`
	Number         *string        `json:"number"`
	CustomerID     ident.Customer `json:"customerId"`
	CreditsID      *ident.Invoice `json:"creditsId"`
	Currency       money.Currency `json:"currency"`
	IssueDate      *route.Date    `json:"issueDate"`
	DueDate        *route.Date    `json:"dueDate"`
	Reference      *string        `json:"reference"`
	Notes          *string        `json:"notes"`
	Lines          []invoiceLine  `json:"lines"`
	Subtotal       money.Amount   `json:"subtotal"`
	TaxTotal       money.Amount   `json:"taxTotal"`
	Total          money.Amount   `json:"total"`
	AmountPaid     money.Amount   `json:"amountPaid"`
	AmountCredited money.Amount   `json:"amountCredited"`
	AmountDue      money.Amount   `json:"amountDue"`
	IssuedAt       *route.Time    `json:"issuedAt"`
	SentAt         *route.Time    `json:"sentAt"`
	PaidAt         *route.Time    `json:"paidAt"`
	VoidedAt       *route.Time    `json:"voidedAt"`
	Version        int            `json:"version"`
	CreatedAt      route.Time     `json:"createdAt"`
	UpdatedAt      route.Time     `json:"updatedAt"`
}

type invoiceLine struct {
	Description string        `json:"description"`
	Quantity    money.Amount  `json:"quantity"`
	UnitPrice   money.Amount  `json:"unitPrice"`
	TaxRate     money.Amount  `json:"taxRate"`
	AccountID   ident.Account `json:"accountId"`
	Net         money.Amount  `json:"net"`
	Tax         money.Amount  `json:"tax"`
}

func pageOf(list []sales.Invoice, more bool) page {
	p := page{Data: make([]invoice, len(list)), HasMore: more}
	for i, one := range list {
		d := one.Currency.Digits
		p.Data[i] = invoice{
			ID: one.ID, Kind: one.Kind, Status: one.Status, Number: one.Number, CustomerID: one.Customer, Currency: one.Currency,
			IssueDate: (*route.Date)(one.IssueDate), DueDate: (*route.Date)(one.DueDate), Reference: one.Reference, Notes: one.Notes,
			Subtotal: one.Subtotal.Round(d), TaxTotal: one.TaxTotal.Round(d), Total: one.Total.Round(d),
			AmountPaid: one.AmountPaid.Round(d), AmountCredited: one.AmountCredited.Round(d), AmountDue: one.AmountDue.Round(d),
			IssuedAt: (*route.Time)(one.IssuedAt), Version: one.Version, CreatedAt: route.Time(one.CreatedAt), UpdatedAt: route.Time(one.UpdatedAt),
		}
		for _, l := range one.Lines {
			p.Data[i].Lines = append(p.Data[i].Lines, invoiceLine{l.Description, l.Quantity, l.UnitPrice, l.TaxRate, l.Account, l.Net.Round(d), l.Tax.Round(d)})
		}
	}
	if len(list) > 0 {
		p.NextCursor = list[len(list)-1].ID.String()
	}
	return p
}

// fillInvoices writes invoices of a thousand businesses, those of the partners
// among them, two lines each.
func (b *bench) fillInvoices(ctx context.Context) error {
	if b.filled {
		return nil
	}
	b.filled = true
	for _, sql := range []string{
		`INSERT INTO books.ledgers (shard, business_id, created_at)
		 SELECT n % 1024, gen_random_uuid(), $1 FROM generate_series(1, 1000 - (SELECT count(*) FROM books.ledgers)) n WHERE $2 > 0`,
		`INSERT INTO books.customers (shard, business_id, id, name, type, created_at, updated_at)
		 SELECT shard, business_id, gen_random_uuid(), 'Corner Cafe', 'BUSINESS', $1, $1 FROM books.ledgers WHERE $2 > 0`,
		`INSERT INTO books.invoices (shard, business_id, id, kind, status, number, customer_id, currency, issue_date, due_date,
		                             subtotal, tax_total, total, amount_due, plan_year, issued_at, created_at, updated_at)
		 SELECT c.shard, c.business_id, gen_random_uuid(), 'INVOICE', 'ISSUED', 'INV-' || n, c.id, 'EUR', $1::timestamptz::date, $1::timestamptz::date + 14,
		        100, 19, 119, 119, 2026, $1, $1, $1
		 FROM   books.customers c, generate_series(1, $2::int / 1000) n`,
		`INSERT INTO books.invoice_lines (shard, business_id, invoice_id, line, description, quantity, unit_price, tax_rate, account_id, net, tax)
		 SELECT i.shard, i.business_id, i.id, n, 'Bread and rolls', 5, 10.00, 19, gen_random_uuid(), 50, 9.5
		 FROM   books.invoices i, generate_series(1, 2) n WHERE i.created_at = $1 AND $2 > 0`,
	} {
		// Foreign keys are not what is measured, and a line's account need not exist.
		if err := b.unchecked(ctx, sql, b.node.Now(), b.size.invoices); err != nil {
			return fmt.Errorf("fill invoices: %w", err)
		}
	}
	_, err := b.node.DB.Exec(ctx, "ANALYZE books.invoices, books.invoice_lines, books.customers")
	return err
}
