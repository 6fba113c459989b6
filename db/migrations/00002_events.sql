-- +goose Up
CREATE SCHEMA events;

-- A business's place in its own order of events. The row is locked by the last
-- statement of every transaction that records events, so the numbers are given
-- in the order of the commits.
CREATE TABLE events.counters (
    shard       smallint NOT NULL,
    business_id uuid     NOT NULL,
    last_seq    bigint   NOT NULL,
    PRIMARY KEY (shard, business_id)
);
SELECT placement.sharded('events.counters');

-- What happened. The day is the event id's own, so an id leads to its partition.
CREATE TABLE events.log (
    shard       smallint    NOT NULL,
    day         date        NOT NULL,
    id          uuid        NOT NULL,
    business_id uuid        NOT NULL,
    seq         bigint      NOT NULL,
    type        text        NOT NULL,
    -- the app an app-audience event is addressed to; null for all others
    app_id      uuid,
    occurred_at timestamptz NOT NULL,
    data        jsonb       NOT NULL, -- as the app reads it, with the actor in it
    PRIMARY KEY (shard, day, id)
) PARTITION BY RANGE (day);
SELECT placement.sharded('events.log');
-- A business has one shard. Were the shard in front here too, PostgreSQL would at
-- times take this index for the way to an event by its id.
CREATE INDEX log_in_order ON events.log (business_id, seq);

-- Events that no fan-out has seen yet.
CREATE TABLE events.outbox (
    shard       smallint NOT NULL,
    day         date     NOT NULL, -- the event's
    event_id    uuid     NOT NULL,
    PRIMARY KEY (shard, event_id)
);
SELECT placement.sharded('events.outbox');

-- +goose Down
DROP SCHEMA events CASCADE;
