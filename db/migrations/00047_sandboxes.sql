-- The sandboxes that organizations made for themselves: whose they are, and how
-- far their books are filled. The books are a business's, in its shard.

-- +goose Up
CREATE TABLE tenancy.sandboxes (
    business_shard  smallint    NOT NULL,
    business_id     uuid        NOT NULL,
    organization_id uuid        NOT NULL REFERENCES tenancy.organizations (id),
    template        text        NOT NULL,
    created_at      timestamptz NOT NULL,
    filling_until   timestamptz, -- until then somebody fills it
    filled_at       timestamptz, -- null: its books are not complete
    PRIMARY KEY (business_shard, business_id)
);
SELECT placement.control('tenancy.sandboxes');
CREATE INDEX sandboxes_by_organization ON tenancy.sandboxes (organization_id, created_at, business_id);

-- +goose Down
DROP TABLE tenancy.sandboxes;
