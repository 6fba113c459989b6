package pgtest

import (
	"testing"

	"github.com/counterpart/counterpart/internal/base/pg"
)

// SomebodyWaits reports whether a transaction in the database waits for another's
// lock. A race is run with it: one side holds the lock until the other waits.
func SomebodyWaits(t testing.TB, db *pg.DB) bool {
	t.Helper()
	return waitsIn(t, db, "%")
}

// StatementWaits is SomebodyWaits for one of our named statements.
func StatementWaits(t testing.TB, db *pg.DB, name string) bool {
	t.Helper()
	return waitsIn(t, db, "-- name: "+name+" %")
}

// waitsIn asks the database; on a cluster, who waits does so on a worker, and the
// cluster knows which statement of ours that is.
func waitsIn(t testing.TB, db *pg.DB, statement string) (waits bool) {
	t.Helper()
	sql := "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1)"
	if OnCluster(t) {
		sql += " OR EXISTS (SELECT FROM citus_lock_waits WHERE blocked_statement LIKE $1)"
	}
	if err := db.QueryRow(t.Context(), sql, statement).Scan(&waits); err != nil {
		t.Fatal(err)
	}
	return waits
}
