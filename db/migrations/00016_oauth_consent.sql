-- +goose Up

-- A held request belongs to the browser that began it: the hash of a secret that
-- the browser keeps in a cookie. One that a node of the previous release wrote
-- has none, so nobody can decide on it and its user starts again.
ALTER TABLE oauth.requests ADD COLUMN browser_hash bytea NOT NULL DEFAULT '';
-- who has read the warning that the app is not reviewed; null: nobody
ALTER TABLE oauth.requests ADD COLUMN acknowledged_by uuid;

-- Requests that are over are looked for in all shards at once, every minute.
CREATE INDEX requests_over ON oauth.requests (expires_at);
DROP INDEX oauth.requests_by_end;

-- Until when a client may be gone by whose document cannot be fetched; null: it
-- may not.
ALTER TABLE oauth.documents ADD COLUMN stale_until timestamptz;

-- When a business revokes an app's access, the consents of its members end too.
UPDATE installs.consents c
SET    withdrawn_at = c.granted_at
FROM   installs.installations i
WHERE  i.shard = c.shard
  AND  i.id = c.installation_id
  AND  i.access_revoked
  AND  c.withdrawn_at IS NULL;

-- +goose Down
ALTER TABLE oauth.documents DROP COLUMN stale_until;
CREATE INDEX requests_by_end ON oauth.requests (shard, expires_at);
DROP INDEX oauth.requests_over;
ALTER TABLE oauth.requests DROP COLUMN acknowledged_by;
ALTER TABLE oauth.requests DROP COLUMN browser_hash;
