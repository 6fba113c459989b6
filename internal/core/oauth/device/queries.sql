-- name: Add :exec
-- Add writes down that a device has asked.
INSERT INTO oauth.device_codes (shard, id, user_code_mac, user_code_key, device_code_hash, app_id, scopes, created_at, expires_at, address, user_agent, device_name)
VALUES (@shard, @id, @user_code_mac, @user_code_key, @device_code_hash, @app_id, @scopes, @created_at, @expires_at, @address, @user_agent, @device_name);

-- name: ByDeviceCode :one
-- ByDeviceCode finds a device's request by the code that the device polls with.
SELECT shard, id, user_code_mac, user_code_key, device_code_hash, app_id, scopes, created_at, expires_at, last_polled_at, address,
       user_agent, decision, decided_at, decided_by, business_shard, business_id, installation_id, installation_ended,
       access_generation, completed_at, device_name
FROM   oauth.device_codes
WHERE  shard = @shard
  AND  device_code_hash = @device_code_hash;

-- name: ByUserCode :one
-- ByUserCode finds a device's request that nobody has decided on, by the code that a user typed.
SELECT shard, id, user_code_mac, user_code_key, device_code_hash, app_id, scopes, created_at, expires_at, last_polled_at, address,
       user_agent, decision, decided_at, decided_by, business_shard, business_id, installation_id, installation_ended,
       access_generation, completed_at, device_name
FROM   oauth.device_codes
WHERE  shard = @shard
  AND  user_code_mac = @user_code_mac
  AND  decision IS NULL
  AND  expires_at > @now;

-- name: UnderOtherKeys :many
-- UnderOtherKeys lists the undecided requests of a shard whose user code is kept under another key than the newest: those of the last minutes before a rotation.
SELECT shard, id, user_code_mac, user_code_key, device_code_hash, app_id, scopes, created_at, expires_at, last_polled_at, address,
       user_agent, decision, decided_at, decided_by, business_shard, business_id, installation_id, installation_ended,
       access_generation, completed_at, device_name
FROM   oauth.device_codes
WHERE  shard = @shard
  AND  user_code_key <> @user_code_key
  AND  decision IS NULL
  AND  expires_at > @now;

-- name: Deny :execrows
-- Deny writes down a no, unless somebody decided before.
UPDATE oauth.device_codes
SET    decision = 'denied',
       decided_at = @now::timestamptz,
       decided_by = @decided_by::uuid
WHERE  shard = @shard
  AND  id = @id
  AND  decision IS NULL
  AND  expires_at > @now::timestamptz;

-- name: Approve :execrows
-- Approve writes down a yes and what it rests on, unless somebody decided before.
UPDATE oauth.device_codes
SET    decision = 'approved',
       decided_at = @now::timestamptz,
       decided_by = @decided_by::uuid,
       business_shard = @business_shard,
       business_id = @business_id,
       installation_id = @installation_id,
       installation_ended = @installation_ended,
       access_generation = @access_generation
WHERE  shard = @shard
  AND  id = @id
  AND  decision IS NULL
  AND  expires_at > @now::timestamptz;

-- name: ApproveForPerson :execrows
-- ApproveForPerson writes down a yes that is for no business, unless somebody decided before. Nothing is left to do about it.
UPDATE oauth.device_codes
SET    decision = 'approved',
       decided_at = @now::timestamptz,
       decided_by = @decided_by::uuid,
       completed_at = @now::timestamptz
WHERE  shard = @shard
  AND  id = @id
  AND  decision IS NULL
  AND  expires_at > @now::timestamptz;

-- name: Completed :exec
-- Completed writes down that nothing is left to do about an approval.
UPDATE oauth.device_codes
SET    completed_at = @now::timestamptz
WHERE  shard = @shard
  AND  id = @id
  AND  completed_at IS NULL;

-- name: ToComplete :many
-- ToComplete lists approvals that somebody began to carry out a while ago and did not finish.
-- console read: a worker looks over all shards that it owns, and locks nothing. Next to nothing lies there, and an index holds just that.
SELECT shard, id, user_code_mac, user_code_key, device_code_hash, app_id, scopes, created_at, expires_at, last_polled_at, address,
       user_agent, decision, decided_at, decided_by, business_shard, business_id, installation_id, installation_ended,
       access_generation, completed_at, device_name
FROM   oauth.device_codes
WHERE  shard = ANY(@shards::smallint[])
  AND  decision = 'approved'
  AND  completed_at IS NULL
  AND  decided_at <= @decided_before::timestamptz
ORDER  BY decided_at
LIMIT  @most;

-- name: PollInTime :execrows
-- PollInTime notes a poll, if the last one is long enough ago. Of many at once one is in time.
UPDATE oauth.device_codes
SET    last_polled_at = @now::timestamptz
WHERE  shard = @shard
  AND  id = @id
  AND  (last_polled_at IS NULL OR last_polled_at <= @last_before::timestamptz);

-- name: PollTooSoon :exec
-- PollTooSoon notes a poll that came too soon: it counts as the last one too.
UPDATE oauth.device_codes
SET    last_polled_at = greatest(last_polled_at, @now::timestamptz)
WHERE  shard = @shard
  AND  id = @id;

-- name: Purge :execrows
-- Purge forgets the device codes of a slice's shards that ended long ago.
DELETE FROM oauth.device_codes
WHERE  shard = ANY(@shards::smallint[])
  AND  expires_at <= @before;
