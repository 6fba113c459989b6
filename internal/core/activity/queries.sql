-- name: Enter :exec
-- Enter enters what a call changed.
INSERT INTO activity.entries (shard, business_id, id, app_id, user_id, request_id, at, kind, record_id, other_ids, changes)
VALUES (@shard, @business_id, @id, @app_id, @user_id, @request_id, @at, @kind, @record_id, @other_ids, @changes);

-- name: OfBusiness :many
-- OfBusiness reads what all apps did in a business, the newest first.
SELECT id, app_id, user_id, request_id, at, kind,
       jsonb_path_query_array(changes, '$[0 to 24]')::jsonb AS changes,
       jsonb_array_length(changes) AS total
FROM   activity.entries
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id >= @since
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: OfApp :many
-- OfApp reads what one app did there.
SELECT id, app_id, user_id, request_id, at, kind,
       jsonb_path_query_array(changes, '$[0 to 24]')::jsonb AS changes,
       jsonb_array_length(changes) AS total
FROM   activity.entries
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  app_id = @app_id
  AND  id >= @since
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: OfAppAndKind :many
-- OfAppAndKind reads what one app did to records of a kind.
SELECT id, app_id, user_id, request_id, at, kind,
       jsonb_path_query_array(changes, '$[0 to 24]')::jsonb AS changes,
       jsonb_array_length(changes) AS total
FROM   activity.entries
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  app_id = @app_id
  AND  kind = @kind
  AND  id >= @since
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: OfRecord :many
-- OfRecord reads what was done to a record, by whatever call: those that were about it, of which there may be many, and those that changed it on the way, which are looked up first and then put in order. The app is nil for all.
(SELECT e.id, e.app_id, e.user_id, e.request_id, e.at, e.kind,
        jsonb_path_query_array(e.changes, '$[0 to 24]')::jsonb AS changes,
        jsonb_array_length(e.changes) AS total
 FROM   activity.entries e
 WHERE  e.shard = @shard
   AND  e.business_id = @business_id
   AND  e.record_id = @record_id
   AND  (@app_id::uuid = '00000000-0000-0000-0000-000000000000' OR e.app_id = @app_id)
   AND  e.id >= @since
   AND  e.id < @before
 ORDER  BY e.id DESC
 LIMIT  @most)
UNION ALL
(SELECT o.id, o.app_id, o.user_id, o.request_id, o.at, o.kind,
        jsonb_path_query_array(o.changes, '$[0 to 24]')::jsonb AS changes,
        jsonb_array_length(o.changes) AS total
 FROM  (SELECT x.id, x.app_id, x.user_id, x.request_id, x.at, x.kind, x.changes
        FROM   activity.entries x
        WHERE  x.shard = @shard
          AND  x.business_id = @business_id
          AND  cardinality(x.other_ids) > 0
          AND  x.other_ids @> ARRAY[@record_id::uuid]
        OFFSET 0) o
 WHERE  (@app_id::uuid = '00000000-0000-0000-0000-000000000000' OR o.app_id = @app_id)
   AND  o.id >= @since
   AND  o.id < @before
 ORDER  BY o.id DESC
 LIMIT  @most)
ORDER  BY id DESC
LIMIT  @most;

-- name: CountsOfApps :many
-- CountsOfApps tells how often each app changed something since then, up to a number.
SELECT app.id::uuid AS app_id,
       (SELECT count(*)
        FROM  (SELECT FROM activity.entries e
               WHERE  e.shard = @shard
                 AND  e.business_id = @business_id
                 AND  e.app_id = app.id
                 AND  e.id >= @since
               ORDER  BY e.id DESC -- so that it goes by the index
               LIMIT  @most) counted) AS entries
FROM   unnest(@apps::uuid[]) app(id);

-- name: One :one
-- One reads an entry, with all of its changes.
SELECT id, app_id, user_id, request_id, at, kind, changes, jsonb_array_length(changes) AS total
FROM   activity.entries
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id = @id;

-- name: Purge :execrows
-- Purge drops the entries of long ago in a slice's shards.
DELETE FROM activity.entries
WHERE  shard = ANY(@shards::smallint[])
  AND  at < @before::timestamptz;

-- name: EraseOf :exec
-- EraseOf drops all entries of a business that is erased.
DELETE FROM activity.entries
WHERE  shard = @shard
  AND  business_id = @business_id;
