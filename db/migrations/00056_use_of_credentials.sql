-- From where a secret was last used, and how often people were sent back to each of
-- an app's redirect URIs.

-- +goose Up
ALTER TABLE apps.secrets ADD COLUMN last_used_from inet; -- a network's first address; null: not known

CREATE TABLE journal.redirects (
    shard   smallint    NOT NULL, -- the app's
    app_id  uuid        NOT NULL,
    day     date        NOT NULL,
    uri     text        NOT NULL, -- as it is registered
    uses    bigint      NOT NULL, -- approvals that sent somebody there
    last_at timestamptz NOT NULL,
    PRIMARY KEY (shard, app_id, day, uri)
) WITH (fillfactor = 50);
SELECT placement.sharded('journal.redirects');
CREATE INDEX redirects_by_day ON journal.redirects (day, shard);

-- +goose Down
DROP TABLE journal.redirects;
ALTER TABLE apps.secrets DROP COLUMN last_used_from;
