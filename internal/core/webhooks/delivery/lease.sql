-- name: Heartbeat :exec
-- Heartbeat says that a worker is there.
INSERT INTO webhooks.workers (id, seen_at)
VALUES (@id, @now)
ON CONFLICT (id) DO UPDATE
SET    seen_at = excluded.seen_at;

-- name: Workers :one
-- Workers counts those who were there lately.
SELECT count(*)
FROM   webhooks.workers
WHERE  seen_at > @since;

-- name: Leases :many
-- Leases tells who has leased which slice.
SELECT slice, worker_id, fence, expires_at
FROM   webhooks.leases;

-- name: AcquireLeases :many
-- AcquireLeases takes those of some slices that nobody has. Every new lease has a higher fence.
UPDATE webhooks.leases
SET    worker_id = @worker_id,
       fence = fence + 1,
       expires_at = @expires_at
WHERE  slice = ANY(@slices::smallint[])
  AND  expires_at <= @now::timestamptz
RETURNING slice, fence;

-- name: RenewLeases :many
-- RenewLeases extends what a worker still has. What ran out and was taken by nobody is still its own: a slow renewal costs it nothing.
UPDATE webhooks.leases
SET    expires_at = @expires_at
WHERE  worker_id = @worker_id
RETURNING slice, fence;

-- name: ReleaseLeases :exec
-- ReleaseLeases gives slices back at once.
UPDATE webhooks.leases
SET    worker_id = '',
       expires_at = @now::timestamptz
WHERE  worker_id = @worker_id
  AND  slice = ANY(@slices::smallint[]);

-- name: RemoveWorkers :exec
-- RemoveWorkers removes those who have not been seen for long.
DELETE FROM webhooks.workers
WHERE  seen_at < @before
   OR  id = @id;
