-- name: Document :one
-- Document finds what is known of a client id metadata document.
SELECT url, app_id, fetched_at, fresh_until, fault, stale_until
FROM   oauth.documents
WHERE  url = @url;

-- name: SaveDocument :exec
-- SaveDocument notes what a fetch gave. A client that was once there keeps its app.
INSERT INTO oauth.documents (url, app_id, fetched_at, fresh_until, stale_until, fault)
VALUES (@url, sqlc.narg(app_id), @fetched_at, @fresh_until, sqlc.narg(stale_until), sqlc.narg(fault))
ON CONFLICT (url)
DO UPDATE SET app_id = coalesce(excluded.app_id, documents.app_id),
              fetched_at = excluded.fetched_at,
              fresh_until = excluded.fresh_until,
              stale_until = excluded.stale_until,
              fault = excluded.fault;

-- name: GoOnWithDocument :execrows
-- GoOnWithDocument has a good document gone by for a little longer, while it cannot be fetched, unless it is too old.
UPDATE oauth.documents
SET    fresh_until = least(@until::timestamptz, stale_until)
WHERE  url = @url
  AND  stale_until > @now::timestamptz;

-- name: RemoveDocument :exec
-- RemoveDocument forgets the document of an app that is removed.
DELETE FROM oauth.documents
WHERE  app_id = @app_id;

-- name: RemoveFaults :execrows
-- RemoveFaults forgets addresses at which there never was a good document.
DELETE FROM oauth.documents
WHERE  app_id IS NULL
  AND  fresh_until <= @before::timestamptz;

-- name: SaveRegistration :exec
-- SaveRegistration notes what an app says of itself.
INSERT INTO oauth.registrations (app_id, metadata, registered_at, address)
VALUES (@app_id, @metadata, @registered_at, sqlc.narg(address))
ON CONFLICT (app_id)
DO UPDATE SET metadata = excluded.metadata;

-- name: ForgetAddresses :exec
-- ForgetAddresses forgets from where apps registered themselves long ago: it served
-- to stop who registers too many.
UPDATE oauth.registrations
SET    address = NULL
WHERE  address IS NOT NULL
  AND  registered_at <= @before::timestamptz;

-- name: Unused :many
-- Unused lists apps that registered themselves long ago and are not known to be used.
SELECT app_id
FROM   oauth.registrations
WHERE  used_at IS NULL
  AND  registered_at <= @before::timestamptz
ORDER  BY registered_at
LIMIT  @most;

-- name: MarkUsed :exec
-- MarkUsed keeps an app's registration for good.
UPDATE oauth.registrations
SET    used_at = @now::timestamptz
WHERE  app_id = @app_id;

-- name: RemoveRegistration :exec
-- RemoveRegistration forgets what an app said of itself.
DELETE FROM oauth.registrations
WHERE  app_id = @app_id;

-- name: Trusted :one
-- Trusted tells whether the operator trusts a domain.
SELECT EXISTS (
    SELECT 1 FROM oauth.trusted_domains
    WHERE  domain = @domain
);

-- name: TrustedDomains :many
-- TrustedDomains lists the domains that the operator trusts.
SELECT domain, trusted_at, trusted_by
FROM   oauth.trusted_domains
ORDER  BY domain;

-- name: Trust :execrows
-- Trust adds a domain to those that the operator trusts.
INSERT INTO oauth.trusted_domains (domain, trusted_at, trusted_by)
VALUES (@domain, @trusted_at, @trusted_by)
ON CONFLICT (domain) DO NOTHING;

-- name: Distrust :execrows
-- Distrust takes a domain away from those that the operator trusts.
DELETE FROM oauth.trusted_domains
WHERE  domain = @domain;
