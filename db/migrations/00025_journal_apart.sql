-- The journal keeps itself right without a trigger that reads another table: on a
-- cluster a trigger runs beside the rows it fires for, and sees no other table.

-- +goose Up
DROP TRIGGER lines_balance ON books.lines;
DROP TRIGGER lines_never_change ON books.lines;
DROP TRIGGER lines_stay ON books.lines;
DROP TRIGGER entries_have_lines ON books.entries;
DROP TRIGGER entries_never_change ON books.entries;
DROP TRIGGER entries_stay ON books.entries;
DROP FUNCTION books.lines_balance();
DROP FUNCTION books.entries_have_lines();
DROP FUNCTION books.only_when_closed();

-- Each line repeats its entry's day and total, and its foreign key holds it to them.
ALTER TABLE books.lines ADD COLUMN total numeric(26, 8);
UPDATE books.lines l
SET    total = e.total
FROM   books.entries e
WHERE  e.shard = l.shard
  AND  e.business_id = l.business_id
  AND  e.id = l.entry_id;
ALTER TABLE books.lines ALTER COLUMN total SET NOT NULL;
DROP INDEX books.entries_by_date;
ALTER TABLE books.entries ADD CONSTRAINT entries_by_date UNIQUE (shard, business_id, date, id, total);
ALTER TABLE books.lines DROP CONSTRAINT lines_shard_business_id_entry_id_fkey;
ALTER TABLE books.lines ADD CONSTRAINT lines_entry_fkey
    FOREIGN KEY (shard, business_id, date, entry_id, total)
    REFERENCES books.entries (shard, business_id, date, id, total) ON DELETE CASCADE;

-- An entry has lines: when its transaction commits, the first of them is there.
ALTER TABLE books.entries ADD COLUMN first_line smallint NOT NULL DEFAULT 1;
ALTER TABLE books.entries ADD CONSTRAINT entries_first_line CHECK (first_line = 1);
ALTER TABLE books.entries ADD CONSTRAINT entries_have_lines
    FOREIGN KEY (shard, business_id, id, first_line)
    REFERENCES books.lines (shard, business_id, entry_id, line) DEFERRABLE INITIALLY DEFERRED;

-- All lines of an entry are written by one statement: they are numbered from 1
-- without a gap, so a second statement would have to write the first line again.
-- They balance and come to the entry's total. A program with a fault can neither
-- post half nor add to what was posted.
-- +goose StatementBegin
CREATE FUNCTION books.lines_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    unbalanced uuid;
BEGIN
    SELECT a.entry_id INTO unbalanced
    FROM   added a
    GROUP  BY a.shard, a.business_id, a.entry_id, a.total
    HAVING min(a.line) <> 1
       OR  max(a.line) <> count(*)
       OR  sum(a.amount) <> 0
       OR  sum(a.amount) FILTER (WHERE a.amount > 0) <> a.total
    LIMIT  1;
    IF FOUND THEN
        RAISE EXCEPTION 'journal entry % does not balance', unbalanced USING ERRCODE = 'check_violation', CONSTRAINT = 'lines_balance';
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER lines_balance AFTER INSERT ON books.lines
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION books.lines_balance();
CREATE TRIGGER lines_never_change BEFORE UPDATE ON books.lines
    FOR EACH STATEMENT EXECUTE FUNCTION books.never_changes();
CREATE TRIGGER entries_never_change BEFORE UPDATE ON books.entries
    FOR EACH STATEMENT EXECUTE FUNCTION books.never_changes();

-- The journal goes with its ledger, and in no other way; and an open ledger stays.
-- The accounts that its lines point to go after it, and belong to the business.
ALTER TABLE books.entries DROP CONSTRAINT entries_shard_business_id_fkey;
ALTER TABLE books.entries ADD CONSTRAINT entries_ledger_fkey
    FOREIGN KEY (shard, business_id) REFERENCES books.ledgers (shard, business_id) ON DELETE CASCADE;
ALTER TABLE books.accounts DROP CONSTRAINT accounts_shard_business_id_fkey;
ALTER TABLE books.accounts ADD CONSTRAINT accounts_business_fkey
    FOREIGN KEY (shard, business_id) REFERENCES tenancy.businesses (shard, id);
CREATE TRIGGER lines_stay BEFORE DELETE ON books.lines
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION books.never_changes();
CREATE TRIGGER entries_stay BEFORE DELETE ON books.entries
    FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION books.never_changes();
