-- name: InactiveLanes :many
-- InactiveLanes lists webhooks that failed and are sent nothing now: switched off, deleted, or of an app that is suspended or deactivated.
-- console read: the few lanes that fail, of all shards
SELECT l.shard, l.webhook_id
FROM   webhooks.lanes l
JOIN   webhooks.webhooks w
       ON  w.id = l.webhook_id
JOIN   apps.subscribers a
       ON  a.id = w.app_id
WHERE  (l.failing_since IS NOT NULL OR l.told_failing_at IS NOT NULL)
  AND  NOT (w.enabled AND w.deleted_at IS NULL AND a.usable)
LIMIT  @most;

-- name: ResetHealth :exec
-- ResetHealth forgets how a webhook was doing.
UPDATE webhooks.lanes
SET    failing_since = NULL,
       told_failing_at = NULL
WHERE  shard = @shard
  AND  webhook_id = @webhook_id;

-- name: FailingLanes :many
-- FailingLanes lists the webhooks that have failed since before a time and whose owners do not know.
-- console read: the few lanes that fail, of all shards
SELECT l.shard, l.webhook_id, w.app_id, w.url
FROM   webhooks.lanes l
JOIN   webhooks.webhooks w
       ON  w.id = l.webhook_id
WHERE  l.failing_since <= @before::timestamptz
  AND  l.told_failing_at IS NULL
ORDER  BY l.failing_since, l.shard, l.webhook_id
LIMIT  @most;

-- name: RecoveredLanes :many
-- RecoveredLanes lists the webhooks that took a delivery after their owners were told that they fail.
-- console read: the few lanes that failed, of all shards
SELECT l.shard, l.webhook_id, w.app_id, w.url
FROM   webhooks.lanes l
JOIN   webhooks.webhooks w
       ON  w.id = l.webhook_id
WHERE  l.told_failing_at IS NOT NULL
  AND  l.failing_since IS NULL
ORDER  BY l.told_failing_at, l.shard, l.webhook_id
LIMIT  @most;

-- name: ClaimFailing :one
-- ClaimFailing notes that the owners are sent the notice that a webhook fails. Of many who try, one gets the row.
UPDATE webhooks.lanes
SET    told_failing_at = @now::timestamptz
WHERE  shard = @shard
  AND  webhook_id = @webhook_id
  AND  failing_since <= @before::timestamptz
  AND  told_failing_at IS NULL
RETURNING failing_since;

-- name: ClaimRecovered :execrows
-- ClaimRecovered notes that they are sent the notice that it recovered. Of many who try, one gets the row.
UPDATE webhooks.lanes
SET    told_failing_at = NULL
WHERE  shard = @shard
  AND  webhook_id = @webhook_id
  AND  failing_since IS NULL
  AND  told_failing_at IS NOT NULL;
