-- name: PurgeRuns :execrows
-- PurgeRuns removes runs for deliveries of a slice's shards and one day from before an id, at most so many.
DELETE FROM webhooks.runs a
WHERE  a.shard = ANY(@shards::smallint[])
  AND  a.day = @day
  AND  (a.shard, a.delivery_id, a.round, a.attempt) IN (
           SELECT x.shard, x.delivery_id, x.round, x.attempt
           FROM   webhooks.runs x
           WHERE  x.shard = ANY(@shards::smallint[])
             AND  x.day = @day
             AND  x.delivery_id < @before::uuid
           LIMIT  @most);

-- name: PurgeAttempts :execrows
-- PurgeAttempts removes attempts at deliveries of a slice's shards and one day from before an id, at most so many.
DELETE FROM webhooks.attempts a
WHERE  a.shard = ANY(@shards::smallint[])
  AND  a.day = @day
  AND  (a.shard, a.delivery_id, a.round, a.attempt) IN (
           SELECT x.shard, x.delivery_id, x.round, x.attempt
           FROM   webhooks.attempts x
           WHERE  x.shard = ANY(@shards::smallint[])
             AND  x.day = @day
             AND  x.delivery_id < @before::uuid
           LIMIT  @most);

-- name: PurgeDeliveries :execrows
-- PurgeDeliveries removes deliveries of a slice's shards and one day from before an id, at most so many.
DELETE FROM webhooks.deliveries d
WHERE  d.shard = ANY(@shards::smallint[])
  AND  d.day = @day
  AND  (d.shard, d.id) IN (
           SELECT x.shard, x.id
           FROM   webhooks.deliveries x
           WHERE  x.shard = ANY(@shards::smallint[])
             AND  x.day = @day
             AND  x.id < @before::uuid
           LIMIT  @most);
