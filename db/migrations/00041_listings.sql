-- +goose Up
CREATE SCHEMA listings;

-- What an app shows of itself in the marketplace: one listing an app, with its revisions.
CREATE TABLE listings.listings (
    app_id     uuid        NOT NULL PRIMARY KEY REFERENCES apps.apps (id),
    version    integer     NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    listed_at  timestamptz -- when its first revision was approved
);
SELECT placement.control('listings.listings');
CREATE INDEX listings_by_age ON listings.listings (listed_at, app_id) WHERE listed_at IS NOT NULL;

-- Which app has an address: that of its live revision, and that of the open one.
CREATE TABLE listings.slugs (
    slug   text NOT NULL PRIMARY KEY,
    app_id uuid NOT NULL REFERENCES listings.listings (app_id)
);
SELECT placement.control('listings.slugs');
CREATE INDEX slugs_by_app ON listings.slugs (app_id);

CREATE TABLE listings.revisions (
    id           uuid        NOT NULL PRIMARY KEY,
    app_id       uuid        NOT NULL REFERENCES listings.listings (app_id),
    number       integer     NOT NULL,
    state        text        NOT NULL CHECK (state IN ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'CHANGES_REQUESTED', 'REJECTED', 'APPROVED', 'SUPERSEDED')),
    -- what people read; empty where nothing was written yet
    slug         text        NOT NULL,
    name         text        NOT NULL,
    tagline      text        NOT NULL,
    description  text        NOT NULL,
    categories   text[]      NOT NULL,
    privacy_url  text        NOT NULL,
    support_url  text        NOT NULL,
    connect_url  text        NOT NULL,
    icon_id      uuid,
    screenshots  uuid[]      NOT NULL,
    reasons      jsonb       NOT NULL, -- why the app asks for each scope
    scopes       text[]      NOT NULL, -- those of the app when it was submitted
    submitted_at timestamptz,
    submitted_by uuid,
    claimed_at   timestamptz,
    claimed_by   uuid,       -- the reviewer
    decided_at   timestamptz,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    CONSTRAINT revisions_number_key UNIQUE (app_id, number)
);
SELECT placement.control('listings.revisions');
-- One open revision a listing, and one that is live.
CREATE UNIQUE INDEX revisions_open ON listings.revisions (app_id) WHERE state IN ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'CHANGES_REQUESTED', 'REJECTED');
CREATE UNIQUE INDEX revisions_live ON listings.revisions (app_id) WHERE state = 'APPROVED';
-- What reviewers look for: what waits, oldest first, and what was decided, newest first.
CREATE INDEX revisions_waiting ON listings.revisions (submitted_at, id) WHERE state IN ('SUBMITTED', 'IN_REVIEW');
CREATE INDEX revisions_decided ON listings.revisions (decided_at, id) WHERE decided_at IS NOT NULL;

-- What makers and reviewers did with a revision, and said to each other.
CREATE TABLE listings.thread (
    id          uuid        NOT NULL PRIMARY KEY,
    revision_id uuid        NOT NULL REFERENCES listings.revisions (id),
    kind        text        NOT NULL CHECK (kind IN ('SUBMITTED', 'WITHDRAWN', 'CLAIMED', 'RELEASED', 'CHANGES_REQUESTED', 'REJECTED', 'APPROVED', 'COMMENT')),
    by_reviewer boolean     NOT NULL,
    user_id     uuid,       -- null for what no user did
    text        text        NOT NULL,
    created_at  timestamptz NOT NULL
);
SELECT placement.control('listings.thread');
CREATE INDEX thread_by_revision ON listings.thread (revision_id, id);

-- Pictures for listings. An app has them before its listing shows them.
CREATE TABLE listings.assets (
    id         uuid        NOT NULL PRIMARY KEY,
    app_id     uuid        NOT NULL REFERENCES apps.apps (id),
    kind       text        NOT NULL CHECK (kind IN ('ICON', 'SCREENSHOT')),
    caption    text        NOT NULL, -- what it shows, for those who cannot see it
    media_type text        NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg')),
    width      integer     NOT NULL,
    height     integer     NOT NULL,
    bytes      integer     NOT NULL,
    created_at timestamptz NOT NULL
);
SELECT placement.control('listings.assets');
CREATE INDEX assets_by_app ON listings.assets (app_id, id);

-- The pictures themselves, apart: whoever moves them elsewhere moves this table.
CREATE TABLE listings.pictures (
    asset_id uuid  NOT NULL PRIMARY KEY REFERENCES listings.assets (id) ON DELETE CASCADE,
    image    bytea NOT NULL -- PNG or JPEG, encoded by us
);
SELECT placement.control('listings.pictures');

-- What others may know: the apps that people may be shown.
CREATE VIEW apps.presentable AS
    SELECT id, organization_id
    FROM   apps.apps
    WHERE  review = 'APPROVED'
      AND  suspended_at IS NULL
      AND  deactivated_at IS NULL;

-- +goose Down
DROP VIEW apps.presentable;
DROP SCHEMA listings CASCADE;
