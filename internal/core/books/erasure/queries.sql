-- name: Plan :exec
-- Plan asks for the traces of a record to be removed. One that is planned already starts anew.
INSERT INTO books.erasures AS e (shard, business_id, id, kind, deleted, due_at)
SELECT l.shard, l.business_id, r.id, @kind, @deleted, @due_at
FROM   books.ledgers l, unnest(@ids::uuid[]) AS r (id)
WHERE  l.shard = @shard
  AND  l.business_id = @business_id
ON CONFLICT (shard, business_id, id) DO UPDATE
SET    sweeps = 0,
       deleted = e.deleted AND excluded.deleted,
       due_at = excluded.due_at;

-- name: Due :many
-- Due lists the erasures whose traces are to be looked for: of all businesses the first ones before the second ones, the
-- longest due first. So a business that erases many delays nobody else.
-- console read: a worker looks over all shards that it owns, and locks nothing
SELECT shard, business_id, id, kind, deleted, sweeps
FROM  (SELECT shard, business_id, id, kind, deleted, sweeps, due_at,
              row_number() OVER (PARTITION BY shard, business_id ORDER BY due_at, id) AS place
       FROM   books.erasures
       WHERE  shard = ANY(@shards::smallint[])
         AND  due_at <= @now::timestamptz) AS waiting
ORDER  BY place, due_at
LIMIT  @most;

-- name: Swept :exec
-- Swept says when to look next.
UPDATE books.erasures
SET    sweeps = @sweeps,
       due_at = @due_at
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: Finish :exec
-- Finish ends an erasure whose traces were looked for often enough.
DELETE FROM books.erasures
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: OldestDue :one
-- OldestDue reports since when the erasure that waits longest has been due.
-- console read: one row over all shards, for the operator.
SELECT min(due_at)::timestamptz AS due_at
FROM   books.erasures
WHERE  shard = ANY(@shards::smallint[])
  AND  due_at <= @now::timestamptz
HAVING count(*) > 0;

-- name: DocumentsOf :many
-- DocumentsOf lists the invoices, credit notes and payments of a customer, deleted payments too.
SELECT 'INVOICE' AS kind, i.id
FROM   books.invoices i
WHERE  i.shard = @shard
  AND  i.business_id = @business_id
  AND  i.customer_id = @customer_id
UNION ALL
SELECT 'PAYMENT', p.id
FROM   books.payments p
WHERE  p.shard = @shard
  AND  p.business_id = @business_id
  AND  p.customer_id = @customer_id;

-- name: EraseRefunds :exec
DELETE FROM books.refunds
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: EraseAllocations :exec
DELETE FROM books.allocations
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: ErasePayments :exec
DELETE FROM books.payments
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: EraseInvoiceMails :exec
DELETE FROM books.invoice_mails
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: EraseInvoices :exec
-- EraseInvoices takes their lines with it.
DELETE FROM books.invoices
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: EraseImports :exec
DELETE FROM books.imports
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: ErasePlanYears :exec
DELETE FROM books.plan_years
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: EraseCustomers :exec
DELETE FROM books.customers
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: EraseSuppliers :exec
DELETE FROM books.suppliers
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: ErasePlanned :exec
-- ErasePlanned forgets the erasures of single records: there are none left.
DELETE FROM books.erasures
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: EraseLedger :exec
-- EraseLedger takes the journal with it. The database refuses to delete an open one, and the journal without it.
DELETE FROM books.ledgers
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: EraseAccounts :exec
-- EraseAccounts is the last: lines of the journal point to them.
DELETE FROM books.accounts
WHERE  shard = @shard
  AND  business_id = @business_id;
