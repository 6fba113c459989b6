-- name: AddCustomer :exec
-- AddCustomer writes a new customer.
INSERT INTO books.customers (shard, business_id, id, name, type, email, phone, tax_number, billing_address, notes, version, created_at, updated_at, created_by, updated_by)
VALUES (@shard, @business_id, @id, @name, @type, @email, @phone, @tax_number, @billing_address, @notes, 1, @now, @now, @created_by, @created_by);

-- name: CustomerByID :one
-- CustomerByID finds a customer that was not merged into another.
SELECT shard, business_id, id, name, type, email, phone, tax_number, billing_address, notes, balance, archived_at, erased_at, merged_into_id,
       version, created_at, updated_at, created_by, updated_by
FROM   books.customers
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id
  AND  merged_into_id IS NULL;

-- name: CustomerNames :many
-- CustomerNames tells what those of the given customers are called that the business has.
SELECT id, name
FROM   books.customers
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = ANY(@ids::uuid[])
  AND  merged_into_id IS NULL;

-- name: CustomersNewestFirst :many
-- CustomersNewestFirst lists the customers that were added before one.
SELECT shard, business_id, id, name, type, email, phone, tax_number, billing_address, notes, balance, archived_at, erased_at, merged_into_id,
       version, created_at, updated_at, created_by, updated_by
FROM   books.customers
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  merged_into_id IS NULL
  AND  (archived_at IS NOT NULL) = @archived::boolean
  AND  id < @after
  AND  (sqlc.narg(updated_since)::timestamptz IS NULL OR updated_at >= sqlc.narg(updated_since))
  AND  (sqlc.narg(search)::text IS NULL OR strpos(lower(concat_ws(chr(10), name, email, tax_number)), lower(sqlc.narg(search))) > 0)
ORDER  BY id DESC
LIMIT  @most;

-- name: CustomersOldestFirst :many
-- CustomersOldestFirst lists the customers that were added after one.
SELECT shard, business_id, id, name, type, email, phone, tax_number, billing_address, notes, balance, archived_at, erased_at, merged_into_id,
       version, created_at, updated_at, created_by, updated_by
FROM   books.customers
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  merged_into_id IS NULL
  AND  (archived_at IS NOT NULL) = @archived::boolean
  AND  id > @after
  AND  (sqlc.narg(updated_since)::timestamptz IS NULL OR updated_at >= sqlc.narg(updated_since))
  AND  (sqlc.narg(search)::text IS NULL OR strpos(lower(concat_ws(chr(10), name, email, tax_number)), lower(sqlc.narg(search))) > 0)
ORDER  BY id
LIMIT  @most;

-- name: CountCustomers :one
-- CountCustomers counts the customers of a list, up to a number.
SELECT count(*)
FROM   (
    SELECT id
    FROM   books.customers
    WHERE  shard = @shard
      AND  business_id = @business_id
      AND  merged_into_id IS NULL
      AND  (archived_at IS NOT NULL) = @archived::boolean
      AND  (sqlc.narg(updated_since)::timestamptz IS NULL OR updated_at >= sqlc.narg(updated_since))
      AND  (sqlc.narg(search)::text IS NULL OR strpos(lower(concat_ws(chr(10), name, email, tax_number)), lower(sqlc.narg(search))) > 0)
    LIMIT  @most
) counted;

-- name: SaveCustomer :exec
-- SaveCustomer writes everything about a customer that people change. Its balance is moved by MoveBalance alone.
UPDATE books.customers
SET    name = @name,
       type = @type,
       email = @email,
       phone = @phone,
       tax_number = @tax_number,
       billing_address = @billing_address,
       notes = @notes,
       archived_at = @archived_at,
       erased_at = @erased_at,
       merged_into_id = @merged_into_id,
       version = @version,
       updated_at = @updated_at,
       updated_by = @updated_by
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: MoveBalance :exec
-- MoveBalance adds to what a customer owes. That is a new version: a reader who asks what changed is told.
UPDATE books.customers
SET    balance = balance + sqlc.arg(amount)::numeric,
       version = version + 1,
       updated_at = @now,
       updated_by = @updated_by
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: RemoveCustomer :exec
-- RemoveCustomer deletes a customer; the database refuses while anything refers to it.
DELETE FROM books.customers
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: HandOverInvoices :exec
-- HandOverInvoices makes one customer's invoices another's.
UPDATE books.invoices
SET    customer_id = @into_id,
       version = version + 1,
       updated_at = @now,
       updated_by = @updated_by
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  customer_id = @customer_id;

