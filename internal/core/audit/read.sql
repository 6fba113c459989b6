-- name: OfOrganization :many
-- OfOrganization reads an organization's actions, newest first.
SELECT id, at, action, actor_kind, actor_id, subject, request_id, address, facts
FROM   audit.control_entries
WHERE  organization_id = @organization_id
  AND  id >= @since
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: OfOrganizationAbout :many
-- OfOrganizationAbout reads an organization's actions on one subject, all of them or those of one kind.
SELECT id, at, action, actor_kind, actor_id, subject, request_id, address, facts
FROM   audit.control_entries
WHERE  organization_id = @organization_id
  AND  subject = @subject
  AND  (sqlc.narg(action)::text IS NULL OR action = sqlc.narg(action)::text)
  AND  id >= @since
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: OfOrganizationAction :many
-- OfOrganizationAction reads an organization's actions of one kind.
SELECT id, at, action, actor_kind, actor_id, subject, request_id, address, facts
FROM   audit.control_entries
WHERE  organization_id = @organization_id
  AND  action = @action
  AND  id >= @since
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: OfBusiness :many
-- OfBusiness reads a business's actions, newest first.
SELECT id, at, action, actor_kind, actor_id, subject, request_id, address, facts
FROM   audit.business_entries
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id >= @since
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: OfBusinessAbout :many
-- OfBusinessAbout reads a business's actions on one subject, all of them or those of one kind.
SELECT id, at, action, actor_kind, actor_id, subject, request_id, address, facts
FROM   audit.business_entries
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  subject = @subject
  AND  (sqlc.narg(action)::text IS NULL OR action = sqlc.narg(action)::text)
  AND  id >= @since
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: OfBusinessAction :many
-- OfBusinessAction reads a business's actions of one kind.
SELECT id, at, action, actor_kind, actor_id, subject, request_id, address, facts
FROM   audit.business_entries
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  action = @action
  AND  id >= @since
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: KnowsOfBusiness :one
-- KnowsOfBusiness reports whether a business's record has an entry.
SELECT EXISTS (
    SELECT 1
    FROM   audit.business_entries
    WHERE  shard = @shard
      AND  business_id = @business_id
      AND  id = @id
);

-- name: KnowsOfOrganization :one
-- KnowsOfOrganization reports whether an organization's record has an entry.
SELECT EXISTS (
    SELECT 1
    FROM   audit.control_entries
    WHERE  organization_id = @organization_id
      AND  id = @id
);

-- name: Lockouts :many
-- Lockouts reads who was kept from guessing on, newest first. The actions are spelled out, as in the index.
SELECT id, at, action, actor_kind, actor_id, subject, request_id, address, facts
FROM   audit.control_entries
WHERE  action IN ('session.paused', 'second_factor.paused', 'app.authentication_locked')
  AND  id >= @since
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;
