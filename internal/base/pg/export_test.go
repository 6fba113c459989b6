package pg

import (
	"context"
	"net"

	"github.com/jackc/pgx/v5/pgxpool"
)

// OpenThrough opens a pool whose connections are wrapped.
func OpenThrough(ctx context.Context, url string, through func(net.Conn) net.Conn) (*DB, error) {
	cfg, err := configure(url, Options{MaxConns: 1})
	if err != nil {
		return nil, err
	}
	dial := cfg.ConnConfig.DialFunc
	cfg.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return through(conn), nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	return &DB{pool: pool}, err
}
