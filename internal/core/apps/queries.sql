-- name: ByClientID :one
-- ByClientID finds the app that a client id names.
SELECT id, organization_id, client_id, type, name, app_url, privacy_url, support_url, redirect_uris, scopes,
       pinned_version, review, suspended_at, deactivated_at, version, created_at
FROM   apps.apps
WHERE  client_id = @client_id;
