-- +goose Up
CREATE SCHEMA oauth;

-- An authorization request that waits for a user's decision. No business is
-- chosen yet, so it lives in a random shard, which its handle carries.
CREATE TABLE oauth.requests (
    shard             smallint    NOT NULL,
    id                uuid        NOT NULL,
    handle_hash       bytea       NOT NULL,
    app_id            uuid        NOT NULL,
    redirect_uri      text        NOT NULL,
    scopes            text[]      NOT NULL,
    state             text, -- null: none was sent
    code_challenge    text, -- null: none was sent
    created_at        timestamptz NOT NULL,
    expires_at        timestamptz NOT NULL,
    -- what was decided, once: approve and deny race for this row
    decision          text        CHECK (decision IN ('approved', 'denied')),
    decided_at        timestamptz,
    decided_by        uuid,
    PRIMARY KEY (shard, id),
    CONSTRAINT requests_handle_key UNIQUE (shard, handle_hash)
);
SELECT placement.sharded('oauth.requests');
CREATE INDEX requests_by_end ON oauth.requests (shard, expires_at);
ALTER TABLE oauth.requests ADD FOREIGN KEY (app_id) REFERENCES apps.apps (id);

-- What an approval gave: to be redeemed once, for one family of tokens. It lives
-- in the business's shard, and so does all that comes of it.
CREATE TABLE oauth.grants (
    shard             smallint    NOT NULL,
    id                uuid        NOT NULL,
    kind              text        NOT NULL CHECK (kind IN ('code', 'device')),
    -- the request or device code that was approved: a repeated approval writes nothing
    decision_id       uuid        NOT NULL,
    business_id       uuid        NOT NULL,
    app_id            uuid        NOT NULL,
    user_id           uuid        NOT NULL,
    installation_id   uuid        NOT NULL,
    consent_id        uuid        NOT NULL,
    access_generation integer     NOT NULL,
    scopes            text[]      NOT NULL,
    code_hash         bytea, -- of an authorization code; null for a device's grant
    redirect_uri      text,
    code_challenge    text,
    created_at        timestamptz NOT NULL,
    expires_at        timestamptz NOT NULL,
    used_at           timestamptz,
    cancelled_at      timestamptz,
    family_id         uuid, -- what the redemption issued
    PRIMARY KEY (shard, id),
    CONSTRAINT grants_decision_key UNIQUE (shard, decision_id)
);
SELECT placement.sharded('oauth.grants');
CREATE INDEX grants_by_end ON oauth.grants (shard, expires_at);
ALTER TABLE oauth.grants ADD FOREIGN KEY (shard, installation_id) REFERENCES installs.installations (shard, id);
ALTER TABLE oauth.grants ADD FOREIGN KEY (shard, consent_id) REFERENCES installs.consents (shard, id);

-- One consent's line of tokens: at most one live access and one live refresh
-- token at a time, so it is one row, and a refresh is one update of it.
CREATE TABLE oauth.families (
    shard              smallint    NOT NULL,
    id                 uuid        NOT NULL,
    business_id        uuid        NOT NULL,
    app_id             uuid        NOT NULL,
    user_id            uuid        NOT NULL,
    installation_id    uuid        NOT NULL,
    consent_id         uuid, -- null for a token exchange, which asks for none
    access_generation  integer     NOT NULL,
    scopes             text[]      NOT NULL,
    generation         integer     NOT NULL,
    access_hash        bytea, -- null: the access token was revoked by itself
    access_expires_at  timestamptz NOT NULL,
    refresh_hash       bytea, -- null for a token exchange
    refresh_expires_at timestamptz,
    created_at         timestamptz NOT NULL,
    revoked_at         timestamptz,
    revoked_for        text        CHECK (revoked_for IN ('revoked', 'reuse', 'code_replay')),
    PRIMARY KEY (shard, id)
);
SELECT placement.sharded('oauth.families');
CREATE INDEX families_by_installation ON oauth.families (shard, installation_id);
CREATE INDEX families_by_end ON oauth.families (shard, (coalesce(refresh_expires_at, access_expires_at)));
ALTER TABLE oauth.families ADD FOREIGN KEY (shard, installation_id) REFERENCES installs.installations (shard, id);

