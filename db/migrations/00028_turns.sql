-- What waits for its turn waits for a row: an advisory lock is one server's, and
-- two nodes may talk to two servers of a cluster.

-- +goose Up
-- Whoever writes an app's values in a business locks the row of both.
CREATE TABLE appdata.writers (
    shard       smallint NOT NULL,
    business_id uuid     NOT NULL,
    app_id      uuid     NOT NULL,
    PRIMARY KEY (shard, business_id, app_id)
);
SELECT placement.sharded('appdata.writers');

-- Whoever changes which keys are in use, or which sign, locks the one row.
CREATE TABLE keyring.turn (
    id smallint NOT NULL PRIMARY KEY CHECK (id = 1)
);
SELECT placement.control('keyring.turn');
INSERT INTO keyring.turn (id) VALUES (1);

CREATE TABLE oauth.signing_turn (
    id smallint NOT NULL PRIMARY KEY CHECK (id = 1)
);
SELECT placement.control('oauth.signing_turn');
INSERT INTO oauth.signing_turn (id) VALUES (1);

-- +goose Down
DROP TABLE oauth.signing_turn;
DROP TABLE keyring.turn;
DROP TABLE appdata.writers;
