-- name: LockKeys :exec
-- LockKeys makes whoever else would change the keys wait until the transaction ends. A key to lock need not exist yet.
SELECT id
FROM   oauth.signing_turn
FOR UPDATE;

-- name: Keys :many
-- Keys lists the keys that have not ended by the given time, in the order in which they sign.
SELECT id, public_key, private_key, created_at, signs_from, signs_until
FROM   oauth.signing_keys
WHERE  signs_until > @ended_by::timestamptz
ORDER  BY signs_from;

-- name: AddKey :exec
-- AddKey writes a new key.
INSERT INTO oauth.signing_keys (id, public_key, private_key, created_at, signs_from, signs_until)
VALUES (@id, @public_key, @private_key, @created_at, @signs_from, @signs_until);

-- name: SetTerm :exec
-- SetTerm moves the time in which a key signs.
UPDATE oauth.signing_keys
SET    signs_from = @signs_from,
       signs_until = @signs_until
WHERE  id = @id;

-- name: ForgetKeys :execrows
-- ForgetKeys removes the keys that had ended by the given time.
DELETE FROM oauth.signing_keys
WHERE  signs_until <= @ended_by::timestamptz;

-- name: Spend :execrows
-- Spend writes down that a session token is used, unless it already is. One who comes while another's transaction is open waits for its end.
INSERT INTO oauth.used_session_tokens (shard, jti, expires_at)
VALUES (@shard, @jti, @expires_at)
ON CONFLICT (shard, jti) DO NOTHING;

-- name: ForgetSpent :execrows
-- ForgetSpent removes the session tokens of a slice's shards that nobody would take any more, used or not.
DELETE FROM oauth.used_session_tokens
WHERE  shard = ANY(@shards::smallint[])
  AND  expires_at <= @before::timestamptz;
