-- name: Delivery :one
-- Delivery finds one of a webhook.
SELECT shard, day, id, webhook_id, event_id, business_id, type, api_version, status, attempts, round, next_at,
       response_code, last_error, created_at, ended_at
FROM   webhooks.deliveries
WHERE  shard = @shard
  AND  day = @day
  AND  id = @id
  AND  webhook_id = @webhook_id
  AND  created_at > @since::timestamptz;

-- name: Latest :many
-- Latest lists a webhook's deliveries, newest first, in the order of deliveries_latest.
-- console read: a webhook's deliveries are of all shards
SELECT shard, day, id, webhook_id, event_id, business_id, type, api_version, status, attempts, round, next_at,
       response_code, last_error, created_at, ended_at
FROM   webhooks.deliveries
WHERE  webhook_id = @webhook_id
  AND  day >= @first_day::date
  AND  created_at > @since::timestamptz
  AND  (sqlc.narg(status)::text IS NULL OR status = sqlc.narg(status)::text)
  AND  (sqlc.narg(type)::text IS NULL OR type = sqlc.narg(type)::text)
  AND  (sqlc.narg(business_id)::uuid IS NULL OR business_id = sqlc.narg(business_id)::uuid AND shard = sqlc.narg(business_shard)::smallint)
ORDER  BY created_at DESC, id DESC
LIMIT  @most;

-- name: LatestFailed :many
-- LatestFailed is Latest for the deliveries that failed, which have an index of their own: among millions that did not, they are few.
-- console read: a webhook's deliveries are of all shards
SELECT shard, day, id, webhook_id, event_id, business_id, type, api_version, status, attempts, round, next_at,
       response_code, last_error, created_at, ended_at
FROM   webhooks.deliveries
WHERE  webhook_id = @webhook_id
  AND  status = 'failed'
  AND  day >= @first_day::date
  AND  created_at > @since::timestamptz
  AND  (sqlc.narg(type)::text IS NULL OR type = sqlc.narg(type)::text)
  AND  (sqlc.narg(business_id)::uuid IS NULL OR business_id = sqlc.narg(business_id)::uuid AND shard = sqlc.narg(business_shard)::smallint)
ORDER  BY created_at DESC, id DESC
LIMIT  @most;

-- name: Attempts :many
-- Attempts lists what happened each time a delivery was sent, oldest first.
SELECT round, attempt, at, duration_us, timings, status, headers, body, truncated, failure, error, signature
FROM   webhooks.attempts
WHERE  shard = @shard
  AND  day = @day
  AND  delivery_id = @delivery_id
ORDER  BY round, attempt;

-- name: AddTrial :exec
-- AddTrial queues a test delivery, which brings its own data.
INSERT INTO webhooks.deliveries (shard, day, id, webhook_id, type, api_version, data, status, next_at, created_at)
VALUES (@shard, @day, @id, @webhook_id, @type, @api_version, @data, 'queued', @now, @now);

-- name: ArmLane :exec
-- ArmLane has a webhook's lane in a shard looked at.
INSERT INTO webhooks.lanes AS l (shard, webhook_id, due_at)
VALUES (@shard, @webhook_id, @due_at)
ON CONFLICT (shard, webhook_id) DO UPDATE
SET    due_at = excluded.due_at
WHERE  l.due_at IS NULL
   OR  l.due_at > excluded.due_at;

-- name: FailedSince :many
-- FailedSince lists a webhook's failed deliveries after a place in their order, oldest first, with what may forbid to send them again.
-- console read: a webhook's deliveries are of all shards; nothing is locked
SELECT d.shard, d.day, d.id, d.event_id, d.type, d.created_at,
       i.id AS installation_id, coalesce(i.scopes, '{}')::text[] AS granted
FROM   webhooks.deliveries d
LEFT   JOIN installs.active i
       ON  i.shard = d.shard
       AND i.business_id = d.business_id
       AND i.app_id = @app_id
WHERE  d.webhook_id = @webhook_id
  AND  d.status = 'failed'
  AND  d.day >= @first_day::date
  AND  (d.created_at, d.id) > (@after_time::timestamptz, @after_id::uuid)
ORDER  BY d.created_at, d.id
LIMIT  @most;

-- name: Requeue :many
-- Requeue begins a new round for failed deliveries of a webhook in one shard. Of many who ask at once, one gets the row back.
UPDATE webhooks.deliveries d
SET    status = 'queued',
       attempts = 0,
       round = d.round + 1,
       next_at = @now::timestamptz,
       response_code = NULL,
       last_error = NULL,
       ended_at = NULL
WHERE  d.shard = @shard
  AND  d.webhook_id = @webhook_id
  AND  d.day = ANY(@days::date[])
  AND  d.id = ANY(@ids::uuid[])
  AND  d.status = 'failed'
RETURNING d.id;

-- name: CountWaiting :one
-- CountWaiting counts the deliveries of an app's webhooks that wait to be sent, so many at most.
-- console read: what an operator is told before suspending the app
SELECT count(*)
FROM   (
    SELECT 1
    FROM   webhooks.deliveries d
    WHERE  d.webhook_id = ANY(@webhook_ids::uuid[])
      AND  d.next_at IS NOT NULL
      AND  d.day >= @first_day::date
    LIMIT  @most
) waiting;

-- name: CountUnfinished :many
-- CountUnfinished counts a webhook's deliveries that wait to be sent, by their status, so many at most.
-- console read: a webhook's deliveries are of all shards
SELECT status, count(*) AS deliveries
FROM   (
    SELECT d.status
    FROM   webhooks.deliveries d
    WHERE  d.webhook_id = @webhook_id
      AND  d.next_at IS NOT NULL
      AND  d.day >= @first_day::date
    LIMIT  @most
) waiting
GROUP  BY status;

-- name: CountFailed :one
-- CountFailed counts a webhook's deliveries that failed, so many at most.
-- console read: a webhook's deliveries are of all shards
SELECT count(*)
FROM   (
    SELECT 1
    FROM   webhooks.deliveries d
    WHERE  d.webhook_id = @webhook_id
      AND  d.status = 'failed'
      AND  d.day >= @first_day::date
      AND  d.created_at > @since::timestamptz
    LIMIT  @most
) failed;

-- name: Tested :one
-- Tested tells whether a test delivery to a webhook was received. Tests live in the webhook's own shard.
SELECT EXISTS (
    SELECT 1
    FROM   webhooks.deliveries
    WHERE  shard = @shard
      AND  webhook_id = @webhook_id
      AND  day >= @first_day::date
      AND  created_at > @since::timestamptz
      AND  event_id IS NULL
      AND  status = 'delivered'
);

-- name: Among :many
-- Among finds deliveries of one shard and day to some webhooks.
SELECT shard, day, id, webhook_id, event_id, business_id, type, api_version, status, attempts, round, next_at,
       response_code, last_error, created_at, ended_at
FROM   webhooks.deliveries
WHERE  shard = @shard
  AND  day = @day
  AND  id = ANY(@ids::uuid[])
  AND  webhook_id = ANY(@webhook_ids::uuid[])
  AND  created_at > @since::timestamptz
ORDER  BY id;
