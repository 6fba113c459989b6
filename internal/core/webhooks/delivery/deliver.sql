-- name: DueLanes :many
-- DueLanes tells which webhooks have deliveries that are due, except those that have enough under way, with whose they are, where they lead and how they are doing.
-- console read: a worker looks over all shards it owns, and locks nothing
SELECT l.shard, l.webhook_id, (l.failing_since IS NOT NULL)::boolean AS failing, w.app_id, w.url
FROM   webhooks.lanes l
JOIN   webhooks.webhooks w
       ON  w.id = l.webhook_id
WHERE  l.shard = ANY(@shards::smallint[])
  AND  l.due_at <= @now::timestamptz
  AND  NOT (l.webhook_id = ANY(@saturated::uuid[]))
ORDER  BY l.due_at
LIMIT  @most;

-- name: Due :many
-- Due reads what is due in some lanes, a few of each, with all that sending it takes and all that may forbid it by now: the webhook, the app, the installation, as they are at this moment. The lateral keeps a long lane from hiding the others.
-- console read: the lanes are of many shards, events and installations of others; nothing is locked
SELECT d.shard, d.day, d.id, d.webhook_id, d.event_shard, d.event_id, d.business_id, d.type, d.api_version, d.attempts, d.round, d.created_at,
       coalesce(d.data, e.data) AS data,
       w.app_id, w.url, w.enabled, w.deleted_at, w.secret, w.previous_secret, w.previous_expires_at,
       coalesce(a.usable, false) AS usable, a.scopes AS registered,
       i.id AS installation_id, coalesce(i.scopes, '{}')::text[] AS granted
FROM   generate_series(1, cardinality(@webhooks::uuid[])) AS n
JOIN   webhooks.webhooks w
       ON  w.id = (@webhooks::uuid[])[n]
JOIN   apps.subscribers a
       ON  a.id = w.app_id
CROSS  JOIN LATERAL (
    SELECT x.shard, x.day, x.id, x.webhook_id, x.event_shard, x.event_id, x.business_id, x.type, x.api_version, x.attempts, x.round, x.created_at, x.data
    FROM   webhooks.deliveries x
    WHERE  x.shard = (@shards::smallint[])[n]
      AND  x.webhook_id = (@webhooks::uuid[])[n]
      AND  x.next_at <= @now::timestamptz
      AND  x.day >= @first_day::date
      AND  NOT (x.id = ANY(@busy::uuid[]))
    ORDER  BY x.next_at, x.id
    LIMIT  (@most::integer[])[n]
) d
LEFT   JOIN events.sendable e
       ON  e.shard = d.event_shard
       AND e.day = d.day
       AND e.id = d.event_id
LEFT   JOIN installs.active i
       ON  i.shard = d.event_shard
       AND i.business_id = d.business_id
       AND i.app_id = w.app_id;

-- name: Inspect :one
-- Inspect reads one delivery as Due does, due or not. Its columns are Due's.
-- console read: the event and the installation are of another shard; nothing is locked
SELECT d.shard, d.day, d.id, d.webhook_id, d.event_shard, d.event_id, d.business_id, d.type, d.api_version, d.attempts, d.round, d.created_at,
       coalesce(d.data, e.data) AS data,
       w.app_id, w.url, w.enabled, w.deleted_at, w.secret, w.previous_secret, w.previous_expires_at,
       coalesce(a.usable, false) AS usable, a.scopes AS registered,
       i.id AS installation_id, coalesce(i.scopes, '{}')::text[] AS granted
FROM   webhooks.deliveries d
JOIN   webhooks.webhooks w
       ON  w.id = d.webhook_id
JOIN   apps.subscribers a
       ON  a.id = w.app_id
LEFT   JOIN events.sendable e
       ON  e.shard = d.event_shard
       AND e.day = d.day
       AND e.id = d.event_id
LEFT   JOIN installs.active i
       ON  i.shard = d.event_shard
       AND i.business_id = d.business_id
       AND i.app_id = w.app_id
WHERE  d.shard = @shard
  AND  d.day = @day
  AND  d.id = @id;

