-- Why the operator suspended an app, in words for its makers.

-- +goose Up
ALTER TABLE apps.apps ADD COLUMN suspension_reason text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE apps.apps DROP COLUMN suspension_reason;
