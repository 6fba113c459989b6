-- name: Installation :one
-- Installation finds an installation by its id.
SELECT shard, id, business_id, app_id, status, scopes, access_generation, access_revoked, installed_by, installed_at, ended_at, end_reason, listed
FROM   installs.installations
WHERE  shard = @shard
  AND  id = @id;

-- name: Current :one
-- Current finds the installation of an app that a business has now.
SELECT shard, id, business_id, app_id, status, scopes, access_generation, access_revoked, installed_by, installed_at, ended_at, end_reason, listed
FROM   installs.installations
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  app_id = @app_id
  AND  status <> 'UNINSTALLED';

-- name: Newest :one
-- Newest finds the last installation of an app that a business had, ended or not.
SELECT shard, id, business_id, app_id, status, scopes, access_generation, access_revoked, installed_by, installed_at, ended_at, end_reason, listed
FROM   installs.installations
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  app_id = @app_id
ORDER  BY status = 'UNINSTALLED', installed_at DESC, ended_at DESC, id DESC
LIMIT  1;

-- name: OfBusiness :many
-- OfBusiness lists the installations that a business has now, oldest first.
SELECT shard, id, business_id, app_id, status, scopes, access_generation, access_revoked, installed_by, installed_at, ended_at, end_reason, listed
FROM   installs.installations
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  status <> 'UNINSTALLED'
ORDER  BY installed_at, id;

-- name: CountOfApp :one
-- CountOfApp counts the businesses that have an app now, by its list.
SELECT count(*)
FROM   installs.by_app
WHERE  shard = @shard
  AND  app_id = @app_id
  AND  ended_at IS NULL;

-- name: Lock :one
-- Lock finds an installation for a change: until the transaction ends nobody changes it and nobody issues under it.
SELECT shard, id, business_id, app_id, status, scopes, access_generation, access_revoked, installed_by, installed_at, ended_at, end_reason, listed
FROM   installs.installations
WHERE  shard = @shard
  AND  id = @id
FOR UPDATE;

-- name: LockCurrent :one
-- LockCurrent does the same for the installation of an app that a business has now.
SELECT shard, id, business_id, app_id, status, scopes, access_generation, access_revoked, installed_by, installed_at, ended_at, end_reason, listed
FROM   installs.installations
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  app_id = @app_id
  AND  status <> 'UNINSTALLED'
FOR UPDATE;

-- name: Share :one
-- Share finds an installation for issuing under it: until the transaction ends nobody changes it.
SELECT shard, id, business_id, app_id, status, scopes, access_generation, access_revoked, installed_by, installed_at, ended_at, end_reason, listed
FROM   installs.installations
WHERE  shard = @shard
  AND  id = @id
FOR SHARE;

-- name: Add :execrows
-- Add writes a new installation, unless the business has one of the app by now.
INSERT INTO installs.installations (shard, id, business_id, app_id, status, scopes, access_generation, access_revoked, installed_by, installed_at)
VALUES (@shard, @id, @business_id, @app_id, @status, @scopes, @access_generation, @access_revoked, @installed_by, @installed_at)
ON CONFLICT (shard, business_id, app_id) WHERE status <> 'UNINSTALLED'
DO NOTHING;

-- name: Save :exec
-- Save writes everything about an installation that can change. Its app's list does not know of it yet.
UPDATE installs.installations
SET    status = @status,
       scopes = @scopes,
       access_generation = @access_generation,
       access_revoked = @access_revoked,
       ended_at = @ended_at,
       end_reason = @end_reason,
       listed = false
WHERE  shard = @shard
  AND  id = @id;

-- name: AddConsent :exec
-- AddConsent writes a user's yes.
INSERT INTO installs.consents (shard, id, installation_id, user_id, scopes, granted_at)
VALUES (@shard, @id, @installation_id, @user_id, @scopes, @granted_at);

-- name: Consent :one
-- Consent finds a consent by its id.
SELECT shard, id, installation_id, user_id, scopes, granted_at, withdrawn_at
FROM   installs.consents
WHERE  shard = @shard
  AND  id = @id;

-- name: LatestConsents :many
-- LatestConsents lists, for some installations of a business, of each member the newest consent that is active.
SELECT DISTINCT ON (c.installation_id, c.user_id)
       c.shard, c.id, c.installation_id, c.user_id, c.scopes, c.granted_at, c.withdrawn_at
FROM   installs.consents c
JOIN   tenancy.acting_members m
       ON  m.user_id = c.user_id
       AND m.business_shard = c.shard
       AND m.since <= c.granted_at
WHERE  c.shard = @shard
  AND  m.business_id = @business_id
  AND  c.installation_id = ANY(@installation_ids::uuid[])
  AND  c.withdrawn_at IS NULL
ORDER  BY c.installation_id, c.user_id, c.granted_at DESC, c.id DESC;

-- name: ActiveConsents :many
-- ActiveConsents lists what a member has consented to under an installation and not taken back, newest first.
SELECT c.shard, c.id, c.installation_id, c.user_id, c.scopes, c.granted_at, c.withdrawn_at
FROM   installs.consents c
JOIN   tenancy.acting_members m
       ON  m.user_id = c.user_id
       AND m.business_shard = c.shard
       AND m.since <= c.granted_at
WHERE  c.shard = @shard
  AND  m.business_id = @business_id
  AND  c.installation_id = @installation_id
  AND  c.user_id = @user_id
  AND  c.withdrawn_at IS NULL
