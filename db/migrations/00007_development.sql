-- +goose Up
-- What only a development installation uses.
CREATE SCHEMA development;

-- How far ahead of the machine's clock the installation's is.
CREATE TABLE development.clock (
    id           boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (id),
    ahead_micros bigint  NOT NULL
);
SELECT placement.control('development.clock');

-- Which nodes run, and how far ahead each of them is.
CREATE TABLE development.clock_nodes (
    node         text        NOT NULL PRIMARY KEY,
    ahead_micros bigint      NOT NULL,
    seen_at      timestamptz NOT NULL -- by the machine's clock
);
SELECT placement.control('development.clock_nodes');

-- What a fixture's own names stand for, so that a file can be loaded twice.
CREATE TABLE development.fixture_names (
    kind text NOT NULL,
    name text NOT NULL,
    id   text NOT NULL,
    PRIMARY KEY (kind, name)
);
SELECT placement.control('development.fixture_names');

-- +goose Down
DROP SCHEMA development CASCADE;
