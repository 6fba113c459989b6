-- What assistants want to do to a business's books, and a person has to approve.

-- +goose Up
CREATE SCHEMA pending;

CREATE TABLE pending.actions (
    shard           smallint    NOT NULL,
    id              uuid        NOT NULL,
    business_id     uuid        NOT NULL,
    installation_id uuid        NOT NULL,
    app_id          uuid        NOT NULL,
    user_id         uuid        NOT NULL, -- for whom the app acts, and who decides
    tool            text        NOT NULL,
    key_hash        bytea       NOT NULL, -- of the request key
    request_hash    bytea       NOT NULL, -- of tool and arguments
    facts           jsonb       NOT NULL, -- what would happen, as the person sees it
    seen            jsonb       NOT NULL, -- the version of each record that the facts show
    state           text        NOT NULL CHECK (state IN ('asked', 'approved', 'refused', 'changed', 'done')),
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL, -- of the question, and then of the yes
    decided_at      timestamptz,
    done_at         timestamptz,
    PRIMARY KEY (shard, id),
    CONSTRAINT actions_key UNIQUE (shard, business_id, installation_id, key_hash),
    CHECK ((state IN ('approved', 'refused', 'done')) <= (decided_at IS NOT NULL)),
    CHECK ((state = 'done') = (done_at IS NOT NULL))
);
SELECT placement.sharded('pending.actions');

-- What an installation asked for last, and what was decided last.
CREATE INDEX actions_by_age ON pending.actions (shard, business_id, installation_id, created_at);
CREATE INDEX actions_decided ON pending.actions (shard, business_id, installation_id, decided_at)
    WHERE decided_at IS NOT NULL;
-- For the purge.
CREATE INDEX actions_by_time ON pending.actions (shard, created_at);

-- +goose Down
DROP SCHEMA pending CASCADE;
