-- +goose Up
CREATE SCHEMA traffic;

-- The first answer to an idempotency key, kept for a day to be repeated.
CREATE TABLE traffic.replays (
    shard        smallint    NOT NULL,
    day          date        NOT NULL,
    business_id  uuid        NOT NULL,
    app_id       uuid        NOT NULL,
    key_hash     bytea       NOT NULL, -- of the key, the method and the path
    request_hash bytea       NOT NULL, -- of the body and the version it speaks
    status       smallint    NOT NULL,
    headers      jsonb       NOT NULL,
    body         bytea       NOT NULL,
    erased       boolean     NOT NULL DEFAULT false, -- the body held somebody who was erased, and is gone
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (shard, day, business_id, app_id, key_hash)
) PARTITION BY RANGE (day);
SELECT placement.sharded('traffic.replays');

-- Calls of an app in a business, by the hour and route.
CREATE TABLE traffic.usage (
    shard        smallint    NOT NULL,
    business_id  uuid        NOT NULL,
    app_id       uuid        NOT NULL,
    hour         timestamptz NOT NULL,
    route        text        NOT NULL, -- the row's pattern; empty for none
    calls        bigint      NOT NULL,
    errors       bigint      NOT NULL, -- answers of 400 and above
    rate_limited bigint      NOT NULL,
    -- how many answers took how long, a number a bucket: see latencyBounds
    latency      bigint[]    NOT NULL,
    latency_us   bigint      NOT NULL, -- all of them together
    last_call    timestamptz NOT NULL,
    PRIMARY KEY (shard, business_id, app_id, hour, route)
);
SELECT placement.sharded('traffic.usage');
CREATE INDEX usage_by_app ON traffic.usage (app_id, hour);
CREATE INDEX usage_by_hour ON traffic.usage (shard, hour);

-- The last batch of counts that a node has added in a shard. A batch whose
-- answer got lost is sent again; this row tells whether it is in already.
CREATE TABLE traffic.usage_batches (
    shard    smallint    NOT NULL,
    node     uuid        NOT NULL, -- a process, for as long as it runs
    number   bigint      NOT NULL,
    added_at timestamptz NOT NULL,
    PRIMARY KEY (shard, node)
);
SELECT placement.sharded('traffic.usage_batches');

-- One row a call, for the developer to look into. Nothing of a body or a header
-- stands here but what the redaction let through.
CREATE TABLE traffic.requests (
    shard       smallint    NOT NULL,
    day         date        NOT NULL,
    id          uuid        NOT NULL, -- of the request, as X-Request-Id names it; it tells the day and the order
    business_id uuid        NOT NULL,
    app_id      uuid        NOT NULL,
    user_id     uuid        NOT NULL,
    at          timestamptz NOT NULL, -- the id's own time, for people who read the table
    method      text        NOT NULL,
    route       text        NOT NULL,
    path        text        NOT NULL, -- likewise redacted, without the query
    query       text        NOT NULL, -- with every value that is not known to be harmless taken out
    version     text        NOT NULL,
    status      smallint    NOT NULL,
    code        text        NOT NULL, -- of the refusal; empty for none
    duration_us bigint      NOT NULL,
    bytes_in    bigint      NOT NULL,
    bytes_out   bigint      NOT NULL,
    address     inet, -- the network it came from
    user_agent  text        NOT NULL,
    correlation text        NOT NULL,
    replayed    boolean     NOT NULL,
    request     jsonb, -- the body, redacted; null where there was none or none could be read
    response    jsonb, -- of refusals only
    PRIMARY KEY (shard, day, id)
) PARTITION BY RANGE (day);
SELECT placement.sharded('traffic.requests');
CREATE INDEX requests_by_app ON traffic.requests (app_id, id);
CREATE INDEX requests_by_business ON traffic.requests (shard, business_id, app_id, id);

-- +goose Down
DROP SCHEMA traffic CASCADE;
