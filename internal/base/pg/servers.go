package pg

import (
	"context"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// awayFor is how long a server that could not be reached is tried last.
	awayFor = 10 * time.Second
	// connLife is how long a connection to one of several servers is kept: one that
	// was away and is back gets its share within that time.
	connLife = 10 * time.Minute
)

// servers are those that a URL names, where they are several: a node spreads its
// connections over them, and goes on with the others while one is away.
type servers struct {
	mu   sync.Mutex
	turn int
	away map[string]time.Time // since when
}

// spread has a pool connect to all servers that its URL names, in turn. Which one
// is first is drawn by lot, so that many nodes begin with different ones. A standby
// is passed over until it is promoted, unless the URL asks for something else.
func spread(cfg *pgxpool.Config) {
	many := len(waysOf(cfg.ConnConfig))
	if many == 1 {
		return
	}
	s := &servers{turn: rand.IntN(many), away: map[string]time.Time{}}
	if cfg.ConnConfig.ValidateConnect == nil {
		cfg.ConnConfig.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	before := cfg.BeforeConnect
	cfg.BeforeConnect = func(ctx context.Context, conn *pgx.ConnConfig) error {
		if err := before(ctx, conn); err != nil {
			return err
		}
		s.order(conn)
		return nil
	}
	// The dialer is told the name, and not what it resolves to: it notes by it who is
	// away.
	dial := cfg.ConnConfig.DialFunc
	cfg.ConnConfig.LookupFunc = func(_ context.Context, host string) ([]string, error) { return []string{host}, nil }
	cfg.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		s.note(address, err)
		return conn, err
	}
	cfg.MaxConnLifetime, cfg.MaxConnLifetimeJitter = connLife, connLife/10
}

// waysOf lists the servers of a URL, in its order, and of each the ways to it: with
// TLS and without, where the URL leaves that open.
func waysOf(conn *pgx.ConnConfig) (all [][]*pgconn.FallbackConfig) {
	ways := append([]*pgconn.FallbackConfig{{Host: conn.Host, Port: conn.Port, TLSConfig: conn.TLSConfig}}, conn.Fallbacks...)
	for _, way := range ways {
		i := slices.IndexFunc(all, func(server []*pgconn.FallbackConfig) bool { return addressOf(server[0]) == addressOf(way) })
		if i < 0 {
			i, all = len(all), append(all, nil)
		}
		all[i] = append(all[i], way)
	}
	return all
}

func addressOf(way *pgconn.FallbackConfig) string {
	return net.JoinHostPort(way.Host, strconv.Itoa(int(way.Port)))
}

// order says in which order a new connection tries the servers: the next one
// first, those that were away a moment ago last.
func (s *servers) order(conn *pgx.ConnConfig) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := waysOf(conn)
	var near, away []*pgconn.FallbackConfig
	for i := range all {
		server := all[(s.turn+i)%len(all)]
		if since, ok := s.away[addressOf(server[0])]; ok && time.Since(since) < awayFor {
			away = append(away, server...)
		} else {
			near = append(near, server...)
		}
	}
	s.turn++
	ways := append(near, away...)
	conn.Host, conn.Port, conn.TLSConfig, conn.Fallbacks = ways[0].Host, ways[0].Port, ways[0].TLSConfig, ways[1:]
}

// note says whether a server was reached.
func (s *servers) note(address string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		delete(s.away, address)
	} else {
		s.away[address] = time.Now()
	}
}
