-- name: ErasedSince :many
-- ErasedSince lists what was erased by the operator since an id was made, the oldest first.
SELECT at, action, subject
FROM   audit.control_entries
WHERE  id >= @since
  AND  action = ANY(@actions::text[])
ORDER  BY id;

-- name: ErasedInBusinessesSince :many
-- ErasedInBusinessesSince does so of what businesses erased, in a slice's shards, in whatever order.
SELECT shard, business_id, at, action, subject
FROM   audit.business_entries
WHERE  shard = ANY(@shards::smallint[])
  AND  id >= @since
  AND  action = ANY(@actions::text[]);
