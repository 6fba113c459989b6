-- name: Parts :many
-- Parts tells which shards lie together: what goes into one part is written by one server.
SELECT n::smallint AS shard,
       placement.part_of('journal.shards', n::smallint)::bigint AS part
FROM   generate_series(0, 1023) AS n;

-- name: BeginBatch :exec
-- BeginBatch notes that a batch of counts comes for some shards, each with the number of its next. One that is in already is not fresh: its answer got lost, and it was sent again.
INSERT INTO journal.usage_batches AS b (shard, node, number, added_at, fresh)
SELECT s.shard,
       @node::uuid,
       (@numbers::bigint[])[n],
       @added_at::timestamptz,
       true
FROM   journal.shards s, generate_series(1, cardinality(@shards::smallint[])) AS n
WHERE  s.shard = ANY(@shards::smallint[])
  AND  s.shard = (@shards::smallint[])[n]
ON CONFLICT (shard, node)
DO UPDATE SET fresh    = b.number < excluded.number,
              number   = greatest(b.number, excluded.number),
              added_at = excluded.added_at;

-- name: AddUsage :exec
-- AddUsage adds the batch's counts to the hourly rows, where it is fresh.
INSERT INTO journal.usage AS u (
    shard, business_id, app_id, hour, route, calls, errors, server_errors, rate_limited, latency, latency_us, last_call
)
SELECT b.shard,
       (@business_ids::uuid[])[n],
       (@app_ids::uuid[])[n],
       (@hours::timestamptz[])[n],
       (@routes::text[])[n],
       (@calls::bigint[])[n],
       (@errors::bigint[])[n],
       (@server_errors::bigint[])[n],
       (@rate_limited::bigint[])[n],
       (@latencies::bigint[])[(n - 1) * sqlc.arg(buckets)::integer + 1 : n * sqlc.arg(buckets)::integer],
       (@latencies_us::bigint[])[n],
       (@last_calls::timestamptz[])[n]
FROM   journal.usage_batches b, generate_series(1, cardinality(@business_ids::uuid[])) AS n
WHERE  b.shard = ANY(@shards::smallint[])
  AND  b.shard = (@row_shards::smallint[])[n]
  AND  b.node = @node
  AND  b.fresh
ORDER  BY n
ON CONFLICT (shard, business_id, app_id, hour, route)
DO UPDATE SET calls         = u.calls + excluded.calls,
              errors        = u.errors + excluded.errors,
              server_errors = u.server_errors + excluded.server_errors,
              rate_limited  = u.rate_limited + excluded.rate_limited,
              latency       = ARRAY(
                  SELECT u.latency[i] + excluded.latency[i]
                  FROM   generate_series(1, cardinality(u.latency)) AS i
                  ORDER  BY i
              ),
              latency_us    = u.latency_us + excluded.latency_us,
              last_call     = greatest(u.last_call, excluded.last_call);

-- name: AddAppUsage :exec
-- AddAppUsage adds the batch's counts to the hourly rows of apps, where it is fresh.
INSERT INTO journal.app_usage AS u (
    shard, app_id, hour, route, version, calls, errors, server_errors, rate_limited, latency, latency_us, last_call
)
SELECT b.shard,
       (@app_ids::uuid[])[n],
       (@hours::timestamptz[])[n],
       (@routes::text[])[n],
       (@versions::text[])[n],
       (@calls::bigint[])[n],
       (@errors::bigint[])[n],
       (@server_errors::bigint[])[n],
       (@rate_limited::bigint[])[n],
       (@latencies::bigint[])[(n - 1) * sqlc.arg(buckets)::integer + 1 : n * sqlc.arg(buckets)::integer],
       (@latencies_us::bigint[])[n],
       (@last_calls::timestamptz[])[n]
FROM   journal.usage_batches b, generate_series(1, cardinality(@app_ids::uuid[])) AS n
WHERE  b.shard = ANY(@shards::smallint[])
  AND  b.shard = (@row_shards::smallint[])[n]
  AND  b.node = @node
  AND  b.fresh
