-- +goose Up

-- Jobs are shared by slices, and what they ran is kept in memory: neither River's
-- tables nor the list of jobs that somebody has asked for is needed any more.
DROP SCHEMA work CASCADE;

-- What a job looks for it looks for in the shards that its worker owns.
DROP INDEX installs.redactions_due;
CREATE INDEX redactions_due ON installs.redactions (shard, due_at);
DROP INDEX books.erasures_due;
CREATE INDEX erasures_due ON books.erasures (shard, due_at);
DROP INDEX tenancy.businesses_to_sweep;
CREATE INDEX businesses_to_sweep ON tenancy.businesses (shard, sweep_at) WHERE sweep_at IS NOT NULL;
DROP INDEX audit.business_entries_whole;
CREATE INDEX business_entries_whole ON audit.business_entries (shard, whole_until) WHERE whole_until IS NOT NULL;
DROP INDEX oauth.requests_over;
CREATE INDEX requests_over ON oauth.requests (shard, expires_at);

-- +goose Down
DROP INDEX oauth.requests_over;
CREATE INDEX requests_over ON oauth.requests (expires_at);
DROP INDEX audit.business_entries_whole;
CREATE INDEX business_entries_whole ON audit.business_entries (whole_until) WHERE whole_until IS NOT NULL;
DROP INDEX tenancy.businesses_to_sweep;
CREATE INDEX businesses_to_sweep ON tenancy.businesses (sweep_at) WHERE sweep_at IS NOT NULL;
DROP INDEX books.erasures_due;
CREATE INDEX erasures_due ON books.erasures (due_at);
DROP INDEX installs.redactions_due;
CREATE INDEX redactions_due ON installs.redactions (due_at);

-- Only what the migration that made it wants to remove.
CREATE SCHEMA work;
CREATE TABLE work.kicks (
    job text NOT NULL PRIMARY KEY
);
