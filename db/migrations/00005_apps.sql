-- +goose Up
CREATE SCHEMA apps;

CREATE TABLE apps.apps (
    id              uuid        NOT NULL PRIMARY KEY,
    -- null for an app that registered itself and that nobody has claimed
    organization_id uuid        REFERENCES tenancy.organizations (id),
    client_id       text        NOT NULL CONSTRAINT apps_client_id_key UNIQUE,
    type            text        NOT NULL CHECK (type IN ('CONFIDENTIAL', 'PUBLIC')),
    name            text        NOT NULL,
    -- empty where the app has none, here and in the pinned version
    app_url         text        NOT NULL DEFAULT '',
    privacy_url     text        NOT NULL DEFAULT '',
    support_url     text        NOT NULL DEFAULT '',
    redirect_uris   text[]      NOT NULL DEFAULT '{}',
    scopes          text[]      NOT NULL DEFAULT '{}',
    pinned_version  text        NOT NULL DEFAULT '',
    review          text        NOT NULL CHECK (review IN ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'APPROVED', 'CHANGES_REQUESTED', 'REJECTED')),
    -- suspended by the operator, deactivated by its owner: the two do not undo each other
    suspended_at    timestamptz,
    deactivated_at  timestamptz,
    version         integer     NOT NULL DEFAULT 1,
    created_at      timestamptz NOT NULL
);
SELECT placement.control('apps.apps');
CREATE INDEX apps_by_organization ON apps.apps (organization_id, id) WHERE organization_id IS NOT NULL;

CREATE TABLE apps.logos (
    app_id     uuid        NOT NULL PRIMARY KEY REFERENCES apps.apps (id),
    image      bytea       NOT NULL, -- PNG, encoded by us
    updated_at timestamptz NOT NULL
);
SELECT placement.control('apps.logos');

CREATE TABLE apps.secrets (
    id           uuid        NOT NULL PRIMARY KEY,
    app_id       uuid        NOT NULL REFERENCES apps.apps (id),
    secret_hash  bytea       NOT NULL,
    -- enough of the secret to tell two apart in a list
    hint         text        NOT NULL,
    created_at   timestamptz NOT NULL,
    last_used_at timestamptz,
    revoked_at   timestamptz
);
SELECT placement.control('apps.secrets');
CREATE INDEX secrets_by_app ON apps.secrets (app_id) WHERE revoked_at IS NULL;

-- What others may know: the apps that may act.
CREATE VIEW apps.usable AS
    SELECT id, client_id, type, name, scopes, pinned_version
    FROM   apps.apps
    WHERE  suspended_at IS NULL
      AND  deactivated_at IS NULL;

-- +goose Down
DROP SCHEMA apps CASCADE;
