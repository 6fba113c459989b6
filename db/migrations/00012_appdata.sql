-- +goose Up
CREATE SCHEMA appdata;

-- What an app may keep on records: one field a type of record and key.
CREATE TABLE appdata.fields (
    id                   uuid        NOT NULL PRIMARY KEY,
    app_id               uuid        NOT NULL REFERENCES apps.apps (id),
    resource_type        text        NOT NULL CHECK (resource_type IN ('INVOICE', 'CUSTOMER', 'PAYMENT', 'ACCOUNT', 'JOURNAL_ENTRY', 'SUPPLIER')),
    key                  text        NOT NULL,
    type                 text        NOT NULL CHECK (type IN ('TEXT', 'LONG_TEXT', 'INTEGER', 'DECIMAL', 'BOOLEAN', 'DATE', 'DATETIME', 'URL', 'EMAIL', 'CHOICE', 'JSON')),
    label                text        NOT NULL,
    description          text        NOT NULL DEFAULT '',
    rules                jsonb       NOT NULL, -- lengths, bounds, scale, choices, as the type has them
    visible_to_business  boolean     NOT NULL DEFAULT false,
    editable_by_business boolean     NOT NULL DEFAULT false,
    version              integer     NOT NULL DEFAULT 1,
    created_at           timestamptz NOT NULL,
    updated_at           timestamptz NOT NULL,
    CONSTRAINT fields_key UNIQUE (app_id, resource_type, key),
    CHECK (visible_to_business OR NOT editable_by_business)
);
SELECT placement.control('appdata.fields');

-- What an app keeps: one value a record and field.
CREATE TABLE appdata.values (
    shard         smallint    NOT NULL,
    business_id   uuid        NOT NULL,
    app_id        uuid        NOT NULL,
    resource_type text        NOT NULL,
    resource_id   uuid        NOT NULL,
    key           text        NOT NULL,
    id            uuid        NOT NULL,
    value         json        NOT NULL, -- as it was sent; jsonb would spell 1e9999 out
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL,
    -- the record before the app: it serves what one app and what all apps keep on a record
    PRIMARY KEY (shard, business_id, resource_id, app_id, resource_type, key),
    CONSTRAINT values_id_key UNIQUE (shard, business_id, app_id, id)
);
SELECT placement.sharded('appdata.values');
ALTER TABLE appdata.values ADD FOREIGN KEY (shard, business_id) REFERENCES tenancy.businesses (shard, id);
-- Whether a field is in use anywhere. The app comes last, so that nobody is tempted to look for an app's values by it.
CREATE INDEX values_by_field ON appdata.values (key, resource_type, app_id);

-- +goose Down
DROP SCHEMA appdata CASCADE;
