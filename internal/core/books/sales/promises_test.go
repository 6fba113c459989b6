package sales_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// promises are what holds of the books at any time. Each query looks for what
// breaks its promise; $1 is the shard and $2 the business.
var promises = []struct{ says, broken string }{
	{"debits are credits", `
		SELECT sum(amount)::text FROM books.lines WHERE shard = $1 AND business_id = $2 HAVING sum(amount) <> 0`},
	{"entries of the journal are numbered without a gap", `
		SELECT l.last_entry || ' entries, up to ' || max(e.number) || ', are ' || count(e.number)
		FROM   books.ledgers l JOIN books.entries e USING (shard, business_id)
		WHERE  shard = $1 AND business_id = $2
		GROUP  BY l.last_entry
		HAVING count(e.number) <> l.last_entry OR max(e.number) <> l.last_entry`},
	{"invoices are numbered without a gap", `
		SELECT 'invoice ' || n FROM books.ledgers l, generate_series(1, l.last_invoice) n
		WHERE  shard = $1 AND business_id = $2 AND NOT EXISTS (
			SELECT FROM books.invoices i
			WHERE  i.shard = $1 AND i.business_id = $2 AND i.status <> 'DRAFT' AND i.number = 'INV-' || lpad(n::text, 6, '0'))`},
	{"credit notes are numbered without a gap", `
		SELECT 'credit note ' || n FROM books.ledgers l, generate_series(1, l.last_credit_note) n
		WHERE  shard = $1 AND business_id = $2 AND NOT EXISTS (
			SELECT FROM books.invoices i
			WHERE  i.shard = $1 AND i.business_id = $2 AND i.kind = 'CREDIT_NOTE' AND i.number = 'CN-' || lpad(n::text, 6, '0'))`},
	{"a customer's balance is what is due of its invoices, less what its payments have left", `
		SELECT c.id || ' has ' || c.balance || ' and not ' || owed.amount
		FROM   books.customers c CROSS JOIN LATERAL (
			SELECT coalesce((SELECT sum(i.amount_due) FROM books.invoices i
			                 WHERE i.shard = $1 AND i.business_id = $2 AND i.customer_id = c.id), 0)
			     - coalesce((SELECT sum(p.amount - p.amount_allocated - p.amount_refunded) FROM books.payments p
			                 WHERE p.shard = $1 AND p.business_id = $2 AND p.customer_id = c.id AND p.deleted_at IS NULL), 0) AS amount) owed
		WHERE  c.shard = $1 AND c.business_id = $2 AND c.balance <> owed.amount`},
	{"the receivable account holds the sum of the customers' balances", `
		SELECT 'it holds ' || held || ' and not ' || owed FROM (
			SELECT coalesce((SELECT sum(l.amount) FROM books.lines l JOIN books.accounts a
			                 ON a.shard = l.shard AND a.business_id = l.business_id AND a.id = l.account_id
			                 WHERE l.shard = $1 AND l.business_id = $2 AND a.role = 'RECEIVABLE'), 0) AS held,
			       coalesce((SELECT sum(c.balance) FROM books.customers c WHERE c.shard = $1 AND c.business_id = $2), 0) AS owed) both_sides
		WHERE  held <> owed`},
	{"of an issued invoice, what was paid, credited and is due adds up to its total", `
		SELECT i.number FROM books.invoices i
		WHERE  i.shard = $1 AND i.business_id = $2 AND i.kind = 'INVOICE' AND i.status IN ('ISSUED', 'PARTIALLY_PAID', 'PAID')
		  AND  i.amount_paid + i.amount_credited + i.amount_due <> i.total`},
	{"nothing is paid, credited or due of a draft, a void invoice or a credit note", `
		SELECT i.id::text FROM books.invoices i
		WHERE  i.shard = $1 AND i.business_id = $2 AND (i.kind = 'CREDIT_NOTE' OR i.status IN ('DRAFT', 'VOID'))
		  AND  (i.amount_paid, i.amount_credited, i.amount_due) <> (0, 0, 0)`},
	{"an invoice's status says how far it is paid", `
		SELECT i.number || ' is ' || i.status FROM books.invoices i
		WHERE  i.shard = $1 AND i.business_id = $2 AND i.kind = 'INVOICE' AND i.status IN ('ISSUED', 'PARTIALLY_PAID', 'PAID')
		  AND  i.status <> CASE WHEN i.amount_due = 0 THEN 'PAID' WHEN i.amount_paid > 0 THEN 'PARTIALLY_PAID' ELSE 'ISSUED' END`},
	{"what was paid of an invoice is what payments were allocated to it", `
		SELECT i.number FROM books.invoices i
		WHERE  i.shard = $1 AND i.business_id = $2 AND i.amount_paid <> coalesce((
			SELECT sum(a.amount) FROM books.allocations a JOIN books.payments p
			ON     p.shard = a.shard AND p.business_id = a.business_id AND p.id = a.payment_id AND p.deleted_at IS NULL
			WHERE  a.shard = $1 AND a.business_id = $2 AND a.invoice_id = i.id AND p.customer_id = i.customer_id), 0)`},
	{"what was credited of an invoice is what its credit notes come to", `
		SELECT i.number FROM books.invoices i
		WHERE  i.shard = $1 AND i.business_id = $2 AND i.amount_credited <> coalesce((
			SELECT sum(n.total) FROM books.invoices n
			WHERE  n.shard = $1 AND n.business_id = $2 AND n.credits_id = i.id AND n.customer_id = i.customer_id), 0)`},
	{"a payment is not spent twice", `
		SELECT p.id::text FROM books.payments p
		WHERE  p.shard = $1 AND p.business_id = $2 AND p.amount_allocated + p.amount_refunded > p.amount`},
	{"a payment knows its allocations and refunds", `
		SELECT p.id::text FROM books.payments p
		WHERE  p.shard = $1 AND p.business_id = $2
		  AND  (p.amount_allocated <> coalesce((SELECT sum(a.amount) FROM books.allocations a
		                                        WHERE a.shard = $1 AND a.business_id = $2 AND a.payment_id = p.id), 0)
		    OR  p.amount_refunded <> coalesce((SELECT sum(r.amount) FROM books.refunds r
		                                       WHERE r.shard = $1 AND r.business_id = $2 AND r.payment_id = p.id), 0))`},
	{"a merged customer has nothing left", `
		SELECT c.id::text FROM books.customers c
		WHERE  c.shard = $1 AND c.business_id = $2 AND c.merged_into_id IS NOT NULL
		  AND  (EXISTS (SELECT FROM books.invoices i WHERE i.shard = $1 AND i.business_id = $2 AND i.customer_id = c.id)
		    OR  EXISTS (SELECT FROM books.payments p WHERE p.shard = $1 AND p.business_id = $2 AND p.customer_id = c.id))`},
}

