-- name: DueLanes :many
-- DueLanes tells which lanes have deliveries that are due, except those of listeners that are on, which others carry, and those of webhooks that have enough under way and those in which all is under way, with whose they are and where they lead.
-- console read: a worker looks over all shards it owns, and locks nothing
SELECT l.shard, l.webhook_id, w.home_shard, w.app_id, w.url
FROM   webhooks.lanes l
JOIN   webhooks.webhooks w
       ON  w.id = l.webhook_id
WHERE  l.shard = ANY(@shards::smallint[])
  AND  l.due_at <= @now::timestamptz
  AND  (w.listener_of IS NULL OR NOT w.enabled)
  AND  NOT (l.webhook_id = ANY(@saturated::uuid[]))
  AND  NOT (l.shard::text || ' ' || l.webhook_id::text = ANY(@empty::text[]))
ORDER  BY l.due_at
LIMIT  @most;

-- name: Due :many
-- Due reads what is due in some lanes, a few of each, with all that sending it takes and all that may forbid it by now: the event, the webhook, the app, the installation, as they are at this moment. The lateral keeps a long lane from hiding the others. A lane is named by its shard and its webhook in one text: by two lists, every webhook would be looked up in every shard.
-- console read: the lanes are of many shards, each read in its own; nothing is locked
SELECT d.shard, d.day, d.id, d.webhook_id, d.event_id, d.business_id, d.type, d.api_version, d.attempts, d.round, d.run_version, d.wrote_at, d.created_at,
       coalesce(d.data, e.data) AS data, coalesce(e.shown_at, d.created_at)::timestamptz AS shown_at, e.request_id,
       w.home_shard, w.app_id, w.url, w.enabled, w.deleted_at, w.secret, w.previous_secret, w.previous_expires_at,
       coalesce(a.usable, false) AS usable, a.scopes AS registered,
       i.id AS installation_id, coalesce(i.scopes, '{}')::text[] AS granted
FROM   webhooks.lanes l
JOIN   webhooks.webhooks w
       ON  w.id = l.webhook_id
JOIN   apps.subscribers a
       ON  a.id = w.app_id
CROSS  JOIN LATERAL (
    SELECT x.shard, x.day, x.id, x.webhook_id, x.event_id, x.business_id, x.type, x.api_version, x.attempts, x.round, x.run_version, x.wrote_at, x.created_at, x.data
    FROM   webhooks.deliveries x
    WHERE  x.shard = l.shard
      AND  x.webhook_id = l.webhook_id
      AND  x.next_at <= @now::timestamptz
      AND  x.day >= @first_day::date
      AND  NOT (x.id = ANY(@busy::uuid[]))
    ORDER  BY x.next_at, x.id
    LIMIT  @most
) d
LEFT   JOIN events.sendable e
       ON  e.shard = d.shard
       AND e.day = d.day
       AND e.id = d.event_id
LEFT   JOIN installs.active i
       ON  i.shard = d.shard
       AND i.business_id = d.business_id
       AND i.app_id = w.app_id
WHERE  l.shard = ANY(@shards::smallint[])
  AND  l.due_at <= @now::timestamptz
  AND  l.shard::text || ' ' || l.webhook_id::text = ANY(@lanes::text[]);

-- name: DueOf :many
-- DueOf is Due for lanes of few shards. It says at every table which: so on a cluster it goes to the servers of these shards alone, where Due goes to all.
-- console read: the lanes are of many shards, each read in its own; nothing is locked
SELECT d.shard, d.day, d.id, d.webhook_id, d.event_id, d.business_id, d.type, d.api_version, d.attempts, d.round, d.run_version, d.wrote_at, d.created_at,
       coalesce(d.data, e.data) AS data, coalesce(e.shown_at, d.created_at)::timestamptz AS shown_at, e.request_id,
       w.home_shard, w.app_id, w.url, w.enabled, w.deleted_at, w.secret, w.previous_secret, w.previous_expires_at,
       coalesce(a.usable, false) AS usable, a.scopes AS registered,
       i.id AS installation_id, coalesce(i.scopes, '{}')::text[] AS granted
FROM   webhooks.lanes l
JOIN   webhooks.webhooks w
       ON  w.id = l.webhook_id
JOIN   apps.subscribers a
       ON  a.id = w.app_id
CROSS  JOIN LATERAL (
    SELECT x.shard, x.day, x.id, x.webhook_id, x.event_id, x.business_id, x.type, x.api_version, x.attempts, x.round, x.run_version, x.wrote_at, x.created_at, x.data
    FROM   webhooks.deliveries x
    WHERE  x.shard = l.shard
      AND  x.shard = ANY(@shards::smallint[])
      AND  x.webhook_id = l.webhook_id
      AND  x.next_at <= @now::timestamptz
      AND  x.day >= @first_day::date
      AND  NOT (x.id = ANY(@busy::uuid[]))
    ORDER  BY x.next_at, x.id
    LIMIT  @most
) d
LEFT   JOIN events.sendable e
       ON  e.shard = d.shard
       AND e.shard = ANY(@shards::smallint[])
       AND e.day = d.day
       AND e.id = d.event_id
