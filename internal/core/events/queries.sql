-- name: TakeNumbers :exec
-- TakeNumbers takes the business's next numbers. From here to the commit the
-- business's other writers wait.
INSERT INTO events.counters AS c (shard, business_id, last_seq)
VALUES (@shard, @business_id, @taken)
ON CONFLICT (shard, business_id)
DO UPDATE SET last_seq = c.last_seq + excluded.last_seq;

-- name: Write :exec
-- Write writes a business's events under the numbers that were just taken, and with the time that its clock shows.
INSERT INTO events.log (shard, day, id, business_id, seq, type, app_id, occurred_at, data, request_id, shown_at)
SELECT c.shard,
       @day::date,
       (@ids::uuid[])[n],
       c.business_id,
       c.last_seq - cardinality(@ids::uuid[]) + n,
       (@types::text[])[n],
       nullif((@app_ids::uuid[])[n], '00000000-0000-0000-0000-000000000000'),
       @occurred_at::timestamptz,
       ((@datas::text[])[n])::jsonb,
       nullif((@request_ids::uuid[])[n], '00000000-0000-0000-0000-000000000000'),
       CASE WHEN c.ahead_micros > 0 THEN CAST(@occurred_at AS timestamptz) + c.ahead_micros * interval '1 microsecond' END AS shown_at
FROM   events.counters c, generate_subscripts(@ids::uuid[], 1) AS n
WHERE  c.shard = @shard
  AND  c.business_id = @business_id;

-- name: PutAhead :exec
-- PutAhead says how far the clock is ahead that a business's events are shown by.
INSERT INTO events.counters (shard, business_id, last_seq, ahead_micros)
VALUES (@shard, @business_id, 0, @ahead_micros)
ON CONFLICT (shard, business_id)
DO UPDATE SET ahead_micros = excluded.ahead_micros;

-- name: WriteOutbox :exec
-- WriteOutbox has them delivered.
INSERT INTO events.outbox (shard, day, event_id)
SELECT c.shard, @day::date, e.id
FROM   events.counters c, unnest(@ids::uuid[]) AS e (id)
WHERE  c.shard = @shard
  AND  c.business_id = @business_id;

-- name: One :one
-- One finds an event of a business by its id.
SELECT id, seq, type, app_id, occurred_at, data, shown_at
FROM   events.log
WHERE  shard = @shard
  AND  day = @day::date
  AND  id = @id
  AND  business_id = @business_id;

-- name: After :many
-- After reads a business's events in their order, from the one after a number.
-- The days let it pass over those before, and over those to come.
SELECT id, seq, type, app_id, occurred_at, data, shown_at
FROM   events.log
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  day >= @first_day::date
  AND  day <= @last_day::date
  AND  occurred_at >= @oldest::timestamptz
  AND  seq > @seq
ORDER  BY seq
LIMIT  @most;

-- name: Mentioning :many
-- Mentioning finds the business's events that hold an id, as far back as the log reaches.
SELECT id
FROM   events.log
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  day >= @first_day::date
  AND  strpos(data::text, @subject::text) > 0
ORDER  BY seq;

-- name: Scrub :exec
-- Scrub puts a text into a member of the events about something, where they have the member.
UPDATE events.log
SET    data = jsonb_set(data, ARRAY[@member::text], to_jsonb(@replacement::text))
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  day = ANY(@days::date[])
  AND  id = ANY(@ids::uuid[])
  AND  data ->> 'id' = @subject::text
  AND  data ? @member::text
  AND  data ->> @member::text <> @replacement::text;

-- name: Erase :exec
-- Erase deletes the events of a business, but for some types.
DELETE FROM events.log
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  day >= @first_day::date
  AND  type <> ALL(@kept::text[]);

-- name: About :many
-- About finds the business's events about some records, as far back as the log reaches.
SELECT id
FROM   events.log
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  day >= @first_day::date
  AND  data ->> 'id' = ANY(@subjects::text[]);

-- name: Requeue :exec
-- Requeue puts events of some types since a time back into the outbox.
INSERT INTO events.outbox (shard, day, event_id)
SELECT e.shard, e.day, e.id
FROM   events.log e
WHERE  e.shard = @shard
  AND  e.business_id = @business_id
  AND  e.day >= @first_day::date
  AND  e.occurred_at >= @since::timestamptz
  AND  e.type = ANY(@types::text[])
ON CONFLICT DO NOTHING;

-- name: Named :one
-- Named finds an event by its id, with the request that caused it.
SELECT id, business_id, seq, type, app_id, occurred_at, data, shown_at, request_id
FROM   events.log
WHERE  shard = @shard
  AND  day = @day::date
  AND  id = @id;

-- name: OfRecord :many
-- OfRecord reads the business's events about a record, the newest first, among its newest events.
SELECT e.id, e.seq, e.type, e.app_id, e.occurred_at, e.data, e.shown_at
FROM   events.log e
WHERE  e.shard = @shard
  AND  e.business_id = @business_id
  AND  e.day >= @first_day::date
  AND  e.day <= @last_day::date
  AND  e.occurred_at >= @oldest::timestamptz
  AND  e.seq > (SELECT c.last_seq - @looked::bigint FROM events.counters c WHERE c.shard = @shard AND c.business_id = @business_id)
  AND  e.data ->> 'id' = @subject::text
ORDER  BY e.seq DESC
LIMIT  @most;

-- name: CausedBy :many
-- CausedBy reads the events that a request caused, in their order. They lie within the time of the request.
SELECT id, seq, type, app_id, occurred_at, data, shown_at
FROM   events.log
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  day >= @first_day::date
  AND  day <= @last_day::date
  AND  id >= @first_id
  AND  id < @last_id
  AND  request_id = @request_id
ORDER  BY seq
LIMIT  @most;
