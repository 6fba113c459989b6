-- name: Grant :one
-- Grant finds a grant by its id.
SELECT shard, id, kind, decision_id, business_id, app_id, user_id, installation_id, consent_id, access_generation, scopes,
       code_hash, redirect_uri, code_challenge, created_at, expires_at, used_at, cancelled_at, family_id
FROM   oauth.grants
WHERE  shard = @shard
  AND  id = @id;