-- name: HandOverPayments :exec
-- HandOverPayments makes one customer's payments another's, deleted ones too: they refer to it.
UPDATE books.payments
SET    customer_id = @into_id,
       version = version + 1,
       updated_at = @now,
       updated_by = @updated_by
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  customer_id = @customer_id;

-- name: HandOverMerged :exec
-- HandOverMerged lets whoever was merged into a customer point to where that one goes.
UPDATE books.customers
SET    merged_into_id = @into_id
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  merged_into_id = @customer_id::uuid;

-- name: MergedInto :many
-- MergedInto lists who was merged into a customer.
SELECT id
FROM   books.customers
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  merged_into_id = @customer_id::uuid;

-- name: EraseMerged :exec
-- EraseMerged takes all that is personal out of whoever was merged into a customer. Nobody reads them, so it is no new version.
UPDATE books.customers
SET    name = @name,
       email = NULL,
       phone = NULL,
       tax_number = NULL,
       billing_address = NULL,
       notes = NULL,
       erased_at = @now::timestamptz
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  merged_into_id = @customer_id::uuid
  AND  erased_at IS NULL;

-- name: EraseFromInvoices :exec
-- EraseFromInvoices takes the free text out of a customer's invoices. Of drafts the lines change too.
UPDATE books.invoices i
SET    reference = NULL,
       notes = NULL,
       version = i.version + 1,
       updated_at = @now,
       updated_by = @updated_by
WHERE  i.shard = @shard
  AND  i.business_id = @business_id
  AND  i.customer_id = @customer_id
  AND  (i.reference IS NOT NULL OR i.notes IS NOT NULL OR i.status = 'DRAFT' AND EXISTS (
           SELECT 1
           FROM   books.invoice_lines l
           WHERE  l.shard = @shard
             AND  l.business_id = @business_id
             AND  l.invoice_id = i.id
             AND  l.description <> @description));

-- name: EraseFromDrafts :exec
-- EraseFromDrafts takes the descriptions out of a customer's drafts, which were never part of the books.
UPDATE books.invoice_lines l
SET    description = @description
FROM   books.invoices i
WHERE  l.shard = @shard
  AND  l.business_id = @business_id
  AND  i.shard = l.shard
  AND  i.business_id = l.business_id
  AND  i.id = l.invoice_id
  AND  i.customer_id = @customer_id
  AND  i.status = 'DRAFT'
  AND  l.description <> @description;

-- name: EraseMails :exec
-- EraseMails forgets where a customer's invoices were sent, and sends none that still wait.
DELETE FROM books.invoice_mails m
USING  books.invoices i
WHERE  m.shard = @shard
  AND  m.business_id = @business_id
  AND  i.shard = m.shard
  AND  i.business_id = m.business_id
  AND  i.id = m.invoice_id
  AND  i.customer_id = @customer_id;

-- name: AddInvoice :exec
-- AddInvoice writes a new invoice or credit note.
INSERT INTO books.invoices (shard, business_id, id, kind, status, number, customer_id, credits_id, currency, issue_date, due_date,
                            reference, notes, subtotal, tax_total, total, amount_paid, amount_credited, amount_due, plan_year,
                            entry_id, issued_at, sent_at, paid_at, voided_at, overdue_told_at, version, created_at, updated_at, created_by, updated_by)
VALUES (@shard, @business_id, @id, @kind, @status, @number, @customer_id, @credits_id, @currency, @issue_date, @due_date,
        @reference, @notes, @subtotal, @tax_total, @total, @amount_paid, @amount_credited, @amount_due, @plan_year,
        @entry_id, @issued_at, @sent_at, @paid_at, @voided_at, @overdue_told_at, @version, @created_at, @updated_at, @created_by, @updated_by);

