-- name: CountFields :one
-- CountFields counts an app's fields of one type of record.
SELECT count(*)
FROM   appdata.fields
WHERE  app_id = @app_id
  AND  resource_type = @resource_type;

-- name: AddField :execrows
-- AddField writes a new field, unless the app has one with that key.
INSERT INTO appdata.fields (
    id, app_id, resource_type, key, type, label, description, rules, visible_to_business, editable_by_business, created_at, updated_at)
VALUES (@id, @app_id, @resource_type, @key, @type, @label, @description, @rules, @visible_to_business, @editable_by_business, @now, @now)
ON CONFLICT (app_id, resource_type, key) DO NOTHING;

-- name: FieldsOf :many
-- FieldsOf lists an app's fields, in the order in which they were declared.
SELECT id, app_id, resource_type, key, type, label, description, rules, visible_to_business, editable_by_business, version, created_at, updated_at
FROM   appdata.fields
WHERE  app_id = @app_id
ORDER  BY id;

-- name: VisibleFields :many
-- VisibleFields lists what some apps show to a business on one type of record.
SELECT id, app_id, resource_type, key, type, label, description, rules, visible_to_business, editable_by_business, version, created_at, updated_at
FROM   appdata.fields
WHERE  app_id = ANY(@app_ids::uuid[])
  AND  resource_type = @resource_type
  AND  visible_to_business
ORDER  BY id;

-- name: LockField :one
-- LockField finds a field of an app for a change.
SELECT id, app_id, resource_type, key, type, label, description, rules, visible_to_business, editable_by_business, version, created_at, updated_at
FROM   appdata.fields
WHERE  id = @id
  AND  app_id = @app_id
FOR UPDATE;

-- name: HasTurn :one
-- HasTurn tells whether an app has a row in a shard, which whoever writes its values shares.
SELECT EXISTS (
    SELECT 1
    FROM   appdata.turns
    WHERE  shard = @shard
      AND  app_id = @app_id
);

-- name: MakeTurn :exec
-- MakeTurn makes that row.
INSERT INTO appdata.turns (shard, app_id)
VALUES (@shard, @app_id)
ON CONFLICT (shard, app_id) DO NOTHING;

-- name: LockTurns :exec
-- LockTurns waits for all who write values of an app, in all shards, and keeps others from it until the transaction ends.
UPDATE appdata.turns
SET    app_id = app_id
WHERE  shard = ANY(@shards::smallint[])
  AND  app_id = @app_id;

-- name: ShareTurns :many
-- ShareTurns keeps the fields of some apps as they are until the transaction ends, for whoever writes values of them.
SELECT app_id
FROM   appdata.turns
WHERE  shard = @shard
  AND  app_id = ANY(@app_ids::uuid[])
ORDER  BY app_id
FOR SHARE;

-- name: FieldsByKey :many
-- FieldsByKey finds the fields of an app that have one of some keys.
SELECT id, app_id, resource_type, key, type, label, description, rules, visible_to_business, editable_by_business, version, created_at, updated_at
FROM   appdata.fields
WHERE  app_id = @app_id
  AND  key = ANY(@keys::text[])
ORDER  BY id;

-- name: AppsOfFields :many
-- AppsOfFields lists the apps that fields belong to, which never changes.
SELECT DISTINCT app_id
FROM   appdata.fields
WHERE  id = ANY(@ids::uuid[]);

-- name: FieldsByID :many
-- FieldsByID finds fields of any app.
SELECT id, app_id, resource_type, key, type, label, description, rules, visible_to_business, editable_by_business, version, created_at, updated_at
FROM   appdata.fields
WHERE  id = ANY(@ids::uuid[])
ORDER  BY id;

-- name: SaveField :exec
-- SaveField writes what an app's makers may change of one.
UPDATE appdata.fields
SET    type = @type,
       label = @label,
       description = @description,
       rules = @rules,
       visible_to_business = @visible_to_business,
       editable_by_business = @editable_by_business,
       version = @version,
       updated_at = @now
WHERE  id = @id;

-- name: RemoveField :exec
-- RemoveField deletes one.
DELETE FROM appdata.fields
WHERE  id = @id;

