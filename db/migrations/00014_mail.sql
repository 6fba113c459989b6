-- +goose Up

-- The schema of River, which makes its own tables there; ours lies beside them
-- because a kick and its run are written together.
CREATE SCHEMA IF NOT EXISTS work;

-- The jobs that somebody has asked for since they last looked.
CREATE TABLE work.kicks (
    job text NOT NULL PRIMARY KEY
);

-- A mail that is out is remembered while it may not be repeated.
ALTER TABLE books.invoice_mails ADD COLUMN sent_at timestamptz;

-- +goose Down
ALTER TABLE books.invoice_mails DROP COLUMN sent_at;
DROP TABLE work.kicks;
