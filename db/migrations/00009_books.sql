-- +goose Up
CREATE SCHEMA books;

-- One row a business. Whoever writes into a business's books locks it first, so
-- the books are written by one at a time: numbers have no gaps, ceilings are
-- exact, and no two deeds can wait for each other.
CREATE TABLE books.ledgers (
    shard            smallint    NOT NULL,
    business_id      uuid        NOT NULL,
    locked_through   date, -- nothing is posted on this day or before
    last_entry       bigint      NOT NULL DEFAULT 0,
    last_invoice     bigint      NOT NULL DEFAULT 0,
    last_credit_note bigint      NOT NULL DEFAULT 0,
    created_at       timestamptz NOT NULL,
    closed_at        timestamptz, -- for good: the business is erased, and its books may be deleted
    PRIMARY KEY (shard, business_id)
);
SELECT placement.sharded('books.ledgers');
ALTER TABLE books.ledgers ADD FOREIGN KEY (shard, business_id) REFERENCES tenancy.businesses (shard, id);

-- The chart of accounts.
CREATE TABLE books.accounts (
    shard       smallint    NOT NULL,
    business_id uuid        NOT NULL,
    id          uuid        NOT NULL,
    code        text        NOT NULL,
    name        text        NOT NULL,
    type        text        NOT NULL CHECK (type IN ('ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE')),
    -- what the service itself posts to it; such an account cannot be archived
    role        text        CHECK (role IN ('RECEIVABLE', 'BANK', 'SALES', 'TAX_PAYABLE')),
    description text        NOT NULL DEFAULT '',
    archived_at timestamptz,
    version     integer     NOT NULL DEFAULT 1,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    PRIMARY KEY (shard, business_id, id),
    CONSTRAINT accounts_code_key UNIQUE (shard, business_id, code),
    CONSTRAINT accounts_role_key UNIQUE (shard, business_id, role)
);
SELECT placement.sharded('books.accounts');
ALTER TABLE books.accounts ADD FOREIGN KEY (shard, business_id) REFERENCES books.ledgers (shard, business_id);

-- The journal. An entry never changes: what was wrong is reversed by another.
CREATE TABLE books.entries (
    shard       smallint       NOT NULL,
    business_id uuid           NOT NULL,
    id          uuid           NOT NULL,
    number      bigint         NOT NULL,
    date        date           NOT NULL,
    memo        text           NOT NULL DEFAULT '',
    -- what posted it; MANUAL entries alone can be reversed by hand
    source      text           NOT NULL CHECK (source IN ('MANUAL', 'INVOICE', 'CREDIT_NOTE', 'PAYMENT', 'REFUND')),
    source_id   uuid,
    reverses_id uuid,
    total       numeric(26, 8) NOT NULL CHECK (total > 0),
    created_at  timestamptz    NOT NULL,
    PRIMARY KEY (shard, business_id, id),
    CONSTRAINT entries_number_key UNIQUE (shard, business_id, number),
    -- an entry is reversed once
    CONSTRAINT entries_reverses_key UNIQUE (shard, business_id, reverses_id),
    CHECK ((source = 'MANUAL') = (source_id IS NULL))
);
SELECT placement.sharded('books.entries');
ALTER TABLE books.entries ADD FOREIGN KEY (shard, business_id) REFERENCES books.ledgers (shard, business_id);
ALTER TABLE books.entries ADD FOREIGN KEY (shard, business_id, reverses_id) REFERENCES books.entries (shard, business_id, id);
CREATE INDEX entries_by_source ON books.entries (shard, business_id, source_id) WHERE source_id IS NOT NULL;
CREATE INDEX entries_by_date ON books.entries (shard, business_id, date, id);

CREATE TABLE books.lines (
    shard       smallint       NOT NULL,
    business_id uuid           NOT NULL,
    entry_id    uuid           NOT NULL,
    line        smallint       NOT NULL,
    account_id  uuid           NOT NULL,
    -- the entry's day, so that a balance on a day is read from one index
    date        date           NOT NULL,
    amount      numeric(26, 8) NOT NULL CHECK (amount <> 0), -- a debit above zero, a credit below
    memo        text           NOT NULL DEFAULT '',
    PRIMARY KEY (shard, business_id, entry_id, line)
);
SELECT placement.sharded('books.lines');
ALTER TABLE books.lines ADD FOREIGN KEY (shard, business_id, entry_id) REFERENCES books.entries (shard, business_id, id);
ALTER TABLE books.lines ADD FOREIGN KEY (shard, business_id, account_id) REFERENCES books.accounts (shard, business_id, id);
CREATE INDEX lines_by_account ON books.lines (shard, business_id, account_id, date) INCLUDE (amount);

