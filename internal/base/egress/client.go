package egress

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"sync/atomic"
	"time"
)

// Header is http.Header, for those who do without net/http.
type Header = http.Header

// Config says what the guard lets through.
type Config struct {
	Ports     []uint16      // allowed ports; 443 and 8443 if empty
	Allow     []string      // development: addresses to open, "127.0.0.1", "127.0.0.1:9443" or "10.0.0.0/8"
	CAFile    string        // PEM file of authorities to trust beside the system's
	UserAgent string        // "Counterpart" if empty
	Resolver  *net.Resolver // the system's if nil
}

// Limits cap one exchange.
type Limits struct {
	Time time.Duration // from the look-up to the answer's last byte
	Body int           // bytes of the answer's body
	// Truncate keeps the start of a body that is too long; else that is an
	// error of kind TooLarge.
	Truncate bool
}

// defaultLimits hold unless a client is made with others.
var defaultLimits = Limits{Time: 10 * time.Second, Body: 64 << 10}

// maxHeader caps the header of an answer.
const maxHeader = 64 << 10

// Client sends guarded requests. It is safe for concurrent use and keeps
// connections for the next request to the same host.
type Client struct {
	guard  guard
	limits Limits
	agent  string
	source *source
}

// clients are those for both schemes, with their connections.
type clients struct {
	secure *http.Client // https
	plain  *http.Client // http, to addresses of the allow-list only
}

// source has the clients as the file of authorities has them now, for a client and all
// that are made of it.
type source struct {
	file string
	pem  []byte
	make func(trust *tls.Config) *clients
	now  atomic.Pointer[clients]
}

// Request is what to send.
type Request struct {
	Method string // GET if empty
	URL    string
	Header Header
	Body   []byte
}

// Response is what came back. After an error it holds what there was until then.
type Response struct {
	Status    int
	Header    Header
	Body      []byte
	Truncated bool // the body went on
	Timings   Timings
}

// Agent is the User-Agent that it sends.
func (c *Client) Agent() string { return c.agent }

// New makes a client, or says what is wrong with its configuration.
func New(c Config) (*Client, error) {
	g, err := newGuard(c)
	if err != nil {
		return nil, err
	}
	r := &source{file: c.CAFile, make: func(trust *tls.Config) *clients {
		return &clients{newHTTP(g.dialer(g.control), trust), newHTTP(g.dialer(g.controlPlain), trust)}
	}}
	if _, err := r.reread(); err != nil {
		return nil, err
	}
	return &Client{guard: g, limits: defaultLimits, agent: cmp.Or(c.UserAgent, "Counterpart"), source: r}, nil
}

// Reread takes over the file of authorities if it has changed, and reports whether it
// did. Requests under way go on as they began. One caller at a time.
func (c *Client) Reread() (changed bool, err error) {
	if c.source.file == "" {
		return false, nil
	}
	return c.source.reread()
}

func (r *source) reread() (changed bool, err error) {
	before := r.now.Load()
	if r.file == "" {
		r.now.Store(r.make(&tls.Config{MinVersion: tls.VersionTLS12}))
		return true, nil
	}
	pem, err := os.ReadFile(r.file)
	if err != nil {
		return false, fmt.Errorf("outbound requests: read the authorities: %w", err)
	}
	if before != nil && bytes.Equal(pem, r.pem) {
		return false, nil
	}
	trust, err := trusting(r.file, pem)
	if err != nil {
		return false, err
	}
	r.pem = pem
	r.now.Store(r.make(trust))
	if before != nil {
		before.close()
	}
	return true, nil
}

func (w *clients) close() {
	w.secure.CloseIdleConnections()
	w.plain.CloseIdleConnections()
}

// Within is the same client, with its connections, under other limits.
func (c *Client) Within(l Limits) *Client {
	limited := *c
	limited.limits = Limits{
		Time:     cmp.Or(l.Time, c.limits.Time),
		Body:     cmp.Or(l.Body, c.limits.Body),
		Truncate: l.Truncate,
	}
	return &limited
}

// Close lets go of idle connections.
func (c *Client) Close() { c.source.now.Load().close() }

// Do sends a request and reads the answer, whatever its status. Errors of the
// exchange are *Error; if the context was cancelled, its error is returned
// instead: nobody can be blamed for that.
func (c *Client) Do(ctx context.Context, r Request) (Response, error) {
	whole, cancel := context.WithTimeout(ctx, c.limits.Time)
	defer cancel()
	watch := newStopwatch()
	request, err := c.prepare(watch.trace(whole), r)
	if err != nil {
		return Response{}, err
	}
	response, err := c.exchange(request)
	response.Timings = watch.stop()
	if err == nil {
		return response, nil
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return response, ctx.Err()
	}
	return response, veiled(request.URL.Hostname(), classify(whole, watch.stage(), err))
}

func (c *Client) prepare(ctx context.Context, r Request) (*http.Request, error) {
	target, err := c.parse(r.URL)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, cmp.Or(r.Method, http.MethodGet), target.String(), bytes.NewReader(r.Body))
	if err != nil {
		return nil, &Error{Kind: Protocol, Reason: "the request cannot be put into HTTP", Err: err}
	}
	request.Header.Set("User-Agent", c.agent)
	for name, values := range r.Header {
		request.Header[http.CanonicalHeaderKey(name)] = values
	}
	return request, nil
}

func (c *Client) exchange(request *http.Request) (Response, error) {
	by := c.source.now.Load()
	client := by.secure
	if request.URL.Scheme == "http" {
		client = by.plain
	}
	answer, err := client.Do(request)
	if err != nil {
		// url.Error repeats the URL, whose query may hold its owner's secrets.
		if wrapped, ok := errors.AsType[*url.Error](err); ok {
			err = wrapped.Err
		}
		return Response{}, err
	}
	defer answer.Body.Close()
	response := Response{Status: answer.StatusCode, Header: answer.Header}
	response.Body, err = io.ReadAll(io.LimitReader(answer.Body, int64(c.limits.Body)+1))
	if len(response.Body) > c.limits.Body {
		response.Body, response.Truncated = response.Body[:c.limits.Body], true
		if !c.limits.Truncate {
			err = &Error{Kind: TooLarge, Reason: fmt.Sprintf("the answer is longer than %d bytes", c.limits.Body)}
		}
	}
	return response, err
}

func newHTTP(dialer *net.Dialer, trust *tls.Config) *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			Proxy:                  nil, // not even from the environment
			DialContext:            dialer.DialContext,
			TLSClientConfig:        trust,
			TLSHandshakeTimeout:    defaultLimits.Time,
			ForceAttemptHTTP2:      true,
			DisableCompression:     true, // bodies are shown as they were sent, and cannot swell
			MaxResponseHeaderBytes: maxHeader,
			MaxIdleConnsPerHost:    16,
			MaxIdleConns:           1024,
			IdleConnTimeout:        90 * time.Second,
			// An HTTP/2 connection that died silently would fail one request
			// after the other; a ping finds out.
			HTTP2: &http.HTTP2Config{SendPingTimeout: 5 * time.Second, PingTimeout: 3 * time.Second},
		},
		// A redirect is an answer like any other: its target was never checked.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// trusting is the TLS configuration: the system's authorities, and those of a file.
func trusting(file string, pem []byte) (*tls.Config, error) {
	pool, err := x509.SystemCertPool()
	if err != nil {
		return nil, fmt.Errorf("outbound requests: load the system's authorities: %w", err)
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("outbound requests: %s holds no certificate in PEM form", file)
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: pool}, nil
}