-- name: IsInUse :one
-- IsInUse tells whether any business has a value of a field.
-- console read: a field is for all businesses of the app.
SELECT EXISTS (
    SELECT 1
    FROM   appdata.values
    WHERE  app_id = @app_id
      AND  resource_type = @resource_type
      AND  key = @key
);

-- name: LockValues :exec
-- LockValues lets those who write an app's values in one business wait for each other.
INSERT INTO appdata.writers (shard, business_id, app_id)
VALUES (@shard, @business_id, @app_id)
ON CONFLICT (shard, business_id, app_id) DO UPDATE
SET    app_id = excluded.app_id;

-- name: ValuesOn :many
-- ValuesOn lists what some apps keep on some records, and by which type and rules; no keys means all. It is one query, so a value
-- is never read beside a field that changed a moment later.
SELECT v.app_id, v.resource_type, v.resource_id, v.key, v.id, v.value, v.created_at, v.updated_at, f.type, f.rules
FROM   appdata.values v
JOIN   appdata.fields f USING (app_id, resource_type, key)
WHERE  v.shard = @shard
  AND  v.business_id = @business_id
  AND  v.app_id = ANY(@app_ids::uuid[])
  AND  v.resource_id = ANY(@resource_ids::uuid[])
  AND  (cardinality(@keys::text[]) = 0 OR v.key = ANY(@keys::text[]))
ORDER  BY v.resource_id, v.resource_type, v.key, v.app_id;

-- name: ValueByID :one
-- ValueByID finds one value of an app in a business.
SELECT resource_type, resource_id, key
FROM   appdata.values
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  app_id = @app_id
  AND  id = @id;

-- name: SetValue :exec
-- SetValue writes a value, a new one or such as there is.
INSERT INTO appdata.values (shard, business_id, app_id, resource_type, resource_id, key, id, value, created_at, updated_at)
VALUES (@shard, @business_id, @app_id, @resource_type, @resource_id, @key, @id, @value, @now, @now)
ON CONFLICT (shard, business_id, resource_id, app_id, resource_type, key)
DO UPDATE SET value = EXCLUDED.value, updated_at = EXCLUDED.updated_at;

-- name: RemoveValues :exec
-- RemoveValues deletes some values of some apps.
DELETE FROM appdata.values
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  app_id = ANY(@app_ids::uuid[])
  AND  id = ANY(@ids::uuid[]);

-- name: EraseOfApp :execrows
-- EraseOfApp deletes some of what an app keeps in a business.
DELETE FROM appdata.values v
WHERE  v.shard = @shard
  AND  v.business_id = @business_id
  AND  v.app_id = @app_id
  AND  v.id IN (
    SELECT id
    FROM   appdata.values
    WHERE  shard = @shard
      AND  business_id = @business_id
      AND  app_id = @app_id
    LIMIT  @most
);

-- name: AppsOn :many
-- AppsOn lists the apps that keep something on some records.
SELECT DISTINCT app_id
FROM   appdata.values
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  resource_id = ANY(@resource_ids::uuid[]);

-- name: EraseOn :many
-- EraseOn deletes what all apps keep on some records, or of that the texts.
DELETE FROM appdata.values v
WHERE  v.shard = @shard
  AND  v.business_id = @business_id
  AND  v.resource_id = ANY(@resource_ids::uuid[])
  AND  v.resource_type = ANY(@resource_types::text[])
  AND  (NOT @texts_only::boolean OR EXISTS (
           SELECT 1 FROM appdata.fields f
           WHERE  f.app_id = v.app_id
             AND  f.resource_type = v.resource_type
             AND  f.key = v.key
             AND  f.type IN ('TEXT', 'LONG_TEXT', 'URL', 'EMAIL', 'JSON')))
RETURNING v.app_id, v.id, v.resource_type, v.resource_id, v.key;

-- name: EraseOfBusiness :exec
-- EraseOfBusiness deletes what all apps keep in a business.
DELETE FROM appdata.values
WHERE  shard = @shard
  AND  business_id = @business_id;

-- name: EraseWriters :exec
-- EraseWriters deletes which apps have kept something in a business.
DELETE FROM appdata.writers
WHERE  shard = @shard
  AND  business_id = @business_id;
