-- name: EverTold :many
-- EverTold lists the webhooks, deleted ones too, of all apps that a business has or has had.
SELECT w.id, w.home_shard
FROM   webhooks.webhooks w
JOIN   installs.ever i
       ON  i.app_id = w.app_id
WHERE  i.shard = @shard
  AND  i.business_id = @business_id;

-- name: ForgetAnswers :exec
-- ForgetAnswers takes out what endpoints answered to deliveries of one shard.
UPDATE webhooks.attempts
SET    headers = NULL,
       body = NULL
WHERE  shard = @shard
  AND  day = ANY(@days::date[])
  AND  delivery_id = ANY(@deliveries::uuid[])
  AND  (headers IS NOT NULL OR body IS NOT NULL);