-- name: SaveInvoice :exec
-- SaveInvoice writes everything about an invoice that can change.
UPDATE books.invoices
SET    status = @status,
       number = @number,
       customer_id = @customer_id,
       issue_date = @issue_date,
       due_date = @due_date,
       reference = @reference,
       notes = @notes,
       subtotal = @subtotal,
       tax_total = @tax_total,
       total = @total,
       amount_paid = @amount_paid,
       amount_credited = @amount_credited,
       amount_due = @amount_due,
       entry_id = @entry_id,
       issued_at = @issued_at,
       sent_at = @sent_at,
       paid_at = @paid_at,
       voided_at = @voided_at,
       overdue_told_at = @overdue_told_at,
       version = @version,
       updated_at = @updated_at,
       updated_by = @updated_by
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: InvoiceByID :one
-- InvoiceByID finds an invoice or credit note.
SELECT shard, business_id, id, kind, status, number, customer_id, credits_id, currency, issue_date, due_date, reference, notes,
       subtotal, tax_total, total, amount_paid, amount_credited, amount_due, plan_year, entry_id, issued_at, sent_at, paid_at,
       voided_at, overdue_told_at, version, created_at, updated_at, created_by, updated_by
FROM   books.invoices
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: InvoiceNumbers :many
-- InvoiceNumbers tells the numbers of those of the given invoices that the business has.
SELECT id, number
FROM   books.invoices
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = ANY(@ids::uuid[]);

-- name: InvoicesNewestFirst :many
-- InvoicesNewestFirst lists the invoices that were created before one, each as often as it has lines, with one of them.
SELECT i.shard, i.business_id, i.id, i.kind, i.status, i.number, i.customer_id, i.credits_id, i.currency, i.issue_date, i.due_date, i.reference, i.notes,
       i.subtotal, i.tax_total, i.total, i.amount_paid, i.amount_credited, i.amount_due, i.plan_year, i.entry_id, i.issued_at,
       i.sent_at, i.paid_at, i.voided_at, i.overdue_told_at, i.version, i.created_at, i.updated_at, i.created_by, i.updated_by,
       coalesce(l.line, 0)::integer AS line, coalesce(l.description, '')::text AS description, coalesce(l.quantity, 0)::numeric AS quantity,
       coalesce(l.unit_price, 0)::numeric AS unit_price, coalesce(l.tax_rate, 0)::numeric AS tax_rate, l.account_id,
       coalesce(l.net, 0)::numeric AS net, coalesce(l.tax, 0)::numeric AS tax
FROM   (SELECT n.shard, n.business_id, n.id, n.kind, n.status, n.number, n.customer_id, n.credits_id, n.currency, n.issue_date, n.due_date, n.reference, n.notes,
              n.subtotal, n.tax_total, n.total, n.amount_paid, n.amount_credited, n.amount_due, n.plan_year, n.entry_id, n.issued_at, n.sent_at, n.paid_at,
              n.voided_at, n.overdue_told_at, n.version, n.created_at, n.updated_at, n.created_by, n.updated_by
       FROM   books.invoices n
       WHERE  n.shard = @shard
         AND  n.business_id = @business_id
         AND  n.id < @after
         AND  (sqlc.narg(status)::text IS NULL OR n.status = sqlc.narg(status))
         AND  (sqlc.narg(kind)::text IS NULL OR n.kind = sqlc.narg(kind))
         AND  (sqlc.narg(customer_id)::uuid IS NULL OR n.customer_id = sqlc.narg(customer_id))
         AND  (sqlc.narg(issued_from)::date IS NULL OR n.issue_date >= sqlc.narg(issued_from))
         AND  (sqlc.narg(issued_to)::date IS NULL OR n.issue_date <= sqlc.narg(issued_to))
         AND  (sqlc.narg(due_before)::date IS NULL OR n.due_date < sqlc.narg(due_before))
         AND  (sqlc.narg(updated_since)::timestamptz IS NULL OR n.updated_at >= sqlc.narg(updated_since))
         AND  (sqlc.narg(search)::text IS NULL OR strpos(lower(concat_ws(chr(10), n.number, n.reference)), lower(sqlc.narg(search))) > 0)
       ORDER  BY n.id DESC
       LIMIT  @most) i
LEFT   JOIN LATERAL (
           SELECT x.line, x.description, x.quantity, x.unit_price, x.tax_rate, x.account_id, x.net, x.tax
           FROM   books.invoice_lines x
           WHERE  x.shard = @shard
             AND  x.business_id = @business_id
             AND  x.invoice_id = i.id
           ORDER  BY x.line) l ON true
