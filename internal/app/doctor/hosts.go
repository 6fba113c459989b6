package doctor

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/secret"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/web/address"
)

// soon is when a certificate should have been renewed: whoever renews by machine does
// it a month ahead. One that is good for days only has a quarter of its term.
const soon = 14 * 24 * time.Hour

const discovery = "/.well-known/oauth-authorization-server"

// hosts asks both hosts as a client of the public would.
func (c *clinic) hosts(ctx context.Context) {
	c.apiHost(ctx)
	c.appHost(ctx)
}

// apiHost looks for the document that names the installation.
func (c *clinic) apiHost(ctx context.Context) {
	const name = "API host"
	answer, body, ok := c.ask(ctx, name, c.config.BaseURL, discovery)
	if !ok {
		return
	}
	var document struct {
		Issuer        string `json:"issuer"`
		Authorization string `json:"authorization_endpoint"`
	}
	err := json.Unmarshal(body, &document)
	if answer.StatusCode != http.StatusOK || err != nil || document.Issuer != c.config.BaseURL || !strings.HasPrefix(document.Authorization, c.config.AuthURL+"/") {
		c.wrong(name, fmt.Sprintf("%s%s answers %d and does not name this installation.", c.config.BaseURL, discovery, answer.StatusCode),
			"Let the proxy send this name to --listen-api of the nodes, and give all nodes the same --base-url and --auth-url.")
		return
	}
	c.ok(name, "%s answers, and is this installation.", c.config.BaseURL)
	if c.config.HTTPS() && answer.ProtoMajor < 2 {
		c.warn(name, "It speaks HTTP/1.1, with which a browser has six connections in all: some open streams, and the console stands still.", "Switch HTTP/2 on in the proxy.")
	}
}

// appHost looks for the page that everybody comes to first.
func (c *clinic) appHost(ctx context.Context) {
	const name = "App host"
	answer, _, ok := c.ask(ctx, name, c.config.AuthURL, pagepath.SignIn)
	if !ok {
		return
	}
	page := strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html")
	if answer.StatusCode != http.StatusOK || !page || answer.Header.Get("X-Request-Id") == "" {
		c.wrong(name, fmt.Sprintf("%s%s answers %d and is not our page.", c.config.AuthURL, pagepath.SignIn, answer.StatusCode),
			"Let the proxy send this name to --listen-app of the nodes.")
		return
	}
	c.ok(name, "%s answers.", c.config.AuthURL)
}

// ask gets a path of a host and judges the way to it: the name, the certificate, the
// clock at the other end.
func (c *clinic) ask(ctx context.Context, name, origin, path string) (*http.Response, []byte, bool) {
	at, err := url.Parse(origin)
	if err != nil || at.Host == "" {
		return nil, nil, false // said of the configuration
	}
	if _, err := net.DefaultResolver.LookupHost(ctx, at.Hostname()); err != nil {
		c.wrong(name, fmt.Sprintf("The name %s leads nowhere from here: %v", at.Hostname(), err), "Give it an A or AAAA record that leads to the proxy, or to the nodes.")
		return nil, nil, false
	}
	asked := c.opt.Now()
	answer, body, local, err := c.get(ctx, origin+path)
	if err != nil {
		c.unreached(name, origin, err)
		return nil, nil, false
	}
	if answer.TLS != nil {
		c.certificate(name, answer.TLS)
	}
	if date, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
		// The header has whole seconds.
		c.clock(name, date.Sub(asked), c.opt.Now().Sub(asked)+time.Second, "the host's")
	}
	if seen, ok := address.Answered(answer); ok {
		c.seen = append(c.seen, sight{name, seen, local})
	}
	return answer, body, true
}

// get follows no redirect: neither document has moved. It says by which address of
// this machine it went, and asks the node as whom it sees that.
func (c *clinic) get(ctx context.Context, at string) (answer *http.Response, body []byte, local netip.Addr, err error) {
	transport := &http.Transport{
		ForceAttemptHTTP2: true,
		TLSClientConfig:   &tls.Config{RootCAs: c.opt.Roots, Time: c.opt.Now, MinVersion: tls.VersionTLS12},
	}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(with httptrace.GotConnInfo) {
		if from, err := netip.ParseAddrPort(with.Conn.LocalAddr().String()); err == nil {
			local = from.Addr().Unmap()
		}
	}})
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, nil, local, err
	}
	if keys, err := secret.ParseKeyring(c.config.Keys); err == nil {
		address.Ask(request, keys, c.opt.Now())
		request.Header.Set("X-Forwarded-For", claimed.String())
	}
	answer, err = client.Do(request)
	if err != nil {
		return nil, nil, local, err
	}
	defer answer.Body.Close()
	body, err = io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	return answer, body, local, err
}

// unreached tells a certificate that is refused from a host that does not answer.
func (c *clinic) unreached(name, origin string, err error) {
	if refused, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		c.wrong(name, fmt.Sprintf("The certificate of %s is refused: %v", origin, refused.Err),
			"Give the proxy, or --tls-cert, a certificate for this name with all certificates between it and its authority; browsers refuse this one too.")
		return
	}
	c.wrong(name, fmt.Sprintf("%s does not answer: %v", origin, err), "Start the nodes and the proxy, and open the port. If only this machine cannot come back to itself by its public name, look from another one.")
}

func (c *clinic) certificate(name string, with *tls.ConnectionState) {
	leaf := with.PeerCertificates[0]
	left := leaf.NotAfter.Sub(c.opt.Now())
	says := fmt.Sprintf("Its certificate is good for %d days, until %s.", int(left.Hours()/24), leaf.NotAfter.Format(time.RFC3339))
	if left < min(soon, leaf.NotAfter.Sub(leaf.NotBefore)/4) {
		c.warn(name, says, "Renew it, and see why that did not happen by itself.")
		return
	}
	c.ok(name, "%s", says)
}
