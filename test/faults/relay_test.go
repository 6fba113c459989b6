package faults

import (
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/testenv"
)

// relay stands between nodes and a server.
type relay struct {
	address string
	delay   atomic.Int64 // nanoseconds, each way

	mu     sync.Mutex
	silent bool
	closed bool
	pairs  map[*pair]bool
}

// pair is one connection through the relay.
type pair struct {
	client, server net.Conn
	dead           atomic.Bool // half-open: whatever is sent is lost, and nobody is told
}

func newRelay(t testing.TB, server string) *relay {
	t.Helper()
	r := &relay{pairs: map[*pair]bool{}}
	t.Cleanup(r.reset)
	r.address = testenv.Between(t, server, r.relay)
	return r
}

// slow delays what passes, each way.
func (r *relay) slow(by time.Duration) { r.delay.Store(int64(by)) }

// reset ends all connections with a reset, as a firewall does that forgot them.
func (r *relay) reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for p := range r.pairs {
		_ = p.client.(*net.TCPConn).SetLinger(0)
		_ = p.client.Close()
		_ = p.server.Close()
	}
}

// hush makes all connections half-open, and those that are made from now on. They
// stay so after mend.
func (r *relay) hush() {
	r.set(func() {
		r.silent = true
		for p := range r.pairs {
			p.dead.Store(true)
		}
	})
}

// cut ends all connections, and those that are made from now on at once.
func (r *relay) cut() {
	r.set(func() { r.closed = true })
	r.reset()
}

// mend relays new connections again.
func (r *relay) mend() {
	r.slow(0)
	r.set(func() { r.silent, r.closed = false, false })
}

func (r *relay) set(change func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change()
}

func (r *relay) relay(client, server net.Conn) {
	p := &pair{client: client, server: server}
	var closed bool
	r.set(func() {
		closed = r.closed
		p.dead.Store(r.silent)
		r.pairs[p] = true
	})
	defer r.set(func() { delete(r.pairs, p) })
	if closed {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { r.pass(p, server, client) })
	both.Go(func() { r.pass(p, client, server) })
	both.Wait()
}

// pass passes on what comes. The end of one side is the end of the other, unless the
// connection is half-open: then the other side learns nothing.
func (r *relay) pass(p *pair, to, from net.Conn) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if wait := time.Duration(r.delay.Load()); wait > 0 {
			time.Sleep(wait) // it is the fault
		}
		if !p.dead.Load() && n > 0 {
			_, failed := to.Write(buffer[:n])
			err = errors.Join(err, failed)
		}
		if err != nil {
			if !p.dead.Load() {
				_ = to.Close()
			}
			return
		}
	}
}
