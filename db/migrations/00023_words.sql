-- The two views are named for what their rows are: a consent that nobody has taken back, a grant whose installation,
-- consent, app and user all allow it.

-- +goose Up
ALTER VIEW installs.standing_consents RENAME TO active_consents;
ALTER VIEW oauth.standing_grants RENAME TO live_grants;

-- +goose Down
ALTER VIEW oauth.live_grants RENAME TO standing_grants;
ALTER VIEW installs.active_consents RENAME TO standing_consents;
