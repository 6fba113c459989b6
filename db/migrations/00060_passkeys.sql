-- Passkeys: people sign in with them, and give them as a second factor.

-- +goose Up
-- A credential id is looked for among its owner's alone: whoever signs in says which
-- user it is (the user handle), so that it need not be the only one of its kind.
CREATE TABLE accounts.passkeys (
    shard           smallint    NOT NULL, -- that of the user's sessions
    id              uuid        NOT NULL,
    user_id         uuid        NOT NULL,
    credential_id   bytea       NOT NULL, -- as the authenticator chose it
    public_key      bytea       NOT NULL, -- COSE
    name            text        NOT NULL,
    transports      text[]      NOT NULL, -- how browsers may reach the authenticator
    sign_count      bigint      NOT NULL, -- how often it was used, if the authenticator counts
    backup_eligible boolean     NOT NULL, -- whether it may have copies, for good
    backed_up       boolean     NOT NULL, -- whether it had some at its last use
    created_at      timestamptz NOT NULL,
    last_used_at    timestamptz,
    PRIMARY KEY (shard, id),
    CONSTRAINT passkeys_credential_key UNIQUE (shard, user_id, credential_id)
);
SELECT placement.sharded('accounts.passkeys');

-- What an authenticator is asked to sign. It is gone when an answer comes, good or not.
CREATE TABLE accounts.challenges (
    shard      smallint    NOT NULL, -- that of the session, or any
    hash       bytea       NOT NULL,
    ceremony   text        NOT NULL, -- what it was made for
    session_id uuid        NOT NULL, -- in which session; nil where nobody is signed in
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (shard, hash)
);
SELECT placement.sharded('accounts.challenges');
CREATE INDEX challenges_by_expiry ON accounts.challenges (shard, expires_at);

-- +goose Down
DROP TABLE accounts.challenges;
DROP TABLE accounts.passkeys;
