// Package db holds the schema: the migrations, one PostgreSQL schema a domain,
// and the table of tables that says where each of them lives.
//
// A table belongs to one domain, and only that domain's queries touch it. What a
// table must keep so that PostgreSQL can be distributed by shard is written in
// tables.go and tested against the catalog.
package db

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"net"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var files embed.FS

// versionTable has the migrations that were made.
const versionTable = "counterpart_migrations"

// Migrate brings the database to the newest schema. Several nodes may call it at
// once: one migrates, the others wait for it.
func Migrate(ctx context.Context, pool *pgxpool.Pool) error {
	pool, done, err := onFirst(ctx, pool)
	if err != nil {
		return err
	}
	defer done()
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("reach PostgreSQL: %w", err)
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(hashtext('counterpart migrate'))"); err != nil {
		return fmt.Errorf("wait for another migration: %w", err)
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(hashtext('counterpart migrate'))")

	schema, err := schemaPool(ctx, pool)
	if err != nil {
		return err
	}
	defer schema.Close()
	plain := stdlib.OpenDBFromPool(schema)
	defer plain.Close()
	provider, err := provider(plain)
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if err := distribute(ctx, schema); err != nil {
		return err
	}
	return shareVersion(ctx, schema)
}

// schemaPool connects for migrations. Citus changes the shards of a table side by
// side, and then refuses to change a table that points to it in the same
// transaction: one after the other it does both. Triggers it wants to be asked
// for: a trigger runs beside the rows it fires for, which ours keep to. A change to
// a large table may take minutes, so nobody minds a server that is silent.
func schemaPool(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Pool, error) {
	cfg := pool.Config()
	cfg.MaxConns, cfg.MinConns = 2, 0
	cfg.ConnConfig.DialFunc = new(net.Dialer).DialContext
	clustered, err := OnCitus(ctx, pool)
	if err != nil {
		return nil, err
	}
	if clustered {
		if err := checkShardCount(ctx, pool); err != nil {
			return nil, err
		}
		cfg.ConnConfig.RuntimeParams["citus.multi_shard_modify_mode"] = "sequential"
		cfg.ConnConfig.RuntimeParams["citus.enable_unsafe_triggers"] = "on"
	}
	schema, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("connect for migrations: %w", err)
	}
	return schema, nil
}

// checkShardCount refuses to spread tables over a number of Citus's shards that
// would part what belongs together: the lease of a slice lies beside all that it
// is the lease of (ident.Slice).
func checkShardCount(ctx context.Context, pool *pgxpool.Pool) error {
	var count int
	if err := pool.QueryRow(ctx, "SELECT current_setting('citus.shard_count')::integer").Scan(&count); err != nil {
		return fmt.Errorf("ask how many shards Citus makes: %w", err)
	}
	if !fitsSlices(count) {
		return fmt.Errorf("citus.shard_count is %d: it should be a power of two, and %d at most", count, maxCitusShards)
	}
	return nil
}

// maxCitusShards is the number of slices.
const maxCitusShards = 64

func fitsSlices(count int) bool { return count > 0 && count <= maxCitusShards && count&(count-1) == 0 }

// onFirst is a pool on the first server that another is spread over, and on no
// other: in a cluster that is the coordinator, which alone makes and drops tables.
// It is the same pool where there is one server, or one with its standbys, of which
// any may be the primary by now; done ends what is not.
func onFirst(ctx context.Context, pool *pgxpool.Pool) (first *pgxpool.Pool, done func(), err error) {
	cfg := pool.Config()
	conn := cfg.ConnConfig
	same := slices.DeleteFunc(slices.Clone(conn.Fallbacks), func(way *pgconn.FallbackConfig) bool {
		return way.Host != conn.Host || way.Port != conn.Port
	})
	if len(same) == len(conn.Fallbacks) {
		return pool, func() {}, nil
	}
	if clustered, err := OnCitus(ctx, pool); err != nil || !clustered {
		return pool, func() {}, err
	}
	cfg.BeforeConnect, conn.Fallbacks = nil, same
	cfg.MaxConns, cfg.MinConns = 2, 0
	first, err = pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, nil, fmt.Errorf("connect to the first server: %w", err)
	}
	return first, first.Close, nil
}

// shareVersion has every server of a cluster know the schema's version: a node that
// talks to any of them asks for it.
func shareVersion(ctx context.Context, pool *pgxpool.Pool) error {
	clustered, err := OnCitus(ctx, pool)
	if err != nil || !clustered {
		return err
	}
	_, err = pool.Exec(ctx, `
		SELECT create_reference_table($1::text::regclass)
		WHERE  NOT EXISTS (SELECT FROM citus_tables WHERE table_name = $1::text::regclass)`, versionTable)
	if err != nil {
		return fmt.Errorf("share the schema's version: %w", err)
	}
	return nil
}

// OnCitus tells whether the database is one of a cluster.
func OnCitus(ctx context.Context, pool *pgxpool.Pool) (clustered bool, err error) {
	err = pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')").Scan(&clustered)
	if err != nil {
		return false, fmt.Errorf("ask whether Citus is there: %w", err)
	}
	return clustered, nil
}

// Pending tells how many migrations the database lacks. A node that finds any
// says that it is not ready.
func Pending(ctx context.Context, pool *pgxpool.Pool) (int, error) {
	plain := stdlib.OpenDBFromPool(pool)
	defer plain.Close()
	provider, err := provider(plain)
	if err != nil {
		return 0, err
	}
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return 0, fmt.Errorf("read the schema's version: %w", err)
	}
	return int(target - current), nil
}

func provider(plain *sql.DB) (*goose.Provider, error) {
	migrations, err := fs.Sub(files, "migrations")
	if err != nil {
		return nil, fmt.Errorf("open migrations: %w", err)
	}
	p, err := goose.NewProvider(goose.DialectPostgres, plain, migrations, goose.WithTableName(versionTable))
	if err != nil {
		return nil, fmt.Errorf("prepare migrations: %w", err)
	}
	return p, nil
}

// Files are the migrations, for tools that tell one schema from another.
func Files() fs.FS { return files }
