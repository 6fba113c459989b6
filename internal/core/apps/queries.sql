-- name: Add :exec
-- Add writes a new app.
INSERT INTO apps.apps (id, organization_id, client_id, type, name, app_url, privacy_url, support_url, redirect_uris, scopes,
                       pinned_version, review, suspended_at, deactivated_at, version, created_at)
VALUES (@id, @organization_id, @client_id, @type, @name, @app_url, @privacy_url, @support_url, @redirect_uris, @scopes,
        @pinned_version, @review, @suspended_at, @deactivated_at, @version, @created_at);

-- name: ByClientID :one
-- ByClientID finds the app that a client id names.
SELECT id, organization_id, client_id, type, name, app_url, privacy_url, support_url, redirect_uris, scopes,
       pinned_version, review, suspended_at, deactivated_at, version, created_at, previous_version, repinned_at, scope_reasons, logo_at, suspension_reason
FROM   apps.apps
WHERE  client_id = @client_id;

-- name: WithSecrets :many
-- WithSecrets finds the app that a client id names, once for each of its live secrets, and once if it has none.
SELECT sqlc.embed(a), s.id AS secret_id, s.secret_hash, s.last_used_at
FROM   apps.apps a
LEFT   JOIN apps.secrets s ON s.app_id = a.id AND s.revoked_at IS NULL
WHERE  a.client_id = @client_id
ORDER  BY s.id;

-- name: ByID :one
-- ByID finds an app.
SELECT id, organization_id, client_id, type, name, app_url, privacy_url, support_url, redirect_uris, scopes,
       pinned_version, review, suspended_at, deactivated_at, version, created_at, previous_version, repinned_at, scope_reasons, logo_at, suspension_reason
FROM   apps.apps
WHERE  id = @id;

-- name: ByIDs :many
-- ByIDs finds several apps.
SELECT id, organization_id, client_id, type, name, app_url, privacy_url, support_url, redirect_uris, scopes,
       pinned_version, review, suspended_at, deactivated_at, version, created_at, previous_version, repinned_at, scope_reasons, logo_at, suspension_reason
FROM   apps.apps
WHERE  id = ANY(@ids::uuid[]);

-- name: Lock :one
-- Lock finds an app and keeps others from changing it, or its secrets, until the transaction ends. New rows elsewhere may
-- still point to it.
SELECT id, organization_id, client_id, type, name, app_url, privacy_url, support_url, redirect_uris, scopes,
       pinned_version, review, suspended_at, deactivated_at, version, created_at, previous_version, repinned_at, scope_reasons, logo_at, suspension_reason
FROM   apps.apps
WHERE  id = @id
FOR NO KEY UPDATE;

-- name: Save :exec
-- Save writes everything about an app that can change.
UPDATE apps.apps
SET    organization_id = @organization_id,
       name = @name,
       app_url = @app_url,
       privacy_url = @privacy_url,
       support_url = @support_url,
       redirect_uris = @redirect_uris,
       scopes = @scopes,
       pinned_version = @pinned_version,
       previous_version = @previous_version,
       repinned_at = @repinned_at,
       scope_reasons = @scope_reasons,
       logo_at = @logo_at,
       review = @review,
       suspended_at = @suspended_at,
       suspension_reason = @suspension_reason,
       deactivated_at = @deactivated_at,
       version = @version
WHERE  id = @id;

-- name: RemoveSecrets :exec
-- RemoveSecrets removes what an app authenticated with.
DELETE FROM apps.secrets
WHERE  app_id = @app_id;

-- name: RemoveLogo :exec
-- RemoveLogo removes an app's logo.
DELETE FROM apps.logos
WHERE  app_id = @app_id;

-- name: Remove :exec
-- Remove removes an app. Whatever points to it, an installation above all, keeps it.
DELETE FROM apps.apps
WHERE  id = @id;

-- name: CountOfOrganization :one
-- CountOfOrganization counts an organization's apps.
SELECT count(*)
FROM   apps.apps
WHERE  organization_id = @organization_id;

-- name: OfOrganization :many
-- OfOrganization lists an organization's apps, newest first.
SELECT id, organization_id, client_id, type, name, app_url, privacy_url, support_url, redirect_uris, scopes,
       pinned_version, review, suspended_at, deactivated_at, version, created_at, previous_version, repinned_at, scope_reasons, logo_at, suspension_reason
FROM   apps.apps
WHERE  organization_id = @organization_id
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: All :many
-- All lists every app, newest first.
SELECT id, organization_id, client_id, type, name, app_url, privacy_url, support_url, redirect_uris, scopes,
       pinned_version, review, suspended_at, deactivated_at, version, created_at, previous_version, repinned_at, scope_reasons, logo_at, suspension_reason
FROM   apps.apps
WHERE  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: AddSecret :exec
-- AddSecret writes the hash of a new secret.
INSERT INTO apps.secrets (id, app_id, secret_hash, hint, created_at, made_by)
VALUES (@id, @app_id, @secret_hash, @hint, @created_at, @made_by);

-- name: LiveSecrets :many
-- LiveSecrets lists what an app may authenticate with, oldest first.
SELECT id, secret_hash, hint, created_at, last_used_at, last_used_from, made_by
FROM   apps.secrets
WHERE  app_id = @app_id
  AND  revoked_at IS NULL
ORDER  BY id;

-- name: NoteUses :exec
-- NoteUses notes when and from where secrets were used, those of which that was noted a while ago.
UPDATE apps.secrets
SET    last_used_at = (@used_at::timestamptz[])[n],
       last_used_from = nullif((@used_from::text[])[n], '')::inet
FROM   generate_series(1, cardinality(@ids::uuid[])) AS n
WHERE  id = (@ids::uuid[])[n]
  AND  (last_used_at IS NULL OR last_used_at <= @stale::timestamptz);

-- name: RevokeSecret :exec
-- RevokeSecret ends a secret.
UPDATE apps.secrets
SET    revoked_at = @now::timestamptz
WHERE  id = @id;

-- name: PutLogo :exec
-- PutLogo sets an app's logo.
INSERT INTO apps.logos (app_id, image, updated_at)
VALUES (@app_id, @image, @updated_at)
ON CONFLICT (app_id)
DO UPDATE SET image = excluded.image,
              updated_at = excluded.updated_at;

-- name: Logo :one
-- Logo reads an app's logo.
SELECT image, updated_at
FROM   apps.logos
WHERE  app_id = @app_id;
