-- name: OutboxFirst :many
-- OutboxFirst reads the oldest events that wait, a few of each shard, but for those that are on their way already, with what tells whom they are for and what they are told. An event that waits longer than the log reaches comes without. The list of shards is asked for once: within the lateral PostgreSQL would go through all of it for each shard.
-- console read: a worker looks over all shards that it owns, and locks nothing
SELECT o.shard, o.day, o.event_id,
       e.business_id, e.type, e.app_id, e.occurred_at, e.shown_at, e.data, e.request_id,
       coalesce(e.type = 'app_data.updated' AND e.data ->> 'origin' = 'APP', false)::boolean AS own_change
FROM   events.shards s
CROSS  JOIN LATERAL (
    SELECT x.shard, x.day, x.event_id
    FROM   events.outbox x
    WHERE  x.shard = s.shard
      AND  NOT (x.event_id = ANY(@busy::uuid[]))
    ORDER  BY x.event_id
    LIMIT  @each
) o
LEFT   JOIN events.log e
       ON  e.shard = o.shard
       AND e.day = o.day
       AND e.id = o.event_id
WHERE  s.shard = ANY(@shards::smallint[])
LIMIT  @most;

-- name: OutboxShards :many
-- OutboxShards tells which of some shards have events that wait.
-- console read: a worker looks over all shards that it owns, and locks nothing
SELECT DISTINCT shard
FROM   events.outbox
WHERE  shard = ANY(@shards::smallint[]);

-- name: OutboxFirstOf :many
-- OutboxFirstOf is OutboxFirst for few shards. It says at every table which: so on a cluster it goes to the servers of these shards alone, where OutboxFirst goes to all.
-- console read: the shards are of several servers; nothing is locked
SELECT o.shard, o.day, o.event_id,
       e.business_id, e.type, e.app_id, e.occurred_at, e.shown_at, e.data, e.request_id,
       coalesce(e.type = 'app_data.updated' AND e.data ->> 'origin' = 'APP', false)::boolean AS own_change
FROM   events.shards s
CROSS  JOIN LATERAL (
    SELECT x.shard, x.day, x.event_id
    FROM   events.outbox x
    WHERE  x.shard = s.shard
      AND  x.shard = ANY(@shards::smallint[])
      AND  NOT (x.event_id = ANY(@busy::uuid[]))
    ORDER  BY x.event_id
    LIMIT  @each
) o
LEFT   JOIN events.log e
       ON  e.shard = o.shard
       AND e.shard = ANY(@shards::smallint[])
       AND e.day = o.day
       AND e.id = o.event_id
WHERE  s.shard = ANY(@shards::smallint[])
LIMIT  @most;

-- name: OutboxWaiting :one
-- OutboxWaiting counts the events that wait.
-- console read: an operator's figure over all shards that a worker owns
SELECT count(*)
FROM   events.outbox
WHERE  shard = ANY(@shards::smallint[]);

-- name: OutboxOldest :one
-- OutboxOldest is the event that waits longest: ids are in the order of time.
-- console read: an operator's figure over all shards that a worker owns
SELECT event_id
FROM   events.outbox
WHERE  shard = ANY(@shards::smallint[])
ORDER  BY event_id
LIMIT  1;

-- name: OutboxPassed :exec
-- OutboxPassed forgets events that were passed on.
DELETE FROM events.outbox
WHERE  shard = @shard
  AND  event_id = ANY(@ids::uuid[]);
