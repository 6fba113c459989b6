-- name: DueShards :many
-- DueShards tells in which of some shards a webhook has deliveries that are due.
-- console read: the sandboxes of one listener are of several shards; nothing is locked
SELECT shard
FROM   webhooks.lanes
WHERE  shard = ANY(@shards::smallint[])
  AND  webhook_id = @webhook_id
  AND  due_at <= @now::timestamptz;

-- name: LaneShards :many
-- LaneShards tells in which shards deliveries wait for a webhook.
-- console read: a webhook's deliveries are of all shards; nothing is locked
SELECT shard
FROM   webhooks.lanes
WHERE  webhook_id = @webhook_id
  AND  due_at IS NOT NULL;

-- name: Hasten :exec
-- Hasten makes due what waits for a webhook in a shard.
UPDATE webhooks.deliveries
SET    next_at = @now::timestamptz
WHERE  shard = @shard
  AND  webhook_id = @webhook_id
  AND  day >= @first_day::date
  AND  next_at > @now::timestamptz;

-- name: ArmAt :exec
-- ArmAt has a lane looked at.
UPDATE webhooks.lanes
SET    due_at = @now::timestamptz
WHERE  shard = @shard
  AND  webhook_id = @webhook_id;

-- name: Waits :many
-- Waits tells which of some deliveries of a shard wait for their next attempt, and for which.
SELECT id, round, attempts
FROM   webhooks.deliveries
WHERE  shard = @shard
  AND  day = ANY(@days::date[])
  AND  id = ANY(@ids::uuid[])
  AND  next_at IS NOT NULL;

-- name: Settle :exec
-- Settle writes what became of an offer. It comes too late where the delivery has ended, was queued anew, or had this attempt already. No lease guards it: whoever answers first is right.
UPDATE webhooks.deliveries
SET    status = @status,
       attempts = @made::smallint,
       next_at = sqlc.narg(next_at)::timestamptz,
       response_code = coalesce(sqlc.narg(response_code)::smallint, response_code),
       last_error = sqlc.narg(last_error)::text,
       ended_at = sqlc.narg(ended_at)::timestamptz
WHERE  shard = @shard
  AND  day = @day
  AND  id = @id
  AND  round = @round
  AND  attempts = sqlc.arg(had)::smallint
  AND  next_at IS NOT NULL;
