-- People sign our command line in, and it works for them in the console.

-- +goose Up
-- The command line is a client like others, but our own: it is nobody's app, has no
-- redirect URI and no secret, and is not connected to businesses. The operator can
-- suspend it.
INSERT INTO apps.apps (id, client_id, type, name, scopes, review, created_at)
VALUES ('00000000-0000-7000-8000-000000000001', 'counterpart-cli', 'PUBLIC', 'Command line',
        '{developer:read,developer:write}', 'DRAFT', '2026-11-16T00:00:00Z');

-- What its machine is called, for whoever is asked.
ALTER TABLE oauth.device_codes ADD COLUMN device_name text NOT NULL DEFAULT '';
-- A person's own yes is for no business. (Apps are held to theirs by package device.)
ALTER TABLE oauth.device_codes DROP CONSTRAINT device_codes_check1;
ALTER TABLE oauth.device_codes ADD CONSTRAINT device_codes_business
    CHECK (business_id IS NULL OR decision IS NOT DISTINCT FROM 'approved' AND business_shard IS NOT NULL);

-- A token of a person, for the console's API. It is made when its person approves,
-- without a secret, and is good once the machine has collected that.
CREATE TABLE accounts.developer_tokens (
    shard        smallint    NOT NULL, -- that of the user's sessions
    id           uuid        NOT NULL,
    user_id      uuid        NOT NULL,
    request_id   uuid        NOT NULL, -- the device code that it was approved for
    token_hash   bytea,                -- null: not collected
    name         text        NOT NULL, -- of the machine
    scopes       text[]      NOT NULL,
    address      inet,                 -- from where it was asked for
    user_agent   text        NOT NULL,
    created_at   timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL, -- of the code, until it is collected
    ended_at     timestamptz,
    ended_for    text,
    PRIMARY KEY (shard, id),
    CONSTRAINT developer_tokens_request_key UNIQUE (shard, user_id, request_id),
    CONSTRAINT developer_tokens_token_key UNIQUE (shard, token_hash),
    CHECK ((ended_at IS NULL) = (ended_for IS NULL))
);
SELECT placement.sharded('accounts.developer_tokens');
CREATE INDEX developer_tokens_by_use ON accounts.developer_tokens (shard, last_used_at);

-- +goose Down
DROP TABLE accounts.developer_tokens;
DELETE FROM oauth.device_codes WHERE app_id = '00000000-0000-7000-8000-000000000001';
ALTER TABLE oauth.device_codes DROP CONSTRAINT device_codes_business;
ALTER TABLE oauth.device_codes ADD CONSTRAINT device_codes_check1
    CHECK ((decision IS NOT DISTINCT FROM 'approved') = (business_id IS NOT NULL AND business_shard IS NOT NULL));
ALTER TABLE oauth.device_codes DROP COLUMN device_name;
DELETE FROM apps.apps WHERE id = '00000000-0000-7000-8000-000000000001';
