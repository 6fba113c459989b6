-- name: Wanted :many
-- Wanted finds for events of one shard the webhooks of the apps that are installed where they happened. Whether the scopes suffice, the law book of events decides.
SELECT e.id AS event_id, e.day, e.business_id, e.type, e.occurred_at, w.id AS webhook_id, w.home_shard,
       a.scopes AS registered, i.scopes AS granted, a.pinned_version
FROM   events.sendable e
JOIN   installs.active i
       ON  i.shard = e.shard
       AND i.business_id = e.business_id
JOIN   apps.subscribers a
       ON  a.id = i.app_id
JOIN   webhooks.webhooks w
       ON  w.app_id = a.id
       AND w.deleted_at IS NULL
       AND w.enabled
       AND e.type = ANY(w.events)
WHERE  e.shard = @shard
  AND  e.day >= @first_day::date
  AND  e.day <= @last_day::date
  AND  e.id = ANY(@ids::uuid[])
  AND  e.app_id IS NULL;

-- name: WantedByApp :many
-- WantedByApp finds the webhooks of the apps that events of one shard are for, installed or not.
SELECT e.id AS event_id, e.day, e.business_id, e.type, e.occurred_at, w.id AS webhook_id, w.home_shard, a.pinned_version
FROM   events.sendable e
JOIN   apps.subscribers a
       ON  a.id = e.app_id
JOIN   webhooks.webhooks w
       ON  w.app_id = a.id
       AND w.deleted_at IS NULL
       AND w.enabled
       AND e.type = ANY(w.events)
WHERE  e.shard = @shard
  AND  e.day >= @first_day::date
  AND  e.day <= @last_day::date
  AND  e.id = ANY(@ids::uuid[])
  AND  NOT (w.ignore_own_changes AND e.type = 'app_data.updated' AND e.data ->> 'origin' = 'APP');

-- name: AddDeliveries :exec
-- AddDeliveries queues deliveries of one shard and arms their lanes. What was queued before stays as it is.
WITH added AS (
    INSERT INTO webhooks.deliveries (
        shard, day, id, webhook_id, event_shard, event_id, business_id, type, api_version, status, next_at, created_at)
    SELECT @shard,
           (@days::date[])[n],
           (@ids::uuid[])[n],
           (@webhooks::uuid[])[n],
           @event_shard,
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
