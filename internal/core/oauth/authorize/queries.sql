-- name: Add :exec
-- Add holds a request.
INSERT INTO oauth.requests (shard, id, handle_hash, app_id, redirect_uri, any_loopback_port, scopes, state, code_challenge, created_at, expires_at)
VALUES (@shard, @id, @handle_hash, @app_id, @redirect_uri, @any_loopback_port, @scopes, @state, @code_challenge, @created_at, @expires_at);

-- name: Held :one
-- Held finds a request that nobody has decided on, by its handle.
SELECT shard, id, app_id, redirect_uri, any_loopback_port, scopes, state, code_challenge, created_at, expires_at
FROM   oauth.requests
WHERE  shard = @shard
  AND  handle_hash = @handle_hash
  AND  decision IS NULL
  AND  expires_at > @now;

-- name: Decide :execrows
-- Decide writes down what a user decided, once: of many who try, one does it.
UPDATE oauth.requests
SET    decision = @decision::text,
       decided_at = @now::timestamptz,
       decided_by = @decided_by::uuid
WHERE  shard = @shard
  AND  id = @id
  AND  decision IS NULL
  AND  expires_at > @now::timestamptz;

-- name: Purge :execrows
-- Purge forgets the requests of a shard that are over: all of them get the same answer, so nobody needs to tell them apart.
DELETE FROM oauth.requests
WHERE  shard = @shard
  AND  expires_at <= @before;
