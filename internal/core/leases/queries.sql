-- name: Read :many
-- Read tells who has leased some slices, and who would like to. On a cluster it is asked for one slice at a time, as all statements here are.
SELECT shard, owner, fence, expires_at, leaving, asked_by, asked_at
FROM   leases.slices
WHERE  shard = ANY(@shards::smallint[]);

-- name: Renew :many
-- Renew extends those of some slices that are a worker's own. What ran out and was taken by nobody is still its own: a slow renewal costs it nothing.
UPDATE leases.slices
SET    expires_at = @expires_at,
       leaving = @leaving
WHERE  shard = ANY(@shards::smallint[])
  AND  owner = @owner
RETURNING shard, owner, fence, expires_at, leaving, asked_by, asked_at;

-- name: Acquire :many
-- Acquire takes those of some slices that nobody has. Every new lease has a higher fence.
UPDATE leases.slices
SET    owner = @owner,
       fence = fence + 1,
       expires_at = @expires_at,
       leaving = false,
       asked_by = ''
WHERE  shard = ANY(@shards::smallint[])
  AND  expires_at <= @now::timestamptz
RETURNING shard, owner, fence, expires_at, leaving, asked_by, asked_at;

-- name: Ask :exec
-- Ask has the owners of some slices know that a worker has too few.
UPDATE leases.slices
SET    asked_by = @asked_by,
       asked_at = @now
WHERE  shard = ANY(@shards::smallint[]);

-- name: Release :exec
-- Release gives slices back at once.
UPDATE leases.slices
SET    owner = '',
       expires_at = @now
WHERE  shard = ANY(@shards::smallint[])
  AND  owner = @owner;
