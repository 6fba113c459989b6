-- name: Delivery :one
-- Delivery finds one of a webhook.
SELECT shard, day, id, webhook_id, event_shard, event_id, business_id, type, api_version, data, status, attempts, round, next_at,
       response_code, last_error, created_at, ended_at
FROM   webhooks.deliveries
WHERE  shard = @shard
  AND  day = @day
  AND  id = @id
  AND  webhook_id = @webhook_id
  AND  created_at > @since::timestamptz;