ORDER  BY i.id DESC, l.line;

-- name: InvoicesOldestFirst :many
-- InvoicesOldestFirst lists the invoices that were created after one, each as often as it has lines, with one of them.
SELECT i.shard, i.business_id, i.id, i.kind, i.status, i.number, i.customer_id, i.credits_id, i.currency, i.issue_date, i.due_date, i.reference, i.notes,
       i.subtotal, i.tax_total, i.total, i.amount_paid, i.amount_credited, i.amount_due, i.plan_year, i.entry_id, i.issued_at,
       i.sent_at, i.paid_at, i.voided_at, i.overdue_told_at, i.version, i.created_at, i.updated_at, i.created_by, i.updated_by,
       coalesce(l.line, 0)::integer AS line, coalesce(l.description, '')::text AS description, coalesce(l.quantity, 0)::numeric AS quantity,
       coalesce(l.unit_price, 0)::numeric AS unit_price, coalesce(l.tax_rate, 0)::numeric AS tax_rate, l.account_id,
       coalesce(l.net, 0)::numeric AS net, coalesce(l.tax, 0)::numeric AS tax
FROM   (SELECT n.shard, n.business_id, n.id, n.kind, n.status, n.number, n.customer_id, n.credits_id, n.currency, n.issue_date, n.due_date, n.reference, n.notes,
              n.subtotal, n.tax_total, n.total, n.amount_paid, n.amount_credited, n.amount_due, n.plan_year, n.entry_id, n.issued_at, n.sent_at, n.paid_at,
              n.voided_at, n.overdue_told_at, n.version, n.created_at, n.updated_at, n.created_by, n.updated_by
       FROM   books.invoices n
       WHERE  n.shard = @shard
         AND  n.business_id = @business_id
         AND  n.id > @after
         AND  (sqlc.narg(status)::text IS NULL OR n.status = sqlc.narg(status))
         AND  (sqlc.narg(kind)::text IS NULL OR n.kind = sqlc.narg(kind))
         AND  (sqlc.narg(customer_id)::uuid IS NULL OR n.customer_id = sqlc.narg(customer_id))
         AND  (sqlc.narg(issued_from)::date IS NULL OR n.issue_date >= sqlc.narg(issued_from))
         AND  (sqlc.narg(issued_to)::date IS NULL OR n.issue_date <= sqlc.narg(issued_to))
         AND  (sqlc.narg(due_before)::date IS NULL OR n.due_date < sqlc.narg(due_before))
         AND  (sqlc.narg(updated_since)::timestamptz IS NULL OR n.updated_at >= sqlc.narg(updated_since))
         AND  (sqlc.narg(search)::text IS NULL OR strpos(lower(concat_ws(chr(10), n.number, n.reference)), lower(sqlc.narg(search))) > 0)
       ORDER  BY n.id
       LIMIT  @most) i
LEFT   JOIN LATERAL (
           SELECT x.line, x.description, x.quantity, x.unit_price, x.tax_rate, x.account_id, x.net, x.tax
           FROM   books.invoice_lines x
           WHERE  x.shard = @shard
             AND  x.business_id = @business_id
             AND  x.invoice_id = i.id
           ORDER  BY x.line) l ON true
ORDER  BY i.id, l.line;

-- name: CountInvoices :one
-- CountInvoices counts the invoices of a list, up to a number.
SELECT count(*)
FROM   (
    SELECT id
    FROM   books.invoices
    WHERE  shard = @shard
      AND  business_id = @business_id
      AND  (sqlc.narg(status)::text IS NULL OR status = sqlc.narg(status))
      AND  (sqlc.narg(kind)::text IS NULL OR kind = sqlc.narg(kind))
      AND  (sqlc.narg(customer_id)::uuid IS NULL OR customer_id = sqlc.narg(customer_id))
      AND  (sqlc.narg(issued_from)::date IS NULL OR issue_date >= sqlc.narg(issued_from))
      AND  (sqlc.narg(issued_to)::date IS NULL OR issue_date <= sqlc.narg(issued_to))
      AND  (sqlc.narg(due_before)::date IS NULL OR due_date < sqlc.narg(due_before))
      AND  (sqlc.narg(updated_since)::timestamptz IS NULL OR updated_at >= sqlc.narg(updated_since))
      AND  (sqlc.narg(search)::text IS NULL OR strpos(lower(concat_ws(chr(10), number, reference)), lower(sqlc.narg(search))) > 0)
    LIMIT  @most
) counted;

