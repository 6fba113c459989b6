-- name: Family :one
-- Family finds a family by its id.
SELECT shard, id, business_id, app_id, user_id, installation_id, consent_id, access_generation, scopes, generation,
       access_hash, access_expires_at, refresh_hash, refresh_expires_at, created_at, revoked_at, revoked_for
FROM   oauth.families
WHERE  shard = @shard
  AND  id = @id;