ORDER  BY n
ON CONFLICT (shard, app_id, hour, route, version)
DO UPDATE SET calls         = u.calls + excluded.calls,
              errors        = u.errors + excluded.errors,
              server_errors = u.server_errors + excluded.server_errors,
              rate_limited  = u.rate_limited + excluded.rate_limited,
              latency       = ARRAY(
                  SELECT u.latency[i] + excluded.latency[i]
                  FROM   generate_series(1, cardinality(u.latency)) AS i
                  ORDER  BY i
              ),
              latency_us    = u.latency_us + excluded.latency_us,
              last_call     = greatest(u.last_call, excluded.last_call);

-- name: AddAppErrors :exec
-- AddAppErrors adds the batch's refusals likewise.
INSERT INTO journal.app_errors AS e (
    shard, app_id, hour, code, route, status, calls, businesses, first_at, last_at, last_request
)
SELECT b.shard,
       (@app_ids::uuid[])[n],
       (@hours::timestamptz[])[n],
       (@codes::text[])[n],
       (@routes::text[])[n],
       (@statuses::smallint[])[n],
       (@calls::bigint[])[n],
       ((@businesses::text[])[n])::bit(2048),
       (@first_ats::timestamptz[])[n],
       (@last_ats::timestamptz[])[n],
       (@last_requests::uuid[])[n]
FROM   journal.usage_batches b, generate_series(1, cardinality(@app_ids::uuid[])) AS n
WHERE  b.shard = ANY(@shards::smallint[])
  AND  b.shard = (@row_shards::smallint[])[n]
  AND  b.node = @node
  AND  b.fresh
ORDER  BY n
ON CONFLICT (shard, app_id, hour, code, route, status)
DO UPDATE SET calls        = e.calls + excluded.calls,
              businesses   = e.businesses | excluded.businesses,
              first_at     = least(e.first_at, excluded.first_at),
              last_at      = greatest(e.last_at, excluded.last_at),
              last_request = greatest(e.last_request, excluded.last_request);

-- name: AddAttempts :exec
-- AddAttempts adds the batch's attempts at deliveries to the hourly rows of webhooks, where it is fresh.
INSERT INTO journal.attempts AS a (
    shard, app_id, hour, webhook_id, first, outcome, attempts, latency, latency_us
)
SELECT b.shard,
       (@app_ids::uuid[])[n],
       (@hours::timestamptz[])[n],
       (@webhook_ids::uuid[])[n],
       (@firsts::boolean[])[n],
       (@outcomes::text[])[n],
       (@attempts::bigint[])[n],
       (@latencies::bigint[])[(n - 1) * sqlc.arg(buckets)::integer + 1 : n * sqlc.arg(buckets)::integer],
       (@latencies_us::bigint[])[n]
FROM   journal.usage_batches b, generate_series(1, cardinality(@app_ids::uuid[])) AS n
WHERE  b.shard = ANY(@shards::smallint[])
  AND  b.shard = (@row_shards::smallint[])[n]
  AND  b.node = @node
  AND  b.fresh
ORDER  BY n
ON CONFLICT (shard, app_id, hour, webhook_id, first, outcome)
DO UPDATE SET attempts   = a.attempts + excluded.attempts,
              latency    = ARRAY(
                  SELECT a.latency[i] + excluded.latency[i]
                  FROM   generate_series(1, cardinality(a.latency)) AS i
                  ORDER  BY i
              ),
              latency_us = a.latency_us + excluded.latency_us;

-- name: AddRedirects :exec
-- AddRedirects adds the batch's uses of redirect URIs to the daily rows of apps, where it is fresh.
INSERT INTO journal.redirects AS r (shard, app_id, day, uri, uses, last_at)
SELECT b.shard,
       (@app_ids::uuid[])[n],
       (@days::date[])[n],
       (@uris::text[])[n],
       (@uses::bigint[])[n],
       (@last_ats::timestamptz[])[n]
FROM   journal.usage_batches b, generate_series(1, cardinality(@app_ids::uuid[])) AS n
WHERE  b.shard = ANY(@shards::smallint[])
  AND  b.shard = (@row_shards::smallint[])[n]
  AND  b.node = @node
  AND  b.fresh
