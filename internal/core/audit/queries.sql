-- name: AppendControl :exec
-- AppendControl notes an action on the control plane.
INSERT INTO audit.control_entries (id, at, action, actor_kind, actor_id, organization_id, subject, request_id, address, whole_until, facts)
VALUES (@id, @at, @action, @actor_kind, @actor_id, @organization_id, @subject, @request_id, @address, @whole_until, @facts);

-- name: AppendBusiness :exec
-- AppendBusiness notes an action in a business.
INSERT INTO audit.business_entries (shard, id, business_id, at, action, actor_kind, actor_id, subject, request_id, address, whole_until, facts)
VALUES (@shard, @id, @business_id, @at, @action, @actor_kind, @actor_id, @subject, @request_id, @address, @whole_until, @facts);

-- name: AppendSignIn :exec
-- AppendSignIn notes what happened as somebody signed in.
INSERT INTO audit.sign_in_entries (shard, day, id, at, action, actor_kind, actor_id, subject, request_id, address, facts)
VALUES (@shard, @day, @id, @at, @action, @actor_kind, @actor_id, @subject, @request_id, @address, @facts);
