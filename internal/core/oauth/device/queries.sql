-- name: ByDeviceCode :one
-- ByDeviceCode finds a device's request by the code that the device polls with.
SELECT shard, id, app_id, scopes, created_at, expires_at, last_polled_at, address, user_agent, decision, decided_at,
       decided_by, business_shard, business_id, installation_id, access_generation, completed_at
FROM   oauth.device_codes
WHERE  shard = @shard
  AND  device_code_hash = @device_code_hash;
