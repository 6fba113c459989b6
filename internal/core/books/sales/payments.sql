-- name: AddPayment :exec
-- AddPayment writes a new payment.
INSERT INTO books.payments (shard, business_id, id, customer_id, date, method, currency, amount, amount_allocated, account_id,
                            reference, notes, entry_id, version, created_at, updated_at, created_by, updated_by)
VALUES (@shard, @business_id, @id, @customer_id, @date, @method, @currency, @amount, @amount_allocated, @account_id,
        @reference, @notes, @entry_id, @version, @created_at, @updated_at, @created_by, @updated_by);

-- name: PaymentByID :one
-- PaymentByID finds a payment that was not deleted.
SELECT shard, business_id, id, customer_id, date, method, currency, amount, amount_allocated, amount_refunded, account_id,
       reference, notes, entry_id, deleted_at, version, created_at, updated_at, created_by, updated_by
FROM   books.payments
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id
  AND  deleted_at IS NULL;

-- name: PaymentAmounts :many
-- PaymentAmounts tells the amounts of those of the given payments that the business has.
SELECT id, currency, amount
FROM   books.payments
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = ANY(@ids::uuid[])
  AND  deleted_at IS NULL;

-- name: PaymentsNewestFirst :many
-- PaymentsNewestFirst lists the payments that were recorded before one.
SELECT p.shard, p.business_id, p.id, p.customer_id, p.date, p.method, p.currency, p.amount, p.amount_allocated, p.amount_refunded,
       p.account_id, p.reference, p.notes, p.entry_id, p.deleted_at, p.version, p.created_at, p.updated_at, p.created_by, p.updated_by
FROM   books.payments p
WHERE  p.shard = @shard
  AND  p.business_id = @business_id
  AND  p.deleted_at IS NULL
  AND  p.id < @start
  AND  (sqlc.narg(customer_id)::uuid IS NULL OR p.customer_id = sqlc.narg(customer_id))
  AND  (sqlc.narg(invoice_id)::uuid IS NULL OR EXISTS (
           SELECT 1
           FROM   books.allocations a
           WHERE  a.shard = @shard
             AND  a.business_id = @business_id
             AND  a.payment_id = p.id
             AND  a.invoice_id = sqlc.narg(invoice_id)))
  AND  (sqlc.narg(date_from)::date IS NULL OR p.date >= sqlc.narg(date_from))
  AND  (sqlc.narg(date_to)::date IS NULL OR p.date <= sqlc.narg(date_to))
  AND  (sqlc.narg(method)::text IS NULL OR p.method = sqlc.narg(method))
  AND  (sqlc.narg(updated_since)::timestamptz IS NULL OR p.updated_at >= sqlc.narg(updated_since))
  AND  (sqlc.narg(search)::text IS NULL OR strpos(lower(p.reference), lower(sqlc.narg(search))) > 0)
ORDER  BY p.id DESC
LIMIT  @most;

-- name: PaymentsOldestFirst :many
-- PaymentsOldestFirst lists the payments that were recorded after one.
SELECT p.shard, p.business_id, p.id, p.customer_id, p.date, p.method, p.currency, p.amount, p.amount_allocated, p.amount_refunded,
       p.account_id, p.reference, p.notes, p.entry_id, p.deleted_at, p.version, p.created_at, p.updated_at, p.created_by, p.updated_by
FROM   books.payments p
WHERE  p.shard = @shard
  AND  p.business_id = @business_id
  AND  p.deleted_at IS NULL
  AND  p.id > @start
  AND  (sqlc.narg(customer_id)::uuid IS NULL OR p.customer_id = sqlc.narg(customer_id))
  AND  (sqlc.narg(invoice_id)::uuid IS NULL OR EXISTS (
           SELECT 1
           FROM   books.allocations a
           WHERE  a.shard = @shard
             AND  a.business_id = @business_id
             AND  a.payment_id = p.id
             AND  a.invoice_id = sqlc.narg(invoice_id)))
  AND  (sqlc.narg(date_from)::date IS NULL OR p.date >= sqlc.narg(date_from))
  AND  (sqlc.narg(date_to)::date IS NULL OR p.date <= sqlc.narg(date_to))
  AND  (sqlc.narg(method)::text IS NULL OR p.method = sqlc.narg(method))
  AND  (sqlc.narg(updated_since)::timestamptz IS NULL OR p.updated_at >= sqlc.narg(updated_since))
  AND  (sqlc.narg(search)::text IS NULL OR strpos(lower(p.reference), lower(sqlc.narg(search))) > 0)
