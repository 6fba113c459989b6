-- name: Add :exec
-- Add stores a request.
INSERT INTO oauth.requests (shard, id, handle_hash, browser_hash, app_id, redirect_uri, any_loopback_port, scopes, state, code_challenge, created_at, expires_at)
VALUES (@shard, @id, @handle_hash, @browser_hash, @app_id, @redirect_uri, @any_loopback_port, @scopes, @state, @code_challenge, @created_at, @expires_at);

-- name: Pending :one
-- Pending finds a request that nobody has decided on, by its handle, for the browser that began it.
SELECT shard, id, app_id, redirect_uri, any_loopback_port, scopes, state, code_challenge, created_at, expires_at, acknowledged_by
FROM   oauth.requests
WHERE  shard = @shard
  AND  handle_hash = @handle_hash
  AND  browser_hash = @browser_hash
  AND  decision IS NULL
  AND  expires_at > @now;

-- name: Acknowledge :exec
-- Acknowledge notes who has read the warning about the app that asks.
UPDATE oauth.requests
SET    acknowledged_by = @user_id::uuid
WHERE  shard = @shard
  AND  id = @id;

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

-- name: Forget :execrows
-- Forget removes the requests of a slice's shards that are over: all of them get the same answer, so nobody needs to tell them apart.
DELETE FROM oauth.requests
WHERE  shard = ANY(@shards::smallint[])
  AND  expires_at <= @now::timestamptz;
