package ledger

import (
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/base/ident"
)

// The database keeps the books right by itself, whatever a program asks of it.
func TestTheDatabaseKeepsTheBooksRight(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	b := f.business(t)
	posted, err := f.post(ctx, f.Service, b.ID, "10.00")
	if err != nil {
		t.Fatal(err)
	}
	bank, sales := posted.Lines[0].Account.UUID, posted.Lines[1].Account.UUID
	other := ident.New[ident.JournalEntry](b.ID.Shard, f.Now()).UUID
	// entry inserts one with two lines, in one statement.
	const entry = `
		WITH entry AS (
			INSERT INTO books.entries (shard, business_id, id, number, date, source, total, created_at)
			VALUES ($1, $2, $3, 99, '2026-11-08', 'MANUAL', 10, now())
		)
		INSERT INTO books.lines (shard, business_id, entry_id, line, account_id, date, amount)
		VALUES ($1, $2, $3, 1, $4, '2026-11-08', %debit), ($1, $2, $3, 2, $5, '2026-11-08', %credit)`
	lines := func(debit, credit string) string {
		return strings.NewReplacer("%debit", debit, "%credit", credit).Replace(entry)
	}
	for _, c := range []struct {
		name, want, sql string
		args            []any
	}{
		{"BIZ-04 an entry that does not balance is refused by the database", "does not balance", lines("10.00", "-9.99"),
			[]any{b.ID.Shard, b.ID.UUID, other, bank, sales}},
		{"BIZ-04 an entry with another total than its lines is refused by the database", "does not balance", lines("11.00", "-11.00"),
			[]any{b.ID.Shard, b.ID.UUID, other, bank, sales}},
		{"BIZ-04 an entry without lines is refused by the database", "has no lines",
			`INSERT INTO books.entries (shard, business_id, id, number, date, source, total, created_at)
			 VALUES ($1, $2, $3, 99, '2026-11-08', 'MANUAL', 10, now())`, []any{b.ID.Shard, b.ID.UUID, other}},
		{"BIZ-04 nothing is added to a posted entry", "does not balance",
			`INSERT INTO books.lines (shard, business_id, entry_id, line, account_id, date, amount)
			 VALUES ($1, $2, $3, 3, $4, '2026-11-08', 5), ($1, $2, $3, 4, $5, '2026-11-08', -5)`,
			[]any{b.ID.Shard, b.ID.UUID, posted.ID.UUID, bank, sales}},
		{"BIZ-04 a posted line is not changed", "never changed",
			`UPDATE books.lines SET amount = amount * 2 WHERE shard = $1 AND business_id = $2`, []any{b.ID.Shard, b.ID.UUID}},
		{"BIZ-04 a posted line is not deleted", "never changed",
			`DELETE FROM books.lines WHERE shard = $1 AND business_id = $2`, []any{b.ID.Shard, b.ID.UUID}},
		{"BIZ-04 a posted entry is not changed", "never changed",
			`UPDATE books.entries SET memo = 'another' WHERE shard = $1 AND business_id = $2`, []any{b.ID.Shard, b.ID.UUID}},
		{"BIZ-04 a posted entry is not deleted", "violates foreign key constraint",
			`DELETE FROM books.entries WHERE shard = $1 AND business_id = $2`, []any{b.ID.Shard, b.ID.UUID}},
		{"BIZ-04 nor are an entry and its lines together", "never changed",
			`WITH lines AS (DELETE FROM books.lines WHERE shard = $1 AND business_id = $2)
			 DELETE FROM books.entries WHERE shard = $1 AND business_id = $2`, []any{b.ID.Shard, b.ID.UUID}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := f.DB.Exec(ctx, c.sql, c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("want it refused with %q, got %v", c.want, err)
			}
		})
	}
}