LEFT   JOIN installs.active i
       ON  i.shard = d.shard
       AND i.shard = ANY(@shards::smallint[])
       AND i.business_id = d.business_id
       AND i.app_id = w.app_id
WHERE  l.shard = ANY(@shards::smallint[])
  AND  l.due_at <= @now::timestamptz
  AND  l.shard::text || ' ' || l.webhook_id::text = ANY(@lanes::text[]);

-- name: Inspect :one
-- Inspect reads one delivery as Due does, due or not. Its columns are Due's.
SELECT d.shard, d.day, d.id, d.webhook_id, d.event_id, d.business_id, d.type, d.api_version, d.attempts, d.round, d.run_version, d.wrote_at, d.created_at,
       coalesce(d.data, e.data) AS data, coalesce(e.shown_at, d.created_at)::timestamptz AS shown_at, e.request_id,
       w.home_shard, w.app_id, w.url, w.enabled, w.deleted_at, w.secret, w.previous_secret, w.previous_expires_at,
       coalesce(a.usable, false) AS usable, a.scopes AS registered,
       i.id AS installation_id, coalesce(i.scopes, '{}')::text[] AS granted
FROM   webhooks.deliveries d
JOIN   webhooks.webhooks w
       ON  w.id = d.webhook_id
JOIN   apps.subscribers a
       ON  a.id = w.app_id
LEFT   JOIN events.sendable e
       ON  e.shard = d.shard
       AND e.shard = @shard
       AND e.day = d.day
       AND e.id = d.event_id
LEFT   JOIN installs.active i
       ON  i.shard = d.shard
       AND i.shard = @shard
       AND i.business_id = d.business_id
       AND i.app_id = w.app_id
WHERE  d.shard = @shard
  AND  d.day = @day
  AND  d.id = @id;

-- name: Finish :exec
-- Finish writes what became of deliveries of one shard and day. An empty value stands for none. A result that comes too late changes nothing: the delivery has ended, was queued anew, had this attempt already, or belongs to another worker by now. That ids lie between the first and the last says nothing new, but a plan from when the day was young would read all of the shard's day without it.
UPDATE webhooks.deliveries d
SET    status = (@statuses::text[])[n],
       attempts = (@made::smallint[])[n],
       next_at = nullif((@next_ats::timestamptz[])[n], '0001-01-01T00:00:00Z'),
       response_code = coalesce(nullif((@response_codes::smallint[])[n], 0), d.response_code),
       last_error = nullif((@errors::text[])[n], ''),
       ended_at = nullif((@ended_ats::timestamptz[])[n], '0001-01-01T00:00:00Z')
FROM   generate_series(1, cardinality(@ids::uuid[])) AS n
WHERE  d.shard = @shard
  AND  d.day = @day
  AND  d.id >= @first_id
  AND  d.id <= @last_id
  AND  d.id = ANY(@ids::uuid[])
  AND  d.id = (@ids::uuid[])[n]
  AND  d.round = (@rounds::integer[])[n]
  AND  d.attempts = (@had::smallint[])[n]
  AND  d.next_at IS NOT NULL
  AND  EXISTS (SELECT 1 FROM leases.fences l WHERE l.shard = @lease_shard AND l.fence = @fence);

-- name: AddAttempts :exec
-- AddAttempts keeps what happened at the attempts that Finish has just written. Of one that came too late the delivery does not say what it should, or the attempt is there.
INSERT INTO webhooks.attempts (
    shard, day, delivery_id, round, attempt, at, duration_us, timings, status, headers, body, truncated, failure, error, signature)
SELECT d.shard,
       d.day,
       d.id,
       d.round,
       (@had::smallint[])[n] + 1,
       (@ats::timestamptz[])[n],
       (@durations::bigint[])[n],
       ((@timings::text[])[n])::jsonb,
       nullif((@response_codes::smallint[])[n], 0),
       nullif((@headers::text[])[n], '')::jsonb,
       (@bodies::bytea[])[n],
       (@truncated::boolean[])[n],
       (@failures::text[])[n],
       (@errors::text[])[n],
       (@signatures::text[])[n]
FROM   webhooks.deliveries d, generate_series(1, cardinality(@ids::uuid[])) AS n
WHERE  d.shard = @shard
  AND  d.day = @day
  AND  d.id >= @first_id
  AND  d.id <= @last_id
  AND  d.id = ANY(@ids::uuid[])
  AND  d.id = (@ids::uuid[])[n]
  AND  d.round = (@rounds::integer[])[n]
  AND  d.attempts = (@made::smallint[])[n]
  AND  d.status = (@statuses::text[])[n]
