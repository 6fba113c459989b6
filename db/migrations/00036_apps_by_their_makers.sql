-- What an app's makers do themselves: pin a version and go back, say why each
-- scope is asked for, and see who made a secret.

-- +goose Up
ALTER TABLE apps.apps ADD COLUMN previous_version text NOT NULL DEFAULT ''; -- the pin before, and
ALTER TABLE apps.apps ADD COLUMN repinned_at timestamptz;                    -- since when it is the one before; null: it was never changed
ALTER TABLE apps.apps ADD COLUMN scope_reasons jsonb NOT NULL DEFAULT '{}';  -- by scope, for the review
ALTER TABLE apps.apps ADD COLUMN logo_at timestamptz;                        -- when the logo was set; null: there is none
UPDATE apps.apps
SET    logo_at = l.updated_at
FROM   apps.logos l
WHERE  l.app_id = apps.apps.id;
ALTER TABLE apps.secrets ADD COLUMN made_by uuid; -- null: not by a user

-- +goose Down
ALTER TABLE apps.secrets DROP COLUMN made_by;
ALTER TABLE apps.apps DROP COLUMN logo_at;
ALTER TABLE apps.apps DROP COLUMN scope_reasons;
ALTER TABLE apps.apps DROP COLUMN repinned_at;
ALTER TABLE apps.apps DROP COLUMN previous_version;