ORDER  BY n
ON CONFLICT (shard, app_id, day, uri)
DO UPDATE SET uses    = r.uses + excluded.uses,
              last_at = greatest(r.last_at, excluded.last_at);

-- name: RedirectsOfApp :many
-- RedirectsOfApp is how often people were sent back to each of an app's redirect URIs.
SELECT uri,
       sum(uses)::bigint         AS uses,
       max(last_at)::timestamptz AS last_at
FROM   journal.redirects
WHERE  shard = @shard
  AND  app_id = @app_id
  AND  day >= @first_day::date
GROUP  BY uri
ORDER  BY uri;

-- name: RefusedWith :many
-- RefusedWith is where an app was refused with a code.
SELECT route, sum(calls)::bigint AS calls
FROM   journal.app_errors
WHERE  shard = @shard
  AND  app_id = @app_id
  AND  hour >= @from_hour::timestamptz
  AND  code = @code
GROUP  BY route
ORDER  BY route;

-- name: AttemptsOfApp :many
-- AttemptsOfApp is how an app's webhooks did, a webhook and an interval a row.
SELECT webhook_id,
       date_trunc(@every::text, hour, 'UTC')::timestamptz                                                AS starts_at,
       coalesce(sum(attempts) FILTER (WHERE outcome = 'delivered'), 0)::bigint                           AS delivered,
       coalesce(sum(attempts) FILTER (WHERE outcome = 'retrying'), 0)::bigint                            AS retried,
       coalesce(sum(attempts) FILTER (WHERE outcome = 'failed'), 0)::bigint                              AS failed,
       coalesce(sum(attempts) FILTER (WHERE outcome = 'dropped'), 0)::bigint                             AS dropped,
       coalesce(sum(attempts) FILTER (WHERE first AND outcome <> 'dropped'), 0)::bigint                  AS first_tries,
       coalesce(sum(attempts) FILTER (WHERE first AND outcome = 'delivered'), 0)::bigint                 AS first_delivered,
       sum(latency_us)::bigint AS latency_us,
       ARRAY[
           sum(latency[1]), sum(latency[2]), sum(latency[3]), sum(latency[4]), sum(latency[5]),
           sum(latency[6]), sum(latency[7]), sum(latency[8]), sum(latency[9]), sum(latency[10]),
           sum(latency[11]), sum(latency[12]), sum(latency[13]), sum(latency[14]), sum(latency[15])
       ]::bigint[] AS latency
FROM   journal.attempts
WHERE  shard = @shard
  AND  app_id = @app_id
  AND  hour >= @from_hour::timestamptz
  AND  hour < @to_hour::timestamptz
GROUP  BY webhook_id, starts_at
ORDER  BY webhook_id, starts_at;

-- name: UsageOfApp :many
-- UsageOfApp is an app's calls in all businesses, an interval a row.
SELECT date_trunc(@every::text, hour, 'UTC')::timestamptz AS starts_at,
       sum(calls)::bigint         AS calls,
       sum(errors)::bigint        AS errors,
       sum(server_errors)::bigint AS server_errors,
       sum(rate_limited)::bigint  AS rate_limited,
       sum(latency_us)::bigint    AS latency_us,
       ARRAY[
           sum(latency[1]), sum(latency[2]), sum(latency[3]), sum(latency[4]), sum(latency[5]),
           sum(latency[6]), sum(latency[7]), sum(latency[8]), sum(latency[9]), sum(latency[10]),
           sum(latency[11]), sum(latency[12]), sum(latency[13]), sum(latency[14]), sum(latency[15])
       ]::bigint[] AS latency
FROM   journal.app_usage
WHERE  shard = @shard
  AND  app_id = @app_id
  AND  hour >= @from_hour::timestamptz
  AND  hour < @to_hour::timestamptz
GROUP  BY starts_at
ORDER  BY starts_at;

