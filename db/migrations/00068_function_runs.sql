-- A function that runs with us is one more receiver of events: a webhook without an
-- address, whose attempts are runs.

-- +goose Up
ALTER TABLE webhooks.webhooks ADD COLUMN runs_function boolean NOT NULL DEFAULT false; -- of the same id
ALTER TABLE webhooks.deliveries ADD COLUMN run_version integer;              -- of the function, where somebody asked for the run; null: the live one
ALTER TABLE webhooks.health ADD COLUMN failures integer NOT NULL DEFAULT 0; -- of a function, in a row

-- What happened each time a function was to run. The key is the attempt's.
CREATE TABLE webhooks.runs (
    shard       smallint    NOT NULL,
    day         date        NOT NULL, -- the delivery's
    delivery_id uuid        NOT NULL,
    round       integer     NOT NULL,
    attempt     smallint    NOT NULL,
    webhook_id  uuid        NOT NULL, -- the function's id
    event_id    uuid, -- null for a sample
    business_id uuid, -- null for a sample that is in no business
    type        text        NOT NULL,
    by_hand     boolean     NOT NULL,
    version     integer     NOT NULL, -- of the source; 0 where it did not run
    outcome     text        NOT NULL,
    at          timestamptz NOT NULL,
    wall_us     bigint      NOT NULL,
    cpu_us      bigint      NOT NULL,
    memory      bigint      NOT NULL, -- in bytes; 0 where that is not known
    calls       smallint    NOT NULL, -- of the API
    writes      smallint    NOT NULL, -- of these, those that were to change something
    message     text        NOT NULL, -- why it failed, as its makers see it; may repeat what it read
    log         text        NOT NULL, -- a JSON list of lines
    dropped     integer     NOT NULL, -- lines beyond the most
    output      text, -- JSON
    PRIMARY KEY (shard, day, delivery_id, round, attempt)
) PARTITION BY RANGE (day);
SELECT placement.sharded('webhooks.runs');
CREATE INDEX runs_latest ON webhooks.runs (webhook_id, at DESC, delivery_id DESC, attempt DESC);

ALTER TABLE functions.functions ADD COLUMN failed_at timestamptz; -- when it was switched off because it failed too often; null: it was not

-- What a function's makers set for it: a value that everybody of them can read, or a
-- secret.
CREATE TABLE functions.settings (
    id          uuid        NOT NULL PRIMARY KEY,
    function_id uuid        NOT NULL REFERENCES functions.functions (id) ON DELETE CASCADE,
    name        text        NOT NULL,
    value       text,
    secret      bytea, -- sealed
    CONSTRAINT settings_name_key UNIQUE (function_id, name)
);
SELECT placement.control('functions.settings');

-- Whose functions the operator has stopped.
CREATE TABLE functions.stops (
    subject    uuid        NOT NULL PRIMARY KEY, -- an app, or an organization
    reason     text        NOT NULL, -- its makers read it
    stopped_at timestamptz NOT NULL
);
SELECT placement.control('functions.stops');

CREATE OR REPLACE VIEW apps.subscribers AS
    SELECT id, scopes, pinned_version, suspended_at IS NULL AND deactivated_at IS NULL AS usable, organization_id
    FROM   apps.apps;

-- +goose Down
DROP TABLE functions.stops;
DROP TABLE functions.settings;
ALTER TABLE functions.functions DROP COLUMN failed_at;
DROP TABLE webhooks.runs;
DELETE FROM webhooks.webhooks WHERE runs_function;
ALTER TABLE webhooks.health DROP COLUMN failures;
ALTER TABLE webhooks.deliveries DROP COLUMN run_version;
ALTER TABLE webhooks.webhooks DROP COLUMN runs_function;
DROP VIEW apps.subscribers;
CREATE VIEW apps.subscribers AS
    SELECT id, scopes, pinned_version, suspended_at IS NULL AND deactivated_at IS NULL AS usable
    FROM   apps.apps;
