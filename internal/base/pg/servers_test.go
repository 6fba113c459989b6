package pg_test

import (
	"testing"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
)

// talksTo is which servers a pool has connections to, and how many to each.
func talksTo(t *testing.T, db *pg.DB) map[string]int {
	t.Helper()
	found := map[string]int{}
	for _, conn := range db.Pool().AcquireAllIdle(t.Context()) {
		found[conn.Conn().PgConn().Conn().RemoteAddr().String()]++
		conn.Release()
	}
	return found
}

// connect has a pool open so many connections at once.
func connect(t *testing.T, db *pg.DB, many int) {
	t.Helper()
	for range many {
		conn, err := db.Pool().Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Release()
	}
}

// Two relays stand for two servers, before one server or before two of a cluster.
func TestConnectionsAreSpreadOverServers(t *testing.T) {
	t.Parallel()
	ways := pgtest.OnEach(t, pgtest.EmptyURL(t))
	one, two := pgtest.StartRelayTo(t, ways[0]), pgtest.StartRelayTo(t, ways[len(ways)-1])
	database := pgtest.Open(t, pgtest.Several(t, one.Through(t, ways[0]), two.Through(t, ways[0])), pg.Options{MaxConns: 8})
	t.Run("CLU-03 each has its share", func(t *testing.T) {
		connect(t, database, 8)
		shares := talksTo(t, database)
		if shares[one.Address()] != 4 || shares[two.Address()] != 4 {
			t.Errorf("the connections go to %v", shares)
		}
	})
	t.Run("CLU-04 one that is away is gone round, and found again", func(t *testing.T) {
		one.Cut()
		database.Pool().Reset()
		connect(t, database, 8)
		if shares := talksTo(t, database); shares[two.Address()] != 8 {
			t.Errorf("the connections go to %v", shares)
		}
		one.Mend()
		two.Cut()
		database.Pool().Reset()
		connect(t, database, 8)
		if shares := talksTo(t, database); shares[one.Address()] != 8 {
			t.Errorf("the connections go to %v", shares)
		}
	})
}