-- name: UsageInBusiness :many
-- UsageInBusiness is an app's calls in one business, an interval a row.
SELECT date_trunc(@every::text, hour, 'UTC')::timestamptz AS starts_at,
       sum(calls)::bigint         AS calls,
       sum(errors)::bigint        AS errors,
       sum(server_errors)::bigint AS server_errors,
       sum(rate_limited)::bigint  AS rate_limited,
       sum(latency_us)::bigint    AS latency_us,
       ARRAY[
           sum(latency[1]), sum(latency[2]), sum(latency[3]), sum(latency[4]), sum(latency[5]),
           sum(latency[6]), sum(latency[7]), sum(latency[8]), sum(latency[9]), sum(latency[10]),
           sum(latency[11]), sum(latency[12]), sum(latency[13]), sum(latency[14]), sum(latency[15])
       ]::bigint[] AS latency
FROM   journal.usage
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  app_id = @app_id
  AND  hour >= @from_hour::timestamptz
  AND  hour < @to_hour::timestamptz
GROUP  BY starts_at
ORDER  BY starts_at;

-- name: RoutesOfApp :many
-- RoutesOfApp is which routes an app called in which version.
SELECT route, version,
       sum(calls)::bigint          AS calls,
       sum(errors)::bigint         AS errors,
       max(last_call)::timestamptz AS last_call
FROM   journal.app_usage
WHERE  shard = @shard
  AND  app_id = @app_id
  AND  hour >= @from_hour::timestamptz
  AND  hour < @to_hour::timestamptz
GROUP  BY route, version
ORDER  BY route, version;

-- name: TotalOfApp :batchone
-- TotalOfApp is how much an app called. It is asked of many apps in one round trip, each in its own shard.
SELECT coalesce(sum(calls), 0)::bigint  AS calls,
       coalesce(sum(errors), 0)::bigint AS errors
FROM   journal.app_usage
WHERE  shard = @shard
  AND  app_id = @app_id
  AND  hour >= @from_hour::timestamptz;

-- name: LastCallOfApp :batchone
-- LastCallOfApp is when an app last called anywhere. It is asked likewise.
SELECT last_call
FROM   journal.app_usage
WHERE  shard = @shard
  AND  app_id = @app_id
ORDER  BY hour DESC, last_call DESC
LIMIT  1;

-- name: ErrorsOfApp :many
-- ErrorsOfApp is what an app's calls were refused with, and where, the commonest first. The last request has a line.
SELECT code, route, status,
       sum(calls)::bigint                         AS calls,
       bit_count(bit_or(businesses))::bigint      AS businesses,
       min(first_at)::timestamptz                 AS first_at,
       max(last_at)::timestamptz                  AS last_at,
       (max(last_request::text))::uuid            AS last_request
FROM   journal.app_errors
WHERE  shard = @shard
  AND  app_id = @app_id
  AND  hour >= @from_hour::timestamptz
  AND  hour < @to_hour::timestamptz
GROUP  BY code, route, status
ORDER  BY calls DESC, code, route, status
LIMIT  @most;

-- name: LastCalls :many
-- LastCalls is when each of some apps last called in a business. Per app it
-- looks at the last hour that has any call.
SELECT called.app_id::uuid           AS app_id,
       called.last_call::timestamptz AS last_call
FROM   (
    SELECT a.id AS app_id,
           (
               SELECT max(u.last_call)
               FROM   journal.usage u
               WHERE  u.shard = @shard
                 AND  u.business_id = @business_id
                 AND  u.app_id = a.id
                 AND  u.hour = (
                   SELECT h.hour
                   FROM   journal.usage h
                   WHERE  h.shard = @shard
                     AND  h.business_id = @business_id
                     AND  h.app_id = a.id
                   ORDER  BY h.hour DESC
                   LIMIT  1
               )
           ) AS last_call
    FROM   (SELECT (@app_ids::uuid[])[n] AS id FROM generate_series(1, cardinality(@app_ids::uuid[])) AS n) AS a
) AS called
WHERE  called.last_call IS NOT NULL;

-- name: LastCallOf :batchone
-- LastCallOf is when an app last called in a business. It is asked for many businesses in one round trip, each in its own shard.
SELECT last_call
FROM   journal.usage
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  app_id = @app_id
ORDER  BY hour DESC, last_call DESC
LIMIT  1;

-- name: PurgeUsage :execrows
-- PurgeUsage drops the counts of long ago in a slice's shards.
DELETE FROM journal.usage
WHERE  shard = ANY(@shards::smallint[])
  AND  hour < @before::timestamptz;

