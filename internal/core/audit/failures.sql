-- name: Repeat :one
-- Repeat reports which entry a failure belongs to: the given one, unless it is one
-- more of the same.
INSERT INTO audit.repeats AS r (shard, key, entry_id, until)
VALUES (@shard, @key, @entry_id, @until::timestamptz)
ON CONFLICT (shard, key) DO UPDATE
SET    entry_id = CASE WHEN r.until <= @now::timestamptz THEN excluded.entry_id ELSE r.entry_id END,
       until = CASE WHEN r.until <= @now::timestamptz THEN excluded.until ELSE r.until END
RETURNING entry_id;

-- name: CountRepeat :exec
-- CountRepeat counts one more failure of the same kind in its entry.
UPDATE audit.control_entries
SET    facts = jsonb_set(jsonb_set(facts, '{count}', ((facts ->> 'count')::bigint + 1)::text::jsonb), '{lastAt}', to_jsonb(@last_at::text))
WHERE  id = @id;

-- name: CountSignInRepeat :exec
-- CountSignInRepeat does the same in the book of sign-ins.
UPDATE audit.sign_in_entries
SET    facts = jsonb_set(jsonb_set(facts, '{count}', ((facts ->> 'count')::bigint + 1)::text::jsonb), '{lastAt}', to_jsonb(@last_at::text))
WHERE  shard = @shard
  AND  day = @day
  AND  id = @id;

-- name: PurgeRepeats :execrows
-- PurgeRepeats forgets which entries of a slice's shards would have counted on.
DELETE FROM audit.repeats
WHERE  shard = ANY(@shards::smallint[])
  AND  until <= @now::timestamptz;

-- name: CountMailedToPerson :one
-- CountMailedToPerson counts the actions on a person's account since an instant about which a mail is due.
SELECT count(*)
FROM   audit.control_entries
WHERE  subject = @subject
  AND  organization_id IS NULL
  AND  id >= @since
  AND  action = ANY (@actions::text[]);
