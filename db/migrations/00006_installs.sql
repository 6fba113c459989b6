-- +goose Up
CREATE SCHEMA installs;

-- Which business let which app in. A re-install is a new row: what hung on the
-- old one stays dead.
CREATE TABLE installs.installations (
    shard             smallint    NOT NULL,
    id                uuid        NOT NULL,
    business_id       uuid        NOT NULL,
    app_id            uuid        NOT NULL,
    status            text        NOT NULL CHECK (status IN ('ACTIVE', 'SUSPENDED', 'UNINSTALLED')),
    scopes            text[]      NOT NULL,
    -- bumped when the business revokes access; what carries an older one is revoked
    access_generation integer     NOT NULL DEFAULT 1,
    -- true from a revocation of access until somebody consents again
    access_revoked    boolean     NOT NULL DEFAULT false,
    installed_by      uuid        NOT NULL,
    installed_at      timestamptz NOT NULL,
    ended_at          timestamptz,
    PRIMARY KEY (shard, id)
);
SELECT placement.sharded('installs.installations');
CREATE UNIQUE INDEX installations_standing ON installs.installations (shard, business_id, app_id) WHERE status <> 'UNINSTALLED';
CREATE INDEX installations_by_app ON installs.installations (app_id, shard, id);
CREATE INDEX installations_by_business ON installs.installations (shard, business_id, app_id, id);
ALTER TABLE installs.installations ADD FOREIGN KEY (shard, business_id) REFERENCES tenancy.businesses (shard, id);
ALTER TABLE installs.installations ADD FOREIGN KEY (app_id) REFERENCES apps.apps (id);
ALTER TABLE installs.installations ADD FOREIGN KEY (installed_by) REFERENCES tenancy.users (id);

-- A user's yes to an app in a business. A renewed consent is a new row, so it
-- revives nothing that hung on the old one.
CREATE TABLE installs.consents (
    shard           smallint    NOT NULL,
    id              uuid        NOT NULL,
    installation_id uuid        NOT NULL,
    user_id         uuid        NOT NULL,
    scopes          text[]      NOT NULL,
    granted_at      timestamptz NOT NULL,
    withdrawn_at    timestamptz,
    PRIMARY KEY (shard, id)
);
SELECT placement.sharded('installs.consents');
CREATE INDEX consents_by_installation ON installs.consents (shard, installation_id, user_id);
ALTER TABLE installs.consents ADD FOREIGN KEY (shard, installation_id) REFERENCES installs.installations (shard, id);
ALTER TABLE installs.consents ADD FOREIGN KEY (user_id) REFERENCES tenancy.users (id);

-- Which app is to be told that a business has left for good, and when. The row
-- goes when the app was told, or when the business installs it again.
CREATE TABLE installs.redactions (
    shard       smallint    NOT NULL,
    business_id uuid        NOT NULL,
    app_id      uuid        NOT NULL,
    due_at      timestamptz NOT NULL,
    PRIMARY KEY (shard, business_id, app_id)
);
SELECT placement.sharded('installs.redactions');
CREATE INDEX redactions_due ON installs.redactions (due_at);
ALTER TABLE installs.redactions ADD FOREIGN KEY (shard, business_id) REFERENCES tenancy.businesses (shard, id);
ALTER TABLE installs.redactions ADD FOREIGN KEY (app_id) REFERENCES apps.apps (id);

-- What others may know: the installations in which an app may work, and the
-- consents that nobody has taken back. What hangs on an installation joins
-- these, so it dies with it and nobody has to tell it.
CREATE VIEW installs.active AS
    SELECT shard, id, business_id, app_id, scopes, access_generation, access_revoked
    FROM   installs.installations
    WHERE  status = 'ACTIVE';

-- Which apps a business has or has ever had.
CREATE VIEW installs.ever AS
    SELECT DISTINCT shard, business_id, app_id
    FROM   installs.installations;

CREATE VIEW installs.standing_consents AS
    SELECT shard, id, installation_id, user_id, granted_at
    FROM   installs.consents
    WHERE  withdrawn_at IS NULL;

-- +goose Down
DROP SCHEMA installs CASCADE;
