-- name: AppendControl :exec
-- AppendControl notes a deed on the control plane.
INSERT INTO audit.control_entries (id, at, deed, actor_kind, actor_id, organization_id, subject, request_id, address, whole_until, facts)
VALUES (@id, @at, @deed, @actor_kind, @actor_id, @organization_id, @subject, @request_id, @address, @whole_until, @facts);

-- name: AppendBusiness :exec
-- AppendBusiness notes a deed in a business.
INSERT INTO audit.business_entries (shard, id, business_id, at, deed, actor_kind, actor_id, subject, request_id, address, whole_until, facts)
VALUES (@shard, @id, @business_id, @at, @deed, @actor_kind, @actor_id, @subject, @request_id, @address, @whole_until, @facts);