ON CONFLICT DO NOTHING;

-- name: AddRuns :exec
-- AddRuns keeps what happened at those of the attempts that Finish has just written that were to run a function.
INSERT INTO webhooks.runs (
    shard, day, delivery_id, round, attempt, webhook_id, event_id, business_id, type, by_hand,
    version, outcome, at, wall_us, cpu_us, memory, calls, writes, message, log, dropped, output)
SELECT d.shard,
       d.day,
       d.id,
       d.round,
       (@had::smallint[])[n] + 1,
       d.webhook_id,
       d.event_id,
       d.business_id,
       d.type,
       d.run_version IS NOT NULL,
       (@versions::integer[])[n],
       (@outcomes::text[])[n],
       (@ats::timestamptz[])[n],
       (@walls::bigint[])[n],
       (@cpus::bigint[])[n],
       (@memories::bigint[])[n],
       (@calls::smallint[])[n],
       (@writes::smallint[])[n],
       (@messages::text[])[n],
       (@logs::text[])[n],
       (@dropped::integer[])[n],
       nullif((@outputs::text[])[n], '')
FROM   webhooks.deliveries d, generate_series(1, cardinality(@ids::uuid[])) AS n
WHERE  d.shard = @shard
  AND  d.day = @day
  AND  d.id = ANY(@ids::uuid[])
  AND  d.id = (@ids::uuid[])[n]
  AND  d.round = (@rounds::integer[])[n]
  AND  d.attempts = (@made::smallint[])[n]
  AND  d.status = (@statuses::text[])[n]
ON CONFLICT DO NOTHING;

-- name: Postpone :exec
-- Postpone puts a delivery off that could not be sent for a reason of ours, and notes when a run for it first changed something. It comes too late where Finish would.
UPDATE webhooks.deliveries d
SET    next_at = @next_at::timestamptz,
       wrote_at = coalesce(d.wrote_at, sqlc.narg(wrote_at)::timestamptz)
WHERE  d.shard = @shard
  AND  d.day = @day
  AND  d.id = @id
  AND  d.round = @round
  AND  d.attempts = sqlc.arg(had)::smallint
  AND  d.next_at IS NOT NULL
  AND  EXISTS (SELECT 1 FROM leases.fences l WHERE l.shard = @lease_shard AND l.fence = @fence);

-- name: MarkFailing :exec
-- MarkFailing notes since when a webhook fails.
INSERT INTO webhooks.health AS h (shard, webhook_id, failing_since)
VALUES (@shard, @webhook_id, @now)
ON CONFLICT (shard, webhook_id) DO UPDATE
SET    failing_since = excluded.failing_since
WHERE  h.failing_since IS NULL;

-- name: MarkWorking :exec
-- MarkWorking notes that a webhook took a delivery.
INSERT INTO webhooks.health (shard, webhook_id, last_success_at)
VALUES (@shard, @webhook_id, @now)
ON CONFLICT (shard, webhook_id) DO UPDATE
SET    failing_since = NULL,
       last_success_at = excluded.last_success_at;

-- name: CountFailures :one
-- CountFailures counts how often a function has failed in a row: so many times more, or since it last did not.
INSERT INTO webhooks.health AS h (shard, webhook_id, failures)
VALUES (@shard, @webhook_id, @failures)
ON CONFLICT (shard, webhook_id) DO UPDATE
SET    failures = excluded.failures + h.failures * (NOT @anew::boolean)::integer
RETURNING failures;

-- name: ForgetFailures :exec
-- ForgetFailures notes that a function did not fail.
UPDATE webhooks.health
SET    failures = 0
WHERE  shard = @shard
  AND  webhook_id = @webhook_id
  AND  failures > 0;

-- name: Failing :many
-- Failing tells which webhooks did not take the last delivery.
-- console read: the few that fail, of all shards
SELECT webhook_id
FROM   webhooks.health
WHERE  failing_since IS NOT NULL;

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
-- Backlog tells how many deliveries are due and since when, apart for the webhooks that take what they are sent and for those that hold themselves up. Of one lane it counts so many at most. What waits for somebody to listen is nobody's backlog. A lane's own time only tells when it was last armed.
-- console read: an operator's figure over all shards a worker owns
SELECT (l.webhook_id = ANY(@unhealthy::uuid[]))::boolean AS failing,
       sum(x.due)::bigint AS due,
       min(x.oldest)::timestamptz AS oldest
FROM   webhooks.lanes l
JOIN   webhooks.webhooks w
       ON  w.id = l.webhook_id
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
  AND  (w.listener_of IS NULL OR NOT w.enabled)
  AND  x.due > 0
GROUP  BY 1;
