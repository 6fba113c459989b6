package counterpart

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
)

// Business is one business that connected the app. It is safe for concurrent use.
type Business struct {
	ID string
	Resources

	c *connection
}

func newBusiness(id string, app *App, keep *keeper) *Business {
	c := &connection{id, app, keep}
	return &Business{id, resources(c), c}
}

// Format shows the id.
func (b Business) Format(s fmt.State, _ rune) { show(s, "Business", b.ID) }

// LogValue does so for slog.
func (b Business) LogValue() slog.Value { return slog.StringValue(b.ID) }

// Do makes any call: for what has no method yet. The body is sent as JSON unless it
// is nil, and the answer is read into a pointer unless that is nil.
func (b *Business) Do(ctx context.Context, method, path string, body, into any, opts ...Option) (*Response, error) {
	return b.c.do(ctx, method, path, nil, body, into, opts)
}

// Disconnect ends the app's access, for good, and forgets the tokens.
func (b *Business) Disconnect(ctx context.Context) error { return b.c.keep.revoke(ctx, b.ID) }

// Option changes one call.
type Option func(*callOptions)

type callOptions struct {
	key, version string
	match        *int
	into         *Response
}

// IdempotencyKey is a key of your own: the same call with the same key is done once,
// also by another process, for 24 hours.
func IdempotencyKey(key string) Option { return func(o *callOptions) { o.key = key } }

// IfMatch is the version of the record that you read: the call is refused with
// CodeRecordChanged if it has changed since.
func IfMatch(version int) Option { return func(o *callOptions) { o.match = &version } }

// Version asks for another version of the API.
func Version(date string) Option { return func(o *callOptions) { o.version = date } }

// Into is given what the answer says beside its body, refusals too.
func Into(r *Response) Option { return func(o *callOptions) { o.into = r } }

// Response is what an answer says beside its body.
type Response struct {
	Status    int
	Header    http.Header
	RequestID string
	// Replayed: the call had been done before, and this is its first answer.
	Replayed bool
}

// connection makes the calls about one business.
type connection struct {
	business string
	app      *App
	keep     *keeper
}

// call makes a call and reads its answer.
func call[T any](ctx context.Context, c *connection, method, path string, query url.Values, body any, opts []Option) (T, error) {
	var into T
	_, err := c.do(ctx, method, path, query, body, &into, opts)
	return into, err
}

// callNothing makes a call whose answer is empty.
func callNothing(ctx context.Context, c *connection, method, path string, query url.Values, body any, opts []Option) error {
	_, err := c.do(ctx, method, path, query, body, nil, opts)
	return err
}

func (c *connection) do(ctx context.Context, method, path string, query url.Values, body, into any, opts []Option) (*Response, error) {
	var o callOptions
	for _, option := range opts {
		option(&o)
	}
	out, err := c.request(ctx, method, path, query, body, o)
	if err != nil {
		return nil, err
	}
	got, err := c.authorized(ctx, out)
	if err != nil {
		return nil, err
	}
	response := &Response{got.status, got.header, got.requestID(), got.header.Get("Idempotent-Replayed") == "true"}
	if o.into != nil {
		*o.into = *response
	}
	if !got.ok() {
		refused := got.refusal(method, out.url.Path)
		if got.status == http.StatusUnauthorized {
			return response, c.app.ended(ctx, &DisconnectedError{c.business, "refused", refused})
		}
		return response, refused
	}
	if into == nil || got.status == http.StatusNoContent {
		return response, nil
	}
	if err := json.Unmarshal(got.body, into); err != nil {
		return response, fmt.Errorf("counterpart: %s %s: read the answer (%s): %w", method, out.url.Path, response.RequestID, err)
	}
	return response, nil
}

// request is a call, to be sent with a token, or with two after one another: its key
// stays the same.
func (c *connection) request(ctx context.Context, method, path string, query url.Values, body any, o callOptions) (outgoing, error) {
	endpoints, err := c.app.discover(ctx)
	if err != nil {
		return outgoing{}, err
	}
	address, err := c.app.host.Parse(path)
	if err != nil || address.Host != c.app.host.Host || address.Scheme != c.app.host.Scheme {
		return outgoing{}, fmt.Errorf("counterpart: %q is not a path of the API", path)
	}
	if len(query) > 0 {
		address.RawQuery = query.Encode()
	}
	out := outgoing{method: method, url: address, header: http.Header{}}
	if body != nil {
		if out.body, err = json.Marshal(body); err != nil {
			return outgoing{}, fmt.Errorf("counterpart: write the body of %s %s: %w", method, address.Path, err)
		}
		out.header.Set("Content-Type", "application/json")
	}
	if endpoints.VersionHeader != "" {
		version := c.app.config.Version
		if o.version != "" {
			version = o.version
		}
		out.header.Set(endpoints.VersionHeader, version)
	}
	if o.key == "" && method != http.MethodGet && method != http.MethodHead {
		o.key = randomText()
	}
	if o.key != "" {
		out.header.Set("Idempotency-Key", o.key)
	}
	if o.match != nil {
		out.header.Set("If-Match", strconv.Quote(strconv.Itoa(*o.match)))
	}
	return out, nil
}

// authorized sends a call with a token, and once more with a fresh one if that was
// refused.
func (c *connection) authorized(ctx context.Context, out outgoing) (*answer, error) {
	token, err := c.keep.token(ctx, c.business, "")
	if err != nil {
		return nil, err
	}
	got, err := c.send(ctx, out, token)
	if err != nil || got.status != http.StatusUnauthorized {
		return got, err
	}
	if token, err = c.keep.token(ctx, c.business, token); err != nil {
		return nil, err
	}
	return c.send(ctx, out, token)
}

func (c *connection) send(ctx context.Context, out outgoing, token string) (*answer, error) {
	if c.app.config.Pace {
		if err := c.keep.admit(ctx, c.business); err != nil {
			return nil, err
		}
		defer c.keep.landed(c.business)
	}
	out.header = out.header.Clone()
	out.header.Set("Authorization", "Bearer "+token)
	got, err := c.app.transport.send(ctx, out)
	if err != nil {
		return nil, err
	}
	c.keep.note(c.business, got.header)
	if got.header.Get("Deprecation") != "" || got.header.Get("Sunset") != "" {
		c.app.transport.tell(ctx, "counterpart: the version of the API is deprecated", "version", c.app.config.Version, "sunset", got.header.Get("Sunset"))
	}
	return got, nil
}
