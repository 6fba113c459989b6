-- name: Add :exec
-- Add writes a new family with its first tokens.
INSERT INTO oauth.families (
    shard, id, business_id, app_id, user_id, installation_id, consent_id, access_generation, scopes, generation,
    access_hash, access_expires_at, refresh_hash, refresh_expires_at, created_at, forget_on)
VALUES (
    @shard, @id, @business_id, @app_id, @user_id, @installation_id, @consent_id, @access_generation, @scopes, @generation,
    @access_hash, @access_expires_at, @refresh_hash, @refresh_expires_at, @created_at, @forget_on);

-- name: AddTaken :exec
-- AddTaken does the same for a family that rests on what a grant does, if that was taken for it.
INSERT INTO oauth.families (
    shard, id, business_id, app_id, user_id, installation_id, consent_id, access_generation, scopes, generation,
    access_hash, access_expires_at, refresh_hash, refresh_expires_at, created_at, forget_on)
SELECT g.shard, @id::uuid, g.business_id, g.app_id, g.user_id, g.installation_id, g.consent_id, g.access_generation, @scopes::text[], @generation::integer,
       @access_hash::bytea, @access_expires_at::timestamptz, sqlc.narg(refresh_hash)::bytea, sqlc.narg(refresh_expires_at)::timestamptz,
       @created_at::timestamptz, @forget_on::date
FROM   oauth.grants g
WHERE  g.shard = @shard
  AND  g.id = @grant_id
  AND  g.family_id = @id::uuid;

-- name: Refresh :one
-- Refresh puts new tokens in the place of the old ones, if the refresh token is the present one and all that the
-- family rests on still stands. Of many who try at once the first finds its generation, and the others do not.
UPDATE oauth.families f
SET    generation = f.generation + 1,
       access_hash = @access_hash,
       access_expires_at = @access_expires_at,
       refresh_hash = @refresh_hash,
       refresh_expires_at = @refresh_expires_at,
       forget_on = @forget_on
FROM   installs.active i,
       installs.active_consents c,
       apps.usable a,
       tenancy.acting_members m
WHERE  f.shard = @shard
  AND  f.id = @id
  AND  f.app_id = @app_id
  AND  f.generation = @generation
  AND  f.refresh_hash = @presented_hash
  AND  f.revoked_at IS NULL
  AND  f.refresh_expires_at > @now::timestamptz
  AND  i.shard = f.shard
  AND  i.id = f.installation_id
  AND  i.access_generation = f.access_generation
  AND  c.shard = f.shard
  AND  c.id = f.consent_id
  AND  a.id = f.app_id
  AND  m.user_id = f.user_id
  AND  m.business_shard = f.shard
  AND  m.business_id = f.business_id
  AND  m.since <= c.granted_at
RETURNING f.scopes, a.scopes AS registered;

-- name: KeepAnswer :exec
-- KeepAnswer keeps the answer to a refresh for whoever sends it again with the same key.
INSERT INTO oauth.refresh_answers (shard, family_id, generation, key_hash, answer, expires_at)
VALUES (@shard, @family_id, @generation, @key_hash, @answer, @expires_at);

-- name: Answer :one
-- Answer finds the answer to a refresh that was sent with this key a moment ago. It locks the row, so that it waits for
-- the standby, which whoever wrote it may have given up.
SELECT answer
FROM   oauth.refresh_answers
WHERE  shard = @shard
  AND  family_id = @family_id
  AND  generation = @generation
  AND  key_hash = @key_hash
  AND  expires_at > @now::timestamptz
FOR UPDATE;

-- name: ForgetAnswers :exec
-- ForgetAnswers forgets the answers to a family's refreshes.
DELETE FROM oauth.refresh_answers
WHERE  shard = @shard
  AND  family_id = @family_id;

-- name: PurgeAnswers :execrows
-- PurgeAnswers forgets the answers of a slice's shards whose minute is over.
DELETE FROM oauth.refresh_answers
WHERE  shard = ANY(@shards::smallint[])
  AND  expires_at <= @now::timestamptz;

-- name: Known :one
-- Known tells what became of a family, for whoever presents a refresh token of it that does not work.
SELECT f.app_id, f.generation, f.refresh_hash, f.refresh_expires_at, f.revoked_at,
       coalesce(i.access_generation > f.access_generation, false)::boolean AS access_revoked
FROM   oauth.families f
LEFT   JOIN installs.active i
       ON  i.shard = f.shard
       AND i.id = f.installation_id
WHERE  f.shard = @shard
  AND  f.id = @id;

-- name: Live :one
-- Live finds a family that is not revoked and of which all that it rests on stands, with all that a call needs to know
-- of its caller. Which tokens of it are good, the hashes and expiries tell. It is two joins of four tables and not one
-- of nine: a cluster plans at every call, and to find the best order of nine tables takes it fifty milliseconds.
WITH held AS MATERIALIZED (
    SELECT f.shard, f.business_id, f.app_id, f.user_id, f.installation_id, f.scopes, i.scopes AS granted, a.scopes AS registered,
           f.generation, f.access_hash, f.access_expires_at, f.refresh_hash, f.refresh_expires_at,
           a.client_id, a.name AS app_name, a.pinned_version, c.granted_at
    FROM   oauth.families f
    JOIN   installs.active i
           ON  i.shard = f.shard
           AND i.id = f.installation_id
           AND i.access_generation = f.access_generation
    JOIN   installs.active_consents c
           ON  c.shard = f.shard
           AND c.id = f.consent_id
    JOIN   apps.usable a
           ON  a.id = f.app_id
    WHERE  f.shard = @shard
      AND  f.id = @id
      AND  f.revoked_at IS NULL
)
SELECT h.app_id, h.user_id, h.installation_id, h.scopes, h.granted, h.registered, h.generation,
       h.access_hash, h.access_expires_at, h.refresh_hash, h.refresh_expires_at,
       h.client_id, h.app_name, h.pinned_version,
       p.name AS user_name, p.email, p.locale, m.role,
       ARRAY(SELECT d.permission FROM tenancy.role_departures d
             WHERE  d.shard = @shard AND d.business_id = h.business_id AND d.role = m.role AND d.granted)::text[] AS added,
       ARRAY(SELECT d.permission FROM tenancy.role_departures d
             WHERE  d.shard = @shard AND d.business_id = h.business_id AND d.role = m.role AND NOT d.granted)::text[] AS removed,
       sqlc.embed(b)