-- An entry and all its lines are written by one statement. After every statement
-- each entry it touched has lines, they balance, and they come to its total. A
-- program with a fault can neither post half nor add to what was posted.
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

CREATE FUNCTION books.never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the journal is never changed' USING ERRCODE = 'restrict_violation';
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

CREATE TABLE books.suppliers (
    shard       smallint    NOT NULL,
    business_id uuid        NOT NULL,
    id          uuid        NOT NULL,
    name        text        NOT NULL,
    email       text,
    phone       text,
    tax_number  text,
    address     jsonb, -- {line1, line2, city, region, postalCode, country}
    notes       text,
    archived_at timestamptz,
    erased_at   timestamptz, -- when all that is personal was taken out of it
    version     integer     NOT NULL DEFAULT 1,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL,
    PRIMARY KEY (shard, business_id, id)
);
SELECT placement.sharded('books.suppliers');
ALTER TABLE books.suppliers ADD FOREIGN KEY (shard, business_id) REFERENCES books.ledgers (shard, business_id);
CREATE INDEX suppliers_by_change ON books.suppliers (shard, business_id, updated_at);

CREATE TABLE books.customers (
    shard           smallint       NOT NULL,
    business_id     uuid           NOT NULL,
    id              uuid           NOT NULL,
    name            text           NOT NULL,
    type            text           NOT NULL CHECK (type IN ('BUSINESS', 'PERSON')),
    email           text,
    phone           text,
    tax_number      text,
    billing_address jsonb,
    notes           text,
    -- what the customer owes: what is due of its invoices, less what it paid
    -- or was credited and no invoice has used. Kept by every deed that changes it.
    balance         numeric(26, 8) NOT NULL DEFAULT 0,
    archived_at     timestamptz,
    erased_at       timestamptz, -- when all that is personal was taken out of it
    merged_into_id  uuid, -- such a customer is gone for everybody
    version         integer        NOT NULL DEFAULT 1,
    created_at      timestamptz    NOT NULL,
    updated_at      timestamptz    NOT NULL,
    PRIMARY KEY (shard, business_id, id)
);
SELECT placement.sharded('books.customers');
ALTER TABLE books.customers ADD FOREIGN KEY (shard, business_id) REFERENCES books.ledgers (shard, business_id);
ALTER TABLE books.customers ADD FOREIGN KEY (shard, business_id, merged_into_id) REFERENCES books.customers (shard, business_id, id);
CREATE INDEX customers_by_change ON books.customers (shard, business_id, updated_at);
CREATE INDEX customers_merged ON books.customers (shard, business_id, merged_into_id) WHERE merged_into_id IS NOT NULL;

-- Records that were erased or deleted and of which traces may be left outside the
-- books: in events, kept answers, apps' values. A row goes when none are.
CREATE TABLE books.erasures (
    shard       smallint    NOT NULL,
    business_id uuid        NOT NULL,
    id          uuid        NOT NULL, -- the record's
    kind        text        NOT NULL CHECK (kind IN ('CUSTOMER', 'SUPPLIER', 'INVOICE', 'PAYMENT')),
    deleted     boolean     NOT NULL, -- deleted, and not erased: history may tell of it
    sweeps      smallint    NOT NULL DEFAULT 0, -- how often its traces were removed
    due_at      timestamptz NOT NULL, -- when they are looked for next
    PRIMARY KEY (shard, business_id, id)
);
SELECT placement.sharded('books.erasures');
ALTER TABLE books.erasures ADD FOREIGN KEY (shard, business_id) REFERENCES books.ledgers (shard, business_id);
CREATE INDEX erasures_due ON books.erasures (due_at);

