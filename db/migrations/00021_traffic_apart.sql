-- What was one schema is one a domain: idempotency keys, and the journal of what
-- apps call. A table's days do not follow it by themselves, and are found by the
-- table's name.

-- +goose Up
CREATE SCHEMA idempotency;
CREATE SCHEMA journal;
ALTER TABLE traffic.replays SET SCHEMA idempotency;
ALTER TABLE traffic.usage SET SCHEMA journal;
ALTER TABLE traffic.usage_batches SET SCHEMA journal;
ALTER TABLE traffic.requests SET SCHEMA journal;

-- +goose StatementBegin
DO $$
DECLARE
    day regclass;
BEGIN
    FOR day IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'idempotency.replays'::regclass LOOP
        EXECUTE format('ALTER TABLE %s SET SCHEMA idempotency', day);
    END LOOP;
    FOR day IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'journal.requests'::regclass LOOP
        EXECUTE format('ALTER TABLE %s SET SCHEMA journal', day);
    END LOOP;
END
$$;
-- +goose StatementEnd
DROP SCHEMA traffic;

-- +goose Down
CREATE SCHEMA traffic;
ALTER TABLE idempotency.replays SET SCHEMA traffic;
ALTER TABLE journal.usage SET SCHEMA traffic;
ALTER TABLE journal.usage_batches SET SCHEMA traffic;
ALTER TABLE journal.requests SET SCHEMA traffic;

-- +goose StatementBegin
DO $$
DECLARE
    day regclass;
BEGIN
    FOR day IN SELECT inhrelid FROM pg_inherits WHERE inhparent IN ('traffic.replays'::regclass, 'traffic.requests'::regclass) LOOP
        EXECUTE format('ALTER TABLE %s SET SCHEMA traffic', day);
    END LOOP;
END
$$;
-- +goose StatementEnd
DROP SCHEMA idempotency;
DROP SCHEMA journal;
