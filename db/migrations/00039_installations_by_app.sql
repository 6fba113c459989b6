-- An app's installations are listed in the app's own shard too, so that its makers
-- need not ask all shards. A job writes that list from the mark on each row.

-- +goose Up
ALTER TABLE installs.installations ADD COLUMN end_reason text; -- null while it has not ended
ALTER TABLE installs.installations ADD CONSTRAINT installations_end_reason_check CHECK (end_reason IN ('UNINSTALLED', 'BUSINESS_CLOSED'));
ALTER TABLE installs.installations ADD COLUMN listed boolean NOT NULL DEFAULT false; -- by_app says of it what it should
CREATE INDEX installations_unlisted ON installs.installations (shard) WHERE NOT listed;

CREATE TABLE installs.by_app (
    shard      smallint    NOT NULL, -- the app's
    app_id     uuid        NOT NULL,
    id         uuid        NOT NULL, -- the installation's, which tells the order
    home_shard smallint    NOT NULL, -- where the installation is
    ended_at   timestamptz,
    PRIMARY KEY (shard, app_id, id)
);
SELECT placement.sharded('installs.by_app');

-- The families of an installation are shown to its app's makers.
CREATE INDEX families_by_installation ON oauth.families (installation_id);

-- +goose Down
DROP INDEX oauth.families_by_installation;
DROP TABLE installs.by_app;
ALTER TABLE installs.installations DROP COLUMN listed;
ALTER TABLE installs.installations DROP COLUMN end_reason;
