-- name: Hold :exec
-- Hold makes whoever else would change which keys are in use wait until the transaction ends.
SELECT id
FROM   keyring.turn
FOR UPDATE;

-- name: Keys :many
-- Keys lists the keys that have been used, in the order in which they came.
SELECT id, fingerprint, first_used_at, last_used_at, retired_at
FROM   keyring.keys
ORDER  BY first_used_at, id;

-- name: Use :exec
-- Use says that a key is in use at a time. A running node says so every few seconds, and most need not write.
INSERT INTO keyring.keys (id, fingerprint, first_used_at, last_used_at)
VALUES (@id, @fingerprint, @now, @now)
ON CONFLICT (id) DO UPDATE
SET    last_used_at = excluded.last_used_at
WHERE  keys.last_used_at < @stale::timestamptz;

-- name: Retire :execrows
-- Retire says that nobody needs a key any more.
UPDATE keyring.keys
SET    retired_at = @now::timestamptz
WHERE  id = @id
  AND  retired_at IS NULL;

-- name: Report :exec
-- Report says that a node runs, and which keys it holds.
INSERT INTO keyring.nodes (node, keys, seen_at)
VALUES (@node, @keys, @now)
ON CONFLICT (node) DO UPDATE
SET    keys = excluded.keys,
       seen_at = excluded.seen_at;

-- name: Leave :exec
-- Leave says that a node runs no more.
DELETE FROM keyring.nodes
WHERE  node = @node;

-- name: Nodes :many
-- Nodes lists the other nodes that have reported since a time.
SELECT node, keys
FROM   keyring.nodes
WHERE  seen_at > @since::timestamptz
  AND  node <> @node;

-- name: ForgetNodes :exec
-- ForgetNodes removes the nodes that ended without a word.
DELETE FROM keyring.nodes
WHERE  seen_at <= @before::timestamptz;
