-- name: LockKey :one
-- LockKey takes the lock on an idempotency key for the rest of the transaction, unless somebody has it.
SELECT pg_try_advisory_xact_lock(@lock::bigint) AS locked;

-- name: Replay :one
-- Replay finds the first answer to an idempotency key. The days are those that the time since can lie in.
SELECT request_hash, status, headers, body, erased
FROM   idempotency.replays
WHERE  shard = @shard
  AND  day >= @first_day
  AND  business_id = @business_id
  AND  app_id = @app_id
  AND  key_hash = @key_hash
  AND  created_at > @since::timestamptz
ORDER  BY day DESC
LIMIT  1;

-- name: KeepReplay :exec
-- KeepReplay keeps the answer to an idempotency key. An older one of the same day, which is not repeated any more, makes way.
INSERT INTO idempotency.replays (shard, day, business_id, app_id, key_hash, request_hash, status, headers, body, created_at)
VALUES (@shard, @day, @business_id, @app_id, @key_hash, @request_hash, @status, @headers, @body, @created_at)
ON CONFLICT (shard, day, business_id, app_id, key_hash) DO UPDATE
SET    request_hash = excluded.request_hash,
       status = excluded.status,
       headers = excluded.headers,
       body = excluded.body,
       erased = false,
       created_at = excluded.created_at;

-- name: EraseReplays :exec
-- EraseReplays takes the body out of a business's kept answers that contain an id. The keys stay used.
UPDATE idempotency.replays
SET    headers = '{}',
       body = '',
       erased = true
WHERE  shard = @shard
  AND  day >= @first_day
  AND  business_id = @business_id
  AND  position(convert_to(@subject::text, 'UTF8') IN body) > 0;

-- name: EraseReplaysOf :exec
-- EraseReplaysOf deletes all kept answers of a business.
DELETE FROM idempotency.replays
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  day >= @first_day;
