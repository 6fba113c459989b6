-- +goose Up
CREATE SCHEMA webhooks;

-- What others may know of an event: all that a delivery needs to send it.
CREATE VIEW events.sendable AS
    SELECT shard, day, id, business_id, type, app_id, occurred_at, data
    FROM   events.log;

-- What others may know of an app that is told of events, whatever its state.
CREATE VIEW apps.subscribers AS
    SELECT id, scopes, pinned_version, suspended_at IS NULL AND deactivated_at IS NULL AS usable
    FROM   apps.apps;

-- Where an app wants to be told of events. The home shard is in its id
-- too: its lane and its deliveries live there.
CREATE TABLE webhooks.webhooks (
    id                  uuid        NOT NULL PRIMARY KEY,
    home_shard          smallint    NOT NULL,
    app_id              uuid        NOT NULL REFERENCES apps.apps (id),
    url                 text        NOT NULL,
    description         text        NOT NULL DEFAULT '',
    events              text[]      NOT NULL,
    enabled             boolean     NOT NULL,
    -- app_data.updated that the app itself caused is not sent
    ignore_own_changes  boolean     NOT NULL DEFAULT false,
    secret              bytea       NOT NULL, -- sealed
    previous_secret     bytea, -- sealed; signs beside the other until it expires
    previous_expires_at timestamptz,
    version             integer     NOT NULL DEFAULT 1,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL,
    deleted_at          timestamptz
);
SELECT placement.control('webhooks.webhooks');
CREATE INDEX webhooks_by_app ON webhooks.webhooks (app_id, id) WHERE deleted_at IS NULL;

-- One lane a webhook: whether it has work, and how it is doing.
CREATE TABLE webhooks.lanes (
    shard           smallint    NOT NULL,
    webhook_id      uuid        NOT NULL,
    due_at          timestamptz, -- when the next delivery is due; null: none waits
    failing_since   timestamptz, -- the first failure after the last success
    last_success_at timestamptz,
    told_failing_at timestamptz, -- when the owners heard that it fails; null again when they heard that it recovered
    PRIMARY KEY (shard, webhook_id)
);
SELECT placement.sharded('webhooks.lanes');
CREATE INDEX lanes_due ON webhooks.lanes (shard, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX lanes_failing ON webhooks.lanes (shard, failing_since) WHERE failing_since IS NOT NULL OR told_failing_at IS NOT NULL;

-- One event for one webhook. The id is made of the event's time and of a hash of
-- event and webhook, so that making it twice makes one; its day is the event's.
CREATE TABLE webhooks.deliveries (
    shard          smallint    NOT NULL, -- the webhook's
    day            date        NOT NULL,
    id             uuid        NOT NULL,
    webhook_id     uuid        NOT NULL,
    event_shard    smallint, -- null for a test
    event_id       uuid,
    business_id    uuid, -- in the event's shard
    type           text        NOT NULL,
    api_version    text        NOT NULL, -- the app's when the event happened
    data           jsonb, -- of a test delivery alone; an event's is read when it is sent
    status         text        NOT NULL CHECK (status IN ('queued', 'retrying', 'delivered', 'failed')),
    attempts       smallint    NOT NULL DEFAULT 0, -- of this round
    round          integer     NOT NULL DEFAULT 1, -- counts redeliveries
    next_at        timestamptz, -- when it is to be sent; null when it has ended
    response_code  smallint, -- of the last attempt that got an answer
    last_error     text, -- what the last attempt failed for, or why it was not sent
    created_at     timestamptz NOT NULL,
    ended_at       timestamptz,
    PRIMARY KEY (shard, day, id)
) PARTITION BY RANGE (day);
SELECT placement.sharded('webhooks.deliveries');
-- A webhook has one shard. Were the shard in front here too, PostgreSQL would at
-- times take one of these for the way to a delivery by its id.
CREATE INDEX deliveries_due ON webhooks.deliveries (webhook_id, next_at, id) WHERE next_at IS NOT NULL;
CREATE INDEX deliveries_latest ON webhooks.deliveries (webhook_id, created_at DESC, id DESC);
CREATE INDEX deliveries_failed ON webhooks.deliveries (webhook_id, created_at DESC, id DESC) WHERE status = 'failed';

-- What happened each time a delivery was sent, for the inspector.
CREATE TABLE webhooks.attempts (
    shard       smallint    NOT NULL,
    day         date        NOT NULL, -- the delivery's
    delivery_id uuid        NOT NULL,
    round       integer     NOT NULL,
    attempt     smallint    NOT NULL,
    at          timestamptz NOT NULL,
    duration_us bigint      NOT NULL,
    timings     jsonb       NOT NULL, -- DNS, connect, TLS, first byte, in microseconds
    status      smallint, -- of the answer; null when there was none
    headers     jsonb, -- of the answer
    body        bytea, -- its first 16 KB
    truncated   boolean     NOT NULL DEFAULT false,
    failure     text        NOT NULL DEFAULT '', -- dns, connect, tls, timeout, status, refused …; dropped when it was not sent; empty for success
    error       text        NOT NULL DEFAULT '', -- the same in words
    PRIMARY KEY (shard, day, delivery_id, round, attempt)
) PARTITION BY RANGE (day);
SELECT placement.sharded('webhooks.attempts');

-- Who delivers which shards. A worker holds slices of them for a time that it
-- renews; each new holder gets a higher fence, and a result under an older one
-- counts no more.
CREATE TABLE webhooks.workers (
    id      text        NOT NULL PRIMARY KEY,
    seen_at timestamptz NOT NULL -- on the machines' clocks, which no test moves
);
SELECT placement.control('webhooks.workers');

CREATE TABLE webhooks.leases (
    slice      smallint    NOT NULL PRIMARY KEY,
    worker_id  text        NOT NULL,
    fence      bigint      NOT NULL,
    expires_at timestamptz NOT NULL
);
SELECT placement.control('webhooks.leases');

-- +goose Down
DROP SCHEMA webhooks CASCADE;
DROP VIEW apps.subscribers;
DROP VIEW events.sendable;
