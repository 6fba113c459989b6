-- +goose Up
ALTER TABLE webhooks.deliveries ADD COLUMN wrote_at timestamptz; -- when a run for it that a fault of ours broke off was first to change something; null: none was

-- +goose Down
ALTER TABLE webhooks.deliveries DROP COLUMN wrote_at;
