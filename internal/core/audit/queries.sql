-- name: AppendControl :exec
-- AppendControl notes a deed on the control plane.
INSERT INTO audit.control_entries (id, at, deed, actor_kind, actor_id, organization_id, subject, request_id, address, facts)
VALUES (@id, @at, @deed, @actor_kind, @actor_id, @organization_id, @subject, @request_id, @address, @facts);

-- name: AppendBusiness :exec
-- AppendBusiness notes a deed in a business.
INSERT INTO audit.business_entries (shard, id, business_id, at, deed, actor_kind, actor_id, subject, request_id, address, facts)
VALUES (@shard, @id, @business_id, @at, @deed, @actor_kind, @actor_id, @subject, @request_id, @address, @facts);

-- name: OfOrganization :many
-- OfOrganization reads an organization's deeds, newest first.
SELECT id, at, deed, actor_kind, actor_id, subject, request_id, address, facts
FROM   audit.control_entries
WHERE  organization_id = @organization_id
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: OfBusiness :many
-- OfBusiness reads a business's deeds, newest first.
SELECT id, at, deed, actor_kind, actor_id, subject, request_id, address, facts
FROM   audit.business_entries
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;
