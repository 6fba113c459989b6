-- name: WholeControl :many
-- WholeControl lists addresses of the control plane that have been kept whole for long enough.
SELECT id, action, address
FROM   audit.control_entries
WHERE  whole_until <= @now::timestamptz
ORDER  BY whole_until
LIMIT  @most;

-- name: WholeBusiness :many
-- WholeBusiness lists addresses of businesses in a slice's shards that have been kept whole for long enough, in whatever order: a look at many shards would have to sort them.
SELECT shard, id, address
FROM   audit.business_entries
WHERE  shard = ANY(@shards::smallint[])
  AND  whole_until <= @now::timestamptz
LIMIT  @most;

-- name: BlurControl :exec
-- BlurControl puts networks in the place of addresses.
UPDATE audit.control_entries
SET    address = (@networks::inet[])[n],
       whole_until = NULL
FROM   generate_series(1, cardinality(@ids::uuid[])) AS n
WHERE  id = (@ids::uuid[])[n];

-- name: RemoveControl :exec
-- RemoveControl deletes entries of the control plane that are not kept for longer.
DELETE FROM audit.control_entries
WHERE  id = ANY(@ids::uuid[]);

-- name: BlurSignIns :exec
-- BlurSignIns puts the network in the place of every address from which somebody signed in.
UPDATE audit.sign_in_entries
SET    address = host(network(set_masklen(address, CASE WHEN family(address) = 4 THEN 24 ELSE 48 END)))::inet
WHERE  shard = @shard
  AND  subject = @subject
  AND  address IS NOT NULL;

-- name: BlurBusiness :exec
-- BlurBusiness does the same in the books of businesses in a slice's shards, which are listed once more beside the rows' own.
UPDATE audit.business_entries
SET    address = (@networks::inet[])[n],
       whole_until = NULL
FROM   generate_series(1, cardinality(@ids::uuid[])) AS n
WHERE  shard = ANY(@shards::smallint[])
  AND  shard = (@entry_shards::smallint[])[n]
  AND  id = (@ids::uuid[])[n];

-- name: WholeControlOf :many
-- WholeControlOf lists whole addresses from which somebody acted on the control plane.
SELECT id, action, address
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
