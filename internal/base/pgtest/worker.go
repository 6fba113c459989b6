package pgtest

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"
)

// spareSetting is the address of a server that belongs to no cluster yet.
const spareSetting = "COUNTERPART_CLUSTER_SPARE"

// RelayWorker puts a relay in front of one of the workers of a test's own
// database: cut off, that worker is away for this database alone. It returns the
// worker's number in the cluster too.
func RelayWorker(t testing.TB, database string) (relay *Relay, group int) {
	t.Helper()
	conn := direct(t, database)
	var node int
	var host, port string
	err := conn.QueryRow(t.Context(), "SELECT nodeid, groupid, nodename, nodeport::text FROM pg_dist_node WHERE groupid > 0 ORDER BY groupid LIMIT 1").Scan(&node, &group, &host, &port)
	if err != nil {
		t.Fatal(err)
	}
	worker := parse(database)
	worker.Host = net.JoinHostPort(host, port)
	relay = StartRelayTo(t, worker.String())
	if _, err := conn.Exec(t.Context(), "SELECT citus_update_node($1, '127.0.0.1', $2)", node, int(netip.MustParseAddrPort(relay.address).Port())); err != nil {
		t.Fatal(err)
	}
	return relay, group
}

// AddServer adds the spare server to the cluster of a test's own database, as an
// operator does: it has no shards until some are moved there.
func AddServer(t testing.TB, database string) {
	t.Helper()
	host, port, err := net.SplitHostPort(os.Getenv(spareSetting))
	if err != nil {
		t.Fatalf("%s is not the address of a server: %v", spareSetting, err)
	}
	u := parse(database)
	u.Host, u.Path = net.JoinHostPort(host, port), "/postgres"
	name := databaseOf(database)
	run(t, []string{u.String()}, "CREATE DATABASE "+name)
	t.Cleanup(func() { run(t, []string{u.String()}, fmt.Sprintf("DROP DATABASE %s WITH (FORCE)", name)) })
	if err := inDatabase(t.Context(), withDatabase(u.String(), name), "CREATE EXTENSION citus"); err != nil {
		t.Fatal(err)
	}
	conn := direct(t, database)
	// A copy of a template takes itself for the template, which the new server has not.
	if _, err := conn.Exec(t.Context(), "DELETE FROM pg_dist_object WHERE classid = 'pg_database'::regclass"); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "SELECT citus_add_node($1, $2::int)", host, port); err != nil {
		t.Fatal(err)
	}
}

// direct is a connection to a database for as long as the test runs.
func direct(t testing.TB, database string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	return conn
}
