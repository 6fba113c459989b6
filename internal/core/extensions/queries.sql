-- name: Extensions :many
-- Extensions lists an app's extensions, oldest first.
SELECT id, app_id, type, resource_type, label, path, version, created_at, updated_at
FROM   extensions.extensions
WHERE  app_id = @app_id
ORDER  BY id;

-- name: OnRecords :many
-- OnRecords lists what some apps have on records of a type, oldest first.
SELECT id, app_id, type, resource_type, label, path, version, created_at, updated_at
FROM   extensions.extensions
WHERE  app_id = ANY(@app_ids::uuid[])
  AND  resource_type = @resource_type
ORDER  BY id;

-- name: OfTypes :many
-- OfTypes lists what some apps have of some types, oldest first.
SELECT id, app_id, type, resource_type, label, path, version, created_at, updated_at
FROM   extensions.extensions
WHERE  app_id = ANY(@app_ids::uuid[])
  AND  type = ANY(@types::text[])
ORDER  BY id;

-- name: CountExtensions :one
-- CountExtensions counts them.
SELECT count(*)
FROM   extensions.extensions
WHERE  app_id = @app_id;

-- name: Extension :one
-- Extension finds one of an app's.
SELECT id, app_id, type, resource_type, label, path, version, created_at, updated_at
FROM   extensions.extensions
WHERE  id = @id
  AND  app_id = @app_id;

-- name: AddExtension :exec
-- AddExtension writes a new one.
INSERT INTO extensions.extensions (id, app_id, type, resource_type, label, path, created_at, updated_at)
VALUES (@id, @app_id, @type, @resource_type, @label, @path, @now, @now);

-- name: SaveExtension :exec
-- SaveExtension writes what its makers may change of one.
UPDATE extensions.extensions
SET    type = @type,
       resource_type = @resource_type,
       label = @label,
       path = @path,
       version = @version,
       updated_at = @now
WHERE  id = @id;

-- name: RemoveExtension :exec
-- RemoveExtension deletes one.
DELETE FROM extensions.extensions
WHERE  id = @id;
