package app_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
)

// selfSigned makes a certificate under a serial number, and its key, in PEM.
func selfSigned(t *testing.T, serial int64, ends time.Time) (cert, key []byte) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(serial), DNSNames: []string{"localhost"}, NotAfter: ends}
	made, err := x509.CreateCertificate(rand.Reader, of, of, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	coded, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: made}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: coded})
}

func write(t *testing.T, file string, content []byte) {
	t.Helper()
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// shown is the serial number of the certificate that a new connection is shown.
func shown(t *testing.T, address string) int64 {
	t.Helper()
	// Whose it is does not matter here: which one is.
	conn, err := tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	return conn.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
}

func TestACertificateIsRenewed(t *testing.T) {
	t.Parallel()
	t.Run("OPS-08 a new one is shown on both hosts without a restart, and a broken one is not", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
		first, second := time.Now().Add(time.Hour), time.Now().Add(90*24*time.Hour)
		cert, key := selfSigned(t, 1, first)
		write(t, certFile, cert)
		write(t, keyFile, key)
		logs := &apptest.Logs{}
		n := serveLogging(t, logs, app.Options{RereadEvery: time.Millisecond}, func(c *app.Config) {
			c.TLSCert, c.TLSKey = certFile, keyFile
			c.BaseURL, c.AuthURL = "https://"+c.ListenAPI, "https://"+c.ListenApp
		})
		hosts := []string{strings.TrimPrefix(n.api, "https://"), strings.TrimPrefix(n.page, "https://")}
		for _, host := range hosts {
			if got := shown(t, host); got != 1 {
				t.Fatalf("%s shows certificate %d", host, got)
			}
		}
		cert, key = selfSigned(t, 2, second)
		write(t, certFile, cert) // its key comes a moment later
		apptest.Eventually(t, "the log tells of the pair that does not fit", func() bool { return strings.Contains(logs.String(), "a file that changed cannot be used") })
		if got := shown(t, hosts[0]); got != 1 {
			t.Errorf("half of a pair makes the node show certificate %d", got)
		}
		write(t, keyFile, key)
		for _, host := range hosts {
			apptest.Eventually(t, "the new certificate is shown", func() bool { return shown(t, host) == 2 })
		}
		if told := strings.Count(logs.String(), "a file that changed cannot be used"); told > 3 {
			t.Errorf("the log tells of it %d times", told)
		}
		expires := fmt.Sprintf("counterpart_certificate_expires_timestamp_seconds %v", float64(second.Unix()))
		if page := metricsOf(t, n); !strings.Contains(page, expires) {
			t.Errorf("the figure is not %q", expires)
		}
	})
}

// metricsOf is what a node tells Prometheus.
func metricsOf(t *testing.T, n *node) string {
	t.Helper()
	resp, err := http.Get(n.ops + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}
