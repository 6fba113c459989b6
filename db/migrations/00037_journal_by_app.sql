-- What developers look at is kept by app, in the app's own shard: the request log,
-- calls by the hour over all businesses, and what they were refused with. So no look at an
-- app goes over all shards. Usage in one business stays in the business's shard.

-- +goose Up
-- One row a call, for the developer to look into. Nothing of a body or a header
-- stands here but what the redaction let through. The log begins anew: its lines
-- would have to move between servers, and none is older than a month.
DROP TABLE journal.requests;
CREATE TABLE journal.requests (
    shard          smallint    NOT NULL, -- the app's
    day            date        NOT NULL,
    id             uuid        NOT NULL, -- of the request, as X-Request-Id names it; it tells the day and the order
    app_id         uuid        NOT NULL,
    business_shard smallint    NOT NULL,
    business_id    uuid        NOT NULL,
    user_id        uuid        NOT NULL,
    at             timestamptz NOT NULL, -- the id's own time, for people who read the table
    method         text        NOT NULL,
    route          text        NOT NULL,
    path           text        NOT NULL, -- likewise redacted, without the query
    query          text        NOT NULL, -- with every value that is not known to be harmless taken out
    version        text        NOT NULL,
    status         smallint    NOT NULL,
    code           text        NOT NULL, -- of the refusal; empty for none
    duration_us    bigint      NOT NULL,
    bytes_in       bigint      NOT NULL,
    bytes_out      bigint      NOT NULL,
    address        inet, -- the network it came from
    user_agent     text        NOT NULL,
    correlation    text        NOT NULL,
    replayed       boolean     NOT NULL,
    stands_for     integer     NOT NULL, -- how many calls like this one
    request        jsonb, -- the body, redacted; null where there was none or none could be read
    response       jsonb, -- of refusals only
    PRIMARY KEY (shard, day, id)
) PARTITION BY RANGE (day);
SELECT placement.sharded('journal.requests');
-- An app has one shard. Were the shard in front here too, PostgreSQL would at
-- times take one of these for the way to a line by its id.
CREATE INDEX requests_by_app ON journal.requests (app_id, id);
CREATE INDEX requests_refused ON journal.requests (app_id, id) WHERE status >= 400;
CREATE INDEX requests_by_business ON journal.requests (business_id, app_id, id);

-- Calls of an app in all businesses, by the hour, route and version.
CREATE TABLE journal.app_usage (
    shard         smallint    NOT NULL, -- the app's
    app_id        uuid        NOT NULL,
    hour          timestamptz NOT NULL,
    route         text        NOT NULL, -- the row's pattern; empty for none
    version       text        NOT NULL, -- what the calls spoke; empty where that never came to be known
    calls         bigint      NOT NULL,
    errors        bigint      NOT NULL, -- answers of 400 and above
    server_errors bigint      NOT NULL, -- of these the answers of 500 and above
    rate_limited  bigint      NOT NULL,
    latency       bigint[]    NOT NULL, -- a number a bucket: see latencyBounds
    latency_us    bigint      NOT NULL, -- all of them together
    last_call     timestamptz NOT NULL,
    PRIMARY KEY (shard, app_id, hour, route, version)
) WITH (fillfactor = 50);
SELECT placement.sharded('journal.app_usage');
CREATE INDEX app_usage_by_hour ON journal.app_usage (hour, shard);

-- Refusals of an app's calls, by the hour, code and route.
CREATE TABLE journal.app_errors (
    shard        smallint    NOT NULL, -- the app's
    app_id       uuid        NOT NULL,
    hour         timestamptz NOT NULL,
    code         text        NOT NULL, -- empty where the refusal has none
    route        text        NOT NULL,
    status       smallint    NOT NULL,
    calls        bigint      NOT NULL,
    -- a bit for each business by its id's hash: from how many are set one knows
    -- about how many businesses there were, over several hours too
    businesses   bit(2048)   NOT NULL,
    first_at     timestamptz NOT NULL,
    last_at      timestamptz NOT NULL,
    last_request uuid        NOT NULL, -- the latest, which has a line in the log
    PRIMARY KEY (shard, app_id, hour, code, route, status)
) WITH (fillfactor = 50);
SELECT placement.sharded('journal.app_errors');
CREATE INDEX app_errors_by_hour ON journal.app_errors (hour, shard);

ALTER TABLE journal.usage ADD COLUMN server_errors bigint NOT NULL DEFAULT 0;
DROP INDEX journal.usage_by_app;
-- What is too old is found by it. With the shard in front PostgreSQL would at times
-- take it for the way to the hours of one business, through those of all others.
DROP INDEX journal.usage_by_hour;
CREATE INDEX usage_by_hour ON journal.usage (hour, shard);

-- +goose Down
DROP INDEX journal.usage_by_hour;
CREATE INDEX usage_by_hour ON journal.usage (shard, hour);
CREATE INDEX usage_by_app ON journal.usage (app_id, hour);
ALTER TABLE journal.usage DROP COLUMN server_errors;
DROP TABLE journal.app_errors;
DROP TABLE journal.app_usage;
DROP TABLE journal.requests;
CREATE TABLE journal.requests (
    shard       smallint    NOT NULL,
    day         date        NOT NULL,
    id          uuid        NOT NULL,
    business_id uuid        NOT NULL,
    app_id      uuid        NOT NULL,
    user_id     uuid        NOT NULL,
    at          timestamptz NOT NULL,
    method      text        NOT NULL,
    route       text        NOT NULL,
    path        text        NOT NULL,
    query       text        NOT NULL,
    version     text        NOT NULL,
    status      smallint    NOT NULL,
    code        text        NOT NULL,
    duration_us bigint      NOT NULL,
    bytes_in    bigint      NOT NULL,
    bytes_out   bigint      NOT NULL,
    address     inet,
    user_agent  text        NOT NULL,
    correlation text        NOT NULL,
    replayed    boolean     NOT NULL,
    request     jsonb,
    response    jsonb,
    stands_for  integer     NOT NULL DEFAULT 1,
    PRIMARY KEY (shard, day, id)
) PARTITION BY RANGE (day);
SELECT placement.sharded('journal.requests');
CREATE INDEX requests_by_app ON journal.requests (app_id, id);
CREATE INDEX requests_by_business ON journal.requests (shard, business_id, app_id, id);
