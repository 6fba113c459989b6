-- An event knows the request that caused it, so that developers can follow a call to
-- its deliveries. It is found by the time of the request, and needs no index.

-- +goose Up
ALTER TABLE events.log ADD COLUMN request_id uuid; -- null where no request caused it

-- +goose Down
ALTER TABLE events.log DROP COLUMN request_id;
