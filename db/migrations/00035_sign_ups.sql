-- Partners begin by themselves: they sign up, and make organizations.

-- +goose Up
-- Who wants an account for an address. The secret in the mail is made when the
-- mail is sent; a row is written whether or not the address has an account.
CREATE TABLE accounts.sign_ups (
    id            uuid        NOT NULL PRIMARY KEY,
    email         text        NOT NULL,
    email_key     text        NOT NULL,
    requested_at  timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL,
    claimed_until timestamptz, -- until then somebody is mailing it
    token_hash    bytea       CONSTRAINT sign_ups_token_key UNIQUE,
    mailed_at     timestamptz,
    used_at       timestamptz
);
SELECT placement.control('accounts.sign_ups');
CREATE INDEX sign_ups_to_mail ON accounts.sign_ups (requested_at) WHERE mailed_at IS NULL;
CREATE INDEX sign_ups_by_address ON accounts.sign_ups (email_key);
CREATE INDEX sign_ups_by_expiry ON accounts.sign_ups (expires_at);

ALTER TABLE tenancy.organizations ADD COLUMN version integer NOT NULL DEFAULT 1;

-- +goose Down
ALTER TABLE tenancy.organizations DROP COLUMN version;
DROP TABLE accounts.sign_ups;
