-- name: Business :one
-- Business finds a business by its id.
SELECT shard, id, name, plan, currency, timezone, sandbox_of, version, created_at
FROM   tenancy.businesses
WHERE  shard = @shard
  AND  id = @id;
