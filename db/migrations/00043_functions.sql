-- +goose Up
CREATE SCHEMA functions;

-- Code that an app's makers leave with us.
CREATE TABLE functions.functions (
    id         uuid        NOT NULL PRIMARY KEY,
    app_id     uuid        NOT NULL REFERENCES apps.apps (id),
    name       text        NOT NULL,
    version    integer     NOT NULL, -- of the source that is current
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT functions_name_key UNIQUE (app_id, name)
);
SELECT placement.control('functions.functions');

-- The sources of a function, the last few of them.
CREATE TABLE functions.sources (
    function_id uuid        NOT NULL REFERENCES functions.functions (id) ON DELETE CASCADE,
    version     integer     NOT NULL,
    source      text        NOT NULL,
    sha256      text        NOT NULL,
    bytes       integer     NOT NULL,
    exports     text[]      NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (function_id, version)
);
SELECT placement.control('functions.sources');

-- +goose Down
DROP SCHEMA functions CASCADE;
