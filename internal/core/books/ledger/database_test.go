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
	other := ident.New[ident.JournalEntry](b.ID.Shard, f.deps.Now()).UUID
	// entry inserts one with two lines, in one statement.
	const entry = `
		WITH entry AS (
			INSERT INTO books.entries (shard, business_id, id, number, date, source, total, created_at)
			VALUES ($1, $2, $3, 99, '2026-11-08', 'MANUAL', 10, now())
		)
		INSERT INTO books.lines (shard, business_id, entry_id, line, account_id, date, total, amount)
		VALUES ($1, $2, $3, 1, $4, '%day', %total, %debit), ($1, $2, $3, 2, $5, '%day', %total, -%credit)`
	lines := func(day, total, debit, credit string) string {
		return strings.NewReplacer("%day", day, "%total", total, "%debit", debit, "%credit", credit).Replace(entry)
	}
	// more adds two lines to the posted entry.
	more := func(first, second string) string {
		return `INSERT INTO books.lines (shard, business_id, entry_id, line, account_id, date, total, amount)
			VALUES ($1, $2, $3, ` + first + `, $4, '2026-11-08', 10, 10), ($1, $2, $3, ` + second + `, $5, '2026-11-08', 10, -10)`
	}
	const day = "2026-11-08"
	business := []any{b.ID.Shard, b.ID.UUID}
	anew := []any{b.ID.Shard, b.ID.UUID, other, bank, sales}
	again := []any{b.ID.Shard, b.ID.UUID, posted.ID.UUID, bank, sales}
	for _, c := range []struct {
		name, want, sql string
		args            []any
	}{
		{"BIZ-04 an entry that does not balance is refused by the database", "does not balance", lines(day, "10", "10.00", "9.99"), anew},
		{"BIZ-04 an entry with another total than its lines is refused by the database", "does not balance", lines(day, "10", "11.00", "11.00"), anew},
		{"BIZ-04 nor do lines get away with a total of their own", "lines_entry_fkey", lines(day, "11", "11.00", "11.00"), anew},
		{"BIZ-04 nor with a day of their own", "lines_entry_fkey", lines("2026-11-09", "10", "10.00", "10.00"), anew},
		{"BIZ-04 an entry without lines is refused by the database", "entries_have_lines",
			`INSERT INTO books.entries (shard, business_id, id, number, date, source, total, created_at)
			 VALUES ($1, $2, $3, 99, '2026-11-08', 'MANUAL', 10, now())`, anew[:3]},
		{"BIZ-04 nothing is added to a posted entry", "does not balance", more("3", "4"), again},
		{"BIZ-04 nor is it posted once more", "lines_pkey", more("1", "2"), again},
		{"BIZ-04 a posted line is not changed", "never changed",
			`UPDATE books.lines SET amount = amount * 2 WHERE shard = $1 AND business_id = $2`, business},
		{"BIZ-04 a posted line is not deleted", "never changed",
			`DELETE FROM books.lines WHERE shard = $1 AND business_id = $2`, business},
		{"BIZ-04 a posted entry is not changed", "never changed",
			`UPDATE books.entries SET memo = 'another' WHERE shard = $1 AND business_id = $2`, business},
		{"BIZ-04 a posted entry is not deleted", "never changed",
			`DELETE FROM books.entries WHERE shard = $1 AND business_id = $2`, business},
		{"BIZ-04 nor are an entry and its lines together", "never changed",
			`WITH lines AS (DELETE FROM books.lines WHERE shard = $1 AND business_id = $2)
			 DELETE FROM books.entries WHERE shard = $1 AND business_id = $2`, business},
		{"BIZ-04 nor an open ledger with all of them", "never changed",
			`DELETE FROM books.ledgers WHERE shard = $1 AND business_id = $2`, business},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := f.deps.DB.Exec(ctx, c.sql, c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("want it refused with %q, got %v", c.want, err)
			}
		})
	}
}
