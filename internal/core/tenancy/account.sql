-- name: User :one
-- User finds a user by id.
SELECT id, email, name, locale, password_hash, suspended_at, restricted_at, operator, created_at
FROM   tenancy.users
WHERE  id = @id;