-- name: RemoveInvoice :exec
-- RemoveInvoice deletes a draft with its lines.
DELETE FROM books.invoices
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: HasNumber :one
-- HasNumber reports whether another invoice has a number. Drafts count only if asked: their number is a wish.
SELECT EXISTS (
    SELECT 1
    FROM   books.invoices
    WHERE  shard = @shard
      AND  business_id = @business_id
      AND  number = @number
      AND  id <> @id
      AND  (@drafts::boolean OR status <> 'DRAFT')
);

-- name: InvoiceLinesOf :many
-- InvoiceLinesOf lists the lines of some invoices.
SELECT invoice_id, description, quantity, unit_price, tax_rate, account_id, net, tax
FROM   books.invoice_lines
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  invoice_id = ANY(@invoices::uuid[])
ORDER  BY invoice_id, line;

-- name: AddInvoiceLines :exec
-- AddInvoiceLines writes the lines of an invoice.
INSERT INTO books.invoice_lines (shard, business_id, invoice_id, line, description, quantity, unit_price, tax_rate, account_id, net, tax)
SELECT i.shard,
       i.business_id,
       i.id,
       n,
       (@descriptions::text[])[n],
       ((@quantities::text[])[n])::numeric,
       ((@unit_prices::text[])[n])::numeric,
       ((@tax_rates::text[])[n])::numeric,
       (@accounts::uuid[])[n],
       ((@nets::text[])[n])::numeric,
       ((@taxes::text[])[n])::numeric
FROM   books.invoices i, generate_subscripts(@descriptions::text[], 1) AS n
WHERE  i.shard = @shard
  AND  i.business_id = @business_id
  AND  i.id = @invoice_id;

-- name: RemoveInvoiceLines :exec
-- RemoveInvoiceLines removes the lines of a draft, which gets new ones.
DELETE FROM books.invoice_lines
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  invoice_id = @invoice_id;

-- name: PaidOf :one
-- PaidOf adds up what payments settle of an invoice.
SELECT coalesce(sum(amount), 0)::numeric AS paid
FROM   books.allocations
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  invoice_id = @invoice_id;

-- name: PlanYear :one
-- PlanYear is what a business has used of its plan in a year.
SELECT invoices, turnover, told
FROM   books.plan_years
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  year = @year;

-- name: CountTowardsPlan :exec
-- CountTowardsPlan adds to what a business has used of its plan in a year, or takes away.
INSERT INTO books.plan_years AS y (shard, business_id, year, invoices, turnover)
VALUES (@shard, @business_id, @year, greatest(sqlc.arg(invoices)::integer, 0), sqlc.arg(turnover)::numeric)
ON CONFLICT (shard, business_id, year) DO UPDATE
SET    invoices = y.invoices + sqlc.arg(invoices)::integer,
       turnover = y.turnover + sqlc.arg(turnover)::numeric;

-- name: MarkCeilingRecorded :exec
-- MarkCeilingRecorded marks that the event of a ceiling is recorded.
UPDATE books.plan_years
SET    told = array_append(told, @ceiling::text)
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  year = @year;

-- name: AddImport :exec
-- AddImport keeps what came of an import.
INSERT INTO books.imports (shard, business_id, id, created, failed, results, created_at)
VALUES (@shard, @business_id, @id, @created, @failed, @results, @created_at);

-- name: ImportByID :one
-- ImportByID finds what came of an import.
SELECT id, created, failed, results
FROM   books.imports
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: AddInvoiceMail :exec
-- AddInvoiceMail asks for an invoice to be mailed.
INSERT INTO books.invoice_mails (shard, business_id, id, invoice_id, recipient, created_at)
VALUES (@shard, @business_id, @id, @invoice_id, @recipient, @created_at);

-- name: LastInvoiceMail :one
-- LastInvoiceMail reports when an invoice was last mailed to an address, if that was after a time.
SELECT created_at
FROM   books.invoice_mails
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  invoice_id = @invoice_id
  AND  lower(recipient) = lower(@recipient::text)
  AND  created_at > @after::timestamptz
ORDER  BY created_at DESC
LIMIT  1;

