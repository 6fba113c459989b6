-- name: FindListener :one
-- FindListener finds an app's listener that somebody named, and locks it until the transaction ends.
SELECT id, home_shard, secret
FROM   webhooks.webhooks
WHERE  listener_of = @listener_of::uuid
  AND  app_id = @app_id
  AND  listener_name = @listener_name::text
  AND  deleted_at IS NULL
FOR NO KEY UPDATE;

-- name: CountListeners :one
-- CountListeners counts the listeners of an app, and those of a person over all apps.
SELECT count(*) FILTER (WHERE app_id = @app_id) AS of_app,
       count(*) FILTER (WHERE listener_of = @listener_of::uuid) AS of_person
FROM   webhooks.webhooks
WHERE  (app_id = @app_id OR listener_of = @listener_of::uuid)
  AND  listener_of IS NOT NULL
  AND  deleted_at IS NULL;

-- name: AddListener :exec
-- AddListener writes a new one.
INSERT INTO webhooks.webhooks (
    id, home_shard, app_id, url, events, enabled, ignore_own_changes, secret, listener_of, listener_name, businesses, every_sandbox_of, created_at, updated_at)
VALUES (@id, @home_shard, @app_id, @url, @events, true, false, @secret, @listener_of::uuid, @listener_name::text, @businesses::uuid[], sqlc.narg(every_sandbox_of)::uuid, @now, @now);

-- name: RenewListener :exec
-- RenewListener says anew what one hears, and switches it on.
UPDATE webhooks.webhooks
SET    events = @events,
       businesses = @businesses::uuid[],
       every_sandbox_of = sqlc.narg(every_sandbox_of)::uuid,
       secret = @secret,
       enabled = true,
       version = version + 1,
       updated_at = @now
WHERE  id = @id;

-- name: ListenersOf :many
-- ListenersOf lists the listeners of an app, oldest first.
SELECT id, home_shard, app_id, listener_of::uuid AS listener_of, listener_name::text AS listener_name, events, enabled, businesses, every_sandbox_of, created_at
FROM   webhooks.webhooks
WHERE  app_id = @app_id
  AND  listener_of IS NOT NULL
  AND  deleted_at IS NULL
ORDER  BY id;

-- name: SwitchListener :execrows
-- SwitchListener switches one on or off.
UPDATE webhooks.webhooks
SET    enabled = @enabled,
       version = version + 1,
       updated_at = @now
WHERE  id = @id
  AND  listener_of IS NOT NULL
  AND  deleted_at IS NULL
  AND  enabled <> @enabled;

-- name: HearSandboxes :exec
-- HearSandboxes has a listener hear exactly these sandboxes.
UPDATE webhooks.webhooks
SET    businesses = @businesses::uuid[],
       updated_at = @now
WHERE  id = @id
  AND  every_sandbox_of IS NOT NULL;

-- name: HearSandbox :exec
-- HearSandbox has those who listen to all sandboxes of an organization hear a new one.
UPDATE webhooks.webhooks
SET    businesses = array_append(businesses, @business::uuid),
       updated_at = @now
WHERE  every_sandbox_of = @organization::uuid
  AND  deleted_at IS NULL
  AND  NOT (@business::uuid = ANY(businesses));

-- name: ForgetListener :execrows
-- ForgetListener ends one, and what it signed with.
UPDATE webhooks.webhooks
SET    deleted_at = @now::timestamptz,
       updated_at = @now::timestamptz,
       version = version + 1,
       enabled = false,
       secret = ''
WHERE  id = @id
  AND  listener_of IS NOT NULL
  AND  deleted_at IS NULL;

-- name: AdmitConnection :one
-- AdmitConnection lets a program hold a listener's stream: the first one, one where nobody holds it, or one that takes it over.
INSERT INTO webhooks.listeners AS l (shard, webhook_id, connection, fence, held_until, since, seen_at)
VALUES (@shard, @webhook_id, @connection, 1, @held_until, @now, @now)
ON CONFLICT (shard, webhook_id) DO UPDATE
SET    connection = excluded.connection,
       fence = l.fence + 1,
       held_until = excluded.held_until,
       since = excluded.since,
       seen_at = excluded.seen_at
WHERE  l.held_until <= @machine_now::timestamptz
   OR  @takeover::boolean
RETURNING fence;

-- name: TakeStream :one
-- TakeStream begins a stream of the program that was let in. The one that it had before holds nothing from now on.
UPDATE webhooks.listeners
SET    fence = fence + 1,
       held_until = @held_until,
       seen_at = @now
WHERE  shard = @shard
  AND  webhook_id = @webhook_id
  AND  connection = @connection
RETURNING fence;

-- name: KeepStream :execrows
-- KeepStream says that a stream is still held.
UPDATE webhooks.listeners
SET    held_until = @held_until,
       seen_at = @now
WHERE  shard = @shard
  AND  webhook_id = @webhook_id
  AND  fence = @fence;

-- name: HoldsStream :one
-- HoldsStream tells whether a stream is the one that holds the listener.
SELECT EXISTS (
    SELECT 1
    FROM   webhooks.listeners
    WHERE  shard = @shard
      AND  webhook_id = @webhook_id
      AND  fence = @fence
);

-- name: ListenerState :one
-- ListenerState tells since when somebody holds a listener's stream, and until when they do.
SELECT since, held_until, seen_at
FROM   webhooks.listeners
WHERE  shard = @shard
  AND  webhook_id = @webhook_id;

-- name: DeleteListener :exec
-- DeleteListener forgets who held a listener's stream.
DELETE FROM webhooks.listeners
WHERE  shard = @shard
  AND  webhook_id = @webhook_id;

-- name: LeftListeners :many
-- LeftListeners lists listeners that nobody has been connected to since before a time and that are on, and those not since before another.
SELECT l.shard, l.webhook_id, l.seen_at
FROM   webhooks.listeners l
JOIN   webhooks.webhooks w
       ON  w.id = l.webhook_id
WHERE  l.shard = ANY(@shards::smallint[])
  AND  l.held_until <= @machine_now::timestamptz
  AND  (l.seen_at <= @left_before::timestamptz AND w.enabled
        OR l.seen_at <= @unused_before::timestamptz)
LIMIT  @most;