FROM   held h
JOIN   tenancy.acting_members m
       ON  m.user_id = h.user_id
       AND m.business_shard = h.shard
       AND m.business_id = h.business_id
       AND m.since <= h.granted_at
JOIN   accounts.people p
       ON  p.user_id = h.user_id
JOIN   tenancy.active_businesses b
       ON  b.shard = @shard
       AND b.business_id = h.business_id;

-- name: Hosted :one
-- Hosted finds for whom an app acts in a business when none of its tokens says so: of the members whose consent stands the one who gave it first, with all that Live tells of a caller.
WITH held AS MATERIALIZED (
    SELECT i.shard, i.business_id, i.app_id, c.user_id, i.id AS installation_id, i.scopes AS granted, a.scopes AS registered,
           a.client_id, a.name AS app_name, a.pinned_version, c.granted_at
    FROM   installs.active i
    JOIN   installs.active_consents c
           ON  c.shard = i.shard
           AND c.installation_id = i.id
    JOIN   apps.usable a
           ON  a.id = i.app_id
    WHERE  i.shard = @shard
      AND  c.shard = @shard
      AND  i.business_id = @business_id
      AND  i.app_id = @app_id
      AND  NOT i.access_revoked
)
SELECT h.app_id, h.user_id, h.installation_id, h.granted, h.registered,
       h.client_id, h.app_name, h.pinned_version,
       p.name AS user_name, p.email, p.locale, m.role,
       ARRAY(SELECT d.permission FROM tenancy.role_departures d
             WHERE  d.shard = @shard AND d.business_id = h.business_id AND d.role = m.role AND d.granted)::text[] AS added,
       ARRAY(SELECT d.permission FROM tenancy.role_departures d
             WHERE  d.shard = @shard AND d.business_id = h.business_id AND d.role = m.role AND NOT d.granted)::text[] AS removed,
       sqlc.embed(b)
FROM   held h
JOIN   tenancy.acting_members m
       ON  m.user_id = h.user_id
       AND m.business_shard = h.shard
       AND m.business_id = h.business_id
       AND m.since <= h.granted_at
JOIN   accounts.people p
       ON  p.user_id = h.user_id
JOIN   tenancy.active_businesses b
       ON  b.shard = @shard
       AND b.business_id = h.business_id
ORDER  BY h.granted_at, h.user_id
LIMIT  1;

-- name: Revoke :one
-- Revoke ends a family and all of its tokens, unless it has ended. It tells whose it was.
UPDATE oauth.families
SET    revoked_at = @now::timestamptz,
       revoked_for = @reason::text
WHERE  shard = @shard
  AND  id = @id
  AND  revoked_at IS NULL
RETURNING business_id, app_id;

-- name: LockEnded :exec
-- LockEnded locks a family that has ended before, so that the commit waits for the standby, which whoever ended it may
-- have given up.
SELECT 1
FROM   oauth.families
WHERE  shard = @shard
  AND  id = @id
FOR UPDATE;

-- name: RevokeAccess :exec
-- RevokeAccess ends the present access token of a family by itself.
UPDATE oauth.families
SET    access_hash = NULL
WHERE  shard = @shard
  AND  id = @id
  AND  access_hash = @access_hash;

-- name: Purge :execrows
-- Purge forgets the families of a slice's shards of which nobody needs to know any more.
DELETE FROM oauth.families
WHERE  shard = ANY(@shards::smallint[])
  AND  forget_on <= @today::date;

-- name: DeadForGood :one
-- DeadForGood tells of a family's access token that is not good whether it can become so again. No row: there is no
-- such family any more.
SELECT (f.revoked_at IS NOT NULL
        OR f.access_hash IS DISTINCT FROM @access_hash::bytea
        OR f.access_expires_at <= @now::timestamptz
        OR coalesce(i.access_generation > f.access_generation, false))::boolean AS for_good
FROM   oauth.families f
LEFT   JOIN installs.active i
       ON  i.shard = f.shard
       AND i.id = f.installation_id
WHERE  f.shard = @shard
  AND  f.id = @id;

-- name: Refreshable :one
-- Refreshable counts the families whose refresh token is good and expires in a span of time.
-- console read: an operator's figure over all shards
SELECT count(*)
FROM   oauth.families
WHERE  revoked_at IS NULL
  AND  refresh_expires_at > @now::timestamptz
  AND  refresh_expires_at BETWEEN @expire_from::timestamptz AND @expire_until::timestamptz;

-- name: OfInstallation :many
-- OfInstallation lists the families of an installation, newest first.
SELECT id, user_id, scopes, access_expires_at, refresh_expires_at, created_at, revoked_at, revoked_for
FROM   oauth.families
WHERE  shard = @shard
  AND  installation_id = @installation_id
ORDER  BY created_at DESC, id DESC
LIMIT  @most;
