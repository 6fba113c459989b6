-- name: AddLedger :exec
-- AddLedger opens the books of a new business.
INSERT INTO books.ledgers (shard, business_id, created_at)
VALUES (@shard, @business_id, @now::timestamptz);

-- name: AddChart :exec
-- AddChart writes the first accounts of a new business.
INSERT INTO books.accounts (shard, business_id, id, code, name, type, role, created_at, updated_at, created_by, updated_by)
SELECT l.shard,
       l.business_id,
       (@ids::uuid[])[n],
       (@codes::text[])[n],
       (@names::text[])[n],
       (@types::text[])[n],
       nullif((@roles::text[])[n], ''),
       @now::timestamptz,
       @now::timestamptz,
       'service',
       'service'
FROM   books.ledgers l, generate_series(1, cardinality(@ids::uuid[])) AS n
WHERE  l.shard = @shard
  AND  l.business_id = @business_id;

-- name: LockLedger :one
-- LockLedger finds a business's books and makes everybody else who writes into them wait.
SELECT l.locked_through, l.last_entry, l.last_invoice, l.last_credit_note,
       b.plan, b.currency, b.timezone, (b.sandbox_of IS NOT NULL)::boolean AS sandbox
FROM   books.ledgers l
JOIN   tenancy.active_businesses b
       ON  b.shard = l.shard
       AND b.business_id = l.business_id
WHERE  l.shard = @shard
  AND  l.business_id = @business_id
  AND  l.closed_at IS NULL
FOR NO KEY UPDATE OF l;

-- name: LockLedgers :many
-- LockLedgers does so with the books of several businesses of one shard, in the order of their ids: whoever locks several never waits for somebody who waits for it.
SELECT l.business_id, l.locked_through, l.last_entry, l.last_invoice, l.last_credit_note,
       b.plan, b.currency, b.timezone, (b.sandbox_of IS NOT NULL)::boolean AS sandbox
FROM   books.ledgers l
JOIN   tenancy.active_businesses b
       ON  b.shard = l.shard
       AND b.business_id = l.business_id
WHERE  l.shard = @shard
  AND  l.business_id = ANY(@businesses::uuid[])
  AND  l.closed_at IS NULL
ORDER  BY l.business_id
FOR NO KEY UPDATE OF l;

-- name: Clocks :many
-- Clocks tells of some businesses of one shard how far their clocks are ahead of the service's.
SELECT business_id, ahead_micros
FROM   tenancy.active_businesses
WHERE  shard = @shard
  AND  business_id = ANY(@businesses::uuid[])
  AND  ahead_micros > 0;

-- name: CloseLedger :exec
-- CloseLedger closes a business's books for good. Who is writing into them ends first.
UPDATE books.ledgers
SET    closed_at = @now::timestamptz
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: TakeNumbers :exec
-- TakeNumbers notes the last numbers that were taken. The books are locked, so whoever takes one knows the last.
UPDATE books.ledgers
SET    last_entry = @last_entry,
       last_invoice = @last_invoice,
       last_credit_note = @last_credit_note
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: Account :one
-- Account finds an account of a business.
SELECT shard, business_id, id, code, name, type, role, description, archived_at, version, created_at, updated_at, created_by, updated_by
FROM   books.accounts
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: AccountsOfRoles :many
-- AccountsOfRoles finds the accounts that the service itself posts to.
SELECT shard, business_id, id, code, name, type, role, description, archived_at, version, created_at, updated_at, created_by, updated_by
FROM   books.accounts
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  role IS NOT NULL;

-- name: AccountsNamed :many
-- AccountsNamed finds those of the given accounts that the business has.
SELECT shard, business_id, id, code, name, type, role, description, archived_at, version, created_at, updated_at, created_by, updated_by
FROM   books.accounts
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = ANY(@ids::uuid[]);

-- name: AddEntry :exec
-- AddEntry writes an entry of the journal. The database refuses the commit without its lines.
INSERT INTO books.entries (shard, business_id, id, number, date, memo, source, source_id, reverses_id, total, created_at, created_by)
VALUES (@shard, @business_id, @id, @number, @date, @memo, @source, @source_id, @reverses_id, @total, @created_at, @created_by);

-- name: AddLines :exec
-- AddLines writes the lines of an entry, all at once: the database refuses lines that do not balance when the statement ends.
INSERT INTO books.lines (shard, business_id, entry_id, line, account_id, date, total, amount, memo)
SELECT e.shard,
       e.business_id,
       e.id,
       n,
       (@account_ids::uuid[])[n],
       e.date,
       e.total,
       ((@amounts::text[])[n])::numeric,
       (@memos::text[])[n]
FROM   books.entries e, generate_subscripts(@account_ids::uuid[], 1) AS n
WHERE  e.shard = @shard
  AND  e.business_id = @business_id
  AND  e.id = @entry_id;