-- name: PurgeAppUsage :execrows
-- PurgeAppUsage drops the counts of apps likewise.
DELETE FROM journal.app_usage
WHERE  shard = ANY(@shards::smallint[])
  AND  hour < @before::timestamptz;

-- name: PurgeAppErrors :execrows
-- PurgeAppErrors drops what was refused long ago.
DELETE FROM journal.app_errors
WHERE  shard = ANY(@shards::smallint[])
  AND  hour < @before::timestamptz;

-- name: PurgeAttempts :execrows
-- PurgeAttempts drops the counts of webhooks likewise.
DELETE FROM journal.attempts
WHERE  shard = ANY(@shards::smallint[])
  AND  hour < @before::timestamptz;

-- name: PurgeRedirects :execrows
-- PurgeRedirects drops the uses of redirect URIs of long ago.
DELETE FROM journal.redirects
WHERE  shard = ANY(@shards::smallint[])
  AND  day < @before::date;

-- name: PurgeUsageBatches :execrows
-- PurgeUsageBatches forgets nodes that have added nothing for long.
DELETE FROM journal.usage_batches
WHERE  shard = ANY(@shards::smallint[])
  AND  added_at < @before::timestamptz;

-- name: LogRequests :exec
-- LogRequests writes down calls of some shards. One that stands there already was
-- sent again because its answer got lost.
INSERT INTO journal.requests (
    shard, day, id, app_id, business_shard, business_id, user_id, at, method, route, path, query, version, status, code,
    duration_us, bytes_in, bytes_out, address, user_agent, correlation, replayed, stands_for, request, response
)
SELECT s.shard,
       (@days::date[])[n],
       (@ids::uuid[])[n],
       (@app_ids::uuid[])[n],
       (@business_shards::smallint[])[n],
       (@business_ids::uuid[])[n],
       (@user_ids::uuid[])[n],
       (@ats::timestamptz[])[n],
       (@methods::text[])[n],
       (@routes::text[])[n],
       (@paths::text[])[n],
       (@queries::text[])[n],
       (@versions::text[])[n],
       (@statuses::smallint[])[n],
       (@codes::text[])[n],
       (@durations_us::bigint[])[n],
       (@bytes_in::bigint[])[n],
       (@bytes_out::bigint[])[n],
       nullif((@addresses::text[])[n], '')::inet,
       (@user_agents::text[])[n],
       (@correlations::text[])[n],
       (@replayed::boolean[])[n],
       (@stand_for::integer[])[n],
       nullif((@requests::text[])[n], '')::jsonb,
       nullif((@responses::text[])[n], '')::jsonb
FROM   journal.shards s, generate_series(1, cardinality(@ids::uuid[])) AS n
WHERE  s.shard = ANY(@shards::smallint[])
  AND  s.shard = (@row_shards::smallint[])[n]
ON CONFLICT (shard, day, id) DO NOTHING;

-- name: RequestsNamed :batchone
-- RequestsNamed finds one call of an app. It is asked of several apps in one round trip, each in its own shard.
SELECT id, business_shard, business_id, user_id, method, route, path, query, version, status, code,
       duration_us, bytes_in, bytes_out, address, user_agent, correlation, replayed, stands_for, request, response
FROM   journal.requests
WHERE  shard = @shard
  AND  day = @day::date
  AND  id = @id
  AND  app_id = @app_id;

-- name: RequestsOfApp :many
-- RequestsOfApp lists calls of an app, the latest first, without their bodies. It looks at so many and no more, however few of them are wanted, and shows the last that it looked at too.
SELECT id, business_shard, business_id, user_id, method, route, path, query, version, status, code,
       duration_us, bytes_in, bytes_out, address, user_agent, correlation, replayed, stands_for,
       wanted, place
