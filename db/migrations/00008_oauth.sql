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
    any_loopback_port boolean     NOT NULL, -- by which rule the redirect URI was matched
    scopes            text[]      NOT NULL,
    state             bytea, -- echoed byte for byte, whatever the bytes; null: none was sent
    code_challenge    text, -- null: none was sent
    created_at        timestamptz NOT NULL,
    expires_at        timestamptz NOT NULL,
    -- what was decided, once: approve and deny race for this row
    decision          text        CHECK (decision IN ('approved', 'denied')),
    decided_at        timestamptz,
    decided_by        uuid,
    PRIMARY KEY (shard, id),
    CONSTRAINT requests_handle_key UNIQUE (shard, handle_hash),
    CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL))
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
    -- what it hangs on; null for one that was cancelled before it could be given
    installation_id   uuid,
    consent_id        uuid,
    access_generation integer,
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
    CONSTRAINT grants_decision_key UNIQUE (shard, decision_id),
    CHECK (cancelled_at IS NOT NULL OR (installation_id IS NOT NULL AND consent_id IS NOT NULL AND access_generation IS NOT NULL)),
    CHECK ((used_at IS NULL) = (family_id IS NULL) AND (used_at IS NULL OR cancelled_at IS NULL))
);
SELECT placement.sharded('oauth.grants');
CREATE INDEX grants_by_end ON oauth.grants (shard, expires_at);
ALTER TABLE oauth.grants ADD FOREIGN KEY (shard, installation_id) REFERENCES installs.installations (shard, id);
ALTER TABLE oauth.grants ADD FOREIGN KEY (shard, consent_id) REFERENCES installs.consents (shard, id);

-- The grants that everything they hang on still allows. Whether one is used,
-- cancelled or expired is another question.
CREATE VIEW oauth.standing_grants AS
    SELECT g.shard, g.id
    FROM   oauth.grants g
    JOIN   installs.active i ON i.shard = g.shard AND i.id = g.installation_id AND i.access_generation = g.access_generation
    JOIN   installs.standing_consents c ON c.shard = g.shard AND c.id = g.consent_id
    JOIN   tenancy.acting_members m ON m.business_shard = g.shard AND m.business_id = g.business_id AND m.user_id = g.user_id AND m.since <= c.granted_at
    JOIN   apps.usable a ON a.id = g.app_id;

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
    access_generation  integer     NOT NULL, -- of the installation
    scopes             text[]      NOT NULL,
    generation         integer     NOT NULL, -- counts the refreshes
    access_hash        bytea, -- null: the access token was revoked by itself
    access_expires_at  timestamptz NOT NULL,
    refresh_hash       bytea, -- null for a token exchange, like its expiry
    refresh_expires_at timestamptz,
    created_at         timestamptz NOT NULL,
    revoked_at         timestamptz,
    revoked_for        text        CHECK (revoked_for IN ('revoked', 'reuse', 'code_replay')),
    -- the day on which nobody needs to know of it any more. A day and not an
    -- instant: most refreshes leave it as it is, and then touch no index.
    forget_on          date        NOT NULL,
    PRIMARY KEY (shard, id),
    CHECK ((refresh_hash IS NULL) = (refresh_expires_at IS NULL)),
    CHECK ((revoked_at IS NULL) = (revoked_for IS NULL))
) WITH (fillfactor = 80); -- room for the next version of a row beside it
SELECT placement.sharded('oauth.families');
CREATE INDEX families_to_forget ON oauth.families (shard, forget_on);
ALTER TABLE oauth.families ADD FOREIGN KEY (shard, installation_id) REFERENCES installs.installations (shard, id);
ALTER TABLE oauth.families ADD FOREIGN KEY (shard, consent_id) REFERENCES installs.consents (shard, id);

-- A device's request. It lives in the shard of the user code's hash, which the
-- device code carries too, so that both find the row.
CREATE TABLE oauth.device_codes (
    shard            smallint    NOT NULL,
    id               uuid        NOT NULL,
    user_code_mac    bytea       NOT NULL, -- eight letters could be guessed from a plain hash
    user_code_key    text        NOT NULL, -- the key of that MAC
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
    installation_ended boolean, -- whether that one was over by then
    access_generation integer,
    completed_at     timestamptz, -- when nothing was left to do about the approval
    PRIMARY KEY (shard, id),
    CONSTRAINT device_codes_user_code_key UNIQUE (shard, user_code_mac),
    CONSTRAINT device_codes_device_code_key UNIQUE (shard, device_code_hash),
    CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)),
    CHECK ((decision IS NOT DISTINCT FROM 'approved') = (business_id IS NOT NULL AND business_shard IS NOT NULL))
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
