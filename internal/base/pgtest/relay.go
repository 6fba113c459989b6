package pgtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/counterpart/counterpart/internal/base/testenv"
)

// Relay stands between a test and the PostgreSQL that all tests share, and can
// make it seem away or frozen for this one alone.
type Relay struct {
	address string

	mu     sync.Mutex
	thawed *sync.Cond
	frozen bool
	cut    bool
	until  []byte // freezes once it has been sent to the server; nil where nothing does
	conns  map[net.Conn]bool
}

// StartRelay begins to relay, until the test ends.
func StartRelay(t testing.TB) *Relay {
	t.Helper()
	return StartRelayTo(t, testenv.Setting(t, "COUNTERPART_TEST_POSTGRES"))
}

// StartRelayTo begins to relay to the server of a database, until the test ends.
func StartRelayTo(t testing.TB, database string) *Relay {
	t.Helper()
	r := &Relay{conns: map[net.Conn]bool{}}
	r.thawed = sync.NewCond(&r.mu)
	t.Cleanup(r.Cut)
	r.address = testenv.Between(t, parse(database).Host, r.relay)
	return r
}

// Address is where the relay listens.
func (r *Relay) Address() string { return r.address }

// Through is a database's URL by way of the relay.
func (r *Relay) Through(t testing.TB, database string) string {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal("the database's URL cannot be read")
	}
	u.Host = r.address
	query := u.Query()
	query.Del(connectTimeout) // what is cut off should be found out soon
	u.RawQuery = query.Encode()
	return u.String()
}

// Cut ends all connections, and every new one at once.
func (r *Relay) Cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cut, r.frozen = true, false
	for conn := range r.conns {
		_ = conn.Close()
	}
	r.thawed.Broadcast()
}

// Freeze holds back whatever is sent either way, as a server does whose processes
// are stopped. Connections are taken as before.
func (r *Relay) Freeze() { r.set(func() { r.frozen = true }) }

// FreezeAfter freezes as soon as a client has sent this, such as Prepared("commit"):
// the server has it, and the client will not learn what became of it.
func (r *Relay) FreezeAfter(text string) { r.set(func() { r.until = []byte(text) }) }

// Prepared is how a connection that knows a statement sends it.
func Prepared(sql string) string {
	sum := sha256.Sum256([]byte(sql))
	return "stmtcache_" + hex.EncodeToString(sum[:24]) // pgx's name for it
}

// Mend relays again; what was held back arrives.
func (r *Relay) Mend() { r.set(func() { r.cut, r.frozen = false, false }) }

func (r *Relay) set(change func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change()
	r.thawed.Broadcast()
}

func (r *Relay) relay(client, server net.Conn) {
	if !r.keep(client, server) {
		return
	}
	defer r.drop(client, server)
	var both sync.WaitGroup
	both.Go(func() { r.copy(server, client, r.watch) })
	both.Go(func() { r.copy(client, server, func([]byte) {}) })
	both.Wait()
}

// copy passes on what comes, and the end of it.
func (r *Relay) copy(to, from net.Conn, sent func([]byte)) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		r.hold()
		if n > 0 {
			sent(buffer[:n])
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				_ = to.(*net.TCPConn).CloseWrite()
			} else {
				_ = to.Close()
			}
			return
		}
	}
}

// watch freezes the relay once what it waits for passes.
func (r *Relay) watch(sent []byte) {
	r.set(func() {
		if r.until != nil && bytes.Contains(sent, r.until) {
			r.frozen, r.until = true, nil
		}
	})
}

// hold waits while the relay is frozen.
func (r *Relay) hold() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.frozen {
		r.thawed.Wait()
	}
}

func (r *Relay) keep(conns ...net.Conn) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cut {
		return false
	}
	for _, conn := range conns {
		r.conns[conn] = true
	}
	return true
}

func (r *Relay) drop(conns ...net.Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, conn := range conns {
		delete(r.conns, conn)
	}
}
