-- name: WholeControl :many
-- WholeControl lists addresses of the control plane that have been kept whole for long enough.
SELECT id, address
FROM   audit.control_entries
WHERE  whole_until <= @now::timestamptz
ORDER  BY whole_until
LIMIT  @most;

-- name: WholeBusiness :many
-- WholeBusiness lists addresses of businesses that have been kept whole for long enough.
-- console read: the few that came of age since the last look; asking 1,024 shards for them would cost more.
SELECT shard, id, address
FROM   audit.business_entries
WHERE  whole_until <= @now::timestamptz
ORDER  BY whole_until
LIMIT  @most;

-- name: BlurControl :exec
-- BlurControl puts a network in the place of an address.
UPDATE audit.control_entries
SET    address = @network,
       whole_until = NULL
WHERE  id = @id;

-- name: BlurBusiness :exec
-- BlurBusiness does the same in a business's book.
UPDATE audit.business_entries
SET    address = @network,
       whole_until = NULL
WHERE  shard = @shard
  AND  id = @id;

-- name: WholeControlOf :many
-- WholeControlOf lists whole addresses from which somebody acted on the control plane.
SELECT id, address
FROM   audit.control_entries
WHERE  whole_until IS NOT NULL
  AND  actor_id = @actor_id::text;

-- name: WholeBusinessOf :many
-- WholeBusinessOf lists whole addresses from which somebody acted in a business.
SELECT id, address
FROM   audit.business_entries
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  whole_until IS NOT NULL
  AND  actor_id = @actor_id::text;
