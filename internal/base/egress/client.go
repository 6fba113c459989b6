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
	secure *http.Client // https
	plain  *http.Client // http, to addresses of the allow-list only
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
	trust, err := trusted(c.CAFile)
	if err != nil {
		return nil, err
	}
	return &Client{
		guard:  g,
		limits: defaultLimits,
		agent:  cmp.Or(c.UserAgent, "Counterpart"),
		secure: newHTTP(g.dialer(g.control), trust),
		plain:  newHTTP(g.dialer(g.controlPlain), trust),
	}, nil
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
func (c *Client) Close() {
	c.secure.CloseIdleConnections()
	c.plain.CloseIdleConnections()
}

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
	client := c.secure
	if request.URL.Scheme == "http" {
		client = c.plain
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

// trusted is the TLS configuration: the system's authorities and the operator's.
func trusted(file string) (*tls.Config, error) {
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if file == "" {
		return c, nil
	}
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("outbound requests: read the authorities: %w", err)
	}
	if c.RootCAs, err = x509.SystemCertPool(); err != nil {
		return nil, fmt.Errorf("outbound requests: load the system's authorities: %w", err)
	}
	if !c.RootCAs.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("outbound requests: %s holds no certificate in PEM form", file)
	}
	return c, nil
}
