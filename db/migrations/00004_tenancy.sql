-- +goose Up
CREATE SCHEMA tenancy;

CREATE TABLE tenancy.users (
    id                  uuid        NOT NULL PRIMARY KEY,
    email               text        NOT NULL,
    -- the address as it is compared: trimmed, lower case
    email_key           text        NOT NULL CONSTRAINT users_email_key UNIQUE,
    name                text        NOT NULL,
    locale              text        NOT NULL DEFAULT 'en',
    password_hash       text, -- argon2id; null until the user has set one
    password_changed_at timestamptz,
    -- bumped with every new password, not by a rehash of the same: a sign-in that
    -- checked an older one finds out before it opens a session
    password_round      integer     NOT NULL DEFAULT 0,
    suspended_at        timestamptz,
    restricted_at       timestamptz, -- processing restriction
    operator            boolean     NOT NULL DEFAULT false,
    created_at          timestamptz NOT NULL
);
SELECT placement.control('tenancy.users');

CREATE TABLE tenancy.second_factors (
    user_id      uuid        NOT NULL PRIMARY KEY REFERENCES tenancy.users (id),
    secret       bytea       NOT NULL, -- sealed
    created_at   timestamptz NOT NULL,
    confirmed_at timestamptz, -- null while it is being set up
    -- the last time step a code was taken for: a code works once
    last_step    bigint      NOT NULL DEFAULT 0
);
SELECT placement.control('tenancy.second_factors');

CREATE TABLE tenancy.recovery_codes (
    user_id   uuid  NOT NULL REFERENCES tenancy.users (id),
    code_hash bytea NOT NULL,
    used_at   timestamptz,
    PRIMARY KEY (user_id, code_hash)
);
SELECT placement.control('tenancy.recovery_codes');

-- A request for a new password. The secret in the mail is made when the mail is
-- sent, so it never stands in a queue.
CREATE TABLE tenancy.password_resets (
    id            uuid        NOT NULL PRIMARY KEY,
    -- null when there is nobody to mail: a row is written all the same, so that
    -- the answer's time does not tell who has an account
    user_id       uuid        REFERENCES tenancy.users (id),
    requested_at  timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL,
    claimed_until timestamptz, -- until then somebody else mails it
    token_hash    bytea       CONSTRAINT password_resets_token_key UNIQUE,
    mailed_at     timestamptz,
    used_at       timestamptz
);
SELECT placement.control('tenancy.password_resets');
CREATE INDEX password_resets_to_mail ON tenancy.password_resets (requested_at)
    WHERE user_id IS NOT NULL AND mailed_at IS NULL AND used_at IS NULL;
CREATE INDEX password_resets_by_user ON tenancy.password_resets (user_id);
CREATE INDEX password_resets_by_expiry ON tenancy.password_resets (expires_at);

-- Sessions live in the shard of the hash of their user, which the cookie carries.
CREATE TABLE tenancy.sessions (
    shard            smallint    NOT NULL,
    id               uuid        NOT NULL,
    user_id          uuid        NOT NULL,
    token_hash       bytea       NOT NULL,
    business_shard   smallint,
    business_id      uuid, -- the business the user is signed into
    created_at       timestamptz NOT NULL,
    authenticated_at timestamptz NOT NULL, -- when the password was last given
    last_seen_at     timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    ended_at         timestamptz,
    -- true while the second factor is still owed
    half_open        boolean     NOT NULL,
    address          inet,
    user_agent       text        NOT NULL DEFAULT '',
    PRIMARY KEY (shard, id),
    CONSTRAINT sessions_token_key UNIQUE (shard, token_hash)
);
SELECT placement.sharded('tenancy.sessions');
CREATE INDEX sessions_by_user ON tenancy.sessions (shard, user_id, created_at);
ALTER TABLE tenancy.sessions ADD FOREIGN KEY (user_id) REFERENCES tenancy.users (id);

CREATE TABLE tenancy.organizations (
    id         uuid        NOT NULL PRIMARY KEY,
    name       text        NOT NULL,
    created_at timestamptz NOT NULL
);
SELECT placement.control('tenancy.organizations');

CREATE TABLE tenancy.organization_members (
    organization_id uuid        NOT NULL REFERENCES tenancy.organizations (id),
    user_id         uuid        NOT NULL REFERENCES tenancy.users (id),
    role            text        NOT NULL CHECK (role IN ('owner', 'admin', 'developer')),
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (organization_id, user_id)
);
SELECT placement.control('tenancy.organization_members');
CREATE INDEX organization_members_by_user ON tenancy.organization_members (user_id);