FROM   (
    SELECT id, business_shard, business_id, user_id, method, route, path, query, version, status, code,
           duration_us, bytes_in, bytes_out, address, user_agent, correlation, replayed, stands_for,
           (    status >= @lowest_status::smallint
            AND status <= @highest_status::smallint
            AND (@route::text = '' OR route = @route)
            AND (@version::text = '' OR version = @version)
            AND (@code::text = '' OR code = @code))::boolean AS wanted,
           (row_number() OVER (ORDER BY id DESC))::bigint AS place
    FROM   journal.requests
    WHERE  shard = @shard
      AND  app_id = @app_id
      AND  day >= @first_day::date
      AND  day <= @last_day::date
      AND  id >= @oldest
      AND  id < @before
    ORDER  BY id DESC
    LIMIT  @look::bigint
) AS seen
WHERE  wanted
   OR  place = @look::bigint
ORDER  BY id DESC
LIMIT  @most;

-- name: RefusedOfApp :many
-- RefusedOfApp is RequestsOfApp among the calls that were refused, which have an index of their own.
SELECT id, business_shard, business_id, user_id, method, route, path, query, version, status, code,
       duration_us, bytes_in, bytes_out, address, user_agent, correlation, replayed, stands_for,
       wanted, place
FROM   (
    SELECT id, business_shard, business_id, user_id, method, route, path, query, version, status, code,
           duration_us, bytes_in, bytes_out, address, user_agent, correlation, replayed, stands_for,
           (    status >= @lowest_status::smallint
            AND status <= @highest_status::smallint
            AND (@route::text = '' OR route = @route)
            AND (@version::text = '' OR version = @version)
            AND (@code::text = '' OR code = @code))::boolean AS wanted,
           (row_number() OVER (ORDER BY id DESC))::bigint AS place
    FROM   journal.requests
    WHERE  shard = @shard
      AND  app_id = @app_id
      AND  day >= @first_day::date
      AND  day <= @last_day::date
      AND  id >= @oldest
      AND  id < @before
      AND  status >= 400
    ORDER  BY id DESC
    LIMIT  @look::bigint
) AS seen
WHERE  wanted
   OR  place = @look::bigint
ORDER  BY id DESC
LIMIT  @most;

-- name: RequestsInBusiness :many
-- RequestsInBusiness is RequestsOfApp among the calls in one business.
SELECT id, business_shard, business_id, user_id, method, route, path, query, version, status, code,
       duration_us, bytes_in, bytes_out, address, user_agent, correlation, replayed, stands_for,
       wanted, place
FROM   (
    SELECT id, business_shard, business_id, user_id, method, route, path, query, version, status, code,
           duration_us, bytes_in, bytes_out, address, user_agent, correlation, replayed, stands_for,
           (    status >= @lowest_status::smallint
            AND status <= @highest_status::smallint
            AND (@route::text = '' OR route = @route)
            AND (@version::text = '' OR version = @version)
            AND (@code::text = '' OR code = @code))::boolean AS wanted,
           (row_number() OVER (ORDER BY id DESC))::bigint AS place
    FROM   journal.requests
    WHERE  shard = @shard
      AND  app_id = @app_id
      AND  day >= @first_day::date
      AND  day <= @last_day::date
      AND  id >= @oldest
      AND  id < @before
      AND  business_id = @business_id
    ORDER  BY id DESC
    LIMIT  @look::bigint
) AS seen
WHERE  wanted
   OR  place = @look::bigint
ORDER  BY id DESC
LIMIT  @most;

-- name: EraseRequestsOf :execrows
-- EraseRequestsOf deletes the lines of a business's requests in a slice's shards: they are in the shards of the apps that called.
DELETE FROM journal.requests
WHERE  shard = ANY(@shards::smallint[])
  AND  business_id = @business_id;

-- name: ReadsInBusiness :many
-- ReadsInBusiness sums what apps read in a business, by day of its zone and route; by one app, or all where that is nil. An hour counts for the day in which it begins.
SELECT app_id,
       (hour AT TIME ZONE @zone::text)::date AS day,
       route,
       sum(calls - errors)::bigint AS reads
FROM   journal.usage
WHERE  shard = @shard
  AND  business_id = @business_id
  AND  (@app_id::uuid = '00000000-0000-0000-0000-000000000000' OR app_id = @app_id)
  AND  hour >= @from_hour
  AND  hour < @to_hour
  AND  route LIKE 'GET %'
GROUP  BY 1, 2, 3
HAVING sum(calls - errors) > 0
ORDER  BY 2 DESC, 1, 3;
