package pg

import (
	"context"
	"crypto/tls"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// certificates has every new connection read the files anew that the URL or libpq's
// variables name (sslrootcert, sslcert, sslkey): they may have been renewed since. What
// cannot be read, because it is just being replaced, leaves the connection with what
// the pool began with.
func certificates(url string) func(context.Context, *pgx.ConnConfig) error {
	return func(_ context.Context, conn *pgx.ConnConfig) error {
		if !fromFiles(conn) {
			return nil
		}
		if fresh, err := pgx.ParseConfig(url); err == nil {
			conn.TLSConfig, conn.Fallbacks = fresh.TLSConfig, fresh.Fallbacks
		}
		return nil
	}
}

// fromFiles reports whether a way to a server rests on a file.
func fromFiles(conn *pgx.ConnConfig) bool {
	for _, way := range append([]*pgconn.FallbackConfig{{TLSConfig: conn.TLSConfig}}, conn.Fallbacks...) {
		if rests(way.TLSConfig) {
			return true
		}
	}
	return false
}

func rests(c *tls.Config) bool { return c != nil && (c.RootCAs != nil || len(c.Certificates) > 0) }
