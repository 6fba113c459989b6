package demo

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"time"
)

// The receiver's certificate and key in the demo's folder.
const (
	certFile = "receiver.pem"
	keyFile  = "receiver.key"
)

// certify makes the certificate that a webhook receiver on this machine serves
// and that the demo trusts, unless an earlier start has made it.
func (d Demo) certify() error {
	if _, err := os.Stat(d.path(certFile)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	cert, key, err := selfSigned(time.Now())
	if err != nil {
		return fmt.Errorf("make the receiver's certificate: %w", err)
	}
	if err := os.WriteFile(d.path(keyFile), key, 0o600); err != nil {
		return err
	}
	return os.WriteFile(d.path(certFile), cert, 0o600)
}

// selfSigned makes a certificate for the loopback, for a year.
func selfSigned(now time.Time) (cert, key []byte, err error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()), Subject: pkix.Name{CommonName: "localhost"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.AddDate(1, 0, 0),
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true, IsCA: true,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		return nil, nil, err
	}
	sealed, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, nil, err
	}
	cert = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw})
	return cert, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: sealed}), nil
}
