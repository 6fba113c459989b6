-- name: Installation :one
-- Installation finds an installation by its id.
SELECT shard, id, business_id, app_id, status, scopes, access_generation, access_revoked, installed_by, installed_at, ended_at
FROM   installs.installations
WHERE  shard = @shard
  AND  id = @id;
