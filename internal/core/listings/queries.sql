-- name: Listing :one
-- Listing finds an app's listing.
SELECT app_id, version, created_at, listed_at
FROM   listings.listings
WHERE  app_id = @app_id;

-- name: AddListing :exec
-- AddListing writes an app's listing.
INSERT INTO listings.listings (app_id, created_at)
VALUES (@app_id, @created_at);

-- name: Touch :exec
-- Touch counts a change of a listing.
UPDATE listings.listings
SET    version = version + 1
WHERE  app_id = @app_id;

-- name: NoteListed :exec
-- NoteListed notes when a listing came into the marketplace, once.
UPDATE listings.listings
SET    listed_at = @now::timestamptz
WHERE  app_id = @app_id
  AND  listed_at IS NULL;

-- name: Current :many
-- Current finds the live revision of an app's listing and the open one, as far as there are.
SELECT id, app_id, number, state, slug, name, tagline, description, categories, privacy_url, support_url, connect_url, icon_id,
       screenshots, reasons, scopes, submitted_at, submitted_by, claimed_at, claimed_by, decided_at, created_at, updated_at
FROM   listings.revisions
WHERE  app_id = @app_id
  AND  state <> 'SUPERSEDED';

-- name: Revisions :many
-- Revisions lists the revisions of an app's listing, newest first.
SELECT id, app_id, number, state, slug, name, tagline, description, categories, privacy_url, support_url, connect_url, icon_id,
       screenshots, reasons, scopes, submitted_at, submitted_by, claimed_at, claimed_by, decided_at, created_at, updated_at
FROM   listings.revisions
WHERE  app_id = @app_id
ORDER  BY number DESC
LIMIT  @most;

-- name: Revision :one
-- Revision finds a revision.
SELECT id, app_id, number, state, slug, name, tagline, description, categories, privacy_url, support_url, connect_url, icon_id,
       screenshots, reasons, scopes, submitted_at, submitted_by, claimed_at, claimed_by, decided_at, created_at, updated_at
FROM   listings.revisions
WHERE  id = @id;

-- name: AddRevision :exec
-- AddRevision writes an empty draft.
INSERT INTO listings.revisions (id, app_id, number, state, slug, name, tagline, description, categories, privacy_url, support_url,
                                connect_url, screenshots, reasons, scopes, created_at, updated_at)
VALUES (@id, @app_id, @number, 'DRAFT', '', '', '', '', '{}', '', '', '', '{}', '{}', '{}', @now, @now);

-- name: SaveRevision :exec
-- SaveRevision writes all of a revision that can change.
UPDATE listings.revisions
SET    state = @state,
       slug = @slug,
       name = @name,
       tagline = @tagline,
       description = @description,
       categories = @categories,
       privacy_url = @privacy_url,
       support_url = @support_url,
       connect_url = @connect_url,
       icon_id = @icon_id,
       screenshots = @screenshots,
       reasons = @reasons,
       scopes = @scopes,
       submitted_at = @submitted_at,
       submitted_by = @submitted_by,
       claimed_at = @claimed_at,
       claimed_by = @claimed_by,
       decided_at = @decided_at,
       updated_at = @now
WHERE  id = @id;

-- name: Supersede :exec
-- Supersede ends the time of a live revision.
UPDATE listings.revisions
SET    state = @state,
       updated_at = @now
WHERE  id = @id;

-- name: TakeSlug :one
-- TakeSlug gives an address to an app unless one has it, and tells which app has it then.
INSERT INTO listings.slugs AS s (slug, app_id)
VALUES (@slug, @app_id)
ON CONFLICT (slug)
DO UPDATE SET app_id = s.app_id
RETURNING app_id;

-- name: ReleaseSlugs :exec
-- ReleaseSlugs gives up the addresses that neither the live nor the open revision of an app has.
DELETE FROM listings.slugs s
WHERE  s.app_id = @app_id
  AND  NOT EXISTS (
    SELECT 1
    FROM   listings.revisions r
    WHERE  r.app_id = @app_id
      AND  r.state <> 'SUPERSEDED'
      AND  r.slug = s.slug
);

-- name: Waiting :many
-- Waiting lists the revisions that wait for review or are in it, longest waiting first.
SELECT id, app_id, number, state, slug, name, tagline, description, categories, privacy_url, support_url, connect_url, icon_id,
       screenshots, reasons, scopes, submitted_at, submitted_by, claimed_at, claimed_by, decided_at, created_at, updated_at
FROM   listings.revisions
WHERE  state IN ('SUBMITTED', 'IN_REVIEW')
  AND  (sqlc.narg(claimed_by)::uuid IS NULL OR claimed_by = sqlc.narg(claimed_by)::uuid)
ORDER  BY submitted_at, id
LIMIT  @most;

-- name: Decided :many
-- Decided lists the revisions that were decided on, newest first.
SELECT id, app_id, number, state, slug, name, tagline, description, categories, privacy_url, support_url, connect_url, icon_id,
       screenshots, reasons, scopes, submitted_at, submitted_by, claimed_at, claimed_by, decided_at, created_at, updated_at
