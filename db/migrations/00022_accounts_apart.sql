-- The people who sign in have a schema of their own, as every domain has.

-- +goose Up
CREATE SCHEMA accounts;
ALTER TABLE tenancy.users SET SCHEMA accounts;
ALTER TABLE tenancy.second_factors SET SCHEMA accounts;
ALTER TABLE tenancy.recovery_codes SET SCHEMA accounts;
ALTER TABLE tenancy.password_resets SET SCHEMA accounts;
ALTER TABLE tenancy.sessions SET SCHEMA accounts;
ALTER TABLE tenancy.devices SET SCHEMA accounts;
ALTER TABLE tenancy.guesses SET SCHEMA accounts;

-- What others may know: who somebody is, and whether they may act.
CREATE VIEW accounts.people AS
    SELECT u.id AS user_id, u.name, u.email, u.email_key,
           (u.suspended_at IS NULL AND u.restricted_at IS NULL) AS may_act
    FROM   accounts.users u;

CREATE OR REPLACE VIEW tenancy.acting_members AS
    SELECT m.user_id, m.business_shard, m.business_id, m.role, m.created_at AS since
    FROM   tenancy.memberships m
    JOIN   accounts.people p ON p.user_id = m.user_id
    WHERE  p.may_act;

-- +goose Down
CREATE OR REPLACE VIEW tenancy.acting_members AS
    SELECT m.user_id, m.business_shard, m.business_id, m.role, m.created_at AS since
    FROM   tenancy.memberships m
    JOIN   accounts.users u ON u.id = m.user_id
    WHERE  u.suspended_at IS NULL
      AND  u.restricted_at IS NULL;
DROP VIEW accounts.people;
ALTER TABLE accounts.users SET SCHEMA tenancy;
ALTER TABLE accounts.second_factors SET SCHEMA tenancy;
ALTER TABLE accounts.recovery_codes SET SCHEMA tenancy;
ALTER TABLE accounts.password_resets SET SCHEMA tenancy;
ALTER TABLE accounts.sessions SET SCHEMA tenancy;
ALTER TABLE accounts.devices SET SCHEMA tenancy;
ALTER TABLE accounts.guesses SET SCHEMA tenancy;
DROP SCHEMA accounts;
