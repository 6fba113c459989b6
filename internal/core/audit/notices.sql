-- name: AddControlNotice :exec
-- AddControlNotice says that people are to hear of an action on the control plane.
INSERT INTO audit.control_notices (id, due_at)
VALUES (@id, @due_at);

-- name: AddBusinessNotice :exec
-- AddBusinessNotice says that people are to hear of an action in a business.
INSERT INTO audit.business_notices (shard, id, due_at)
VALUES (@shard, @id, @due_at);

-- name: ControlNoticesDue :many
-- ControlNoticesDue lists the notices whose time has come: of each organization, or else of each subject, a few, the longest
-- due first, and of all of them the first ones before the second ones. Who is first is drawn by lot.
SELECT id, party
FROM  (SELECT n.id, coalesce(e.organization_id::text, e.subject)::text AS party,
              row_number() OVER (PARTITION BY coalesce(e.organization_id::text, e.subject) ORDER BY n.due_at, n.id) AS number
       FROM   audit.control_notices n
       JOIN   audit.control_entries e ON e.id = n.id
       WHERE  n.due_at <= @now::timestamptz) AS waiting
WHERE  number <= @most_each::integer
ORDER  BY number, random()
LIMIT  @most;

-- name: BusinessNoticesDue :many
-- BusinessNoticesDue lists the notices whose time has come: of each business a few, the longest due first, and of all
-- businesses the first ones before the second ones. Who is first is drawn by lot.
-- console read: a worker looks over all shards that it owns, and locks nothing
SELECT shard, id, business_id
FROM  (SELECT n.shard, n.id, e.business_id, row_number() OVER (PARTITION BY n.shard, e.business_id ORDER BY n.due_at, n.id) AS number
       FROM   audit.business_notices n
       JOIN   audit.business_entries e ON e.shard = n.shard AND e.id = n.id
       WHERE  n.shard = ANY(@shards::smallint[])
         AND  n.due_at <= @now::timestamptz) AS waiting
WHERE  number <= @most_each::integer
ORDER  BY number, random()
LIMIT  @most;

-- name: NoticeBacklog :one
-- NoticeBacklog reports how many notices wait in both books, and since when the oldest does.
-- console read: a figure over all shards, for the operator.
SELECT count(*) AS waiting, coalesce(min(at), @now)::timestamptz AS oldest
FROM  (SELECT e.at
       FROM   audit.control_notices n
       JOIN   audit.control_entries e ON e.id = n.id
       UNION  ALL
       SELECT e.at
       FROM   audit.business_notices n
       JOIN   audit.business_entries e ON e.shard = n.shard AND e.id = n.id) AS waiting;

-- name: ClaimControlNotice :one
-- ClaimControlNotice hides a due notice from others until the claim ends. Of many who try, one gets the row.
UPDATE audit.control_notices n
SET    due_at = @claimed_until::timestamptz
FROM   audit.control_entries e
WHERE  n.id = @id
  AND  n.due_at <= @now::timestamptz
  AND  e.id = n.id
RETURNING e.id, e.at, e.action, e.actor_kind, e.actor_id, e.subject, e.request_id, e.address, e.facts, e.organization_id, n.told;

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
RETURNING e.id, e.at, e.action, e.actor_kind, e.actor_id, e.subject, e.request_id, e.address, e.facts, e.business_id, n.told;

-- name: MarkControlMailed :exec
-- MarkControlMailed marks that a user has got the mail.
UPDATE audit.control_notices
SET    told = array_append(told, @user_id::uuid)
WHERE  id = @id;

-- name: MarkBusinessMailed :exec
-- MarkBusinessMailed marks that a user has got the mail.
UPDATE audit.business_notices
SET    told = array_append(told, @user_id::uuid)
WHERE  shard = @shard
  AND  id = @id;

-- name: SettleControl :exec
-- SettleControl forgets a notice that was mailed to all.
DELETE FROM audit.control_notices
WHERE  id = @id;

-- name: SettleBusiness :exec
-- SettleBusiness forgets a notice that was mailed to all.
DELETE FROM audit.business_notices
WHERE  shard = @shard
  AND  id = @id;
