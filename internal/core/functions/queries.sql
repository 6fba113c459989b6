-- name: Functions :many
-- Functions lists an app's functions by name, each with what is known of its current source.
SELECT f.id, f.app_id, f.name, f.version, f.failed_at, f.created_at, f.updated_at, s.sha256, s.bytes, s.exports, s.created_at AS source_created_at
FROM   functions.functions f
JOIN   functions.sources s ON s.function_id = f.id AND s.version = f.version
WHERE  f.app_id = @app_id
ORDER  BY f.name;

-- name: Function :one
-- Function finds one of an app's, with what is known of its current source.
SELECT f.id, f.app_id, f.name, f.version, f.failed_at, f.created_at, f.updated_at, s.sha256, s.bytes, s.exports, s.created_at AS source_created_at
FROM   functions.functions f
JOIN   functions.sources s ON s.function_id = f.id AND s.version = f.version
WHERE  f.id = @id
  AND  f.app_id = @app_id;

-- name: CountFunctions :one
-- CountFunctions counts an app's functions.
SELECT count(*)
FROM   functions.functions
WHERE  app_id = @app_id;

-- name: AddFunction :execrows
-- AddFunction writes a new function, unless the app has one of that name.
INSERT INTO functions.functions (id, app_id, name, version, created_at, updated_at)
VALUES (@id, @app_id, @name, @version, @now, @now)
ON CONFLICT (app_id, name) DO NOTHING;

-- name: SaveFunction :exec
-- SaveFunction makes a source the live one.
UPDATE functions.functions
SET    version = @version,
       updated_at = @now
WHERE  id = @id;

-- name: RemoveFunction :exec
-- RemoveFunction deletes a function with its sources.
DELETE FROM functions.functions
WHERE  id = @id;

-- name: AddSource :exec
-- AddSource writes a source.
INSERT INTO functions.sources (function_id, version, source, sha256, bytes, exports, created_at)
VALUES (@function_id, @version, @source, @sha256, @bytes, @exports, @created_at);

-- name: Sources :many
-- Sources lists the sources of a function that are kept, newest first.
SELECT version, sha256, bytes, exports, created_at
FROM   functions.sources
WHERE  function_id = @function_id
ORDER  BY version DESC;

-- name: Source :one
-- Source reads one of them.
SELECT version, source, sha256, bytes, exports, created_at
FROM   functions.sources
WHERE  function_id = @function_id
  AND  version = @version;

-- name: Newest :one
-- Newest is the version of the last source that a function was given.
SELECT max(version)::integer
FROM   functions.sources
WHERE  function_id = @function_id;

-- name: ForgetSources :exec
-- ForgetSources deletes the oldest sources of a function, but not the live one.
DELETE FROM functions.sources
WHERE  function_id = @function_id
  AND  version <= @through
  AND  version <> @live;

-- name: SetFailed :exec
-- SetFailed notes since when a function is off because it failed too often; null: it is not.
UPDATE functions.functions
SET    failed_at = sqlc.narg(failed_at),
       updated_at = @now
WHERE  id = @id;

-- name: Runnable :one
-- Runnable is what a run takes: the source of a version, or of the live one where that is 0, and whether the operator has stopped it.
SELECT f.name, s.version, s.source,
       EXISTS (SELECT 1 FROM functions.stops x WHERE x.subject = f.app_id OR x.subject = a.organization_id) AS stopped
FROM   functions.functions f
JOIN   apps.subscribers a ON a.id = f.app_id
JOIN   functions.sources s ON s.function_id = f.id AND s.version = coalesce(nullif(@version::integer, 0), f.version)
WHERE  f.id = @id
  AND  f.app_id = @app_id;

-- name: AppOf :one
-- AppOf tells whose a function is.
SELECT app_id, name
FROM   functions.functions
WHERE  id = @id;

-- name: Settings :many
-- Settings lists what a function's makers set for it.
SELECT id, name, value, secret
FROM   functions.settings
WHERE  function_id = @function_id
ORDER  BY name;

-- name: ForgetSettings :exec
-- ForgetSettings deletes those that are not among the kept.
DELETE FROM functions.settings
WHERE  function_id = @function_id
  AND  NOT (name = ANY(@kept::text[]));

-- name: SetSetting :exec
-- SetSetting keeps a value, or a secret.
INSERT INTO functions.settings (id, function_id, name, value, secret)
VALUES (@id, @function_id, @name, sqlc.narg(value), sqlc.narg(secret))
ON CONFLICT (function_id, name) DO UPDATE
SET    id = excluded.id,
       value = excluded.value,
       secret = excluded.secret;

-- name: Stop :exec
-- Stop has functions of an app or an organization run no more.
INSERT INTO functions.stops (subject, reason, stopped_at, stopped_by)
VALUES (@subject, @reason, @now, sqlc.narg(stopped_by))
ON CONFLICT (subject) DO UPDATE
SET    reason = excluded.reason,
       stopped_by = excluded.stopped_by;

-- name: Resume :exec
-- Resume ends that.
DELETE FROM functions.stops
WHERE  subject = @subject;

-- name: Stopped :many
-- Stopped tells which of some apps and organizations are stopped, by whom and why.
SELECT subject, reason, stopped_at, stopped_by
FROM   functions.stops
WHERE  subject = ANY(@subjects::uuid[])
ORDER  BY stopped_at, subject;
