package pgtest

import (
	"testing"

	"github.com/counterpart/counterpart/internal/base/pg"
)

// SomebodyWaits reports whether a transaction in the database waits for another's
// lock. A race is run with it: one side holds the lock until the other waits.
func SomebodyWaits(t testing.TB, db *pg.DB) (waits bool) {
	t.Helper()
	err := db.QueryRow(t.Context(), `
		SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&waits)
	if err != nil {
		t.Fatal(err)
	}
	return waits
}
