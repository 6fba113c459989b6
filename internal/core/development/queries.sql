-- name: Ahead :one
-- Ahead tells how far the shared clock is ahead.
SELECT ahead_micros
FROM   development.clock;

-- name: SetAhead :exec
-- SetAhead puts the shared clock ahead.
INSERT INTO development.clock (ahead_micros)
VALUES (@ahead_micros)
ON CONFLICT (id)
DO UPDATE SET ahead_micros = excluded.ahead_micros;

-- name: Report :exec
-- Report says how far ahead a running node is.
INSERT INTO development.clock_nodes (node, ahead_micros, seen_at)
VALUES (@node, @ahead_micros, @seen_at)
ON CONFLICT (node)
DO UPDATE SET ahead_micros = excluded.ahead_micros, seen_at = excluded.seen_at;

-- name: Leave :exec
-- Leave takes a stopped node off the list.
DELETE FROM development.clock_nodes
WHERE  node = @node;

-- name: Behind :one
-- Behind counts the running nodes that are not at the given place yet.
SELECT count(*)
FROM   development.clock_nodes
WHERE  ahead_micros <> @ahead_micros
  AND  seen_at > @since;

-- name: Named :one
-- Named finds what a fixture's own name stands for.
SELECT id
FROM   development.fixture_names
WHERE  kind = @kind
  AND  name = @name;

-- name: SetName :exec
-- SetName remembers what a fixture's own name stands for.
INSERT INTO development.fixture_names (kind, name, id)
VALUES (@kind, @name, @id);
