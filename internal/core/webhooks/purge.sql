-- name: HasToPurge :batchone
-- HasToPurge tells whether a shard has deliveries of a day from before an id. It is asked of all shards in one round trip.
SELECT EXISTS (
    SELECT 1
    FROM   webhooks.deliveries
    WHERE  shard = @shard
      AND  day = @day
      AND  id < @before
);

-- name: PurgeAttempts :execrows
-- PurgeAttempts removes attempts at deliveries of one shard and day from before an id, at most so many.
DELETE FROM webhooks.attempts a
WHERE  a.shard = @shard
  AND  a.day = @day
  AND  (a.delivery_id, a.round, a.attempt) IN (
           SELECT x.delivery_id, x.round, x.attempt
           FROM   webhooks.attempts x
           WHERE  x.shard = @shard
             AND  x.day = @day
             AND  x.delivery_id < @before::uuid
           ORDER  BY x.delivery_id
           LIMIT  @most);

-- name: PurgeDeliveries :execrows
-- PurgeDeliveries removes deliveries of one shard and day from before an id, at most so many.
DELETE FROM webhooks.deliveries d
WHERE  d.shard = @shard
  AND  d.day = @day
  AND  d.id IN (
           SELECT x.id
           FROM   webhooks.deliveries x
           WHERE  x.shard = @shard
             AND  x.day = @day
             AND  x.id < @before::uuid
           ORDER  BY x.id
           LIMIT  @most);
