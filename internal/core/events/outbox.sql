-- name: OutboxShards :many
-- OutboxShards tells which shards have events to pass on, by one look into the index a shard.
-- console read: a worker looks over all shards it owns, and locks nothing
SELECT s.shard::smallint AS shard
FROM   unnest(@shards::smallint[]) AS s (shard)
WHERE  EXISTS (SELECT 1 FROM events.outbox o WHERE o.shard = s.shard);

-- name: OutboxFirst :many
-- OutboxFirst reads the oldest events of a shard that wait.
SELECT event_id
FROM   events.outbox
WHERE  shard = @shard
ORDER  BY event_id
LIMIT  @most;

-- name: OutboxPassed :exec
-- OutboxPassed forgets events that were passed on.
DELETE FROM events.outbox
WHERE  shard = @shard
  AND  event_id = ANY(@ids::uuid[]);
