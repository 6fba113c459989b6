package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/base/ident"
)

// writes tells what writing a draft of an invoice costs, without and with an
// idempotency key, beside a handler that writes the same rows in one statement.
func (b *bench) writes(ctx context.Context) error {
	bare := httptest.NewServer(b.bareHandler())
	defer bare.Close()
	if err := b.fillInvoices(ctx); err != nil {
		return err
	}
	if err := b.findCustomers(ctx); err != nil {
		return err
	}
	if err := b.drafts(ctx, "POST /invoices", bare.URL, func() string { return "" }, "twice what it was"); err != nil {
		return err
	}
	return b.drafts(ctx, "POST /invoices with a key", bare.URL, rand.Text, "")
}

// drafts has the node and the bare handler write drafts; the node, under a key each
// if there is one.
func (b *bench) drafts(ctx context.Context, what, bare string, key func() string, target string) error {
	results, err := b.contest(ctx, what,
		contestant{before: b.meet, call: func(ctx context.Context, n int) error {
			return b.draft(ctx, b.url, "Bearer "+b.partners[n].access, b.partners[n], key())
		}},
		contestant{name: "a handler with one Redis script and one statement", call: func(ctx context.Context, n int) error {
			return b.draft(ctx, bare, strconv.Itoa(n), b.partners[n], "")
		}})
	if err == nil {
		b.report(what, results, target)
	}
	return err
}

// drafted is what is sent.
type drafted struct {
	Customer string      `json:"customerId"`
	Lines    []draftLine `json:"lines"`
}

type draftLine struct {
	Description string `json:"description"`
	UnitPrice   string `json:"unitPrice"`
}

func (b *bench) draft(ctx context.Context, at, authorization string, p *partner, key string) error {
	text, err := json.Marshal(drafted{Customer: p.customer.String(), Lines: []draftLine{{"Bread and rolls", "100.00"}}})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, at+"/invoices", bytes.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", authorization)
	req.Header.Set("Content-Type", "application/json")
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	return answered(req, http.StatusCreated, nil)
}

// bareWrite writes an invoice and its line in one statement, and looks nothing up.
func (b *bench) bareWrite(w http.ResponseWriter, r *http.Request, p *partner) error {
	var wanted drafted
	if err := json.NewDecoder(r.Body).Decode(&wanted); err != nil {
		return err
	}
	now := b.node.Now()
	id := ident.New[ident.Invoice](p.business.Shard, now)
	_, err := b.node.DB.Exec(r.Context(), `
		WITH i AS (
			INSERT INTO books.invoices (shard, business_id, id, kind, status, customer_id, currency, subtotal, tax_total, total, amount_due, plan_year, created_at, updated_at)
			VALUES ($1, $2, $3, 'INVOICE', 'DRAFT', $4, 'EUR', $5::numeric, 0, $5::numeric, $5::numeric, 2026, $6, $6))
		INSERT INTO books.invoice_lines (shard, business_id, invoice_id, line, description, quantity, unit_price, tax_rate, account_id, net, tax)
		VALUES ($1, $2, $3, 1, $7, 1, $5::numeric, 0, $8, $5::numeric, 0)`,
		p.business.Shard, p.business.UUID, id.UUID, p.customer.UUID, wanted.Lines[0].UnitPrice, now, wanted.Lines[0].Description, p.account)
	if err != nil {
		return fmt.Errorf("write an invoice by hand: %w", err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	return json.NewEncoder(w).Encode(map[string]any{"id": id, "customerId": wanted.Customer, "lines": wanted.Lines, "status": "DRAFT", "createdAt": now})
}

// findCustomers finds a customer and an account of every partner's business.
func (b *bench) findCustomers(ctx context.Context) error {
	for _, p := range b.partners {
		var customer uuid.UUID
		err := b.node.DB.QueryRow(ctx, `
			SELECT c.id, (SELECT a.id FROM books.accounts a WHERE a.shard = c.shard AND a.business_id = c.business_id LIMIT 1)
			FROM   books.customers c WHERE c.shard = $1 AND c.business_id = $2 LIMIT 1`, p.business.Shard, p.business.UUID).Scan(&customer, &p.account)
		if err != nil {
			return fmt.Errorf("find a customer: %w", err)
		}
		p.customer = ident.Of[ident.Customer](p.business.Shard, customer)
	}
	return nil
}
