-- A refresh that is sent again with its key gets its answer again.

-- +goose Up
-- The answer to a refresh, for a minute. It is sealed under a key that is made of the
-- refresh token it was given for, of which we keep no more than a hash: nobody reads it
-- here, and no key of the operator's opens it.
CREATE TABLE oauth.refresh_answers (
    shard      smallint    NOT NULL,
    family_id  uuid        NOT NULL,
    generation integer     NOT NULL, -- of the refresh token that was used up
    key_hash   bytea       NOT NULL, -- of the idempotency key
    answer     bytea       NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (shard, family_id, generation)
);
SELECT placement.sharded('oauth.refresh_answers');
CREATE INDEX refresh_answers_by_end ON oauth.refresh_answers (shard, expires_at);

-- +goose Down
DROP TABLE oauth.refresh_answers;