-- name: InvoiceMailsDue :many
-- InvoiceMailsDue lists the mails that wait and that nobody is sending: of each business a few, the oldest first, and of
-- all businesses the first ones before the second ones. Who is first is drawn by lot.
-- console read: a worker looks over all shards that it owns, and locks nothing
SELECT shard, business_id, id
FROM  (SELECT shard, business_id, id, row_number() OVER (PARTITION BY shard, business_id ORDER BY created_at, id) AS place
       FROM   books.invoice_mails
       WHERE  shard = ANY(@shards::smallint[])
         AND  (claimed_until IS NULL OR claimed_until <= @now::timestamptz)) AS waiting
WHERE  place <= @most_each::integer
ORDER  BY place, random()
LIMIT  @most;

-- name: InvoiceMailBacklog :one
-- InvoiceMailBacklog reports how many mails wait, and since when the oldest does.
-- console read: a figure over all shards, for the operator.
SELECT count(*) AS waiting, coalesce(min(created_at), @now)::timestamptz AS oldest
FROM   books.invoice_mails
WHERE  sent_at IS NULL;

-- name: ClaimInvoiceMail :one
-- ClaimInvoiceMail hides a mail from others until the claim ends. Of many who try, one gets the row.
UPDATE books.invoice_mails
SET    claimed_until = @claimed_until::timestamptz
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id
  AND  (claimed_until IS NULL OR claimed_until <= @now::timestamptz)
RETURNING invoice_id, recipient, created_at, sent_at;

-- name: SettleInvoiceMail :exec
-- SettleInvoiceMail notes that a mail is out, or never will be. It comes due again when it may be repeated, to be forgotten.
UPDATE books.invoice_mails
SET    sent_at = @now::timestamptz,
       claimed_until = @forget_at::timestamptz
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: ForgetInvoiceMail :exec
-- ForgetInvoiceMail forgets a mail that may be repeated: whom it went to is nobody's business any more.
DELETE FROM books.invoice_mails
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: BusinessesWithDue :many
-- BusinessesWithDue lists the businesses of a slice's shards with invoices that may be overdue, by the day of whoever is ahead
-- of all others.
SELECT DISTINCT shard, business_id
FROM   books.invoices
WHERE  shard = ANY(@shards::smallint[])
  AND  status IN ('ISSUED', 'PARTIALLY_PAID')
  AND  overdue_told_at IS NULL
  AND  due_date < @latest_day::date
ORDER  BY shard, business_id;

-- name: BusinessesAheadWithDue :many
-- BusinessesAheadWithDue lists those whose clocks are ahead, by their own day.
SELECT DISTINCT i.shard, i.business_id
FROM   tenancy.active_businesses b
JOIN   books.invoices i
       ON  i.shard = b.shard
       AND i.business_id = b.business_id
WHERE  b.shard = ANY(@shards::smallint[])
  AND  i.shard = ANY(@shards::smallint[])
  AND  b.ahead_micros > 0
  AND  i.status IN ('ISSUED', 'PARTIALLY_PAID')
  AND  i.overdue_told_at IS NULL
  AND  i.due_date < CAST(@latest_day AS date) + b.ahead_micros * interval '1 microsecond'
ORDER  BY i.shard, i.business_id;

-- name: OverdueInvoices :many
-- OverdueInvoices lists the invoices of some businesses that are due since before their day and of which no event says so yet.
SELECT i.business_id, i.id, i.number, i.due_date, i.amount_due
FROM   books.invoices i
JOIN   generate_series(1, cardinality(@businesses::uuid[])) AS n
       ON  i.business_id = (@businesses::uuid[])[n]
       AND i.due_date < (@days::date[])[n]
WHERE  i.shard = @shard
  AND  i.status IN ('ISSUED', 'PARTIALLY_PAID')
  AND  i.kind = 'INVOICE'
  AND  i.overdue_told_at IS NULL
ORDER  BY i.due_date, i.id
LIMIT  @most;

-- name: MarkOverdueRecorded :exec
-- MarkOverdueRecorded marks the invoices of which it is recorded that they are overdue. It is no new version: nobody sees it.
UPDATE books.invoices
SET    overdue_told_at = @now::timestamptz
WHERE  shard = @shard
  AND  business_id = ANY(@businesses::uuid[])
  AND  id = ANY(@invoices::uuid[]);
