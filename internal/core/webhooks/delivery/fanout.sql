-- name: Subscriptions :many
-- Subscriptions finds the webhooks of the apps that are installed in some businesses, if they subscribe to some types of events. Whether the scopes suffice, the catalogue of events decides.
-- console read: the businesses are of many shards; nothing is locked
SELECT i.shard, i.business_id, w.id AS webhook_id, w.home_shard, w.events, a.scopes AS registered, i.scopes AS granted, a.pinned_version
FROM   generate_series(1, cardinality(@businesses::uuid[])) AS n
JOIN   installs.active i
       ON  i.shard = (@shards::smallint[])[n]
       AND i.business_id = (@businesses::uuid[])[n]
JOIN   apps.subscribers a
       ON  a.id = i.app_id
JOIN   webhooks.webhooks w
       ON  w.app_id = a.id
       AND w.deleted_at IS NULL
       AND w.enabled
       AND w.events && @types::text[];

-- name: AppSubscriptions :many
-- AppSubscriptions finds the webhooks of some apps, installed or not, if they subscribe to some types of events.
SELECT w.app_id, w.id AS webhook_id, w.home_shard, w.events, w.ignore_own_changes, a.pinned_version
FROM   webhooks.webhooks w
JOIN   apps.subscribers a
       ON  a.id = w.app_id
WHERE  w.app_id = ANY(@apps::uuid[])
  AND  w.deleted_at IS NULL
  AND  w.enabled
  AND  w.events && @types::text[];

-- name: AddDeliveries :exec
-- AddDeliveries queues deliveries of one shard and arms their lanes. What was queued before stays as it is.
WITH added AS (
    INSERT INTO webhooks.deliveries (
        shard, day, id, webhook_id, event_shard, event_id, business_id, type, api_version, status, next_at, created_at)
    SELECT @shard,
           (@days::date[])[n],
           (@ids::uuid[])[n],
           (@webhooks::uuid[])[n],
           (@event_shards::smallint[])[n],
           (@events::uuid[])[n],
           (@businesses::uuid[])[n],
           (@types::text[])[n],
           (@versions::text[])[n],
           'queued',
           @now::timestamptz,
           (@times::timestamptz[])[n]
    FROM   generate_series(1, cardinality(@ids::uuid[])) AS n
    ON CONFLICT DO NOTHING
    RETURNING shard, webhook_id
)
INSERT INTO webhooks.lanes AS l (shard, webhook_id, due_at)
SELECT DISTINCT shard, webhook_id, @now::timestamptz
FROM   added
ORDER  BY webhook_id
ON CONFLICT (shard, webhook_id) DO UPDATE
SET    due_at = excluded.due_at
WHERE  l.due_at IS NULL
   OR  l.due_at > excluded.due_at;
