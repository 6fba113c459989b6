-- name: Subscribe :one
-- Subscribe has a function hear of events, or of others than before. A receiver has the id of its function.
INSERT INTO webhooks.webhooks AS w (
    id, home_shard, app_id, url, events, enabled, secret, runs_function, created_at, updated_at)
VALUES (@id, @home_shard, @app_id, @url, @events, @enabled, '', true, @now, @now)
ON CONFLICT (id) DO UPDATE
SET    events = excluded.events,
       enabled = excluded.enabled,
       version = w.version + 1,
       updated_at = excluded.updated_at
WHERE  w.runs_function
  AND  w.deleted_at IS NULL
RETURNING id, home_shard, app_id, url, description, events, enabled, ignore_own_changes, previous_expires_at, version, created_at, updated_at;

-- name: Receivers :many
-- Receivers lists what the functions of apps hear of.
SELECT id, home_shard, app_id, url, description, events, enabled, ignore_own_changes, previous_expires_at, version, created_at, updated_at
FROM   webhooks.webhooks
WHERE  app_id = ANY(@app_ids::uuid[])
  AND  runs_function
  AND  deleted_at IS NULL
ORDER  BY id;

-- name: Receiver :one
-- Receiver tells what a function of an app hears of.
SELECT id, home_shard, app_id, url, description, events, enabled, ignore_own_changes, previous_expires_at, version, created_at, updated_at
FROM   webhooks.webhooks
WHERE  id = @id
  AND  app_id = @app_id
  AND  runs_function
  AND  deleted_at IS NULL;

-- name: EndReceiver :exec
-- EndReceiver ends what a function hears of.
UPDATE webhooks.webhooks
SET    deleted_at = @now::timestamptz,
       updated_at = @now::timestamptz,
       version = version + 1,
       enabled = false
WHERE  id = @id
  AND  runs_function
  AND  deleted_at IS NULL;

-- name: SwitchReceiverOff :execrows
-- SwitchReceiverOff has a function hear of nothing any more. Of many who try, one gets the row.
UPDATE webhooks.webhooks
SET    enabled = false,
       version = version + 1,
       updated_at = @now
WHERE  id = @id
  AND  runs_function
  AND  enabled
  AND  deleted_at IS NULL;

-- name: ForgetFailures :exec
-- ForgetFailures has a function begin anew.
UPDATE webhooks.health
SET    failures = 0
WHERE  shard = @shard
  AND  webhook_id = @webhook_id
  AND  failures > 0;

-- name: AddRun :exec
-- AddRun queues a run that somebody asked for: for an event, or for a sample that brings its own data.
INSERT INTO webhooks.deliveries (shard, day, id, webhook_id, event_id, business_id, type, api_version, data, run_version, status, next_at, created_at)
VALUES (@shard, @day, @id, @webhook_id, sqlc.narg(event_id), sqlc.narg(business_id), @type, @api_version, @data, @run_version, 'queued', @now, @created_at);

-- name: Runs :many
-- Runs lists a function's runs after a place in their order, newest first.
-- console read: a function's runs are of all shards
SELECT r.shard, r.day, r.delivery_id, r.round, r.attempt, r.event_id, r.business_id, r.type, r.by_hand,
       r.version, r.outcome, r.at, r.wall_us, r.cpu_us, r.memory, r.calls, r.message
FROM   webhooks.runs r
WHERE  r.webhook_id = @webhook_id
  AND  r.day >= @first_day::date
  AND  r.at > @since::timestamptz
  AND  (r.at, r.delivery_id, r.attempt) < (@before_time::timestamptz, @before_id::uuid, @before_attempt::smallint)
  AND  (sqlc.narg(outcome)::text IS NULL OR r.outcome = sqlc.narg(outcome)::text)
  AND  (sqlc.narg(failed)::boolean IS NULL OR (r.outcome <> 'ok') = sqlc.narg(failed)::boolean)
  AND  (sqlc.narg(version)::integer IS NULL OR r.version = sqlc.narg(version)::integer)
ORDER  BY r.at DESC, r.delivery_id DESC, r.attempt DESC
LIMIT  @most;

-- name: Run :one
-- Run reads one run of a function.
SELECT r.shard, r.day, r.delivery_id, r.round, r.attempt, r.event_id, r.business_id, r.type, r.by_hand,
       r.version, r.outcome, r.at, r.wall_us, r.cpu_us, r.memory, r.calls, r.message, r.log, r.dropped, r.output
FROM   webhooks.runs r
WHERE  r.shard = @shard
  AND  r.day = @day
  AND  r.delivery_id = @delivery_id
  AND  r.round = @round
  AND  r.attempt = @attempt
  AND  r.webhook_id = @webhook_id;

-- name: RunsOf :many
-- RunsOf lists the runs of some deliveries of one shard and day, oldest first.
SELECT r.shard, r.day, r.delivery_id, r.round, r.attempt, r.event_id, r.business_id, r.type, r.by_hand,
       r.version, r.outcome, r.at, r.wall_us, r.cpu_us, r.memory, r.calls, r.message
FROM   webhooks.runs r
WHERE  r.shard = @shard
  AND  r.day = @day
  AND  r.delivery_id = ANY(@delivery_ids::uuid[])
ORDER  BY r.delivery_id, r.round, r.attempt;

-- name: FirstWrite :one
-- FirstWrite tells when a run for a delivery was first to change something; there is no row where none was.
SELECT r.at
FROM   webhooks.runs r
WHERE  r.shard = @shard
  AND  r.day = @day
  AND  r.delivery_id = @delivery_id
  AND  r.writes > 0
UNION  ALL
SELECT d.wrote_at
FROM   webhooks.deliveries d
WHERE  d.shard = @shard
  AND  d.day = @day
  AND  d.id = @delivery_id
  AND  d.wrote_at IS NOT NULL
ORDER  BY at
LIMIT  1;
