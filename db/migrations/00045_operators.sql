-- What the operator's face goes by: whether a second factor was given in a session,
-- and who was locked out lately.

-- +goose Up
-- null: none was asked for, or it is still owed
ALTER TABLE accounts.sessions ADD COLUMN second_factor_at timestamptz;

-- An id tells when its entry was written.
CREATE INDEX control_entries_lockouts ON audit.control_entries (id)
    WHERE action IN ('session.paused', 'second_factor.paused', 'app.authentication_locked');

-- +goose Down
DROP INDEX audit.control_entries_lockouts;
ALTER TABLE accounts.sessions DROP COLUMN second_factor_at;
