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
