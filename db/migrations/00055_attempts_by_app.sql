-- How webhooks do is counted by the hour in the shard of their app, beside what the
-- app calls.

-- +goose Up
CREATE TABLE journal.attempts (
    shard      smallint    NOT NULL, -- the app's
    app_id     uuid        NOT NULL,
    hour       timestamptz NOT NULL,
    webhook_id uuid        NOT NULL,
    first      boolean     NOT NULL, -- the first time that a delivery was sent
    outcome    text        NOT NULL, -- what became of the delivery by it: delivered, retrying, failed, dropped
    attempts   bigint      NOT NULL,
    latency    bigint[]    NOT NULL, -- a number a bucket: see latencyBounds
    latency_us bigint      NOT NULL, -- all of them together
    PRIMARY KEY (shard, app_id, hour, webhook_id, first, outcome)
) WITH (fillfactor = 50);
SELECT placement.sharded('journal.attempts');
CREATE INDEX attempts_by_hour ON journal.attempts (hour, shard);

-- +goose Down
DROP TABLE journal.attempts;