-- name: EntryNumbers :many
-- EntryNumbers tells the numbers of those of the given entries that the journal has.
SELECT id, number
FROM   books.entries
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = ANY(@ids::uuid[]);

-- name: Entry :one
-- Entry finds an entry of the journal, and which one reversed it.
SELECT e.shard, e.business_id, e.id, e.number, e.date, e.memo, e.source, e.source_id, e.reverses_id, e.total, e.created_at, e.created_by,
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

-- name: AddAccount :exec
-- AddAccount writes a new account.
INSERT INTO books.accounts (shard, business_id, id, code, name, type, description, version, created_at, updated_at, created_by, updated_by)
VALUES (@shard, @business_id, @id, @code, @name, @type, @description, @version, @created_at, @updated_at, @created_by, @updated_by);

-- name: SaveAccount :exec
-- SaveAccount writes everything about an account that can change.
UPDATE books.accounts
SET    code = @code,
       name = @name,
       type = @type,
       description = @description,
       archived_at = @archived_at,
       version = @version,
       updated_at = @updated_at,
       updated_by = @updated_by
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: IsPostedTo :one
-- IsPostedTo reports whether anything was ever posted to an account.
SELECT EXISTS (
    SELECT 1
    FROM   books.lines
    WHERE  shard = @shard
      AND  business_id = @business_id
      AND  account_id = @account_id
);

-- name: KnowsAccount :one
-- KnowsAccount reports whether a list can go on after an account.
SELECT EXISTS (
    SELECT 1
    FROM   books.accounts
    WHERE  shard = @shard
      AND  business_id = @business_id
      AND  id = @id
);

-- name: AccountsNewestFirst :many
-- AccountsNewestFirst lists the accounts that were made before one.
SELECT shard, business_id, id, code, name, type, role, description, archived_at, version, created_at, updated_at, created_by, updated_by
FROM   books.accounts
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id < @start
  AND  (sqlc.narg(type)::text IS NULL OR type = sqlc.narg(type))
  AND  (sqlc.narg(archived)::boolean IS NULL OR (archived_at IS NOT NULL) = sqlc.narg(archived))
  AND  (sqlc.narg(updated_since)::timestamptz IS NULL OR updated_at >= sqlc.narg(updated_since))
  AND  (@search::text = '' OR strpos(lower(code || ' ' || name), lower(@search)) > 0)
ORDER  BY id DESC
LIMIT  @most;

-- name: AccountsOldestFirst :many
-- AccountsOldestFirst lists the accounts that were made after one.
SELECT shard, business_id, id, code, name, type, role, description, archived_at, version, created_at, updated_at, created_by, updated_by
FROM   books.accounts
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id > @start
  AND  (sqlc.narg(type)::text IS NULL OR type = sqlc.narg(type))
  AND  (sqlc.narg(archived)::boolean IS NULL OR (archived_at IS NOT NULL) = sqlc.narg(archived))
  AND  (sqlc.narg(updated_since)::timestamptz IS NULL OR updated_at >= sqlc.narg(updated_since))
  AND  (@search::text = '' OR strpos(lower(code || ' ' || name), lower(@search)) > 0)
ORDER  BY id
LIMIT  @most;

-- name: CountAccounts :one
-- CountAccounts counts the accounts of a list, up to a number.
SELECT count(*)
FROM   (
    SELECT 1
    FROM   books.accounts
    WHERE  shard = @shard
      AND  business_id = @business_id
      AND  (sqlc.narg(type)::text IS NULL OR type = sqlc.narg(type))
      AND  (sqlc.narg(archived)::boolean IS NULL OR (archived_at IS NOT NULL) = sqlc.narg(archived))
      AND  (sqlc.narg(updated_since)::timestamptz IS NULL OR updated_at >= sqlc.narg(updated_since))
      AND  (@search::text = '' OR strpos(lower(code || ' ' || name), lower(@search)) > 0)
    LIMIT  @most
) counted;

-- name: Balance :one
-- Balance adds up what was posted to an account through a day.
SELECT coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::numeric AS debit,
       coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)::numeric AS credit
FROM   books.lines
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  account_id = @account_id
  AND  date <= @as_of;

-- name: TrialBalance :many
-- TrialBalance adds up every account through a day, in the order of the chart. Archived accounts that come to nothing are left out.
SELECT a.id, a.code, a.name, a.type, coalesce(posted.amount, 0)::numeric AS amount
FROM   books.accounts a
LEFT   JOIN (
    SELECT l.account_id, sum(l.amount) AS amount
    FROM   books.lines l
    WHERE  l.shard = @shard
      AND  l.business_id = @business_id
      AND  l.date <= @as_of
    GROUP  BY l.account_id
) posted ON posted.account_id = a.id
WHERE  a.shard = @shard
  AND  a.business_id = @business_id
  AND  (a.archived_at IS NULL OR coalesce(posted.amount, 0) <> 0)
