-- name: Held :one
-- Held finds a request by its handle.
SELECT shard, id, app_id, redirect_uri, scopes, state, code_challenge, created_at, expires_at, decision, decided_at, decided_by
FROM   oauth.requests
WHERE  shard = @shard
  AND  handle_hash = @handle_hash;
