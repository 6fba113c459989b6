package app

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"os"
	"sync/atomic"
	"time"
)

// rereadEvery is how often a node looks whether files have changed that it was told
// of: certificates are renewed beside it, by programs that know nothing of it.
const rereadEvery = 10 * time.Second

// certificate is what both hosts show, as the files have it. A pair that does not hold
// together, as while only one of the files is new, is left alone until it does.
type certificate struct {
	certFile, keyFile string
	cert, key         []byte // what the current one was read from
	current           atomic.Pointer[tls.Certificate]
}

// reread takes the files over if they have changed, and reports whether it did.
func (c *certificate) reread() (changed bool, err error) {
	cert, err := os.ReadFile(c.certFile)
	if err != nil {
		return false, fmt.Errorf("read --tls-cert: %w", err)
	}
	key, err := os.ReadFile(c.keyFile)
	if err != nil {
		return false, fmt.Errorf("read --tls-key: %w", err)
	}
	if bytes.Equal(cert, c.cert) && bytes.Equal(key, c.key) {
		return false, nil
	}
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return false, fmt.Errorf("read --tls-cert and --tls-key: %w", err)
	}
	c.cert, c.key = cert, key
	c.current.Store(&pair)
	return true, nil
}

func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	return c.current.Load(), nil
}

// secure is how both hosts speak TLS; nil where something before them does.
func (a *App) secure() (*tls.Config, error) {
	if a.Config.TLSCert == "" {
		return nil, nil
	}
	a.shown = &certificate{certFile: a.Config.TLSCert, keyFile: a.Config.TLSKey}
	if _, err := a.shown.reread(); err != nil {
		return nil, err
	}
	a.measureCertificate(a.shown)
	return &tls.Config{GetCertificate: a.shown.get, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}, nil
}

// followFiles takes over what changed in files until ctx ends. What cannot be read is
// told once, and the node goes on with what it has.
func (a *App) followFiles(ctx context.Context) {
	tick := time.NewTicker(cmp.Or(a.rereadEvery, rereadEvery))
	defer tick.Stop()
	var told map[string]string
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			told = a.rereadFiles(ctx, told)
		}
	}
}

// rereadFiles is one turn of followFiles. It returns what is wrong, by what it is of.
func (a *App) rereadFiles(ctx context.Context, told map[string]string) map[string]string {
	wrong := map[string]string{}
	look := func(of string, reread func() (bool, error)) {
		changed, err := reread()
		switch {
		case err != nil:
			wrong[of] = err.Error()
			if told[of] != err.Error() {
				a.Log.ErrorContext(ctx, "a file that changed cannot be used; the node goes on with what it held before", "of", of, "err", err)
			}
		case changed:
			a.Log.InfoContext(ctx, "read again", "of", of)
		}
	}
	if a.shown != nil {
		look("certificate of both hosts", a.shown.reread)
	}
	look("authorities for outbound requests", a.Egress.Reread)
	return wrong
}
