-- name: RegisteredScopes :one
-- RegisteredScopes finds what an app has registered, if it may act for a user in a business and the consent, if one is asked for,
-- has not been taken back, and was given by the member that the user is now. Ask it of an installation that the transaction has locked.
SELECT a.scopes AS registered
FROM   installs.active i
JOIN   apps.usable a
       ON  a.id = i.app_id
JOIN   tenancy.acting_members m
       ON  m.business_shard = i.shard
       AND m.business_id = i.business_id
LEFT   JOIN installs.active_consents c
       ON  c.shard = i.shard
       AND c.installation_id = i.id
       AND c.user_id = m.user_id
       AND c.id = sqlc.narg(consent_id)::uuid
       AND c.granted_at >= m.since
WHERE  i.shard = @shard
  AND  i.id = @installation_id
  AND  i.business_id = @business_id
  AND  i.app_id = @app_id
  AND  i.access_generation = @access_generation
  AND  m.user_id = @user_id
  AND  (sqlc.narg(consent_id)::uuid IS NULL OR c.id IS NOT NULL);
