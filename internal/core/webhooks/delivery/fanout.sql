-- name: Subscriptions :many
-- Subscriptions finds the webhooks of the apps that are installed in some businesses, if they subscribe to some types of events, with all that sending takes. A listener hears its own sandboxes. Whether the scopes suffice, the catalogue of events decides.
-- console read: the businesses are of many shards; nothing is locked
SELECT i.shard, i.business_id, w.app_id, w.home_shard, w.id AS webhook_id, w.events,
       w.url, w.secret, w.previous_secret, w.previous_expires_at,
       coalesce(a.usable, false) AS usable, a.scopes AS registered, i.id AS installation_id, i.scopes AS granted, a.pinned_version
FROM   installs.active i
JOIN   apps.subscribers a
       ON  a.id = i.app_id
JOIN   webhooks.webhooks w
       ON  w.app_id = a.id
       AND w.deleted_at IS NULL
       AND w.enabled
       AND w.events && @types::text[]
       AND (w.businesses IS NULL OR i.business_id = ANY(w.businesses))
WHERE  i.shard = ANY(@shards::smallint[])
  AND  i.business_id = ANY(@businesses::uuid[]);

-- name: AppSubscriptions :many
-- AppSubscriptions finds the webhooks of some apps, installed or not, if they subscribe to some types of events, with all that sending takes.
SELECT w.app_id, w.home_shard, w.id AS webhook_id, w.events, w.ignore_own_changes, w.businesses,
       w.url, w.secret, w.previous_secret, w.previous_expires_at, coalesce(a.usable, false) AS usable, a.pinned_version
FROM   webhooks.webhooks w
JOIN   apps.subscribers a
       ON  a.id = w.app_id
WHERE  w.app_id = ANY(@apps::uuid[])
  AND  w.deleted_at IS NULL
  AND  w.enabled
  AND  w.events && @types::text[];

-- name: AddDeliveries :exec
-- AddDeliveries queues deliveries of events of one shard that still wait in the outbox. What was queued before stays as it is.
INSERT INTO webhooks.deliveries (
    shard, day, id, webhook_id, event_id, business_id, type, api_version, status, next_at, created_at)
SELECT o.shard,
       o.day,
       (@ids::uuid[])[n],
       (@webhooks::uuid[])[n],
       o.event_id,
       (@businesses::uuid[])[n],
       (@types::text[])[n],
       (@versions::text[])[n],
       'queued',
       @now::timestamptz,
       (@times::timestamptz[])[n]
FROM   events.waiting o, generate_series(1, cardinality(@ids::uuid[])) AS n
WHERE  o.shard = @shard
  AND  o.event_id = ANY(@events::uuid[])
  AND  o.event_id = (@events::uuid[])[n]
ON CONFLICT DO NOTHING;

-- name: AddDelivered :exec
-- AddDelivered puts deliveries on record that were made at the first attempt, of events of one shard that still wait in the outbox. What somebody queued meanwhile stays as it is.
INSERT INTO webhooks.deliveries (
    shard, day, id, webhook_id, event_id, business_id, type, api_version, status, attempts, response_code, created_at, ended_at)
SELECT o.shard,
       o.day,
       (@ids::uuid[])[n],
       (@webhooks::uuid[])[n],
       o.event_id,
       (@businesses::uuid[])[n],
       (@types::text[])[n],
       (@versions::text[])[n],
       'delivered',
       1,
       (@codes::smallint[])[n],
       (@times::timestamptz[])[n],
       (@ends::timestamptz[])[n]
FROM   events.waiting o, generate_series(1, cardinality(@ids::uuid[])) AS n
WHERE  o.shard = @shard
  AND  o.event_id = ANY(@events::uuid[])
  AND  o.event_id = (@events::uuid[])[n]
ON CONFLICT DO NOTHING;

-- name: AddFirstAttempts :exec
-- AddFirstAttempts keeps what happened at the attempts of the deliveries that AddDelivered has just put on record, while their events wait in the outbox.
INSERT INTO webhooks.attempts (
    shard, day, delivery_id, round, attempt, at, duration_us, timings, status, headers, body, truncated, signature)
SELECT o.shard,
       o.day,
       (@ids::uuid[])[n],
       1,
       1,
       (@ends::timestamptz[])[n],
       (@durations::bigint[])[n],
       ((@timings::text[])[n])::jsonb,
       (@codes::smallint[])[n],
       nullif((@headers::text[])[n], '')::jsonb,
       (@bodies::bytea[])[n],
       (@truncated::boolean[])[n],
       (@signatures::text[])[n]
FROM   events.waiting o, generate_series(1, cardinality(@ids::uuid[])) AS n
WHERE  o.shard = @shard
  AND  o.event_id = ANY(@events::uuid[])
  AND  o.event_id = (@events::uuid[])[n]
ON CONFLICT DO NOTHING;

-- name: ArmLanes :exec
-- ArmLanes has the lanes looked at of some webhooks that events of one shard are queued for. The events still wait in the outbox.
INSERT INTO webhooks.lanes AS l (shard, webhook_id, due_at)
SELECT o.shard, (@webhooks::uuid[])[n], @now::timestamptz
FROM   events.waiting o, generate_series(1, cardinality(@webhooks::uuid[])) AS n
WHERE  o.shard = @shard
  AND  o.event_id = ANY(@events::uuid[])
  AND  o.event_id = (@events::uuid[])[n]
GROUP  BY o.shard, (@webhooks::uuid[])[n]
ORDER  BY (@webhooks::uuid[])[n]
ON CONFLICT (shard, webhook_id) DO UPDATE
SET    due_at = excluded.due_at
WHERE  l.due_at IS NULL
   OR  l.due_at > excluded.due_at;
