-- name: Plan :exec
-- Plan asks for the traces of a record to be removed. One that is planned already starts anew.
INSERT INTO books.erasures (shard, business_id, id, kind, due_at)
SELECT @shard, @business_id, r.id, @kind, @due_at
FROM   unnest(@ids::uuid[]) AS r (id)
ON CONFLICT (shard, business_id, id) DO UPDATE
SET    sweeps = 0,
       due_at = excluded.due_at;

-- name: Due :many
-- Due lists the erasures whose traces are to be looked for, the longest due first.
-- console read: the job looks over all shards, and locks nothing
SELECT shard, business_id, id, kind
FROM   books.erasures
WHERE  due_at <= @now::timestamptz
ORDER  BY due_at
LIMIT  @most;

-- name: Swept :exec
-- Swept puts the next look off, for the first times.
UPDATE books.erasures
SET    sweeps = sweeps + 1,
       due_at = @due_at
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: Finish :exec
-- Finish ends an erasure whose traces were looked for often enough.
DELETE FROM books.erasures
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id
  AND  sweeps >= @enough;

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

-- name: EraseLines :exec
DELETE FROM books.lines
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: EraseEntries :exec
DELETE FROM books.entries
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: EraseAccounts :exec
DELETE FROM books.accounts
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: EraseLedger :exec
-- EraseLedger is the last.
DELETE FROM books.ledgers
WHERE  shard = @shard
  AND  business_id = @business_id;