ORDER  BY c.granted_at DESC, c.id DESC;

-- name: WithdrawConsents :execrows
-- WithdrawConsents takes back all that a user has consented to under an installation.
UPDATE installs.consents
SET    withdrawn_at = @now::timestamptz
WHERE  shard = @shard
  AND  installation_id = @installation_id
  AND  user_id = @user_id
  AND  withdrawn_at IS NULL;

-- name: WithdrawAllConsents :exec
-- WithdrawAllConsents takes back all that anybody has consented to under an installation.
UPDATE installs.consents
SET    withdrawn_at = @now::timestamptz
WHERE  shard = @shard
  AND  installation_id = @installation_id
  AND  withdrawn_at IS NULL;

-- name: PlanRedaction :exec
-- PlanRedaction says when an app is to be asked to erase a business that has left for good.
INSERT INTO installs.redactions (shard, business_id, app_id, due_at)
VALUES (@shard, @business_id, @app_id, @due_at);

-- name: CancelRedaction :one
-- CancelRedaction takes that back.
DELETE FROM installs.redactions
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  app_id = @app_id
RETURNING due_at;

-- name: RedactionsDue :many
-- RedactionsDue lists what is due, the longest due first.
-- console read: a worker looks over all shards that it owns, and locks nothing
SELECT shard, business_id, app_id
FROM   installs.redactions
WHERE  shard = ANY(@shards::smallint[])
  AND  due_at <= @now::timestamptz
ORDER  BY due_at, shard, business_id, app_id
LIMIT  @most;

-- name: TakeRedaction :execrows
-- TakeRedaction takes what is due for requesting it. Of many who try, one gets the row.
DELETE FROM installs.redactions
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  app_id = @app_id
  AND  due_at <= @now::timestamptz;

-- name: LockOfBusiness :many
-- LockOfBusiness locks the installations that a business has now, for ending them.
SELECT shard, id, business_id, app_id, status, scopes, access_generation, access_revoked, installed_by, installed_at, ended_at, end_reason, listed
FROM   installs.installations
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  status <> 'UNINSTALLED'
ORDER  BY id
FOR UPDATE;

-- name: HastenRedactions :exec
-- HastenRedactions makes due now what was to be requested later.
UPDATE installs.redactions
SET    due_at = @now::timestamptz
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  due_at > @now::timestamptz;

-- name: PutOffRedaction :exec
-- PutOffRedaction has a redaction requested later.
UPDATE installs.redactions
SET    due_at = @due_at
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  app_id = @app_id;

-- name: Unlisted :many
-- Unlisted finds installations in a slice's shards that their apps' lists do not know as they are.
-- console read: a worker looks over all shards that it owns, and locks nothing
SELECT shard, id, app_id, ended_at
FROM   installs.installations
WHERE  shard = ANY(@shards::smallint[])
  AND  NOT listed
LIMIT  @most;

-- name: ListInApp :exec
-- ListInApp writes an installation into its app's list. What has ended has ended, whoever comes later.
INSERT INTO installs.by_app AS l (shard, app_id, id, home_shard, ended_at)
VALUES (@shard, @app_id, @id, @home_shard, @ended_at)
ON CONFLICT (shard, app_id, id) DO UPDATE
SET    ended_at = excluded.ended_at
WHERE  l.ended_at IS NULL;

-- name: MarkListed :exec
-- MarkListed notes that the app's list knows of an installation, as it was read.
UPDATE installs.installations
SET    listed = true
WHERE  shard = @shard
  AND  id = @id
  AND  ended_at IS NOT DISTINCT FROM @ended_at;

-- name: ListedOfApp :many
-- ListedOfApp lists an app's installations, newest first.
SELECT home_shard, id
FROM   installs.by_app
WHERE  shard = @shard
  AND  app_id = @app_id
  AND  id < @before
ORDER  BY id DESC
LIMIT  @most;

-- name: CurrentOfApp :many
-- CurrentOfApp is ListedOfApp for those that have not ended.
SELECT home_shard, id
FROM   installs.by_app
WHERE  shard = @shard
  AND  app_id = @app_id
  AND  id < @before
  AND  ended_at IS NULL
ORDER  BY id DESC
LIMIT  @most;

-- name: EndedOfApp :many
-- EndedOfApp is ListedOfApp for those that have.
SELECT home_shard, id
FROM   installs.by_app
WHERE  shard = @shard
  AND  app_id = @app_id
  AND  id < @before
  AND  ended_at IS NOT NULL
ORDER  BY id DESC
LIMIT  @most;

-- name: CountListed :batchone
-- CountListed is how many businesses have an app, by its list. It is asked of many apps in one round trip, each in its own shard.
SELECT count(*)
FROM   installs.by_app
WHERE  shard = @shard
  AND  app_id = @app_id
  AND  ended_at IS NULL;

-- name: Several :batchone
-- Several finds installations by their ids, many in one round trip, each in its own shard.
SELECT shard, id, business_id, app_id, status, scopes, access_generation, access_revoked, installed_by, installed_at, ended_at, end_reason, listed
FROM   installs.installations
WHERE  shard = @shard
  AND  id = @id;

-- name: ConsentsTo :many
-- ConsentsTo lists who said yes to an installation, newest first.
SELECT shard, id, installation_id, user_id, scopes, granted_at, withdrawn_at
FROM   installs.consents
WHERE  shard = @shard
  AND  installation_id = @installation_id
ORDER  BY granted_at DESC, id DESC
LIMIT  @most;
