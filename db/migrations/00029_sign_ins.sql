-- What happens with every sign-in is kept where the person's sessions are, and for
-- 90 days: on the control plane it would be most of the record, on every server.
-- What was written there before stays.

-- +goose Up
CREATE TABLE audit.sign_in_entries (
    shard      smallint    NOT NULL, -- the subject's, as that of its sessions
    day        date        NOT NULL,
    id         uuid        NOT NULL,
    at         timestamptz NOT NULL,
    action     text        NOT NULL,
    actor_kind text        NOT NULL CHECK (actor_kind IN ('user', 'app', 'operator', 'system')),
    actor_id   text,
    subject    text        NOT NULL,
    request_id text,
    address    inet, -- whole for as long as the row is there
    facts      jsonb       NOT NULL DEFAULT '{}',
    PRIMARY KEY (shard, day, id)
) PARTITION BY RANGE (day);
SELECT placement.sharded('audit.sign_in_entries');
CREATE INDEX sign_in_entries_by_subject ON audit.sign_in_entries (shard, subject, id);

-- A failure that repeats is looked up each time. What is open now begins anew.
DROP TABLE audit.repeats;
CREATE TABLE audit.repeats (
    shard    smallint    NOT NULL,
    key      bytea       NOT NULL,
    entry_id uuid        NOT NULL,
    until    timestamptz NOT NULL,
    PRIMARY KEY (shard, key)
);
SELECT placement.sharded('audit.repeats');
CREATE INDEX repeats_by_end ON audit.repeats (shard, until);

-- The last time step that was used of a second factor changes with every sign-in.
CREATE TABLE accounts.used_steps (
    shard     smallint NOT NULL, -- that of the user's sessions
    user_id   uuid     NOT NULL,
    last_step bigint   NOT NULL,
    PRIMARY KEY (shard, user_id)
);
SELECT placement.sharded('accounts.used_steps');
ALTER TABLE accounts.second_factors DROP COLUMN last_step;

-- +goose Down
ALTER TABLE accounts.second_factors ADD COLUMN last_step bigint NOT NULL DEFAULT 0;
DROP TABLE accounts.used_steps;
DROP TABLE audit.repeats;
CREATE TABLE audit.repeats (
    key      bytea       NOT NULL PRIMARY KEY,
    entry_id uuid        NOT NULL,
    until    timestamptz NOT NULL
);
SELECT placement.control('audit.repeats');
CREATE INDEX repeats_by_end ON audit.repeats (until);
DROP TABLE audit.sign_in_entries;
