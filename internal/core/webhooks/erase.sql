-- name: EverSubscribed :many
-- EverSubscribed lists the webhooks, deleted ones too, of all apps that a business has or has had.
SELECT w.id, w.home_shard
FROM   webhooks.webhooks w
JOIN   installs.ever i
       ON  i.app_id = w.app_id
WHERE  i.shard = @shard
  AND  i.business_id = @business_id;

-- name: EraseAnswers :exec
-- EraseAnswers takes out what endpoints answered to deliveries of one shard.
UPDATE webhooks.attempts
SET    headers = NULL,
       body = NULL
WHERE  shard = @shard
  AND  day = ANY(@days::date[])
  AND  delivery_id = ANY(@deliveries::uuid[])
  AND  (headers IS NOT NULL OR body IS NOT NULL);

-- name: EraseRunTexts :exec
-- EraseRunTexts takes out what functions said and returned when they ran for events of one shard.
UPDATE webhooks.runs
SET    message = '',
       log = '[]',
       output = NULL
WHERE  shard = @shard
  AND  day = ANY(@days::date[])
  AND  event_id = ANY(@events::uuid[]);

-- name: EraseRuns :exec
-- EraseRuns deletes the runs for a business's events, but for some types.
DELETE FROM webhooks.runs
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  type <> ALL(@kept::text[]);

-- name: EraseAttempts :exec
-- EraseAttempts deletes what was answered to deliveries of a business's events, but for some types.
DELETE FROM webhooks.attempts a
USING  webhooks.deliveries d
WHERE  a.shard = @shard
  AND  d.shard = @shard
  AND  d.business_id = @business_id
  AND  d.type <> ALL(@kept::text[])
  AND  a.day = d.day
  AND  a.delivery_id = d.id;

-- name: EraseDeliveries :exec
-- EraseDeliveries deletes the deliveries of a business's events, but for some types.
DELETE FROM webhooks.deliveries
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  type <> ALL(@kept::text[]);
