-- A sandbox's clock is its owners' to move forward. How far it is ahead of the
-- service's is part of the business's profile, and zero for every other business.

-- +goose Up
ALTER TABLE tenancy.businesses ADD COLUMN ahead_micros bigint NOT NULL DEFAULT 0;
ALTER TABLE tenancy.businesses ADD CONSTRAINT businesses_ahead_check CHECK (ahead_micros = 0 OR ahead_micros > 0 AND sandbox_of IS NOT NULL);
-- What the overdue job looks for beside what is due by its own day.
CREATE INDEX businesses_ahead ON tenancy.businesses (shard) WHERE ahead_micros > 0;

CREATE OR REPLACE VIEW tenancy.active_businesses AS
    SELECT b.shard, b.id AS business_id, b.name, b.plan, b.currency, b.timezone, b.sandbox_of, b.version, b.created_at, b.ahead_micros
    FROM   tenancy.businesses b
    WHERE  b.erased_at IS NULL;

-- +goose Down
DROP VIEW tenancy.active_businesses;
CREATE VIEW tenancy.active_businesses AS
    SELECT b.shard, b.id AS business_id, b.name, b.plan, b.currency, b.timezone, b.sandbox_of, b.version, b.created_at
    FROM   tenancy.businesses b
    WHERE  b.erased_at IS NULL;
ALTER TABLE tenancy.businesses DROP COLUMN ahead_micros;