FROM   listings.revisions
WHERE  decided_at < @before::timestamptz
ORDER  BY decided_at DESC, id DESC
LIMIT  @most;

-- name: Figures :one
-- Figures tells how many revisions wait, since when the oldest, and how long reviews took of late.
SELECT (SELECT count(*) FROM listings.revisions WHERE state IN ('SUBMITTED', 'IN_REVIEW')) AS waiting,
       coalesce((SELECT min(submitted_at) FROM listings.revisions WHERE state IN ('SUBMITTED', 'IN_REVIEW')), to_timestamp(0))::timestamptz AS oldest,
       coalesce((SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM decided_at - submitted_at)::bigint)
                 FROM   listings.revisions
                 WHERE  decided_at > @since::timestamptz AND submitted_at IS NOT NULL), -1)::bigint AS median_seconds;

-- name: AddEntry :exec
-- AddEntry writes a line of a thread.
INSERT INTO listings.thread (id, revision_id, kind, by_reviewer, user_id, text, created_at)
VALUES (@id, @revision_id, @kind, @by_reviewer, @user_id, @text, @created_at);

-- name: CountEntries :one
-- CountEntries counts the lines of a revision's thread.
SELECT count(*)
FROM   listings.thread
WHERE  revision_id = @revision_id;

-- name: Thread :many
-- Thread lists the lines of the threads of all revisions of an app's listing, newest first.
SELECT t.id, r.number, t.kind, t.by_reviewer, t.user_id, t.text, t.created_at
FROM   listings.thread t
JOIN   listings.revisions r ON r.id = t.revision_id
WHERE  r.app_id = @app_id
ORDER  BY t.id DESC
LIMIT  @most;

-- name: AddAsset :exec
-- AddAsset writes what is known of a picture.
INSERT INTO listings.assets (id, app_id, kind, caption, media_type, width, height, bytes, created_at)
VALUES (@id, @app_id, @kind, @caption, @media_type, @width, @height, @bytes, @created_at);

-- name: PutPicture :exec
-- PutPicture writes a picture itself.
INSERT INTO listings.pictures (asset_id, image)
VALUES (@asset_id, @image);

-- name: Picture :one
-- Picture reads a picture itself.
SELECT image
FROM   listings.pictures
WHERE  asset_id = @asset_id;

-- name: Assets :many
-- Assets lists an app's pictures, oldest first.
SELECT id, app_id, kind, caption, media_type, width, height, bytes, created_at
FROM   listings.assets
WHERE  app_id = @app_id
ORDER  BY id;

-- name: Asset :one
-- Asset finds a picture of an app's.
SELECT id, app_id, kind, caption, media_type, width, height, bytes, created_at
FROM   listings.assets
WHERE  id = @id
  AND  app_id = @app_id;

-- name: LiveAsset :one
-- LiveAsset finds a picture that a live listing shows.
SELECT a.id, a.app_id, a.kind, a.caption, a.media_type, a.width, a.height, a.bytes, a.created_at
FROM   listings.assets a
JOIN   listings.revisions r ON r.app_id = a.app_id AND r.state = 'APPROVED'
JOIN   apps.presentable p ON p.id = a.app_id
WHERE  a.id = @id
  AND  (r.icon_id = a.id OR a.id = ANY(r.screenshots));

-- name: RemoveAsset :execrows
-- RemoveAsset deletes a picture of an app's.
DELETE FROM listings.assets
WHERE  id = @id
  AND  app_id = @app_id;

-- name: Market :many
-- Market lists live listings, newest in the marketplace first. Each word has to occur
-- in what people read of it.
SELECT sqlc.embed(r), p.organization_id, l.listed_at
FROM   listings.listings l
JOIN   listings.revisions r ON r.app_id = l.app_id AND r.state = 'APPROVED'
JOIN   apps.presentable p ON p.id = l.app_id
WHERE  (@category::text = '' OR @category::text = ANY(r.categories))
  AND  NOT EXISTS (
           SELECT FROM unnest(@words::text[]) word
           WHERE  strpos(lower(concat_ws(' ', r.name, r.tagline, r.description)), lower(word)) = 0
       )
  AND  (sqlc.narg(after)::uuid IS NULL OR (l.listed_at, l.app_id) < (
           SELECT a.listed_at, a.app_id
           FROM   listings.listings a
           WHERE  a.app_id = sqlc.narg(after)::uuid
       ))
ORDER  BY l.listed_at DESC, l.app_id DESC
LIMIT  @most;

-- name: InMarket :one
-- InMarket finds the live listing at an address.
SELECT sqlc.embed(r), p.organization_id, l.listed_at
FROM   listings.slugs s
JOIN   listings.listings l ON l.app_id = s.app_id
JOIN   listings.revisions r ON r.app_id = s.app_id AND r.state = 'APPROVED' AND r.slug = s.slug
JOIN   apps.presentable p ON p.id = s.app_id
WHERE  s.slug = @slug;
