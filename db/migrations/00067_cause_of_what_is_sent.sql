-- Whoever sends an event knows which request caused it, so that what becomes of it
-- joins the request's trace.

-- +goose Up
CREATE OR REPLACE VIEW events.sendable AS
    SELECT shard, day, id, business_id, type, app_id, occurred_at, data, shown_at, request_id
    FROM   events.log;

-- +goose Down
DROP VIEW events.sendable;
CREATE VIEW events.sendable AS
    SELECT shard, day, id, business_id, type, app_id, occurred_at, data, shown_at
    FROM   events.log;
