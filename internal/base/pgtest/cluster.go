package pgtest

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/testenv"
)

var (
	lookOnce sync.Once
	servers  []string
	lookErr  error
)

// serversOf lists the PostgreSQL servers that tests run on: the one that is set,
// and where it coordinates a cluster, the workers after it.
func serversOf(t testing.TB) []string {
	t.Helper()
	server := testenv.Setting(t, "COUNTERPART_TEST_POSTGRES")
	lookOnce.Do(func() { servers, lookErr = lookFor(context.Background(), server) })
	if lookErr != nil {
		t.Fatalf("reach the test PostgreSQL: %v", lookErr)
	}
	return servers
}

// OnCluster tells whether tests run on a cluster.
func OnCluster(t testing.TB) bool {
	t.Helper()
	return len(serversOf(t)) > 1
}

// OnEach is a test's database by way of each server that it is on: the
// coordinator of a cluster, then its workers. Where there is no cluster, that is
// one.
func OnEach(t testing.TB, database string) []string {
	t.Helper()
	var ways []string
	for _, server := range serversOf(t) {
		ways = append(ways, withDatabase(server, databaseOf(database)))
	}
	return ways
}

// Several is one URL that names the servers of some, and is the first one otherwise.
func Several(t testing.TB, ways ...string) string {
	t.Helper()
	hosts := make([]string, len(ways))
	for i, way := range ways {
		hosts[i] = parse(way).Host
	}
	return strings.Replace(ways[0], hosts[0], strings.Join(hosts, ","), 1)
}

// lookFor asks a server for the others of its cluster. They have the same users.
func lookFor(ctx context.Context, server string) ([]string, error) {
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	list := []string{server}
	var clustered bool
	if err := conn.QueryRow(ctx, "SELECT to_regclass('pg_catalog.pg_dist_node') IS NOT NULL").Scan(&clustered); err != nil || !clustered {
		return list, err
	}
	rows, err := conn.Query(ctx, "SELECT nodename, nodeport FROM pg_dist_node WHERE groupid > 0 ORDER BY groupid")
	if err != nil {
		return nil, err
	}
	var host string
	var port int
	_, err = pgx.ForEachRow(rows, []any{&host, &port}, func() error {
		worker := parse(server)
		worker.Host = net.JoinHostPort(host, strconv.Itoa(port))
		list = append(list, worker.String())
		return nil
	})
	return list, err
}

// join makes one cluster of a database on all servers. What a template knows of
// its cluster is true of its copies: they have the same hosts, ports and tables,
// and a database finds the others by its own name.
func join(ctx context.Context, servers []string, name string) error {
	if len(servers) == 1 {
		return nil
	}
	for _, server := range servers {
		if err := inDatabase(ctx, withDatabase(server, name), "CREATE EXTENSION citus"); err != nil {
			return err
		}
	}
	for i, server := range servers {
		add := "citus_add_node"
		if i == 0 {
			add = "citus_set_coordinator_host"
		}
		u := parse(server)
		sql := fmt.Sprintf("SELECT %s('%s', %s)", add, u.Hostname(), u.Port())
		if err := inDatabase(ctx, withDatabase(servers[0], name), sql); err != nil {
			return err
		}
	}
	return nil
}

// inDatabase executes one statement in a database.
func inDatabase(ctx context.Context, database, sql string) error {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	if _, err = conn.Exec(ctx, sql); err != nil {
		return fmt.Errorf("%s: %w", sql, err)
	}
	return nil
}

// closeDatabase lets nobody into a database and ends who is in it: on a cluster
// that is a daemon of Citus, and a database in use cannot be copied.
func closeDatabase(ctx context.Context, servers []string, name string) error {
	if err := everywhere(ctx, servers, "ALTER DATABASE "+name+" ALLOW_CONNECTIONS false"); err != nil {
		return err
	}
	return everywhere(ctx, servers, fmt.Sprintf("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '%s'", name))
}
