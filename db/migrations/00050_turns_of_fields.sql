-- Fields are control data, and a cluster locks a control table whole. Whoever writes
-- values of an app shares the app's row in the business's shard instead, and whoever
-- changes a field of the app locks its rows in all shards.

-- +goose Up
CREATE TABLE appdata.turns (
    shard  smallint NOT NULL,
    app_id uuid     NOT NULL,
    PRIMARY KEY (shard, app_id)
);
SELECT placement.sharded('appdata.turns');
INSERT INTO appdata.turns (shard, app_id)
SELECT s, f.app_id
FROM   generate_series(0, 1023) AS s, (SELECT DISTINCT app_id FROM appdata.fields) AS f;

-- +goose Down
DROP TABLE appdata.turns;