ORDER  BY a.code, a.id;

-- name: KnowsEntry :one
-- KnowsEntry reports whether a list can go on after an entry.
SELECT EXISTS (
    SELECT 1
    FROM   books.entries
    WHERE  shard = @shard
      AND  business_id = @business_id
      AND  id = @id
);

-- name: EntriesNewestFirst :many
-- EntriesNewestFirst lists the entries that were posted before one.
SELECT e.shard, e.business_id, e.id, e.number, e.date, e.memo, e.source, e.source_id, e.reverses_id, e.total, e.created_at, e.created_by,
       r.id AS reversed_by_id
FROM   books.entries e
LEFT   JOIN books.entries r
       ON  r.shard = e.shard
       AND r.business_id = e.business_id
       AND r.reverses_id = e.id
WHERE  e.shard = @shard
  AND  e.business_id = @business_id
  AND  e.id < @start
  AND  (sqlc.narg(date_from)::date IS NULL OR e.date >= sqlc.narg(date_from))
  AND  (sqlc.narg(date_to)::date IS NULL OR e.date <= sqlc.narg(date_to))
  AND  (sqlc.narg(source)::text IS NULL OR e.source = sqlc.narg(source))
  AND  (sqlc.narg(account_id)::uuid IS NULL OR EXISTS (
           SELECT 1
           FROM   books.lines l
           WHERE  l.shard = @shard
             AND  l.business_id = @business_id
             AND  l.entry_id = e.id
             AND  l.account_id = sqlc.narg(account_id)))
  AND  (sqlc.narg(posted_since)::timestamptz IS NULL OR e.created_at >= sqlc.narg(posted_since))
  AND  (@search::text = '' OR strpos(lower(e.memo), lower(@search)) > 0)
ORDER  BY e.id DESC
LIMIT  @most;

-- name: EntriesOldestFirst :many
-- EntriesOldestFirst lists the entries that were posted after one.
SELECT e.shard, e.business_id, e.id, e.number, e.date, e.memo, e.source, e.source_id, e.reverses_id, e.total, e.created_at, e.created_by,
       r.id AS reversed_by_id
FROM   books.entries e
LEFT   JOIN books.entries r
       ON  r.shard = e.shard
       AND r.business_id = e.business_id
       AND r.reverses_id = e.id
WHERE  e.shard = @shard
  AND  e.business_id = @business_id
  AND  e.id > @start
  AND  (sqlc.narg(date_from)::date IS NULL OR e.date >= sqlc.narg(date_from))
  AND  (sqlc.narg(date_to)::date IS NULL OR e.date <= sqlc.narg(date_to))
  AND  (sqlc.narg(source)::text IS NULL OR e.source = sqlc.narg(source))
  AND  (sqlc.narg(account_id)::uuid IS NULL OR EXISTS (
           SELECT 1
           FROM   books.lines l
           WHERE  l.shard = @shard
             AND  l.business_id = @business_id
             AND  l.entry_id = e.id
             AND  l.account_id = sqlc.narg(account_id)))
  AND  (sqlc.narg(posted_since)::timestamptz IS NULL OR e.created_at >= sqlc.narg(posted_since))
  AND  (@search::text = '' OR strpos(lower(e.memo), lower(@search)) > 0)
ORDER  BY e.id
LIMIT  @most;

-- name: CountEntries :one
-- CountEntries counts the entries of a list, up to a number.
SELECT count(*)
FROM   (
    SELECT 1
    FROM   books.entries e
    WHERE  e.shard = @shard
      AND  e.business_id = @business_id
      AND  (sqlc.narg(date_from)::date IS NULL OR e.date >= sqlc.narg(date_from))
      AND  (sqlc.narg(date_to)::date IS NULL OR e.date <= sqlc.narg(date_to))
      AND  (sqlc.narg(source)::text IS NULL OR e.source = sqlc.narg(source))
      AND  (sqlc.narg(account_id)::uuid IS NULL OR EXISTS (
               SELECT 1
               FROM   books.lines l
               WHERE  l.shard = @shard
                 AND  l.business_id = @business_id
                 AND  l.entry_id = e.id
                 AND  l.account_id = sqlc.narg(account_id)))
      AND  (sqlc.narg(posted_since)::timestamptz IS NULL OR e.created_at >= sqlc.narg(posted_since))
      AND  (@search::text = '' OR strpos(lower(e.memo), lower(@search)) > 0)
    LIMIT  @most
) counted;

-- name: LockedThrough :one
-- LockedThrough reports through which day a business's books are locked.
SELECT locked_through
FROM   books.ledgers
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: LockThrough :exec
-- LockThrough locks a business's books through a day, or unlocks them.
UPDATE books.ledgers
SET    locked_through = sqlc.narg(locked_through)::date
WHERE  shard = @shard
  AND  business_id = @business_id;
