// Package pg is the service's way to PostgreSQL: a pool whose connections are set
// up the same everywhere, and transactions that know what must be written last.
//
// Domains do not see pgx. Their generated queries take a DB or a Tx; both
// satisfy the generated DBTX interfaces.
package pg

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

// TxLimit bounds a transaction's life. What must outlive any transaction, such
// as an epoch's mark, is measured by it.
const TxLimit = 30 * time.Second

const (
	connectLimit = 5 * time.Second // to reach the server
	pingLimit    = 2 * time.Second // for a connection that lay idle to show that it lives
	goneCheck    = 2 * time.Second // how often the server looks whether a statement's caller is still there
)

// ErrNoRows says that a query which wants one row found none.
var ErrNoRows = pgx.ErrNoRows

// Tracer sees every statement before and after it runs.
type Tracer = pgx.QueryTracer

// DB is a pool of connections to one PostgreSQL: a server, or several of a cluster.
type DB struct {
	pool      *pgxpool.Pool
	clustered atomic.Pointer[bool] // once it is known
}

// Options are what an operator may set beside the URL.
type Options struct {
	MaxConns int32
	// Silence is how long a server may leave a statement unanswered that has no other
	// limit; 35 seconds where it is zero.
	Silence time.Duration
	// Tracer sees every statement; tests use it to stop the world before one.
	Tracer Tracer
}

// Open prepares a pool. It does not wait for the server: a node starts, and
// says that it is not ready, while PostgreSQL is away.
func Open(ctx context.Context, url string, opt Options) (*DB, error) {
	cfg, err := configure(url, opt)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open PostgreSQL pool: %w", err)
	}
	return &DB{pool: pool}, nil
}

func configure(url string, opt Options) (*pgxpool.Config, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		// pgx's own error can quote the URL, and the URL holds a password.
		return nil, errors.New("the PostgreSQL URL cannot be read: it should look like postgres://user:password@host:5432/database, with host:5432,host:5432 for several servers")
	}
	if opt.MaxConns > 0 {
		cfg.MaxConns = opt.MaxConns
	}
	if cfg.ConnConfig.ConnectTimeout == 0 {
		cfg.ConnConfig.ConnectTimeout = connectLimit
	}
	cfg.PingTimeout = pingLimit
	cfg.ConnConfig.Tracer = opt.Tracer
	cfg.AfterConnect = setUp
	params := cfg.ConnConfig.RuntimeParams
	params["application_name"] = "counterpart"
	params["timezone"] = "UTC"
	// A forgotten transaction elsewhere slows every claim within seconds.
	params["idle_in_transaction_session_timeout"] = fmt.Sprint(TxLimit.Milliseconds())
	// A statement whose caller has given up ends soon, wherever it waits, and is
	// not committed long after.
	params["client_connection_check_interval"] = fmt.Sprint(goneCheck.Milliseconds())
	cfg.BeforeConnect = certificates(url)
	cfg.ConnConfig.DialFunc = listening(cfg.ConnConfig.DialFunc, cmp.Or(opt.Silence, silenceLimit))
	spread(cfg)
	dropGivenUp(cfg)
	return cfg, nil
}

// setUp makes times come back in UTC, as clock.Now tells them, and ids and decimals
// without detours.
func setUp(_ context.Context, conn *pgx.Conn) error {
	teachUUID(conn.TypeMap())
	teachDecimal(conn.TypeMap())
	conn.TypeMap().RegisterType(&pgtype.Type{
		Name:  "timestamptz",
		OID:   pgtype.TimestamptzOID,
		Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	return nil
}

// Close waits for borrowed connections and closes them all.
func (db *DB) Close() { db.pool.Close() }

// Pool is for libraries that bring their own queries; domains do not use it.
func (db *DB) Pool() *pgxpool.Pool { return db.pool }

// Ping asks the server for an answer.
func (db *DB) Ping(ctx context.Context) error { return db.pool.Ping(ctx) }

// Exec runs a statement on its own, or in the transaction that ctx is within.
func (db *DB) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	return db.on(ctx).Exec(ctx, sql, args...)
}

// Query runs a query on its own, or in the transaction that ctx is within.
func (db *DB) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	return db.on(ctx).Query(ctx, sql, args...)
}

// QueryRow runs a query of at most one row, likewise.
func (db *DB) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	return db.on(ctx).QueryRow(ctx, sql, args...)
}

// SendBatch sends several statements in one round trip, likewise.
func (db *DB) SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults {
	return db.on(ctx).SendBatch(ctx, batch)
}

// IsUnique reports whether the error is a clash with the named unique index.
func IsUnique(err error, index string) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "23505" && (e.ConstraintName == index || onShard(e) == index)
}

// onShard is the constraint that a server of a cluster named. Citus passes on its
// message alone, in which the name ends with the number of a shard's table.
func onShard(e *pgconn.PgError) string {
	named := shardName.FindStringSubmatch(e.Message)
	if e.ConstraintName != "" || named == nil {
		return ""
	}
	return named[1]
}

var shardName = regexp.MustCompile(`"(\w+)_[0-9]{6,}"`)

// IsReferenced reports whether the error says that other rows still point to the
// one that was to be removed.
func IsReferenced(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "23503"
}

// referencing is the table at the end of the message about that, without the number
// of a shard's table.
var referencing = regexp.MustCompile(`"(\w+?)(_[0-9]{6,})?"\W*$`)

// ReferencedBy names the table whose rows still point to the one that was to be
// removed; empty where it was not said. Citus passes on the message alone.
func ReferencedBy(err error) (table string, ok bool) {
	e, _ := errors.AsType[*pgconn.PgError](err)
	if !IsReferenced(err) {
		return "", false
	}
	if named := referencing.FindStringSubmatch(e.Message); e.TableName == "" && named != nil {
		return named[1], true
	}
	return e.TableName, true
}

// IsLocked reports whether the error says that somebody else has locked a row
// which was wanted at once.
func IsLocked(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "55P03"
}
