-- Whoever may read what an organization has, and change nothing.

-- +goose Up
ALTER TABLE tenancy.organization_members DROP CONSTRAINT organization_members_role_check;
ALTER TABLE tenancy.organization_members ADD CONSTRAINT organization_members_role_check
    CHECK (role IN ('owner', 'admin', 'developer', 'viewer'));

-- +goose Down
ALTER TABLE tenancy.organization_members DROP CONSTRAINT organization_members_role_check;
UPDATE tenancy.organization_members SET role = 'developer' WHERE role = 'viewer';
ALTER TABLE tenancy.organization_members ADD CONSTRAINT organization_members_role_check
    CHECK (role IN ('owner', 'admin', 'developer'));
