-- What the gate asks of a caller is one statement: the views tell all that a
-- call needs to know of a person and of a business.

-- +goose Up
CREATE OR REPLACE VIEW accounts.people AS
    SELECT u.id AS user_id, u.name, u.email, u.email_key,
           (u.suspended_at IS NULL AND u.restricted_at IS NULL) AS may_act,
           u.locale
    FROM   accounts.users u;

DROP VIEW tenancy.bookkeeping;
CREATE VIEW tenancy.active_businesses AS
    SELECT b.shard, b.id AS business_id, b.name, b.plan, b.currency, b.timezone, b.sandbox_of, b.version, b.created_at
    FROM   tenancy.businesses b
    WHERE  b.erased_at IS NULL;

-- How businesses depart from the defaults of roles.
CREATE VIEW tenancy.role_departures AS
    SELECT p.shard, p.business_id, p.role, p.permission, p.granted
    FROM   tenancy.role_permissions p;

-- +goose Down
-- The locale stays in accounts.people: views of others rest on that one.
DROP VIEW tenancy.role_departures;
DROP VIEW tenancy.active_businesses;
CREATE VIEW tenancy.bookkeeping AS
    SELECT b.shard, b.id AS business_id, b.plan, b.currency, b.timezone
    FROM   tenancy.businesses b
    WHERE  b.erased_at IS NULL;
