-- name: AddControlNotice :exec
-- AddControlNotice says that people are to hear of a deed on the control plane.
INSERT INTO audit.control_notices (id, due_at)
VALUES (@id, @due_at);

-- name: AddBusinessNotice :exec
-- AddBusinessNotice says that people are to hear of a deed in a business.
INSERT INTO audit.business_notices (shard, id, due_at)
VALUES (@shard, @id, @due_at);

-- name: ControlNoticesDue :many
-- ControlNoticesDue lists the notices whose time has come, the longest due first.
SELECT id
FROM   audit.control_notices
WHERE  due_at <= @now::timestamptz
ORDER  BY due_at, id
LIMIT  @most;

-- name: BusinessNoticesDue :many
-- BusinessNoticesDue lists the notices whose time has come, the longest due first.
-- console read: a notice waits in any shard for a minute and is gone; asking 1,024 shards for so few would cost more.
SELECT shard, id
FROM   audit.business_notices
WHERE  due_at <= @now::timestamptz
ORDER  BY due_at, shard, id
LIMIT  @most;

-- name: ClaimControlNotice :one
-- ClaimControlNotice hides a due notice from others until the claim ends. Of many who try, one gets the row.
UPDATE audit.control_notices n
SET    due_at = @claimed_until::timestamptz
FROM   audit.control_entries e
WHERE  n.id = @id
  AND  n.due_at <= @now::timestamptz
  AND  e.id = n.id
RETURNING e.id, e.at, e.deed, e.actor_kind, e.actor_id, e.subject, e.request_id, e.address, e.facts, e.organization_id, n.told;

-- name: ClaimBusinessNotice :one
-- ClaimBusinessNotice hides a due notice from others until the claim ends. Of many who try, one gets the row.
UPDATE audit.business_notices n
SET    due_at = @claimed_until::timestamptz
FROM   audit.business_entries e
WHERE  n.shard = @shard
  AND  n.id = @id
  AND  n.due_at <= @now::timestamptz
  AND  e.shard = n.shard
  AND  e.id = n.id
RETURNING e.id, e.at, e.deed, e.actor_kind, e.actor_id, e.subject, e.request_id, e.address, e.facts, e.business_id, n.told;

-- name: HeardControl :exec
-- HeardControl notes that a user has been told.
UPDATE audit.control_notices
SET    told = array_append(told, @user_id::uuid)
WHERE  id = @id;

-- name: HeardBusiness :exec
-- HeardBusiness notes that a user has been told.
UPDATE audit.business_notices
SET    told = array_append(told, @user_id::uuid)
WHERE  shard = @shard
  AND  id = @id;

-- name: SettleControl :exec
-- SettleControl forgets a notice that all have heard of.
DELETE FROM audit.control_notices
WHERE  id = @id;

-- name: SettleBusiness :exec
-- SettleBusiness forgets a notice that all have heard of.
DELETE FROM audit.business_notices
WHERE  shard = @shard
  AND  id = @id;
