-- A business's clock may be ahead of the service's: a sandbox's is its owners' to
-- move. Its events are shown with the time by that clock. Ids, days, cursors,
-- fan-out and retention go by the service's, so the one is kept beside the other.

-- +goose Up
ALTER TABLE events.counters ADD COLUMN ahead_micros bigint NOT NULL DEFAULT 0; -- of what happens from now on
ALTER TABLE events.log ADD COLUMN shown_at timestamptz; -- null: when it occurred

CREATE OR REPLACE VIEW events.sendable AS
    SELECT shard, day, id, business_id, type, app_id, occurred_at, data, shown_at
    FROM   events.log;

-- +goose Down
DROP VIEW events.sendable;
CREATE VIEW events.sendable AS
    SELECT shard, day, id, business_id, type, app_id, occurred_at, data
    FROM   events.log;
ALTER TABLE events.log DROP COLUMN shown_at;
ALTER TABLE events.counters DROP COLUMN ahead_micros;
