-- +goose Up

-- Browsers that a person has signed in with. Such a browser has tries of its own,
-- so that nobody can keep the person out from elsewhere. It proves nothing by
-- itself. In the shard of the hash of the user, as sessions are.
CREATE TABLE tenancy.devices (
    shard      smallint    NOT NULL,
    id         uuid        NOT NULL,
    user_id    uuid        NOT NULL,
    token_hash bytea       NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL, -- moved on with every sign-in
    PRIMARY KEY (shard, id),
    CONSTRAINT devices_token_key UNIQUE (shard, token_hash)
);
SELECT placement.sharded('tenancy.devices');
CREATE INDEX devices_by_user ON tenancy.devices (shard, user_id, created_at);
CREATE INDEX devices_by_end ON tenancy.devices (shard, expires_at);
ALTER TABLE tenancy.devices ADD FOREIGN KEY (user_id) REFERENCES tenancy.users (id);

-- How often somebody guessed, by account and by where from. A lane is a keyed
-- digest, since it may stand for an address that somebody typed.
CREATE TABLE tenancy.guesses (
    shard    smallint    NOT NULL,
    lane     bytea       NOT NULL,
    -- codes of a second factor that were wrong in a row; 0 for passwords
    failures integer     NOT NULL DEFAULT 0,
    -- of codes: when the next may be tried; of passwords: when all tries are back
    ready_at timestamptz NOT NULL,
    PRIMARY KEY (shard, lane)
);
SELECT placement.sharded('tenancy.guesses');
CREATE INDEX guesses_by_ready ON tenancy.guesses (shard, ready_at);

-- A user who was erased keeps an id, for what points to it.
ALTER TABLE tenancy.users ADD COLUMN erased_at timestamptz;

-- Failures that repeat are one entry of the record with a count: which one, and
-- until when.
CREATE TABLE audit.repeats (
    key      bytea       NOT NULL PRIMARY KEY,
    entry_id uuid        NOT NULL,
    until    timestamptz NOT NULL
);
SELECT placement.control('audit.repeats');
CREATE INDEX repeats_by_end ON audit.repeats (until);
CREATE INDEX control_entries_by_person ON audit.control_entries (subject, id) WHERE organization_id IS NULL;

-- +goose Down
DROP INDEX audit.control_entries_by_person;
DROP TABLE audit.repeats;
ALTER TABLE tenancy.users DROP COLUMN erased_at;
DROP TABLE tenancy.guesses;
DROP TABLE tenancy.devices;