// broken is all the queries in one.
var broken = func() string {
	var all []string
	for _, promise := range promises {
		all = append(all, fmt.Sprintf("SELECT $promise$%s$promise$ || ': ' || what FROM (%s) AS found (what)", promise.says, promise.broken))
	}
	return strings.Join(all, " UNION ALL ")
}()

// failing is what broken promises are told to: a test, or a property of one.
type failing interface {
	Helper()
	Context() context.Context
	Fatal(args ...any)
}

// keepsItsPromises fails the test unless all promises hold of the books.
func (s *shop) keepsItsPromises(t failing) {
	t.Helper()
	if found := s.texts(t, broken); len(found) > 0 {
		t.Fatal(strings.Join(found, "\n"))
	}
}

// traces is a text for everything that is written of a business.
const traces = `
	          SELECT l::text FROM books.ledgers l WHERE shard = $1 AND business_id = $2
	UNION ALL SELECT a::text FROM books.accounts a WHERE shard = $1 AND business_id = $2
	UNION ALL SELECT e::text FROM books.entries e WHERE shard = $1 AND business_id = $2
	UNION ALL SELECT l::text FROM books.lines l WHERE shard = $1 AND business_id = $2
	UNION ALL SELECT c::text FROM books.customers c WHERE shard = $1 AND business_id = $2
	UNION ALL SELECT i::text FROM books.invoices i WHERE shard = $1 AND business_id = $2
	UNION ALL SELECT l::text FROM books.invoice_lines l WHERE shard = $1 AND business_id = $2
	UNION ALL SELECT y::text FROM books.plan_years y WHERE shard = $1 AND business_id = $2
	UNION ALL SELECT p::text FROM books.payments p WHERE shard = $1 AND business_id = $2
	UNION ALL SELECT a::text FROM books.allocations a WHERE shard = $1 AND business_id = $2
	UNION ALL SELECT r::text FROM books.refunds r WHERE shard = $1 AND business_id = $2
	UNION ALL SELECT e::text FROM events.log e WHERE shard = $1 AND business_id = $2
	UNION ALL SELECT a::text FROM audit.business_entries a WHERE shard = $1 AND business_id = $2`

// state is everything that is written of the business, in order.
func (s *shop) state(t failing) []string {
	t.Helper()
	return s.texts(t, "SELECT trace FROM ("+traces+") AS all_traces (trace) ORDER BY trace")
}

// texts asks a question about the business that is answered by texts.
func (s *shop) texts(t failing, query string) []string {
	t.Helper()
	rows, err := s.db.Query(t.Context(), query, s.id.Shard, s.id.UUID)
	if err != nil {
		t.Fatal(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return found
}
