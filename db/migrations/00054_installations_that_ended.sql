-- An app's installations are listed and counted by whether they have ended: among
-- thousands of one kind the few of the other are found by an index.

-- +goose Up
CREATE INDEX by_app_current ON installs.by_app (shard, app_id, id) WHERE ended_at IS NULL;
CREATE INDEX by_app_ended ON installs.by_app (shard, app_id, id) WHERE ended_at IS NOT NULL;

-- +goose Down
DROP INDEX installs.by_app_ended;
DROP INDEX installs.by_app_current;