-- Invoices, and credit notes, which are invoices the other way round.
CREATE TABLE books.invoices (
    shard           smallint       NOT NULL,
    business_id     uuid           NOT NULL,
    id              uuid           NOT NULL,
    kind            text           NOT NULL CHECK (kind IN ('INVOICE', 'CREDIT_NOTE')),
    status          text           NOT NULL CHECK (status IN ('DRAFT', 'ISSUED', 'PARTIALLY_PAID', 'PAID', 'VOID')),
    number          text, -- given at issue, unless the caller gave one
    customer_id     uuid           NOT NULL,
    credits_id      uuid, -- the invoice that a credit note credits
    currency        text           NOT NULL,
    issue_date      date,
    due_date        date,
    reference       text,
    notes           text,
    subtotal        numeric(26, 8) NOT NULL CHECK (subtotal >= 0),
    tax_total       numeric(26, 8) NOT NULL CHECK (tax_total >= 0),
    total           numeric(26, 8) NOT NULL CHECK (total = subtotal + tax_total),
    amount_paid     numeric(26, 8) NOT NULL DEFAULT 0 CHECK (amount_paid >= 0),
    amount_credited numeric(26, 8) NOT NULL DEFAULT 0 CHECK (amount_credited >= 0),
    -- zero for drafts, void ones and credit notes
    amount_due      numeric(26, 8) NOT NULL DEFAULT 0 CHECK (amount_due >= 0),
    -- the calendar year of the business that its creation counts in
    plan_year       smallint       NOT NULL,
    entry_id        uuid, -- what issuing it posted
    issued_at       timestamptz,
    sent_at         timestamptz,
    paid_at         timestamptz,
    voided_at       timestamptz,
    overdue_told_at timestamptz, -- when invoice.overdue was recorded; null again when the due date moves
    version         integer        NOT NULL DEFAULT 1,
    created_at      timestamptz    NOT NULL,
    updated_at      timestamptz    NOT NULL,
    PRIMARY KEY (shard, business_id, id),
    CHECK (amount_paid + amount_credited + amount_due <= total)
);
SELECT placement.sharded('books.invoices');
ALTER TABLE books.invoices ADD FOREIGN KEY (shard, business_id) REFERENCES books.ledgers (shard, business_id);
ALTER TABLE books.invoices ADD FOREIGN KEY (shard, business_id, customer_id) REFERENCES books.customers (shard, business_id, id);
ALTER TABLE books.invoices ADD FOREIGN KEY (shard, business_id, credits_id) REFERENCES books.invoices (shard, business_id, id);
ALTER TABLE books.invoices ADD FOREIGN KEY (shard, business_id, entry_id) REFERENCES books.entries (shard, business_id, id);
-- A draft's number is a wish: it is taken when the draft is issued. Were it taken
-- before, a deleted draft would leave a hole in the numbers that we give.
CREATE UNIQUE INDEX invoices_number_key ON books.invoices (shard, business_id, number) WHERE status <> 'DRAFT';
CREATE INDEX invoices_by_customer ON books.invoices (shard, business_id, customer_id, id);
CREATE INDEX invoices_by_status ON books.invoices (shard, business_id, status, id);
CREATE INDEX invoices_by_change ON books.invoices (shard, business_id, updated_at);
-- What the overdue job looks for, over all businesses of a shard.
CREATE INDEX invoices_to_fall_due ON books.invoices (shard, due_date)
    WHERE status IN ('ISSUED', 'PARTIALLY_PAID') AND overdue_told_at IS NULL;

CREATE TABLE books.invoice_lines (
    shard       smallint       NOT NULL,
    business_id uuid           NOT NULL,
    invoice_id  uuid           NOT NULL,
    line        smallint       NOT NULL,
    description text           NOT NULL,
    quantity    numeric        NOT NULL, -- these three as they were written, 5.00 and not 5
    unit_price  numeric        NOT NULL,
    tax_rate    numeric        NOT NULL CHECK (tax_rate >= 0 AND tax_rate <= 100), -- percent
    account_id  uuid           NOT NULL, -- where the net amount is posted
    net         numeric(26, 8) NOT NULL,
    tax         numeric(26, 8) NOT NULL,
    PRIMARY KEY (shard, business_id, invoice_id, line)
);
SELECT placement.sharded('books.invoice_lines');
ALTER TABLE books.invoice_lines ADD FOREIGN KEY (shard, business_id, invoice_id) REFERENCES books.invoices (shard, business_id, id) ON DELETE CASCADE;
ALTER TABLE books.invoice_lines ADD FOREIGN KEY (shard, business_id, account_id) REFERENCES books.accounts (shard, business_id, id);

-- Where a business stands in a year of its plan.
CREATE TABLE books.plan_years (
    shard       smallint       NOT NULL,
    business_id uuid           NOT NULL,
    year        smallint       NOT NULL,
    invoices    integer        NOT NULL DEFAULT 0 CHECK (invoices >= 0),
    turnover    numeric(26, 8) NOT NULL DEFAULT 0,
    told        text[]         NOT NULL DEFAULT '{}', -- of which ceilings it was told that they are reached, as PLAN LIMIT
    PRIMARY KEY (shard, business_id, year)
);
SELECT placement.sharded('books.plan_years');
ALTER TABLE books.plan_years ADD FOREIGN KEY (shard, business_id) REFERENCES books.ledgers (shard, business_id);

CREATE TABLE books.imports (
    shard       smallint    NOT NULL,
    business_id uuid        NOT NULL,
    id          uuid        NOT NULL,
    created     integer     NOT NULL,
    failed      integer     NOT NULL,
    results     jsonb       NOT NULL, -- per row, as the answer had it
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (shard, business_id, id)
);
SELECT placement.sharded('books.imports');
ALTER TABLE books.imports ADD FOREIGN KEY (shard, business_id) REFERENCES books.ledgers (shard, business_id);

