-- name: OfOrganization :many
-- OfOrganization reads an organization's deeds, newest first.
SELECT id, at, deed, actor_kind, actor_id, subject, request_id, address, facts
FROM   audit.control_entries
WHERE  organization_id = @organization_id
  AND  id >= @since
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: OfOrganizationAbout :many
-- OfOrganizationAbout reads an organization's deeds on one subject, all of them or those of one kind.
SELECT id, at, deed, actor_kind, actor_id, subject, request_id, address, facts
FROM   audit.control_entries
WHERE  organization_id = @organization_id
  AND  subject = @subject
  AND  (sqlc.narg(deed)::text IS NULL OR deed = sqlc.narg(deed)::text)
  AND  id >= @since
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: OfOrganizationDeed :many
-- OfOrganizationDeed reads an organization's deeds of one kind.
SELECT id, at, deed, actor_kind, actor_id, subject, request_id, address, facts
FROM   audit.control_entries
WHERE  organization_id = @organization_id
  AND  deed = @deed
  AND  id >= @since
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: OfBusiness :many
-- OfBusiness reads a business's deeds, newest first.
SELECT id, at, deed, actor_kind, actor_id, subject, request_id, address, facts
FROM   audit.business_entries
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id >= @since
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: OfBusinessAbout :many
-- OfBusinessAbout reads a business's deeds on one subject, all of them or those of one kind.
SELECT id, at, deed, actor_kind, actor_id, subject, request_id, address, facts
FROM   audit.business_entries
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  subject = @subject
  AND  (sqlc.narg(deed)::text IS NULL OR deed = sqlc.narg(deed)::text)
  AND  id >= @since
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: OfBusinessDeed :many
-- OfBusinessDeed reads a business's deeds of one kind.
SELECT id, at, deed, actor_kind, actor_id, subject, request_id, address, facts
FROM   audit.business_entries
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  deed = @deed
  AND  id >= @since
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: KnowsOfBusiness :one
-- KnowsOfBusiness tells whether a business's record has an entry.
SELECT EXISTS (
    SELECT
    FROM   audit.business_entries
    WHERE  shard = @shard
      AND  business_id = @business_id
      AND  id = @id
);

-- name: KnowsOfOrganization :one
-- KnowsOfOrganization tells whether an organization's record has an entry.
SELECT EXISTS (
    SELECT
    FROM   audit.control_entries
    WHERE  organization_id = @organization_id
      AND  id = @id
);
