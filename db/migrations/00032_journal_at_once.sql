-- The journal is written for many shards at once: in one transaction on one
-- server, and on a cluster in one for each of its tables' parts.

-- +goose Up
-- All shards there are: what is written into many begins here.
CREATE TABLE journal.shards (
    shard smallint NOT NULL PRIMARY KEY
);
SELECT placement.sharded('journal.shards');
INSERT INTO journal.shards (shard)
SELECT n FROM generate_series(0, 1023) AS n;

-- Whether the batch that came last was new: what it counts is added then, in the
-- same transaction, and else not.
ALTER TABLE journal.usage_batches ADD COLUMN fresh boolean NOT NULL DEFAULT true;

-- How many calls like this one a line stands for.
ALTER TABLE journal.requests ADD COLUMN stands_for integer NOT NULL DEFAULT 1;

-- part_of names the part of a table that holds a shard: what lies in one part is
-- on one server. On a cluster it is the number of Citus's own shard, elsewhere 0.
-- +goose StatementBegin
CREATE FUNCTION placement.part_of(target text, shard smallint) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
    part bigint;
BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') THEN
        RETURN 0;
    END IF;
    EXECUTE 'SELECT get_shard_id_for_distribution_column($1::regclass, $2)' INTO part USING target, shard;
    RETURN part;
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION placement.part_of(text, smallint);
ALTER TABLE journal.requests DROP COLUMN stands_for;
ALTER TABLE journal.usage_batches DROP COLUMN fresh;
DROP TABLE journal.shards;
