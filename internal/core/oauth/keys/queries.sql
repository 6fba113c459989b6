-- name: Keys :many
-- Keys lists the keys whose tokens may still be good.
SELECT id, public_key, private_key, created_at, signs_from, signs_until
FROM   oauth.signing_keys
WHERE  signs_until > @since
ORDER  BY signs_from;
