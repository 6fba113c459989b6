-- A listener is a webhook without an address: what is due to it is offered to whoever
-- holds its stream, and not dialled.

-- +goose Up
ALTER TABLE webhooks.webhooks ADD COLUMN listener_of uuid;      -- whose it is; null: the webhook is no listener
ALTER TABLE webhooks.webhooks ADD COLUMN listener_name text;    -- that of a machine, unique to its owner and app
ALTER TABLE webhooks.webhooks ADD COLUMN businesses uuid[];     -- the sandboxes that it hears; null: the webhook is no listener
ALTER TABLE webhooks.webhooks ADD COLUMN every_sandbox_of uuid; -- the organization whose new sandboxes it hears too; null: none
CREATE UNIQUE INDEX webhooks_listener_key ON webhooks.webhooks (listener_of, app_id, listener_name)
    WHERE listener_of IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX webhooks_every_sandbox ON webhooks.webhooks (every_sandbox_of)
    WHERE every_sandbox_of IS NOT NULL AND deleted_at IS NULL;

-- Who holds a listener's stream.
CREATE TABLE webhooks.listeners (
    shard      smallint    NOT NULL, -- the webhook's home
    webhook_id uuid        NOT NULL,
    connection text        NOT NULL, -- names the program that may hold it
    fence      bigint      NOT NULL, -- rises with every stream
    held_until timestamptz NOT NULL, -- by the machines' own clocks: it says which processes live
    since      timestamptz NOT NULL, -- when that program came
    seen_at    timestamptz NOT NULL, -- when somebody was last connected
    PRIMARY KEY (shard, webhook_id)
);
SELECT placement.sharded('webhooks.listeners');

-- +goose Down
DROP TABLE webhooks.listeners;
DELETE FROM webhooks.webhooks WHERE listener_of IS NOT NULL;
ALTER TABLE webhooks.webhooks DROP COLUMN every_sandbox_of;
ALTER TABLE webhooks.webhooks DROP COLUMN businesses;
ALTER TABLE webhooks.webhooks DROP COLUMN listener_name;
ALTER TABLE webhooks.webhooks DROP COLUMN listener_of;
