package pg_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/testenv"
)

// guarded is the PostgreSQL of all tests, behind TLS.
type guarded struct {
	address string

	mu   sync.Mutex
	pair tls.Certificate
}

func startGuarded(t *testing.T, server string, pair tls.Certificate) *guarded {
	t.Helper()
	g := &guarded{pair: pair}
	g.address = testenv.Between(t, server, g.relay)
	return g
}

// shows has new connections see another certificate.
func (g *guarded) shows(pair tls.Certificate) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.pair = pair
}

// relay says yes to the client's wish for TLS, and passes the rest on.
func (g *guarded) relay(client, server net.Conn) {
	if _, err := io.ReadFull(client, make([]byte, 8)); err != nil { // the wish
		return
	}
	if _, err := client.Write([]byte("S")); err != nil {
		return
	}
	g.mu.Lock()
	secured := tls.Server(client, &tls.Config{Certificates: []tls.Certificate{g.pair}})
	g.mu.Unlock()
	go func() { _, _ = io.Copy(server, secured) }()
	_, _ = io.Copy(secured, server)
}

// authority makes a certificate that signs itself, and a file that holds it.
func authority(t *testing.T, file string) (pair tls.Certificate, keep func()) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{
		SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	made, err := x509.CreateCertificate(rand.Reader, of, of, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{made}, PrivateKey: private}, func() {
		if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: made}), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCertificatesAreReadForEveryConnection(t *testing.T) {
	t.Parallel()
	t.Run("OPS-08 an authority that was renewed counts for new connections to PostgreSQL", func(t *testing.T) {
		t.Parallel()
		at, err := url.Parse(pgtest.EmptyURL(t))
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "root.pem")
		old, keepOld := authority(t, file)
		renewed, keepRenewed := authority(t, file)
		keepOld()
		server := startGuarded(t, at.Host, old)
		query := at.Query()
		query.Set("sslmode", "verify-full")
		query.Set("sslrootcert", file)
		at.Host, at.RawQuery = server.address, query.Encode()
		database, err := pg.Open(t.Context(), at.String(), pg.Options{MaxConns: 2})
		if err != nil {
			t.Fatal(err)
		}
		defer database.Close()
		if err := database.Ping(t.Context()); err != nil {
			t.Fatal(err)
		}
		server.shows(renewed)
		database.Pool().Reset()
		if err := database.Ping(t.Context()); err == nil {
			t.Fatal("a certificate of nobody who is known is taken")
		}
		keepRenewed()
		if err := database.Ping(t.Context()); err != nil {
			t.Errorf("the renewed one is not taken: %v", err)
		}
	})
}
