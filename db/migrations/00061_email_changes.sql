-- People change the address that they sign in with.

-- +goose Up
-- Who wants another address. The secret in the mail to it is made when the mail is
-- sent. When the address is changed, the one before is told, from here: nothing else
-- keeps it.
CREATE TABLE accounts.email_changes (
    id            uuid        NOT NULL PRIMARY KEY,
    user_id       uuid        NOT NULL,
    email         text        NOT NULL, -- the new one
    email_key     text        NOT NULL,
    requested_at  timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL,
    claimed_until timestamptz, -- until then somebody is mailing it
    token_hash    bytea       CONSTRAINT email_changes_token_key UNIQUE,
    mailed_at     timestamptz,
    used_at       timestamptz,
    old_email     text,        -- who is to be told
    told_at       timestamptz
);
SELECT placement.control('accounts.email_changes');
CREATE INDEX email_changes_by_user ON accounts.email_changes (user_id);
CREATE INDEX email_changes_to_mail ON accounts.email_changes (requested_at) WHERE mailed_at IS NULL;
CREATE INDEX email_changes_to_tell ON accounts.email_changes (requested_at) WHERE used_at IS NOT NULL AND told_at IS NULL;
CREATE INDEX email_changes_by_expiry ON accounts.email_changes (expires_at);

-- +goose Down
DROP TABLE accounts.email_changes;
