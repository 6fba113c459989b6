-- Records tell who created and who last changed them. The text is a signature of
-- package actor: "app_… usr_…" for an app that acts in somebody's name, "usr_…" for a
-- member, "service"; empty where it was not written down yet. An entry of the journal
-- does not change.

-- +goose Up
ALTER TABLE books.accounts ADD COLUMN created_by text NOT NULL DEFAULT '';
ALTER TABLE books.accounts ADD COLUMN updated_by text NOT NULL DEFAULT '';
ALTER TABLE books.suppliers ADD COLUMN created_by text NOT NULL DEFAULT '';
ALTER TABLE books.suppliers ADD COLUMN updated_by text NOT NULL DEFAULT '';
ALTER TABLE books.customers ADD COLUMN created_by text NOT NULL DEFAULT '';
ALTER TABLE books.customers ADD COLUMN updated_by text NOT NULL DEFAULT '';
ALTER TABLE books.invoices ADD COLUMN created_by text NOT NULL DEFAULT '';
ALTER TABLE books.invoices ADD COLUMN updated_by text NOT NULL DEFAULT '';
ALTER TABLE books.payments ADD COLUMN created_by text NOT NULL DEFAULT '';
ALTER TABLE books.payments ADD COLUMN updated_by text NOT NULL DEFAULT '';
ALTER TABLE books.entries ADD COLUMN created_by text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE books.entries DROP COLUMN created_by;
ALTER TABLE books.payments DROP COLUMN updated_by;
ALTER TABLE books.payments DROP COLUMN created_by;
ALTER TABLE books.invoices DROP COLUMN updated_by;
ALTER TABLE books.invoices DROP COLUMN created_by;
ALTER TABLE books.customers DROP COLUMN updated_by;
ALTER TABLE books.customers DROP COLUMN created_by;
ALTER TABLE books.suppliers DROP COLUMN updated_by;
ALTER TABLE books.suppliers DROP COLUMN created_by;
ALTER TABLE books.accounts DROP COLUMN updated_by;
ALTER TABLE books.accounts DROP COLUMN created_by;
