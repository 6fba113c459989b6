-- name: AddSandbox :exec
-- AddSandbox notes that a business is an organization's sandbox.
INSERT INTO tenancy.sandboxes (business_shard, business_id, organization_id, template, created_at)
VALUES (@business_shard, @business_id, @organization_id, @template, @created_at);

-- name: Sandboxes :many
-- Sandboxes lists an organization's sandboxes, the oldest first.
SELECT business_shard, business_id, organization_id, template, created_at, filling_until, filled_at
FROM   tenancy.sandboxes
WHERE  organization_id = @organization_id
ORDER  BY created_at, business_id;

-- name: BeginFilling :execrows
-- BeginFilling takes a sandbox for filling. Of many who try, one gets the row.
UPDATE tenancy.sandboxes
SET    filling_until = @filling_until::timestamptz,
       filled_at = NULL
WHERE  business_shard = @business_shard
  AND  business_id = @business_id
  AND  (filling_until IS NULL OR filling_until <= @now::timestamptz);

-- name: Filled :exec
-- Filled notes that a sandbox's books are complete.
UPDATE tenancy.sandboxes
SET    filling_until = NULL,
       filled_at = @now::timestamptz
WHERE  business_shard = @business_shard
  AND  business_id = @business_id;

-- name: RemoveSandbox :exec
DELETE FROM tenancy.sandboxes
WHERE  business_shard = @business_shard
  AND  business_id = @business_id;

-- name: AddSandboxMembers :exec
-- AddSandboxMembers lets the members of its organization into a new sandbox.
INSERT INTO tenancy.memberships (user_id, business_shard, business_id, role, created_at)
SELECT (@user_ids::uuid[])[n], s.business_shard, s.business_id, (@roles::text[])[n], @now::timestamptz
FROM   tenancy.sandboxes s, generate_series(1, cardinality(@user_ids::uuid[])) AS n
WHERE  s.business_shard = @business_shard
  AND  s.business_id = @business_id;

-- name: JoinSandboxes :exec
-- JoinSandboxes makes somebody what their role in an organization makes them in all of its sandboxes.
INSERT INTO tenancy.memberships AS m (user_id, business_shard, business_id, role, created_at)
SELECT @user_id, s.business_shard, s.business_id, @role, @now::timestamptz
FROM   tenancy.sandboxes s
WHERE  s.organization_id = @organization_id
ON CONFLICT (user_id, business_shard, business_id) DO UPDATE
SET    role = excluded.role;

-- name: LeaveSandboxes :exec
-- LeaveSandboxes puts somebody out of all sandboxes of an organization.
DELETE FROM tenancy.memberships m
USING  tenancy.sandboxes s
WHERE  m.user_id = @user_id
  AND  m.business_shard = s.business_shard
  AND  m.business_id = s.business_id
  AND  s.organization_id = @organization_id;

-- name: PutClock :exec
-- PutClock says how far a sandbox's clock is ahead of the service's.
UPDATE tenancy.businesses
SET    ahead_micros = @ahead_micros
WHERE  shard = @shard
  AND  id = @id;