-- name: Finish :exec
-- Finish writes what became of attempts at deliveries of one shard and day, and keeps the attempts. An empty value stands for none. A result that comes too late changes nothing: the delivery has ended, was queued anew, had this attempt already, or belongs to another worker by now. That ids lie between the first and the last says nothing new, but a plan from when the day was young would read all of the shard's day without it.
WITH result AS (
    SELECT (@ids::uuid[])[n] AS id,
           (@rounds::integer[])[n] AS round,
           (@had::smallint[])[n] AS had,
           (@made::smallint[])[n] AS made,
           (@statuses::text[])[n] AS status,
           nullif((@next_ats::timestamptz[])[n], '0001-01-01T00:00:00Z') AS next_at,
           nullif((@ended_ats::timestamptz[])[n], '0001-01-01T00:00:00Z') AS ended_at,
           nullif((@response_codes::smallint[])[n], 0) AS response_code,
           (@ats::timestamptz[])[n] AS at,
           (@durations::bigint[])[n] AS duration_us,
           ((@timings::text[])[n])::jsonb AS timings,
           nullif((@headers::text[])[n], '')::jsonb AS headers,
           (@bodies::bytea[])[n] AS body,
           (@truncated::boolean[])[n] AS truncated,
           (@failures::text[])[n] AS failure,
           (@errors::text[])[n] AS error
    FROM   generate_series(1, cardinality(@ids::uuid[])) AS n
), ended AS (
    UPDATE webhooks.deliveries d
    SET    status = r.status,
           attempts = r.made,
           next_at = r.next_at,
           response_code = coalesce(r.response_code, d.response_code),
           last_error = nullif(r.error, ''),
           ended_at = r.ended_at
    FROM   result r
    WHERE  d.shard = @shard
      AND  d.day = @day
      AND  d.id >= @first_id
      AND  d.id <= @last_id
      AND  d.id = ANY(@ids::uuid[])
      AND  d.id = r.id
      AND  d.round = r.round
      AND  d.attempts = r.had
      AND  d.next_at IS NOT NULL
      AND  EXISTS (SELECT 1 FROM webhooks.leases l WHERE l.slice = @slice AND l.fence = @fence)
    RETURNING d.shard, d.day, d.id, r.round, r.had, r.at, r.duration_us, r.timings, r.response_code, r.headers, r.body, r.truncated, r.failure, r.error
)
INSERT INTO webhooks.attempts (
    shard, day, delivery_id, round, attempt, at, duration_us, timings, status, headers, body, truncated, failure, error)
SELECT shard, day, id, round, had + 1, at, duration_us, timings, response_code, headers, body, truncated, failure, error
FROM   ended;

-- name: Postpone :exec
-- Postpone puts a delivery off that could not be sent for a reason of ours. It comes too late where Finish would.
UPDATE webhooks.deliveries d
SET    next_at = @next_at::timestamptz
WHERE  d.shard = @shard
  AND  d.day = @day
  AND  d.id = @id
  AND  d.round = @round
  AND  d.attempts = sqlc.arg(had)::smallint
  AND  d.next_at IS NOT NULL
  AND  EXISTS (SELECT 1 FROM webhooks.leases l WHERE l.slice = @slice AND l.fence = @fence);

-- name: MarkLaneFailing :exec
-- MarkLaneFailing notes since when a webhook fails.
UPDATE webhooks.lanes
SET    failing_since = coalesce(failing_since, @now::timestamptz)
WHERE  shard = @shard
  AND  webhook_id = @webhook_id
  AND  failing_since IS NULL;

-- name: MarkLaneWorking :exec
-- MarkLaneWorking notes that a webhook took a delivery.
UPDATE webhooks.lanes
SET    failing_since = NULL,
       last_success_at = @now::timestamptz
WHERE  shard = @shard
  AND  webhook_id = @webhook_id;

-- name: LockLane :exec
-- LockLane keeps a lane from being armed until the transaction ends.
SELECT 1
FROM   webhooks.lanes
WHERE  shard = @shard
  AND  webhook_id = @webhook_id
FOR UPDATE;

-- name: RearmLane :exec
-- RearmLane puts a lane on the time of its next delivery, or disarms it. The lane is locked, and this statement sees all that was queued before.
UPDATE webhooks.lanes
SET    due_at = (
           SELECT min(d.next_at)
           FROM   webhooks.deliveries d
           WHERE  d.shard = @shard
             AND  d.webhook_id = @webhook_id
             AND  d.next_at IS NOT NULL
             AND  d.day >= @first_day::date)
WHERE  shard = @shard
  AND  webhook_id = @webhook_id;

-- name: Backlog :many
-- Backlog tells how many deliveries are due and since when, apart for the webhooks that take what they are sent and for those that hold themselves up. Of one webhook it counts so many at most. A lane's own time only tells when it was last armed.
-- console read: an operator's figure over all shards a worker owns
SELECT (l.failing_since IS NOT NULL OR l.webhook_id = ANY(@unhealthy::uuid[]))::boolean AS failing,
       sum(x.due)::bigint AS due,
       min(x.oldest)::timestamptz AS oldest
FROM   webhooks.lanes l
CROSS  JOIN LATERAL (
    SELECT count(*) AS due, min(y.next_at) AS oldest
    FROM   (
        SELECT d.next_at
        FROM   webhooks.deliveries d
        WHERE  d.shard = l.shard
          AND  d.webhook_id = l.webhook_id
          AND  d.next_at <= @now::timestamptz
          AND  d.day >= @first_day::date
        ORDER  BY d.next_at
        LIMIT  @each
    ) y
) x
WHERE  l.shard = ANY(@shards::smallint[])
  AND  l.due_at <= @now::timestamptz
  AND  x.due > 0
GROUP  BY 1;
