-- name: KnowsOfBusiness :one
-- KnowsOfBusiness tells whether a business's record has an entry.
SELECT EXISTS (
    SELECT
    FROM   audit.business_entries
    WHERE  shard = @shard
      AND  business_id = @business_id
      AND  id = @id
);
