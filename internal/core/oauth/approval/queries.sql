-- name: Grant :one
-- Grant finds a grant by its id.
SELECT sqlc.embed(g)
FROM   oauth.grants g
WHERE  g.shard = @shard
  AND  g.id = @id;

-- name: ByDecision :one
-- ByDecision finds one by what was decided, and whether all that it hangs on allows it now.
SELECT sqlc.embed(g),
       EXISTS (
           SELECT 1
           FROM   oauth.live_grants l
           WHERE  l.shard = @shard
             AND  l.id = g.id
       ) AS live
FROM   oauth.grants g
WHERE  g.shard = @shard
  AND  g.decision_id = @decision_id;

-- name: Add :execrows
-- Add writes a grant, unless its decision has one by now.
INSERT INTO oauth.grants (shard, id, kind, decision_id, business_id, app_id, user_id, installation_id, consent_id, access_generation,
                          scopes, code_hash, redirect_uri, code_challenge, created_at, expires_at, cancelled_at)
VALUES (@shard, @id, @kind, @decision_id, @business_id, @app_id, @user_id, @installation_id, @consent_id, @access_generation,
        @scopes, @code_hash, @redirect_uri, @code_challenge, @created_at, @expires_at, @cancelled_at)
ON CONFLICT (shard, decision_id)
DO NOTHING;

-- name: Take :exec
-- Take uses a grant up, once, while it may be used. Whoever comes second waits for the first and then finds it used.
UPDATE oauth.grants g
SET    used_at = @now::timestamptz,
       family_id = @family_id::uuid
WHERE  g.shard = @shard
  AND  g.id = @id
  AND  g.used_at IS NULL
  AND  g.cancelled_at IS NULL
  AND  g.expires_at > @now::timestamptz;

-- name: Purge :execrows
-- Purge forgets the grants of a slice's shards that ended long ago.
DELETE FROM oauth.grants
WHERE  shard = ANY(@shards::smallint[])
  AND  expires_at <= @before;
