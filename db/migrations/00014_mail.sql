-- +goose Up

-- The schema of River, which makes its own tables there; ours lies beside them
-- because a kick and its run are written together.
CREATE SCHEMA IF NOT EXISTS work;

-- The jobs that somebody has asked for since they last looked.
CREATE TABLE work.kicks (
    job text NOT NULL PRIMARY KEY
);

-- +goose Down
DROP TABLE work.kicks;
