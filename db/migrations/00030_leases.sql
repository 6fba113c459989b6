-- Who works on which slice of the shards. The row of a slice is in one of its own
-- shards, and so on the server that has all of them: whichever other servers are
-- away, it can be leased and its work written. Workers learn of each other from
-- these rows; there is no list of them that all would write.

-- +goose Up
CREATE SCHEMA leases;

CREATE TABLE leases.slices (
    shard      smallint    NOT NULL PRIMARY KEY, -- the least of the slice's
    owner      text        NOT NULL DEFAULT '',
    fence      bigint      NOT NULL DEFAULT 0,   -- one more with every new owner
    expires_at timestamptz NOT NULL DEFAULT '2000-01-01T00:00:00Z',
    leaving    boolean     NOT NULL DEFAULT false, -- the owner ends what it has under way, and stops
    asked_by   text        NOT NULL DEFAULT '',  -- who has too few, and would like to have this one
    asked_at   timestamptz NOT NULL DEFAULT '2000-01-01T00:00:00Z'
);
SELECT placement.sharded('leases.slices');

-- A slice is one of 64 equal ranges of the hash of a shard, as ident.Slice has it.
INSERT INTO leases.slices (shard)
SELECT min(n)::smallint
FROM   generate_series(0, 1023) AS n
GROUP  BY (hashint2(n::smallint)::bigint + 2147483648) / (4294967296 / 64);

-- What others may know of a lease: whether what is done under it still counts.
CREATE VIEW leases.fences AS
    SELECT shard, fence
    FROM   leases.slices;

DROP TABLE webhooks.leases;
DROP TABLE webhooks.workers;

-- +goose Down
CREATE TABLE webhooks.workers (
    id      text        NOT NULL PRIMARY KEY,
    seen_at timestamptz NOT NULL
);
SELECT placement.control('webhooks.workers');
CREATE TABLE webhooks.leases (
    slice      smallint    NOT NULL PRIMARY KEY,
    worker_id  text        NOT NULL,
    fence      bigint      NOT NULL,
    expires_at timestamptz NOT NULL
);
SELECT placement.control('webhooks.leases');
INSERT INTO webhooks.leases (slice, worker_id, fence, expires_at)
SELECT n, '', 0, '2000-01-01T00:00:00Z'
FROM   generate_series(0, 63) AS n;
DROP SCHEMA leases CASCADE;