CREATE TRIGGER ledgers_stay BEFORE DELETE ON books.ledgers
    FOR EACH ROW WHEN (OLD.closed_at IS NULL) EXECUTE FUNCTION books.never_changes();

-- +goose Down
DROP TRIGGER ledgers_stay ON books.ledgers;
DROP TRIGGER entries_stay ON books.entries;
DROP TRIGGER entries_never_change ON books.entries;
DROP TRIGGER lines_stay ON books.lines;
DROP TRIGGER lines_never_change ON books.lines;
DROP TRIGGER lines_balance ON books.lines;
DROP FUNCTION books.lines_balance();
ALTER TABLE books.accounts DROP CONSTRAINT accounts_business_fkey;
ALTER TABLE books.accounts ADD FOREIGN KEY (shard, business_id) REFERENCES books.ledgers (shard, business_id);
ALTER TABLE books.entries DROP CONSTRAINT entries_ledger_fkey;
ALTER TABLE books.entries ADD FOREIGN KEY (shard, business_id) REFERENCES books.ledgers (shard, business_id);
ALTER TABLE books.entries DROP CONSTRAINT entries_have_lines;
ALTER TABLE books.entries DROP COLUMN first_line;
ALTER TABLE books.lines DROP CONSTRAINT lines_entry_fkey;
ALTER TABLE books.lines DROP COLUMN total;
ALTER TABLE books.lines ADD FOREIGN KEY (shard, business_id, entry_id) REFERENCES books.entries (shard, business_id, id);
ALTER TABLE books.entries DROP CONSTRAINT entries_by_date;
CREATE INDEX entries_by_date ON books.entries (shard, business_id, date, id);

-- +goose StatementBegin
CREATE FUNCTION books.lines_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    unbalanced uuid;
BEGIN
    SELECT e.id INTO unbalanced
    FROM   books.entries e
    JOIN   (SELECT DISTINCT a.shard, a.business_id, a.entry_id FROM added a) touched
           ON  touched.shard = e.shard
           AND touched.business_id = e.business_id
           AND touched.entry_id = e.id
    JOIN   books.lines l
           ON  l.shard = e.shard
           AND l.business_id = e.business_id
           AND l.entry_id = e.id
    GROUP  BY e.shard, e.business_id, e.id
    HAVING sum(l.amount) <> 0
       OR  sum(l.amount) FILTER (WHERE l.amount > 0) <> e.total
       OR  bool_or(l.date <> e.date)
    LIMIT  1;
    IF FOUND THEN
        RAISE EXCEPTION 'journal entry % does not balance', unbalanced USING ERRCODE = 'check_violation', CONSTRAINT = 'lines_balance';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION books.entries_have_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    empty uuid;
BEGIN
    SELECT a.id INTO empty
    FROM   added a
    WHERE  NOT EXISTS (
        SELECT FROM books.lines l
        WHERE  l.shard = a.shard
          AND  l.business_id = a.business_id
          AND  l.entry_id = a.id
    )
    LIMIT  1;
    IF FOUND THEN
        RAISE EXCEPTION 'journal entry % has no lines', empty USING ERRCODE = 'check_violation', CONSTRAINT = 'entries_have_lines';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION books.only_when_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM books.ledgers l
        JOIN   (SELECT DISTINCT r.shard, r.business_id FROM removed r) touched
               ON  touched.shard = l.shard
               AND touched.business_id = l.business_id
        WHERE  l.closed_at IS NULL
    ) THEN
        RAISE EXCEPTION 'the journal is never changed' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER lines_balance AFTER INSERT ON books.lines
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION books.lines_balance();
CREATE TRIGGER entries_have_lines AFTER INSERT ON books.entries
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION books.entries_have_lines();
CREATE TRIGGER lines_never_change BEFORE UPDATE ON books.lines
    FOR EACH STATEMENT EXECUTE FUNCTION books.never_changes();
CREATE TRIGGER entries_never_change BEFORE UPDATE ON books.entries
    FOR EACH STATEMENT EXECUTE FUNCTION books.never_changes();
CREATE TRIGGER lines_stay AFTER DELETE ON books.lines
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION books.only_when_closed();
CREATE TRIGGER entries_stay AFTER DELETE ON books.entries
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION books.only_when_closed();
