package pg

import (
	"context"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// silenceLimit is how long a server may leave a statement without any answer. It
// ends a statement of a transaction itself after TxLimit; what says nothing for
// longer is not there any more, though nobody said so: a firewall that forgot the
// connection, or a machine that hangs. Requests have limits of their own; jobs
// would wait for ever.
const silenceLimit = TxLimit + 5*time.Second

// listening dials connections that break when the server is silent for too long.
func listening(dial pgconn.DialFunc, limit time.Duration) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &listened{Conn: conn, limit: limit}, nil
	}
}

// listened is such a connection. Whoever reads from it waits for an answer.
type listened struct {
	net.Conn
	limit time.Duration

	mu  sync.Mutex
	set bool // a deadline of the caller's, which counts instead
}

// Read waits for as long as the caller said, or for the limit.
func (l *listened) Read(into []byte) (int, error) {
	l.mu.Lock()
	if !l.set {
		_ = l.Conn.SetReadDeadline(time.Now().Add(l.limit)) // a closed connection says so when it is read
	}
	l.mu.Unlock()
	return l.Conn.Read(into)
}

// SetDeadline is how pgx ends what a caller has given up.
func (l *listened) SetDeadline(at time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.set = !at.IsZero()
	return l.Conn.SetDeadline(at)
}

// SetReadDeadline does so for reading alone.
func (l *listened) SetReadDeadline(at time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.set = !at.IsZero()
	return l.Conn.SetReadDeadline(at)
}
