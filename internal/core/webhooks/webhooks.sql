-- name: CountWebhooks :one
-- CountWebhooks counts an app's webhooks.
SELECT count(*)
FROM   webhooks.webhooks
WHERE  app_id = @app_id
  AND  listener_of IS NULL
  AND  NOT runs_function
  AND  deleted_at IS NULL;

-- name: CountsOf :many
-- CountsOf counts the webhooks of several apps; of one that has none there is no row.
SELECT app_id, count(*) AS webhooks
FROM   webhooks.webhooks
WHERE  app_id = ANY(@apps::uuid[])
  AND  listener_of IS NULL
  AND  NOT runs_function
  AND  deleted_at IS NULL
GROUP  BY app_id;

-- name: WebhooksOfSeveral :many
-- WebhooksOfSeveral lists the webhooks of several apps, with what their health depends on.
SELECT id, home_shard, app_id, enabled
FROM   webhooks.webhooks
WHERE  app_id = ANY(@apps::uuid[])
  AND  listener_of IS NULL
  AND  NOT runs_function
  AND  deleted_at IS NULL
ORDER  BY id;

-- name: ForgetDeleted :exec
-- ForgetDeleted removes an app's webhooks that were deleted so long ago that no delivery is left of them.
DELETE FROM webhooks.webhooks
WHERE  app_id = @app_id
  AND  deleted_at < @before::timestamptz;

-- name: AddWebhook :exec
-- AddWebhook writes a new webhook.
INSERT INTO webhooks.webhooks (
    id, home_shard, app_id, url, description, events, enabled, ignore_own_changes, secret, created_at, updated_at)
VALUES (@id, @home_shard, @app_id, @url, @description, @events, @enabled, @ignore_own_changes, @secret, @now, @now);

-- name: Webhook :one
-- Webhook finds one of an app.
SELECT id, home_shard, app_id, url, description, events, enabled, ignore_own_changes, previous_expires_at, version, created_at, updated_at
FROM   webhooks.webhooks
WHERE  id = @id
  AND  home_shard = @home_shard
  AND  app_id = @app_id
  AND  NOT runs_function
  AND  deleted_at IS NULL;

-- name: WebhooksOf :many
-- WebhooksOf lists the webhooks of apps, oldest first; listeners only where they are asked for.
SELECT id, home_shard, app_id, url, description, events, enabled, ignore_own_changes, previous_expires_at, version, created_at, updated_at
FROM   webhooks.webhooks
WHERE  app_id = ANY(@app_ids::uuid[])
  AND  (listener_of IS NULL OR @listeners::boolean)
  AND  NOT runs_function
  AND  deleted_at IS NULL
ORDER  BY id;

-- name: LockWebhook :one
-- LockWebhook finds one of an app and locks it until the transaction ends.
SELECT id, home_shard, app_id, url, description, events, enabled, ignore_own_changes, previous_expires_at, version, created_at, updated_at
FROM   webhooks.webhooks
WHERE  id = @id
  AND  home_shard = @home_shard
  AND  app_id = @app_id
  AND  listener_of IS NULL
  AND  NOT runs_function
  AND  deleted_at IS NULL
FOR NO KEY UPDATE;

-- name: SaveWebhook :exec
-- SaveWebhook writes what the app's makers may change of one.
UPDATE webhooks.webhooks
SET    url = @url,
       description = @description,
       events = @events,
       enabled = @enabled,
       ignore_own_changes = @ignore_own_changes,
       version = @version,
       updated_at = @now
WHERE  id = @id;

-- name: RemoveWebhook :execrows
-- RemoveWebhook ends one, and what it signed with.
UPDATE webhooks.webhooks
SET    deleted_at = @now::timestamptz,
       updated_at = @now::timestamptz,
       version = version + 1,
       enabled = false,
       secret = '',
       previous_secret = NULL,
       previous_expires_at = NULL
WHERE  id = @id
  AND  home_shard = @home_shard
  AND  app_id = @app_id
  AND  listener_of IS NULL
  AND  NOT runs_function
  AND  deleted_at IS NULL;

-- name: RotateSecret :execrows
-- RotateSecret gives one a new secret. What signed alone until now signs beside it for a while; what signed beside that is gone.
UPDATE webhooks.webhooks
SET    previous_secret = secret,
       previous_expires_at = @previous_expires_at::timestamptz,
       secret = @secret,
       version = version + 1,
       updated_at = @now
WHERE  id = @id
  AND  home_shard = @home_shard
  AND  app_id = @app_id
  AND  listener_of IS NULL
  AND  NOT runs_function
  AND  deleted_at IS NULL;
