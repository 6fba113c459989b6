-- What an audit entry tells of is called its action, here as in the API.

-- +goose Up
ALTER TABLE audit.control_entries RENAME COLUMN deed TO action;
ALTER TABLE audit.business_entries RENAME COLUMN deed TO action;
ALTER INDEX audit.control_entries_by_deed RENAME TO control_entries_by_action;
ALTER INDEX audit.business_entries_by_deed RENAME TO business_entries_by_action;

-- +goose Down
ALTER INDEX audit.control_entries_by_action RENAME TO control_entries_by_deed;
ALTER INDEX audit.business_entries_by_action RENAME TO business_entries_by_deed;
ALTER TABLE audit.control_entries RENAME COLUMN action TO deed;
ALTER TABLE audit.business_entries RENAME COLUMN action TO deed;
