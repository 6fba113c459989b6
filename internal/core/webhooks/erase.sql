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

-- name: EraseDeliveries :exec
-- EraseDeliveries deletes the deliveries of a business's events to one webhook, with what was answered, but for some types.
WITH gone AS (
    DELETE FROM webhooks.deliveries d
    WHERE  d.shard = @shard
      AND  d.webhook_id = @webhook_id
      AND  d.event_shard = @event_shard
      AND  d.business_id = @business_id
      AND  d.type <> ALL(@kept::text[])
    RETURNING d.shard, d.day, d.id
)
DELETE FROM webhooks.attempts a
USING  gone
WHERE  a.shard = gone.shard
  AND  a.day = gone.day
  AND  a.delivery_id = gone.id;
