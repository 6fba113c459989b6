-- name: AddLedger :exec
-- AddLedger opens the books of a new business.
INSERT INTO books.ledgers (shard, business_id, created_at)
VALUES (@shard, @business_id, @now::timestamptz);

-- name: AddChart :exec
-- AddChart writes the first accounts of a new business.
INSERT INTO books.accounts (shard, business_id, id, code, name, type, role, created_at, updated_at)
SELECT @shard,
       @business_id,
       (@ids::uuid[])[n],
       (@codes::text[])[n],
       (@names::text[])[n],
       (@types::text[])[n],
       nullif((@roles::text[])[n], ''),
       @now::timestamptz,
       @now::timestamptz
FROM   generate_series(1, cardinality(@ids::uuid[])) AS n;

-- name: LockLedger :one
-- LockLedger finds a business's books and makes everybody else who writes into them wait.
SELECT l.locked_through, b.plan, b.currency, b.timezone
FROM   books.ledgers l
JOIN   tenancy.bookkeeping b
       ON  b.shard = l.shard
       AND b.business_id = l.business_id
WHERE  l.shard = @shard
  AND  l.business_id = @business_id
FOR NO KEY UPDATE OF l;

-- name: NextInvoice :one
-- NextInvoice takes the next number of an invoice.
UPDATE books.ledgers
SET    last_invoice = last_invoice + 1
WHERE  shard = @shard
  AND  business_id = @business_id
RETURNING last_invoice;

-- name: NextCreditNote :one
-- NextCreditNote takes the next number of a credit note.
UPDATE books.ledgers
SET    last_credit_note = last_credit_note + 1
WHERE  shard = @shard
  AND  business_id = @business_id
RETURNING last_credit_note;

-- name: Account :one
-- Account finds an account of a business.
SELECT shard, business_id, id, code, name, type, role, description, archived_at, version, created_at, updated_at
FROM   books.accounts
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: AccountOfRole :one
-- AccountOfRole finds the account that the service itself posts something to.
SELECT shard, business_id, id, code, name, type, role, description, archived_at, version, created_at, updated_at
FROM   books.accounts
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  role = @role;

-- name: AccountsNamed :many
-- AccountsNamed finds those of the given accounts that the business has.
SELECT shard, business_id, id, code, name, type, role, description, archived_at, version, created_at, updated_at
FROM   books.accounts
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = ANY(@ids::uuid[]);

-- name: Post :one
-- Post takes the journal's next number and writes an entry with its lines. It is one statement: the database refuses an entry whose lines do not balance when the statement ends.
WITH numbered AS (
    UPDATE books.ledgers AS l
    SET    last_entry = l.last_entry + 1
    WHERE  l.shard = @shard
      AND  l.business_id = @business_id
    RETURNING l.last_entry
), written AS (
    INSERT INTO books.entries (shard, business_id, id, number, date, memo, source, source_id, reverses_id, total, created_at)
    SELECT @shard,
           @business_id,
           @id,
           numbered.last_entry,
           @date::date,
           @memo,
           @source,
           sqlc.narg(source_id)::uuid,
           sqlc.narg(reverses_id)::uuid,
           @total,
           @now::timestamptz
    FROM   numbered
    RETURNING number
), lines AS (
    INSERT INTO books.lines (shard, business_id, entry_id, line, account_id, date, amount, memo)
    SELECT @shard,
           @business_id,
           @id,
           n,
           (@account_ids::uuid[])[n],
           @date::date,
           ((@amounts::text[])[n])::numeric,
           (@memos::text[])[n]
    FROM   generate_series(1, cardinality(@account_ids::uuid[])) AS n
)
SELECT number
FROM   written;

-- name: Entry :one
-- Entry finds an entry of the journal, and which one reversed it.
SELECT e.shard, e.business_id, e.id, e.number, e.date, e.memo, e.source, e.source_id, e.reverses_id, e.total, e.created_at,
       r.id AS reversed_by_id
FROM   books.entries e
LEFT   JOIN books.entries r
       ON  r.shard = e.shard
       AND r.business_id = e.business_id
       AND r.reverses_id = e.id
WHERE  e.shard = @shard
  AND  e.business_id = @business_id
  AND  e.id = @id;

-- name: LinesOf :many
-- LinesOf lists the lines of some entries, with the names that their accounts bear now.
SELECT l.entry_id, l.line, l.account_id, l.amount, l.memo, a.code, a.name
FROM   books.lines l
JOIN   books.accounts a
       ON  a.shard = l.shard
       AND a.business_id = l.business_id
       AND a.id = l.account_id
WHERE  l.shard = @shard
  AND  l.business_id = @business_id
  AND  l.entry_id = ANY(@entry_ids::uuid[])
ORDER  BY l.entry_id, l.line;
