package app_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
)

// member is a node as a balancer knows it.
type member struct {
	*node
	under   sync.WaitGroup // requests under way
	closing atomic.Int64   // answers that told the client to connect elsewhere
	drained chan struct{}  // closed to end the drain delay
}

// rolling is two nodes of one installation, which are replaced one by one, behind
// a balancer that goes by their readiness.
type rolling struct {
	start func() *member
	trust *tls.Config // nil for HTTP/1.1 without TLS

	mu    sync.Mutex
	ready []*member
	asked int
}

func newRolling(t *testing.T, h2 bool) *rolling {
	t.Helper()
	database, prefix, r := pgtest.Clone(t), rdbtest.Prefix(), &rolling{}
	cert, key := "", ""
	if h2 {
		cert, key, r.trust = certificate(t)
	}
	r.start = func() *member {
		m := &member{drained: make(chan struct{})}
		m.node = serveWith(t, app.Options{Sleep: func(time.Duration) { <-m.drained }}, func(c *app.Config) {
			c.Postgres, c.RedisPrefix, c.Roles, c.StopLimit = database, prefix, []string{app.RoleAPI}, time.Minute
			c.TLSCert, c.TLSKey = cert, key
			if h2 {
				c.BaseURL, c.AuthURL = "https://"+c.ListenAPI, "https://"+c.ListenApp
			}
		})
		m.node.isReady(t)
		return m
	}
	return r
}

// certificate writes a certificate for the loopback into files.
func certificate(t *testing.T) (cert, key string, trust *tls.Config) {
	t.Helper()
	donor := httptest.NewTLSServer(nil)
	defer donor.Close()
	pair := donor.TLS.Certificates[0]
	private, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	for file, block := range map[string]*pem.Block{
		cert: {Type: "CERTIFICATE", Bytes: pair.Certificate[0]}, key: {Type: "PRIVATE KEY", Bytes: private},
	} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key, donor.Client().Transport.(*http.Transport).TLSClientConfig
}

func (r *rolling) set(ready ...*member) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ready = ready
}

// pick takes the nodes in turn.
func (r *rolling) pick() *member {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked++
	m := r.ready[r.asked%len(r.ready)]
	m.under.Add(1)
	return m
}

// ask sends a request over a connection that may be an old one. It is a POST,
// which net/http does not try again where the node may have seen it.
func (r *rolling) ask(by *http.Client) error {
	m := r.pick()
	defer m.under.Done()
	resp, err := by.Post(m.api+"/oauth/introspect", "application/x-www-form-urlencoded", strings.NewReader("token=x"))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.Close {
		m.closing.Add(1)
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

// replace stops a node while another takes its place.
func (r *rolling) replace(t *testing.T, old, stays *member) *member {
	t.Helper()
	fresh := r.start()
	r.set(old, stays, fresh)
	old.stop()
	for status := 0; status != http.StatusServiceUnavailable; {
		status, _ = old.node.ready(t)
	}
	for r.trust == nil && old.closing.Load() < 10 { // it still answers, and says so
		select {
		case err := <-old.ended:
			t.Fatalf("it ended before its time: %v", err)
		default:
		}
	}
	r.set(stays, fresh)
	old.under.Wait()
	close(old.drained)
	if err := <-old.ended; err != nil {
		t.Errorf("a node ended with %v", err)
	}
	return fresh
}

func TestARollingRestartFailsNoRequest(t *testing.T) {
	t.Parallel()
	for name, h2 := range map[string]bool{"OPS-06 over HTTP/1.1": false, "OPS-06 over HTTP/2": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRolling(t, h2)
			first, second := r.start(), r.start()
			r.set(first, second)
			ctx, stop := context.WithCancel(t.Context())
			var clients sync.WaitGroup
			for range 8 {
				by := &http.Client{Transport: &http.Transport{TLSClientConfig: r.trust.Clone(), ForceAttemptHTTP2: h2, MaxIdleConnsPerHost: 4}}
				t.Cleanup(by.CloseIdleConnections)
				clients.Go(func() {
					for ctx.Err() == nil {
						if err := r.ask(by); err != nil {
							t.Errorf("a request failed: %v", err)
						}
					}
				})
			}
			third := r.replace(t, first, second)
			r.replace(t, second, third)
			stop()
			clients.Wait()
		})
	}
}

func TestADrainingNodeSendsItsClientsAway(t *testing.T) {
	t.Parallel()
	for name, h2 := range map[string]bool{"OPS-06 Connection: close": false, "OPS-06 GOAWAY": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRolling(t, h2)
			m := r.start()
			r.set(m)
			var dialled atomic.Int64
			transport := &http.Transport{TLSClientConfig: r.trust.Clone(), ForceAttemptHTTP2: h2}
			transport.DialContext = counting(&dialled)
			by := &http.Client{Transport: transport}
			defer by.CloseIdleConnections()
			ask := func() {
				if err := r.ask(by); err != nil {
					t.Fatal(err)
				}
			}
			ask()
			ask()
			if dialled.Load() != 1 {
				t.Fatalf("two requests took %d connections", dialled.Load())
			}
			m.stop()
			for status := 0; status != http.StatusServiceUnavailable; {
				status, _ = m.node.ready(t)
			}
			ask() // on the old connection, which is told to go
			for dialled.Load() == 1 {
				ask() // on another, once the client has heard
			}
			close(m.drained)
			if err := <-m.ended; err != nil {
				t.Errorf("it ended with %v", err)
			}
		})
	}
}

// counting counts the connections that are made.
func counting(n *atomic.Int64) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		n.Add(1)
		return new(net.Dialer).DialContext(ctx, network, address)
	}
}
