-- +goose Up
ALTER TABLE functions.stops ADD COLUMN stopped_by uuid; -- a user; null: somebody at the command line

-- +goose Down
ALTER TABLE functions.stops DROP COLUMN stopped_by;
