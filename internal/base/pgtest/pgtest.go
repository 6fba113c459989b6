// Package pgtest gives every test a PostgreSQL database of its own, cloned from
// a template that is migrated once.
//
// The template's name carries a hash of the migrations, so a changed migration
// makes a new template and nothing has to be cleaned by hand. Start is the
// instant at which tests' clocks start; the template has the day partitions
// around it.
//
// The server is the one that COUNTERPART_TEST_POSTGRES names. Where it coordinates
// a cluster of Citus, a database is one on each of the cluster's servers, and the
// same tests run there.
package pgtest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"github.com/counterpart/counterpart/db"
	"github.com/counterpart/counterpart/internal/base/pg"
)

// Start is when tests begin: a Sunday morning, three weeks before a month's end
// and on no special day, after the newest API version was released.
var Start = time.Date(2026, time.November, 8, 9, 30, 0, 0, time.UTC)

// New returns a database of the test's own, migrated, with no rows in it.
func New(t testing.TB) *pg.DB {
	t.Helper()
	return Open(t, Clone(t), pg.Options{})
}

// Open connects to a database for as long as the test runs.
func Open(t testing.TB, url string, opt pg.Options) *pg.DB {
	t.Helper()
	if opt.MaxConns == 0 {
		opt.MaxConns = 8
	}
	if _, knows := opt.Tracer.(pgx.BatchTracer); opt.Tracer != nil && !knows {
		opt.Tracer = each{opt.Tracer}
	}
	conn, err := pg.Open(t.Context(), url, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// Pool does so for tests that may not know package pg.
func Pool(t testing.TB, url string) *pgxpool.Pool {
	t.Helper()
	return Open(t, url, pg.Options{}).Pool()
}

// MakeDays makes the partitions of a day to which a test moves its clock.
func MakeDays(t testing.TB, conn *pg.DB, at time.Time) {
	t.Helper()
	if err := db.MakePartitions(t.Context(), conn.Pool(), at); err != nil {
		t.Fatal(err)
	}
}

// Clone makes a database for the test and returns its URL. It is dropped when
// the test ends, by force: what still holds a connection loses it.
func Clone(t testing.TB) string {
	t.Helper()
	servers := serversOf(t)
	template, err := template(servers)
	if err != nil {
		t.Fatalf("make the template database: %v", err)
	}
	// Copying files beats copying blocks through the log: nobody waits for a disk here.
	return create(t, servers, " TEMPLATE "+template+" STRATEGY FILE_COPY")
}

// Empty makes a database without any schema, for tests of the migrations.
func Empty(t testing.TB) *pg.DB {
	t.Helper()
	return Open(t, EmptyURL(t), pg.Options{})
}

// EmptyURL makes a database without any schema and returns its URL.
func EmptyURL(t testing.TB) string {
	t.Helper()
	url := create(t, serversOf(t), "")
	joinAll(t, url)
	return url
}

// Unjoined is Empty before the servers of a cluster have joined: one server's
// database alone, until the test says Join.
func Unjoined(t testing.TB) *pg.DB {
	t.Helper()
	return Open(t, create(t, serversOf(t), ""), pg.Options{})
}

// Join makes a cluster of a database and those of its name on the other servers.
func Join(t testing.TB, database *pg.DB) {
	t.Helper()
	joinAll(t, database.Pool().Config().ConnString())
}

func joinAll(t testing.TB, url string) {
	t.Helper()
	if err := join(t.Context(), serversOf(t), databaseOf(url)); err != nil {
		t.Fatalf("make the servers' databases a cluster: %v", err)
	}
}

// create makes a database for the test; from says what it is copied from.
func create(t testing.TB, servers []string, from string) string {
	t.Helper()
	name := "t_" + strings.ToLower(rand.Text())
	run(t, servers, "CREATE DATABASE "+name+from)
	t.Cleanup(func() { run(t, servers, fmt.Sprintf("DROP DATABASE %s WITH (FORCE)", name)) })
	return withDatabase(servers[0], name)
}

var (
	once         sync.Once
	templateName string
	templateErr  error
)

// template makes the template where it is missing and returns its name. Many
// test processes may ask at once; one of them makes it.
func template(servers []string) (string, error) {
	once.Do(func() { templateName, templateErr = makeTemplate(context.Background(), servers) })
	return templateName, templateErr
}

func makeTemplate(ctx context.Context, servers []string) (string, error) {
	name, err := nameTemplate()
	if err != nil {
		return "", err
	}
	admin, err := pgx.Connect(ctx, servers[0])
	if err != nil {
		return "", err
	}
	defer admin.Close(ctx)
	if _, err := admin.Exec(ctx, "SELECT pg_advisory_lock(hashtext('pgtest template'))"); err != nil {
		return "", err
	}
	var there bool
	if err := admin.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&there); err != nil || there {
		return name, err
	}
	return name, build(ctx, servers, name)
}

// build makes the template. It is built under another name, so that a build that
// was cut off is never taken for a template; the server that is asked whether it
// is there gets it last.
func build(ctx context.Context, servers []string, name string) error {
	building := name + "_building"
	for _, sql := range []string{"DROP DATABASE IF EXISTS " + building + " WITH (FORCE)", "CREATE DATABASE " + building} {
		if err := everywhere(ctx, servers, sql); err != nil {
			return err
		}
	}
	if err := join(ctx, servers, building); err != nil {
		return err
	}
	if err := fill(ctx, withDatabase(servers[0], building)); err != nil {
		return err
	}
	if err := closeDatabase(ctx, servers, building); err != nil {
		return err
	}
	for _, server := range slices.Backward(servers) {
		// Left by a build that was cut off between two servers.
		if err := everywhere(ctx, []string{server}, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
			return err
		}
		if err := everywhere(ctx, []string{server}, fmt.Sprintf("ALTER DATABASE %s RENAME TO %s", building, name)); err != nil {
			return err
		}
	}
	return nil
}

func fill(ctx context.Context, url string) error {
	conn, err := pg.Open(ctx, url, pg.Options{})
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := db.Migrate(ctx, conn.Pool()); err != nil {
		return err
	}
	return db.MakePartitions(ctx, conn.Pool(), Start)
}

func nameTemplate() (string, error) {
	sum := sha256.New()
	fmt.Fprintln(sum, Start, db.Tables)
	err := fs.WalkDir(db.Files(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(db.Files(), path)
		sum.Write(text)
		return err
	})
	return "template_" + hex.EncodeToString(sum.Sum(nil))[:16], err
}

// run executes one statement on every server.
func run(t testing.TB, servers []string, sql string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := everywhere(ctx, servers, sql); err != nil {
		t.Fatal(err)
	}
}

// everywhere executes one statement on all servers at once.
func everywhere(ctx context.Context, servers []string, sql string) error {
	all, ctx := errgroup.WithContext(ctx)
	for _, server := range servers {
		all.Go(func() error { return on(ctx, server, sql) })
	}
	return all.Wait()
}

// on executes one statement on a server. Cloning needs the template for itself
// for a moment; PostgreSQL refuses rather than waits, so we ask again.
func on(ctx context.Context, server, sql string) error {
	conn, err := connect(ctx, server)
	if err != nil {
		return fmt.Errorf("reach the test PostgreSQL: %w", err)
	}
	defer keep(ctx, server, conn)
	for {
		_, err := conn.Exec(ctx, sql)
		if busy, ok := errors.AsType[*pgconn.PgError](err); ok && busy.Code == "55006" && ctx.Err() == nil {
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", sql, err)
		}
		return nil
	}
}

// idle has the connections to each server between tests: one that is new costs
// PostgreSQL half as much as a whole database.
var idle sync.Map

func idleTo(server string) chan *pgx.Conn {
	conns, _ := idle.LoadOrStore(server, make(chan *pgx.Conn, 4))
	return conns.(chan *pgx.Conn)
}

func connect(ctx context.Context, server string) (*pgx.Conn, error) {
	select {
	case conn := <-idleTo(server):
		if conn.Ping(ctx) == nil {
			return conn, nil
		}
		_ = conn.Close(ctx) // a test has restarted the server
	default:
	}
	return pgx.Connect(ctx, server)
}

func keep(ctx context.Context, server string, conn *pgx.Conn) {
	select {
	case idleTo(server) <- conn:
	default:
		_ = conn.Close(ctx)
	}
}

const connectTimeout = "connect_timeout"

func withDatabase(server, name string) string {
	u := parse(server)
	u.Path = "/" + name
	// A busy machine is not a server that is away.
	query := u.Query()
	query.Set(connectTimeout, "60")
	u.RawQuery = query.Encode()
	return u.String()
}

func databaseOf(server string) string { return strings.TrimPrefix(parse(server).Path, "/") }

func parse(server string) *url.URL {
	u, err := url.Parse(server)
	if err != nil {
		panic("the test PostgreSQL URL cannot be read")
	}
	return u
}
