-- name: InactiveWebhooks :many
-- InactiveWebhooks lists webhooks that failed and are sent nothing now: switched off, deleted, or of an app that is suspended or deactivated.
SELECT h.shard, h.webhook_id
FROM   webhooks.health h
JOIN   webhooks.webhooks w
       ON  w.id = h.webhook_id
JOIN   apps.subscribers a
       ON  a.id = w.app_id
WHERE  h.shard = ANY(@shards::smallint[])
  AND  (h.failing_since IS NOT NULL OR h.told_failing_at IS NOT NULL)
  AND  NOT (w.enabled AND w.deleted_at IS NULL AND a.usable)
LIMIT  @most;

-- name: ResetHealth :exec
-- ResetHealth forgets how a webhook was doing.
UPDATE webhooks.health
SET    failing_since = NULL,
       told_failing_at = NULL
WHERE  shard = @shard
  AND  webhook_id = @webhook_id;

-- name: FailingWebhooks :many
-- FailingWebhooks lists the webhooks that have failed since before a time and whose owners do not know. A function is switched off instead.
SELECT h.shard, h.webhook_id, w.app_id, w.url
FROM   webhooks.health h
JOIN   webhooks.webhooks w
       ON  w.id = h.webhook_id
WHERE  h.shard = ANY(@shards::smallint[])
  AND  h.failing_since <= @before::timestamptz
  AND  h.told_failing_at IS NULL
  AND  NOT w.runs_function
ORDER  BY h.failing_since, h.shard, h.webhook_id
LIMIT  @most;

-- name: RecoveredWebhooks :many
-- RecoveredWebhooks lists the webhooks that took a delivery after their owners were told that they fail.
SELECT h.shard, h.webhook_id, w.app_id, w.url
FROM   webhooks.health h
JOIN   webhooks.webhooks w
       ON  w.id = h.webhook_id
WHERE  h.shard = ANY(@shards::smallint[])
  AND  h.told_failing_at IS NOT NULL
  AND  h.failing_since IS NULL
ORDER  BY h.told_failing_at, h.shard, h.webhook_id
LIMIT  @most;

-- name: ClaimFailing :one
-- ClaimFailing notes that the owners are sent the notice that a webhook fails. Of many who try, one gets the row.
UPDATE webhooks.health
SET    told_failing_at = @now::timestamptz
WHERE  shard = @shard
  AND  webhook_id = @webhook_id
  AND  failing_since <= @before::timestamptz
  AND  told_failing_at IS NULL
RETURNING failing_since;

-- name: ClaimRecovered :execrows
-- ClaimRecovered notes that they are sent the notice that it recovered. Of many who try, one gets the row.
UPDATE webhooks.health
SET    told_failing_at = NULL
WHERE  shard = @shard
  AND  webhook_id = @webhook_id
  AND  failing_since IS NULL
  AND  told_failing_at IS NOT NULL;

-- name: HealthOf :batchone
-- HealthOf tells how a webhook is doing. It is asked of several in one round trip, each in its home shard.
SELECT failing_since, last_success_at
FROM   webhooks.health
WHERE  shard = @shard
  AND  webhook_id = @webhook_id;