ORDER  BY p.id
LIMIT  @most;

-- name: CountPayments :one
-- CountPayments counts the payments of a list, up to a number.
SELECT count(*)
FROM   (
    SELECT p.id
    FROM   books.payments p
    WHERE  p.shard = @shard
      AND  p.business_id = @business_id
      AND  p.deleted_at IS NULL
      AND  (sqlc.narg(customer_id)::uuid IS NULL OR p.customer_id = sqlc.narg(customer_id))
      AND  (sqlc.narg(invoice_id)::uuid IS NULL OR EXISTS (
               SELECT 1
               FROM   books.allocations a
               WHERE  a.shard = @shard
                 AND  a.business_id = @business_id
                 AND  a.payment_id = p.id
                 AND  a.invoice_id = sqlc.narg(invoice_id)))
      AND  (sqlc.narg(date_from)::date IS NULL OR p.date >= sqlc.narg(date_from))
      AND  (sqlc.narg(date_to)::date IS NULL OR p.date <= sqlc.narg(date_to))
      AND  (sqlc.narg(method)::text IS NULL OR p.method = sqlc.narg(method))
      AND  (sqlc.narg(updated_since)::timestamptz IS NULL OR p.updated_at >= sqlc.narg(updated_since))
      AND  (sqlc.narg(search)::text IS NULL OR strpos(lower(p.reference), lower(sqlc.narg(search))) > 0)
    LIMIT  @most
) counted;

-- name: AllocationsOf :many
-- AllocationsOf lists what some payments settle, a payment's oldest invoice first.
SELECT payment_id, invoice_id, amount
FROM   books.allocations
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  payment_id = ANY(@payments::uuid[])
ORDER  BY payment_id, invoice_id;

-- name: RefundsOf :many
-- RefundsOf lists what was given back of some payments, a payment's first refund first.
SELECT payment_id, id, date, amount, reason, created_at
FROM   books.refunds
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  payment_id = ANY(@payments::uuid[])
ORDER  BY payment_id, id;

-- name: SavePayment :exec
-- SavePayment writes everything about a payment that can change.
UPDATE books.payments
SET    method = @method,
       reference = @reference,
       notes = @notes,
       amount_allocated = @amount_allocated,
       amount_refunded = @amount_refunded,
       deleted_at = @deleted_at,
       version = @version,
       updated_at = @updated_at,
       updated_by = @updated_by
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: RemoveAllocations :exec
-- RemoveAllocations lets go of the invoices that a payment settled.
DELETE FROM books.allocations
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  payment_id = @payment_id;

-- name: AddAllocations :exec
-- AddAllocations writes which invoices a payment settles.
INSERT INTO books.allocations (shard, business_id, payment_id, invoice_id, amount)
SELECT p.shard,
       p.business_id,
       p.id,
       (@invoices::uuid[])[n],
       ((@amounts::text[])[n])::numeric
FROM   books.payments p, generate_subscripts(@invoices::uuid[], 1) AS n
WHERE  p.shard = @shard
  AND  p.business_id = @business_id
  AND  p.id = @payment_id;

-- name: AddRefund :exec
-- AddRefund writes a refund.
INSERT INTO books.refunds (shard, business_id, id, payment_id, date, amount, reason, entry_id, created_at)
VALUES (@shard, @business_id, @id, @payment_id, @date, @amount, @reason, @entry_id, @created_at);

-- name: EraseFromPayments :exec
-- EraseFromPayments takes the free text out of a customer's payments, deleted ones too.
UPDATE books.payments
SET    reference = NULL,
       notes = NULL,
       version = version + 1,
       updated_at = @now,
       updated_by = @updated_by
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  customer_id = @customer_id
  AND  (reference IS NOT NULL OR notes IS NOT NULL);

-- name: EraseFromRefunds :exec
-- EraseFromRefunds takes the reasons out of the refunds of a customer's payments.
UPDATE books.refunds r
SET    reason = NULL
FROM   books.payments p
WHERE  r.shard = @shard
  AND  r.business_id = @business_id
  AND  p.shard = r.shard
  AND  p.business_id = r.business_id
  AND  p.id = r.payment_id
  AND  p.customer_id = @customer_id
  AND  r.reason IS NOT NULL;
