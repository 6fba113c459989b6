-- Hourly rows are added to again and again. With room left in their page that is
-- done in place: no index is touched, and the log is half as long. On a full page
-- next to none was.

-- +goose Up
ALTER TABLE journal.usage SET (fillfactor = 50);
ALTER TABLE journal.usage_batches SET (fillfactor = 50);

-- +goose Down
ALTER TABLE journal.usage_batches RESET (fillfactor);
ALTER TABLE journal.usage RESET (fillfactor);