CREATE TABLE tenancy.businesses (
    shard      smallint    NOT NULL,
    id         uuid        NOT NULL,
    name       text        NOT NULL,
    plan       text        NOT NULL,
    currency   text        NOT NULL,
    timezone   text        NOT NULL,
    sandbox_of uuid, -- the organization whose sandbox this is
    version    integer     NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    erased_at  timestamptz, -- the row of an erased business stays for what still points to it
    sweep_at   timestamptz, -- when to look for what it has left; null: it has left nothing
    PRIMARY KEY (shard, id)
);
SELECT placement.sharded('tenancy.businesses');
CREATE INDEX businesses_to_sweep ON tenancy.businesses (sweep_at) WHERE sweep_at IS NOT NULL;
ALTER TABLE tenancy.businesses ADD FOREIGN KEY (sandbox_of) REFERENCES tenancy.organizations (id);
-- For the two console reads: all businesses by age, and an organization's sandboxes.
CREATE INDEX businesses_by_id ON tenancy.businesses (id);
CREATE INDEX businesses_by_sandbox ON tenancy.businesses (sandbox_of, id) WHERE sandbox_of IS NOT NULL;

-- Who belongs to which business. Control, because sign-in asks for all of a
-- user's businesses at once; so no foreign key to the sharded businesses.
CREATE TABLE tenancy.memberships (
    user_id        uuid        NOT NULL REFERENCES tenancy.users (id),
    business_shard smallint    NOT NULL,
    business_id    uuid        NOT NULL,
    role           text        NOT NULL CHECK (role IN ('owner', 'admin', 'accountant', 'bookkeeper', 'sales', 'viewer')),
    created_at     timestamptz NOT NULL,
    PRIMARY KEY (user_id, business_shard, business_id)
);
SELECT placement.control('tenancy.memberships');
CREATE INDEX memberships_by_business ON tenancy.memberships (business_shard, business_id);

-- How a business departs from the default permissions of a role. Only the
-- departures are kept: the defaults of five million businesses are one table in
-- vocab/permission.
CREATE TABLE tenancy.role_permissions (
    shard       smallint NOT NULL,
    business_id uuid     NOT NULL,
    role        text     NOT NULL,
    permission  text     NOT NULL,
    granted     boolean  NOT NULL,
    PRIMARY KEY (shard, business_id, role, permission)
);
SELECT placement.sharded('tenancy.role_permissions');
ALTER TABLE tenancy.role_permissions ADD FOREIGN KEY (shard, business_id) REFERENCES tenancy.businesses (shard, id);

-- An invitation to a business or to an organization. The secret in the mail is
-- made when the mail is sent.
CREATE TABLE tenancy.invitations (
    id              uuid        NOT NULL PRIMARY KEY,
    business_shard  smallint,
    business_id     uuid,
    organization_id uuid        REFERENCES tenancy.organizations (id),
    email           text        NOT NULL,
    email_key       text        NOT NULL,
    role            text        NOT NULL,
    invited_by      uuid        REFERENCES tenancy.users (id), -- null: the operator
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    token_hash      bytea       CONSTRAINT invitations_token_key UNIQUE,
    claimed_until   timestamptz, -- until then somebody is mailing it
    mailed_at       timestamptz,
    accepted_at     timestamptz,
    accepted_by     uuid        REFERENCES tenancy.users (id),
    cancelled_at    timestamptz,
    CHECK ((business_id IS NULL) <> (organization_id IS NULL)),
    CHECK ((business_id IS NULL) = (business_shard IS NULL))
);
SELECT placement.control('tenancy.invitations');
CREATE INDEX invitations_by_business ON tenancy.invitations (business_shard, business_id) WHERE business_id IS NOT NULL;
CREATE INDEX invitations_by_organization ON tenancy.invitations (organization_id) WHERE organization_id IS NOT NULL;
CREATE INDEX invitations_to_mail ON tenancy.invitations (created_at) WHERE mailed_at IS NULL AND accepted_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX invitations_by_expiry ON tenancy.invitations (expires_at);
-- One open invitation an address and place; a second one replaces the first.
CREATE UNIQUE INDEX invitations_open_business ON tenancy.invitations (business_shard, business_id, email_key)
    WHERE business_id IS NOT NULL AND accepted_at IS NULL AND cancelled_at IS NULL;
CREATE UNIQUE INDEX invitations_open_organization ON tenancy.invitations (organization_id, email_key)
    WHERE organization_id IS NOT NULL AND accepted_at IS NULL AND cancelled_at IS NULL;

-- What others may know: the members of a business who may act, and since when.
-- Who leaves and comes back is a new member: what rested on the time before stays
-- dead.
CREATE VIEW tenancy.acting_members AS
    SELECT m.user_id, m.business_shard, m.business_id, m.role, m.created_at AS since
    FROM   tenancy.memberships m
    JOIN   tenancy.users u ON u.id = m.user_id
    WHERE  u.suspended_at IS NULL
      AND  u.restricted_at IS NULL;

-- What a business's books go by.
CREATE VIEW tenancy.bookkeeping AS
    SELECT b.shard, b.id AS business_id, b.plan, b.currency, b.timezone
    FROM   tenancy.businesses b
    WHERE  b.erased_at IS NULL;

-- +goose Down
DROP SCHEMA tenancy CASCADE;
