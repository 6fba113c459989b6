-- Where tables live. A table is sharded (it belongs to a business, a user's
-- hash or a webhook, and has the shard in front of every key) or control (small,
-- read everywhere). Each CREATE TABLE says which by calling one of these two
-- functions, before any foreign key points to the table. On a server with Citus
-- the table is distributed on the spot; on plain PostgreSQL it is only labelled,
-- and a test holds the labels to the table in db/tables.go.

-- +goose Up
CREATE SCHEMA placement;

-- +goose StatementBegin
CREATE FUNCTION placement.sharded(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('COMMENT ON TABLE %s IS %L', target, 'sharded');
    IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
        EXECUTE format('SELECT create_distributed_table(%L, %L)', target::text, 'shard');
    END IF;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION placement.control(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('COMMENT ON TABLE %s IS %L', target, 'control');
    IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
        EXECUTE format('SELECT create_reference_table(%L)', target::text);
    END IF;
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP SCHEMA placement CASCADE;
