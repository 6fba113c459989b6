package gate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/counterpart/counterpart/internal/core/idempotency"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/version"
	"github.com/counterpart/counterpart/internal/web/route"
)

// serve runs the handler: straight, or with its answer captured where that is to
// be put into an older shape, or to be kept under an idempotency key.
func (g *Gate) serve(w http.ResponseWriter, r *http.Request, caller *Caller, row route.Route) error {
	key, keyed, err := idempotencyKey(r)
	switch {
	case err != nil:
		return err
	case keyed && caller.ByApp():
		return g.once(w, r, caller, row, key)
	case g.current(caller):
		return row.Handle(w, r)
	}
	answer, err := g.capture(r, caller, row)
	if err != nil {
		return err
	}
	send(w, answer.stored())
	return nil
}

// current reports whether the caller speaks as handlers do.
func (g *Gate) current(caller *Caller) bool {
	return caller.Version.Name == version.Current(g.deps.Now()).Name
}

// capture runs the handler and keeps its answer, in the caller's version, to
// itself.
func (g *Gate) capture(r *http.Request, caller *Caller, row route.Route) (*captured, error) {
	answer := &captured{header: http.Header{}, status: http.StatusOK}
	if g.current(caller) {
		return answer, row.Handle(answer, r)
	}
	if err := g.deps.Editions.Request(caller.Version, row.Pattern, r); err != nil {
		return nil, err
	}
	if err := row.Handle(answer, r); err != nil {
		return nil, g.deps.Editions.Refusal(caller.Version, row.Pattern, err)
	}
	body, err := g.deps.Editions.Response(caller.Version, row.Pattern, answer.status, answer.body.Bytes())
	if err != nil {
		return nil, fmt.Errorf("put an answer of %s into version %s: %w", row.Pattern, caller.Version.Name, err)
	}
	answer.body = *bytes.NewBuffer(body)
	return answer, nil
}

// longestKey bounds an idempotency key.
const longestKey = 255

// idempotencyKey is the key of a request that changes something.
func idempotencyKey(r *http.Request) (key string, keyed bool, err error) {
	values := r.Header.Values("Idempotency-Key")
	if len(values) == 0 || r.Method == http.MethodGet || r.Method == http.MethodHead {
		return "", false, nil
	}
	var p fault.Problems
	p.Want(len(values) == 1, "Idempotency-Key should be given once")
	p.Want(len(values[0]) >= 1 && len(values[0]) <= longestKey, "Idempotency-Key must have between 1 and %d characters", longestKey)
	return values[0], true, p.Err()
}

// once answers a request that carries a key: the first is carried out, and those
// after it get its answer.
func (g *Gate) once(w http.ResponseWriter, r *http.Request, caller *Caller, row route.Route, key string) error {
	sum, err := fingerprint(r, caller.Version)
	if err != nil {
		return err
	}
	keyed := idempotency.Keyed{
		App: caller.App.ID, Business: caller.Business.ID, Key: r.Method + " " + r.URL.EscapedPath() + " " + key, Request: sum,
	}
	answer, err := g.deps.Idempotency.Once(r.Context(), keyed, func(ctx context.Context) (idempotency.Answer, error) {
		return g.first(r.WithContext(ctx), caller, row)
	})
	if errors.Is(err, idempotency.ErrKeyInProgress) {
		w.Header().Set("Retry-After", "1")
	}
	if err != nil {
		return err
	}
	if answer.Replayed {
		w.Header().Set("Idempotent-Replayed", "true")
		callFrom(r.Context()).replayed = true
	}
	send(w, answer)
	return nil
}

func send(w http.ResponseWriter, answer idempotency.Answer) {
	for name, value := range answer.Headers {
		w.Header().Set(name, value)
	}
	w.WriteHeader(answer.Status)
	_, _ = w.Write(answer.Body) // an error means that the client is gone
}

// first carries a request out. A refusal is an answer like any other and is
// kept, except where the same request may be answered otherwise in a moment, and
// those of functions: they cannot choose another key when what was wrong is mended.
// Our own faults are not.
func (g *Gate) first(r *http.Request, caller *Caller, row route.Route) (idempotency.Answer, error) {
	answer, err := g.capture(r, caller, row)
	if err != nil {
		refusal, ours := route.ErrorOf(err)
		if ours {
			return idempotency.Answer{}, err
		}
		callFrom(r.Context()).refusal = err
		answer = &captured{header: http.Header{}}
		route.SayWhenToReturn(answer, err)
		if err := route.Write(answer, refusal.StatusCode, refusal); err != nil {
			return idempotency.Answer{}, err
		}
	}
	stored := answer.stored()
	if isHosted(r.Context()) && stored.Status >= http.StatusBadRequest {
		stored.Keep = false
	}
	return stored, nil
}

// fingerprint is what makes a request this one and no other. The body is put
// back for whoever reads it next.
func fingerprint(r *http.Request, spoken version.Version) (sum [sha256.Size]byte, err error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return sum, route.Unreadable(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	hash := sha256.New()
	for _, part := range [][]byte{[]byte(spoken.Name), []byte(r.URL.RawQuery), []byte(r.Header.Get("If-Match")), body} {
		_ = binary.Write(hash, binary.BigEndian, int64(len(part))) // a hash takes everything
		hash.Write(part)
	}
	return [sha256.Size]byte(hash.Sum(nil)), nil
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
func (c *captured) Write(b []byte) (int, error) { return c.body.Write(b) }

// stored is the answer as it is repeated.
func (c *captured) stored() idempotency.Answer {
	answer := idempotency.Answer{Status: c.status, Headers: map[string]string{}, Body: c.body.Bytes()}
	for name := range c.header {
		answer.Headers[name] = c.header.Get(name)
	}
	switch c.status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusConflict, http.StatusTooManyRequests:
	default:
		answer.Keep = true
	}
	return answer
}
