package pg

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"
)

// dropGivenUp has a pool drop the connections on which a statement was given up by
// its caller. pgx drops one whose answer had not come; where it had, to the last
// byte, pgx keeps the connection, and with it, now and then, the error by which a
// reader in the background was woken: the next statement, of somebody else, would
// be told that it took too long.
func dropGivenUp(cfg *pgxpool.Config) {
	build := cfg.ConnConfig.BuildContextWatcherHandler
	cfg.ConnConfig.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return givenUp{build(conn), conn}
	}
	cfg.PrepareConn = func(_ context.Context, conn *pgx.Conn) (sound bool, err error) {
		_, given := conn.PgConn().CustomData()[givenUpKey]
		return !given, nil
	}
}

const givenUpKey = "given up"

// givenUp notes on a connection that a statement was given up.
type givenUp struct {
	ctxwatch.Handler
	conn *pgconn.PgConn
}

// HandleCancel is waited for before the connection goes back to the pool.
func (g givenUp) HandleCancel(ctx context.Context) {
	g.conn.CustomData()[givenUpKey] = true
	g.Handler.HandleCancel(ctx)
}