-- Mails that sending an invoice asked for. The mail is written when it is sent,
-- and its row goes with it.
CREATE TABLE books.invoice_mails (
    shard         smallint    NOT NULL,
    business_id   uuid        NOT NULL,
    id            uuid        NOT NULL,
    invoice_id    uuid        NOT NULL,
    recipient     text        NOT NULL,
    created_at    timestamptz NOT NULL,
    claimed_until timestamptz,
    PRIMARY KEY (shard, business_id, id)
);
SELECT placement.sharded('books.invoice_mails');
ALTER TABLE books.invoice_mails ADD FOREIGN KEY (shard, business_id, invoice_id) REFERENCES books.invoices (shard, business_id, id);
CREATE INDEX invoice_mails_waiting ON books.invoice_mails (created_at);

-- Money received from a customer. A deleted payment is gone for everybody; its
-- entry in the journal is reversed.
CREATE TABLE books.payments (
    shard           smallint       NOT NULL,
    business_id     uuid           NOT NULL,
    id              uuid           NOT NULL,
    customer_id     uuid           NOT NULL,
    date            date           NOT NULL,
    method          text           NOT NULL CHECK (method IN ('BANK_TRANSFER', 'CARD', 'CASH', 'DIRECT_DEBIT', 'CHECK', 'OTHER')),
    currency        text           NOT NULL,
    amount          numeric(26, 8) NOT NULL CHECK (amount > 0),
    amount_allocated numeric(26, 8) NOT NULL DEFAULT 0 CHECK (amount_allocated >= 0),
    amount_refunded numeric(26, 8) NOT NULL DEFAULT 0 CHECK (amount_refunded >= 0),
    account_id      uuid           NOT NULL, -- where the money went
    reference       text,
    notes           text,
    entry_id        uuid           NOT NULL,
    deleted_at      timestamptz,
    version         integer        NOT NULL DEFAULT 1,
    created_at      timestamptz    NOT NULL,
    updated_at      timestamptz    NOT NULL,
    PRIMARY KEY (shard, business_id, id),
    CHECK (amount_allocated + amount_refunded <= amount)
);
SELECT placement.sharded('books.payments');
ALTER TABLE books.payments ADD FOREIGN KEY (shard, business_id, customer_id) REFERENCES books.customers (shard, business_id, id);
ALTER TABLE books.payments ADD FOREIGN KEY (shard, business_id, account_id) REFERENCES books.accounts (shard, business_id, id);
ALTER TABLE books.payments ADD FOREIGN KEY (shard, business_id, entry_id) REFERENCES books.entries (shard, business_id, id);
CREATE INDEX payments_by_customer ON books.payments (shard, business_id, customer_id, id);
CREATE INDEX payments_by_change ON books.payments (shard, business_id, updated_at);

-- Which invoices a payment settles, and by how much. A refund takes allocations
-- back first, so a row can shrink and go.
CREATE TABLE books.allocations (
    shard       smallint       NOT NULL,
    business_id uuid           NOT NULL,
    payment_id  uuid           NOT NULL,
    invoice_id  uuid           NOT NULL,
    amount      numeric(26, 8) NOT NULL CHECK (amount > 0),
    PRIMARY KEY (shard, business_id, payment_id, invoice_id)
);
SELECT placement.sharded('books.allocations');
ALTER TABLE books.allocations ADD FOREIGN KEY (shard, business_id, payment_id) REFERENCES books.payments (shard, business_id, id);
ALTER TABLE books.allocations ADD FOREIGN KEY (shard, business_id, invoice_id) REFERENCES books.invoices (shard, business_id, id);
CREATE INDEX allocations_by_invoice ON books.allocations (shard, business_id, invoice_id);

CREATE TABLE books.refunds (
    shard       smallint       NOT NULL,
    business_id uuid           NOT NULL,
    id          uuid           NOT NULL,
    payment_id  uuid           NOT NULL,
    date        date           NOT NULL,
    amount      numeric(26, 8) NOT NULL CHECK (amount > 0),
    reason      text,
    entry_id    uuid           NOT NULL,
    created_at  timestamptz    NOT NULL,
    PRIMARY KEY (shard, business_id, id)
);
SELECT placement.sharded('books.refunds');
ALTER TABLE books.refunds ADD FOREIGN KEY (shard, business_id, payment_id) REFERENCES books.payments (shard, business_id, id);
ALTER TABLE books.refunds ADD FOREIGN KEY (shard, business_id, entry_id) REFERENCES books.entries (shard, business_id, id);
CREATE INDEX refunds_by_payment ON books.refunds (shard, business_id, payment_id);

-- +goose Down
DROP SCHEMA books CASCADE;
