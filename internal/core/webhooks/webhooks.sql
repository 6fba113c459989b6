-- name: Webhook :one
-- Webhook finds one of an app.
SELECT id, home_shard, app_id, url, description, events, enabled, ignore_own_changes, previous_expires_at, version, created_at, updated_at
FROM   webhooks.webhooks
WHERE  id = @id
  AND  app_id = @app_id
  AND  deleted_at IS NULL;