-- A device's request. It lives in the shard of the user code's hash, which the
-- device code carries too, so that both find the row.
CREATE TABLE oauth.device_codes (
    shard            smallint    NOT NULL,
    id               uuid        NOT NULL,
    user_code_mac    bytea       NOT NULL, -- eight letters could be guessed from a plain hash
    device_code_hash bytea       NOT NULL,
    app_id           uuid        NOT NULL,
    scopes           text[]      NOT NULL,
    created_at       timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    last_polled_at   timestamptz,
    address          inet, -- who asked, for the page that warns
    user_agent       text        NOT NULL DEFAULT '',
    decision         text        CHECK (decision IN ('approved', 'denied')),
    decided_at       timestamptz,
    decided_by       uuid,
    -- what an approval rests on; the grant is written only while it still stands
    business_shard   smallint,
    business_id      uuid,
    installation_id  uuid, -- the newest one then, ended ones included; null: none
    access_generation integer,
    completed_at     timestamptz, -- when the grant stood in the business's shard
    PRIMARY KEY (shard, id),
    CONSTRAINT device_codes_user_code_key UNIQUE (shard, user_code_mac),
    CONSTRAINT device_codes_device_code_key UNIQUE (shard, device_code_hash)
);
SELECT placement.sharded('oauth.device_codes');
CREATE INDEX device_codes_by_end ON oauth.device_codes (shard, expires_at);
CREATE INDEX device_codes_to_complete ON oauth.device_codes (shard) WHERE decision = 'approved' AND completed_at IS NULL;
ALTER TABLE oauth.device_codes ADD FOREIGN KEY (app_id) REFERENCES apps.apps (id);

-- Session tokens that were exchanged, until they would have expired anyway.
CREATE TABLE oauth.used_session_tokens (
    shard      smallint    NOT NULL,
    jti        uuid        NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (shard, jti)
);
SELECT placement.sharded('oauth.used_session_tokens');
CREATE INDEX used_session_tokens_by_end ON oauth.used_session_tokens (shard, expires_at);

-- Keys that sign session tokens.
CREATE TABLE oauth.signing_keys (
    id          uuid        NOT NULL PRIMARY KEY, -- the kid
    public_key  bytea       NOT NULL, -- PKIX
    private_key bytea       NOT NULL, -- sealed
    created_at  timestamptz NOT NULL,
    signs_from  timestamptz NOT NULL,
    signs_until timestamptz NOT NULL
);
SELECT placement.control('oauth.signing_keys');

-- Apps that registered themselves, with what they said of themselves.
CREATE TABLE oauth.registrations (
    app_id        uuid        NOT NULL PRIMARY KEY REFERENCES apps.apps (id),
    metadata      jsonb       NOT NULL,
    registered_at timestamptz NOT NULL,
    address       inet,
    used_at       timestamptz -- null: never used, and removed after 30 days
);
SELECT placement.control('oauth.registrations');
CREATE INDEX registrations_unused ON oauth.registrations (registered_at) WHERE used_at IS NULL;

-- Client id metadata documents, as last fetched.
CREATE TABLE oauth.documents (
    url         text        NOT NULL PRIMARY KEY,
    app_id      uuid        REFERENCES apps.apps (id), -- null: no good document was ever there
    fetched_at  timestamptz NOT NULL,
    fresh_until timestamptz NOT NULL,
    fault       text -- why the last fetch gave nothing; null: it did
);
SELECT placement.control('oauth.documents');

-- Domains whose client id metadata documents the operator trusts like a review.
CREATE TABLE oauth.trusted_domains (
    domain     text        NOT NULL PRIMARY KEY,
    trusted_at timestamptz NOT NULL,
    trusted_by text        NOT NULL
);
SELECT placement.control('oauth.trusted_domains');

-- +goose Down
DROP SCHEMA oauth CASCADE;
