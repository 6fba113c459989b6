-- +goose Up
CREATE SCHEMA keyring;

-- The operator's keys that have been used. The keys themselves are in no
-- database: a fingerprint tells whether two nodes mean the same one.
CREATE TABLE keyring.keys (
    id            text        NOT NULL PRIMARY KEY,
    fingerprint   bytea       NOT NULL,
    first_used_at timestamptz NOT NULL,
    last_used_at  timestamptz NOT NULL, -- in front of a node's list, within seconds
    retired_at    timestamptz           -- nobody needs it any more, or the operator gave it up
);
SELECT placement.control('keyring.keys');

-- Which nodes run, and the ids of the keys that each of them holds.
CREATE TABLE keyring.nodes (
    node    text        NOT NULL PRIMARY KEY,
    keys    text[]      NOT NULL,
    seen_at timestamptz NOT NULL
);
SELECT placement.control('keyring.nodes');

-- +goose Down
DROP SCHEMA keyring CASCADE;
