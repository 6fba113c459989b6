-- +goose Up
CREATE SCHEMA extensions;

-- Where an app's own pages appear in the service.
CREATE TABLE extensions.extensions (
    id            uuid        NOT NULL PRIMARY KEY,
    app_id        uuid        NOT NULL REFERENCES apps.apps (id),
    type          text        NOT NULL CHECK (type IN ('RECORD_PANEL', 'RECORD_ACTION', 'NAV_PAGE', 'DASHBOARD_CARD')),
    resource_type text        NOT NULL CHECK (resource_type IN ('', 'INVOICE', 'CUSTOMER', 'PAYMENT', 'ACCOUNT', 'JOURNAL_ENTRY', 'SUPPLIER')),
    label         text        NOT NULL,
    path          text        NOT NULL, -- as given; what it leads to depends on the App URL
    version       integer     NOT NULL DEFAULT 1,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL,
    -- what is on a record says on which
    CHECK ((type IN ('RECORD_PANEL', 'RECORD_ACTION')) = (resource_type <> ''))
);
SELECT placement.control('extensions.extensions');
CREATE INDEX extensions_by_app ON extensions.extensions (app_id, id);

-- +goose Down
DROP SCHEMA extensions CASCADE;
