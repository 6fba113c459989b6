-- name: AddKey :exec
-- AddKey makes the row of an idempotency key on a day, free, unless there is one.
INSERT INTO idempotency.replays (shard, day, business_id, app_id, key_hash, request_hash, status, headers, body, created_at)
VALUES (@shard, @day, @business_id, @app_id, @key_hash, '', 0, '{}', '', @created_at)
ON CONFLICT (shard, day, business_id, app_id, key_hash) DO NOTHING;

-- name: LockKey :many
-- LockKey takes all rows of an idempotency key until the transaction ends, the newest day first, and fails where somebody has one.
-- The days are those that an answer which is still repeated can lie in.
SELECT day, request_hash, status, headers, body, erased, created_at
FROM   idempotency.replays
WHERE  shard = @shard
  AND  day >= @first_day
  AND  business_id = @business_id
  AND  app_id = @app_id
  AND  key_hash = @key_hash
ORDER  BY day DESC
FOR UPDATE NOWAIT;

-- name: KeepReplay :exec
-- KeepReplay keeps the answer to an idempotency key, in the row of its day.
UPDATE idempotency.replays
SET    request_hash = @request_hash,
       status = @status,
       headers = @headers,
       body = @body,
       created_at = @created_at
WHERE  shard = @shard
  AND  day = @day
  AND  business_id = @business_id
  AND  app_id = @app_id
  AND  key_hash = @key_hash;

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
