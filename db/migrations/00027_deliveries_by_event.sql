-- Deliveries live in the shard of their event: fan-out is a step within one
-- shard, a delivery, its event and the installation are read together, and a
-- webhook that hears of many businesses is spread over all shards and workers. A
-- test, which has no event, lives in its webhook's home shard.

-- +goose Up
-- All shards there are: what is read from each of many begins here.
CREATE TABLE events.shards (
    shard smallint NOT NULL PRIMARY KEY
);
SELECT placement.sharded('events.shards');
INSERT INTO events.shards (shard)
SELECT n FROM generate_series(0, 1023) AS n;

-- What others may know of an event that waits.
CREATE VIEW events.waiting AS
    SELECT shard, day, event_id
    FROM   events.outbox;

-- How a webhook is doing, whichever shards its deliveries are in.
CREATE TABLE webhooks.health (
    shard           smallint    NOT NULL, -- the webhook's
    webhook_id      uuid        NOT NULL,
    failing_since   timestamptz, -- the first failure after the last success
    last_success_at timestamptz,
    told_failing_at timestamptz, -- when the owners heard that it fails; null again when they heard that it recovered
    PRIMARY KEY (shard, webhook_id)
);
SELECT placement.sharded('webhooks.health');
CREATE INDEX health_failing ON webhooks.health (shard, failing_since) WHERE failing_since IS NOT NULL OR told_failing_at IS NOT NULL;
INSERT INTO webhooks.health (shard, webhook_id, failing_since, last_success_at, told_failing_at)
SELECT shard, webhook_id, failing_since, last_success_at, told_failing_at
FROM   webhooks.lanes;
DROP INDEX webhooks.lanes_failing;
ALTER TABLE webhooks.lanes DROP COLUMN failing_since;
ALTER TABLE webhooks.lanes DROP COLUMN last_success_at;
ALTER TABLE webhooks.lanes DROP COLUMN told_failing_at;

-- +goose StatementBegin
DO $$
BEGIN
    -- On a cluster there are none yet: nothing was ever delivered there before.
    IF NOT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') THEN
        UPDATE webhooks.attempts a
        SET    shard = d.event_shard
        FROM   webhooks.deliveries d
        WHERE  d.shard = a.shard AND d.day = a.day AND d.id = a.delivery_id AND d.event_shard <> d.shard;
        UPDATE webhooks.deliveries SET shard = event_shard WHERE event_shard <> shard;
        DELETE FROM webhooks.lanes;
        INSERT INTO webhooks.lanes (shard, webhook_id, due_at)
        SELECT shard, webhook_id, min(next_at)
        FROM   webhooks.deliveries
        WHERE  next_at IS NOT NULL
        GROUP  BY shard, webhook_id;
    END IF;
END $$;
-- +goose StatementEnd
ALTER TABLE webhooks.deliveries DROP COLUMN event_shard;
DROP INDEX webhooks.deliveries_due;
-- Were the shard in front here, PostgreSQL would at times take this for the way
-- to a delivery by its id.
CREATE INDEX deliveries_due ON webhooks.deliveries (webhook_id, shard, next_at, id) WHERE next_at IS NOT NULL;

-- All slices, so that a lease is taken by an update.
INSERT INTO webhooks.leases (slice, worker_id, fence, expires_at)
SELECT n, '', 0, '2000-01-01T00:00:00Z'
FROM   generate_series(0, 63) AS n
ON CONFLICT DO NOTHING;

-- +goose Down
DROP INDEX webhooks.deliveries_due;
CREATE INDEX deliveries_due ON webhooks.deliveries (webhook_id, next_at, id) WHERE next_at IS NOT NULL;
ALTER TABLE webhooks.deliveries ADD COLUMN event_shard smallint;
ALTER TABLE webhooks.lanes ADD COLUMN failing_since timestamptz;
ALTER TABLE webhooks.lanes ADD COLUMN last_success_at timestamptz;
ALTER TABLE webhooks.lanes ADD COLUMN told_failing_at timestamptz;
CREATE INDEX lanes_failing ON webhooks.lanes (shard, failing_since) WHERE failing_since IS NOT NULL OR told_failing_at IS NOT NULL;
-- +goose StatementBegin
DO $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') THEN
        UPDATE webhooks.deliveries SET event_shard = shard WHERE event_id IS NOT NULL;
        UPDATE webhooks.attempts a
        SET    shard = w.home_shard
        FROM   webhooks.deliveries d JOIN webhooks.webhooks w ON w.id = d.webhook_id
        WHERE  d.shard = a.shard AND d.day = a.day AND d.id = a.delivery_id AND w.home_shard <> d.shard;
        UPDATE webhooks.deliveries d SET shard = w.home_shard FROM webhooks.webhooks w WHERE w.id = d.webhook_id AND w.home_shard <> d.shard;
        DELETE FROM webhooks.lanes;
        INSERT INTO webhooks.lanes (shard, webhook_id, due_at, failing_since, last_success_at, told_failing_at)
        SELECT w.home_shard, w.id, (SELECT min(d.next_at) FROM webhooks.deliveries d WHERE d.webhook_id = w.id),
               h.failing_since, h.last_success_at, h.told_failing_at
        FROM   webhooks.webhooks w LEFT JOIN webhooks.health h ON h.webhook_id = w.id;
    END IF;
END $$;
-- +goose StatementEnd
DROP TABLE webhooks.health;
DROP VIEW events.waiting;
DROP TABLE events.shards;
