-- +goose Up
CREATE SCHEMA audit;

-- Deeds on the control plane: users, organizations, apps.
CREATE TABLE audit.control_entries (
    id              uuid        NOT NULL PRIMARY KEY,
    at              timestamptz NOT NULL,
    deed            text        NOT NULL,
    actor_kind      text        NOT NULL CHECK (actor_kind IN ('user', 'app', 'operator', 'system')),
    actor_id        text,
    organization_id uuid,
    subject         text        NOT NULL,
    request_id      text,
    address         inet,
    -- until when the address is kept whole; null where it is a network by now, or where there is none
    whole_until     timestamptz,
    facts           jsonb       NOT NULL DEFAULT '{}'
);
SELECT placement.control('audit.control_entries');
CREATE INDEX control_entries_by_organization ON audit.control_entries (organization_id, id) WHERE organization_id IS NOT NULL;
CREATE INDEX control_entries_by_subject ON audit.control_entries (organization_id, subject, id) WHERE organization_id IS NOT NULL;
CREATE INDEX control_entries_by_deed ON audit.control_entries (organization_id, deed, id) WHERE organization_id IS NOT NULL;
CREATE INDEX control_entries_whole ON audit.control_entries (whole_until) WHERE whole_until IS NOT NULL;

-- Deeds in a business.
CREATE TABLE audit.business_entries (
    shard       smallint    NOT NULL,
    id          uuid        NOT NULL,
    business_id uuid        NOT NULL,
    at          timestamptz NOT NULL,
    deed        text        NOT NULL,
    actor_kind  text        NOT NULL CHECK (actor_kind IN ('user', 'app', 'operator', 'system')),
    actor_id    text,
    subject     text        NOT NULL,
    request_id  text,
    address     inet,
    whole_until timestamptz,
    facts       jsonb       NOT NULL DEFAULT '{}',
    PRIMARY KEY (shard, id)
);
SELECT placement.sharded('audit.business_entries');
CREATE INDEX business_entries_by_business ON audit.business_entries (shard, business_id, id);
CREATE INDEX business_entries_by_subject ON audit.business_entries (shard, business_id, subject, id);
CREATE INDEX business_entries_by_deed ON audit.business_entries (shard, business_id, deed, id);
CREATE INDEX business_entries_whole ON audit.business_entries (whole_until) WHERE whole_until IS NOT NULL;

-- Append-only but for the address, which becomes a network after 90 days:
-- package audit has no other query that updates or deletes an entry. A trigger
-- would say it louder, but distributed tables do not carry triggers.

-- Entries of which people are still to hear by mail, written with the entry and
-- removed when all have heard. told holds who has.
CREATE TABLE audit.control_notices (
    id     uuid        NOT NULL PRIMARY KEY,
    due_at timestamptz NOT NULL,
    told   uuid[]      NOT NULL DEFAULT '{}'
);
SELECT placement.control('audit.control_notices');

CREATE TABLE audit.business_notices (
    shard  smallint    NOT NULL,
    id     uuid        NOT NULL,
    due_at timestamptz NOT NULL,
    told   uuid[]      NOT NULL DEFAULT '{}',
    PRIMARY KEY (shard, id)
);
SELECT placement.sharded('audit.business_notices');

-- +goose Down
DROP SCHEMA audit CASCADE;
