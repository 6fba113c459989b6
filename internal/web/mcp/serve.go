package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"

	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

// post is a request while it is being answered. The protocol's library runs tools in
// goroutines and contexts of its own; what they need of the request is here.
type post struct {
	ctx context.Context // ends with the request
	at  *endpoint

	mu      sync.Mutex
	refused *refused // what is answered by HTTP, whatever the library says
}

type postKey struct{}

func postFrom(ctx context.Context) *post {
	p, _ := ctx.Value(postKey{}).(*post)
	return p
}

// refuse has the request answered by HTTP.
func (p *post) refuse(why refused) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused = &why
}

func (p *post) refusal() *refused {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.refused
}

// refused is an answer that is no result of a tool: either an error, or what was kept
// under an idempotency key.
type refused struct {
	err    error
	header http.Header
	status int
	body   []byte
}

// serve answers what is posted to one of the endpoints.
func (f *Face) serve(e *endpoint) route.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return route.Unreadable(err)
		}
		if err := acceptable(body); err != nil {
			return err
		}
		p := &post{ctx: r.Context(), at: e}
		request := r.Clone(context.WithValue(r.Context(), postKey{}, p))
		request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		request.Header.Del("Authorization") // the gate has read it, and nobody after it needs it
		answer := &captured{header: http.Header{}}
		e.handler.ServeHTTP(answer, request)
		if why := p.refusal(); why != nil {
			return f.refuse(w, r, why)
		}
		if err := r.Context().Err(); err != nil && answer.status == 0 {
			return err
		}
		return answer.sendTo(w)
	}
}

// acceptable refuses what the protocol knows and this service does not take: several
// messages at once, and streams that stay open.
func acceptable(body []byte) error {
	if trimmed := bytes.TrimLeft(body, " \t\r\n"); len(trimmed) > 0 && trimmed[0] == '[' {
		return route.Refuse(http.StatusBadRequest, "Batches are not taken. Send one message at a time.")
	}
	var message struct {
		Method string `json:"method"`
	}
	if json.Unmarshal(body, &message) == nil && message.Method == "subscriptions/listen" {
		return route.Refuse(http.StatusNotFound, "There are no subscriptions. Read the events instead.")
	}
	return nil
}

// refuse answers by HTTP.
func (f *Face) refuse(w http.ResponseWriter, r *http.Request, why *refused) error {
	for _, name := range []string{"Retry-After", "WWW-Authenticate"} {
		if value := why.header.Get(name); value != "" {
			w.Header().Set(name, value)
		}
	}
	if needed, ok := missing(why.err); ok {
		wanted := gate.CallerFrom(r.Context()).Scopes.Union(scope.Of(needed))
		f.challenge(w.Header(), r.URL.Path, wanted, `error="insufficient_scope"`)
	}
	if why.err != nil {
		return why.err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(why.status)
	_, _ = w.Write(why.body) // an error means that the client is gone
	return nil
}

// missing is the scope that a call lacked.
func missing(err error) (scope.Scope, bool) {
	if !errors.Is(err, gate.ErrInsufficientScope) {
		return "", false
	}
	body, _ := route.ErrorOf(err)
	return scope.Scope(body.Params["p0"]), true
}

// captured is an answer that is not sent yet.
type captured struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header is the answer's own.
func (c *captured) Header() http.Header { return c.header }

// WriteHeader notes the status.
func (c *captured) WriteHeader(status int) { c.status = status }

// Write keeps the body.
func (c *captured) Write(b []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
	}
	return c.body.Write(b)
}

// sendTo sends the answer. The library refuses some requests in plain text; they get
// the shape of all refusals of this host.
func (c *captured) sendTo(w http.ResponseWriter) error {
	kind := c.header.Get("Content-Type")
	if c.status >= http.StatusBadRequest && strings.HasPrefix(kind, "text/plain") {
		return route.Refuse(c.status, strings.TrimSpace(c.body.String()))
	}
	if kind != "" {
		w.Header().Set("Content-Type", kind)
	}
	if c.status == 0 {
		c.status = http.StatusOK
	}
	w.WriteHeader(c.status)
	_, _ = w.Write(c.body.Bytes()) // an error means that the client is gone
	return nil
}

// describe adds the tool to the request's line in the access log.
func describe(ctx context.Context, tool string) {
	route.Describe(ctx, "tool", slog.StringValue(tool))
}
