-- name: Add :exec
-- Add writes down what a person is asked for.
INSERT INTO pending.actions (shard, id, business_id, installation_id, app_id, user_id, tool, key_hash, request_hash, facts, seen, state, created_at, expires_at)
VALUES (@shard, @id, @business_id, @installation_id, @app_id, @user_id, @tool, @key_hash, @request_hash, @facts, @seen, 'asked', @created_at, @expires_at);

-- name: ByKey :one
-- ByKey finds the action of an installation's request key, and keeps others from deciding on it until the transaction ends.
SELECT shard, id, business_id, installation_id, app_id, user_id, tool, key_hash, request_hash, facts, seen, state, created_at, expires_at, decided_at, done_at
FROM   pending.actions
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  installation_id = @installation_id
  AND  key_hash = @key_hash
FOR UPDATE;

-- name: ByID :one
-- ByID finds an action that its person looks at.
SELECT shard, id, business_id, installation_id, app_id, user_id, tool, key_hash, request_hash, facts, seen, state, created_at, expires_at, decided_at, done_at
FROM   pending.actions
WHERE  shard = @shard
  AND  id = @id;

-- name: Open :one
-- Open counts the actions of an installation that a person may still decide on.
SELECT count(*)
FROM   pending.actions
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  installation_id = @installation_id
  AND  created_at > @since
  AND  state = 'asked'
  AND  expires_at > @now;

-- name: LastDecisions :many
-- LastDecisions lists what was decided last on an installation's actions, the newest first.
SELECT state, decided_at::timestamptz AS decided_at
FROM   pending.actions
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  installation_id = @installation_id
  AND  decided_at IS NOT NULL
ORDER  BY decided_at DESC, id DESC
LIMIT  @most;

-- name: Counts :many
-- Counts tells how many actions of each installation in a business wait, were approved and were refused, of those that are kept.
SELECT installation_id,
       count(*) FILTER (WHERE state = 'asked' AND expires_at > @now::timestamptz) AS waiting,
       count(*) FILTER (WHERE state = 'approved' OR state = 'done') AS approved,
       count(*) FILTER (WHERE state = 'refused') AS refused
FROM   pending.actions
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  created_at > @since
GROUP  BY installation_id;

-- name: Decide :execrows
-- Decide writes down a yes or a no, unless somebody decided before or the time is up.
UPDATE pending.actions
SET    state = @state,
       decided_at = @now::timestamptz,
       expires_at = @expires_at
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id
  AND  user_id = @user_id
  AND  state = 'asked'
  AND  expires_at > @now::timestamptz;

-- name: MarkChanged :exec
-- MarkChanged ends an action that no longer is what its person sees, or saw.
UPDATE pending.actions
SET    state = 'changed'
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id
  AND  state IN ('asked', 'approved');

-- name: MarkDone :execrows
-- MarkDone uses up an approval.
UPDATE pending.actions
SET    state = 'done',
       done_at = @now::timestamptz
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id
  AND  state = 'approved'
  AND  expires_at > @now::timestamptz;

-- name: EraseAbout :exec
-- EraseAbout drops a business's actions that show a record which was erased.
DELETE FROM pending.actions
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  jsonb_exists(seen, @subject::text);

-- name: EraseOf :exec
-- EraseOf drops all actions of a business that is erased.
DELETE FROM pending.actions
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: Purge :execrows
-- Purge drops the actions of long ago in a slice's shards.
DELETE FROM pending.actions
WHERE  shard = ANY(@shards::smallint[])
  AND  created_at < @before::timestamptz;
