-- Each attempt keeps the signature that it was sent with: wrong signatures are the
-- commonest trouble, and each attempt is signed anew.

-- +goose Up
ALTER TABLE webhooks.attempts ADD COLUMN signature text NOT NULL DEFAULT ''; -- empty where nothing was sent

-- +goose Down
ALTER TABLE webhooks.attempts DROP COLUMN signature;
