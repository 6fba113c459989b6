-- name: KnowsOfBusiness :one
-- KnowsOfBusiness tells whether a business's record has an entry.
SELECT EXISTS (
    SELECT
    FROM   audit.business_entries
    WHERE  shard = @shard
      AND  business_id = @business_id
      AND  id = @id
);

-- name: KnowsOfOrganization :one
-- KnowsOfOrganization tells whether an organization's record has an entry.
SELECT EXISTS (
    SELECT
    FROM   audit.control_entries
    WHERE  organization_id = @organization_id
      AND  id = @id
);
