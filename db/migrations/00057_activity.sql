-- What apps did in a business: a row for each call that changed something, in the
-- transaction of the change.

-- +goose Up
CREATE SCHEMA activity;

CREATE TABLE activity.entries (
    shard       smallint    NOT NULL,
    business_id uuid        NOT NULL,
    id          uuid        NOT NULL,
    app_id      uuid        NOT NULL,
    user_id     uuid,                 -- in whose name; null: nobody's
    request_id  uuid,                 -- null where no request carried it
    at          timestamptz NOT NULL,
    kind        text        NOT NULL, -- of the record that the call was about
    record_id   uuid        NOT NULL, -- that record
    other_ids   uuid[]      NOT NULL, -- records that changed with it
    changes     jsonb       NOT NULL, -- action, record and fields of each, that of record_id first
    PRIMARY KEY (shard, business_id, id)
);
SELECT placement.sharded('activity.entries');

CREATE INDEX entries_by_app ON activity.entries (shard, business_id, app_id, id);
CREATE INDEX entries_by_kind ON activity.entries (shard, business_id, app_id, kind, id);
CREATE INDEX entries_by_record ON activity.entries (shard, business_id, record_id, id);
-- Without a list of what is yet to be indexed: sorting that in would be one call's wait.
CREATE INDEX entries_by_others ON activity.entries USING gin (other_ids) WITH (fastupdate = off)
    WHERE cardinality(other_ids) > 0;
-- For the purge. Rows are written in the order of time, so a summary will do.
CREATE INDEX entries_by_time ON activity.entries USING brin (at) WITH (autosummarize = on);

-- +goose Down
DROP SCHEMA activity CASCADE;
