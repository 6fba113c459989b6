-- name: Functions :many
-- Functions lists an app's functions by name, each with what is known of its current source.
SELECT f.id, f.app_id, f.name, f.version, f.created_at, f.updated_at, s.sha256, s.bytes, s.exports, s.created_at AS source_created_at
FROM   functions.functions f
JOIN   functions.sources s ON s.function_id = f.id AND s.version = f.version
WHERE  f.app_id = @app_id
ORDER  BY f.name;

-- name: Function :one
-- Function finds one of an app's, with what is known of its current source.
SELECT f.id, f.app_id, f.name, f.version, f.created_at, f.updated_at, s.sha256, s.bytes, s.exports, s.created_at AS source_created_at
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
-- SaveFunction makes a source the current one.
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

-- name: ForgetSources :exec
-- ForgetSources deletes the oldest sources of a function.
DELETE FROM functions.sources
WHERE  function_id = @function_id
  AND  version <= @through;
