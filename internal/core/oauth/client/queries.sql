-- name: Document :one
-- Document finds what is known of a client id metadata document.
SELECT url, app_id, fetched_at, fresh_until, fault
FROM   oauth.documents
WHERE  url = @url;
