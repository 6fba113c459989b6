-- Users are control data, and a cluster locks a control table whole: sign-ins of
-- different users would wait for each other. What must not happen beside a change of a
-- user's password or second factor locks a row of the user's shard instead.

-- +goose Up
CREATE TABLE accounts.turns (
    shard   smallint NOT NULL, -- that of the user's sessions
    user_id uuid     NOT NULL,
    PRIMARY KEY (shard, user_id)
);
SELECT placement.sharded('accounts.turns');

-- +goose Down
DROP TABLE accounts.turns;
