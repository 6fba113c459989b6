package service

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// APIVersion is the version of the API that this program was written for.
const APIVersion = "2026-11-01"

const (
	// tries is how often a request is sent that the service asks to send again.
	tries = 3
	// patience is the longest pause that is waited for without asking.
	patience = 5 * time.Second
	// largest bounds the answers that are read into memory.
	largest = 64 << 20
)

// Client calls one service in one person's name.
type Client struct {
	Host  string // the API host's address, without a slash at its end
	Token string // goes with every call; empty before anybody signed in
	Agent string // User-Agent
	HTTP  *http.Client

	Timeout time.Duration // for one request; zero is none
	Wait    func(context.Context, time.Duration) error
	Seen    func(Exchange) // is told of every request, for --verbose
}

// Exchange is one request and how it was answered. It holds no secret.
type Exchange struct {
	Method, Path string
	Status       int // 0: no answer came
	Took         time.Duration
	RequestID    string
}

// Call is one request.
type Call struct {
	Method string
	Path   string
	Query  url.Values
	Header http.Header
	Body   any        // sent as JSON; []byte is sent as it is
	Form   url.Values // sent in place of Body, as OAuth wants it
}

// Answer is what the service said, as it came.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Read reads the answer's JSON.
func (a Answer) Read(into any) error {
	if err := json.Unmarshal(a.Body, into); err != nil {
		return fmt.Errorf("read the service's answer: %w", err)
	}
	return nil
}

// Do sends a call. A refusal is an error, and its answer is returned all the same.
// What was refused for the moment is sent again, three times in all: the service
// has done nothing then, or the call only reads.
func (c *Client) Do(ctx context.Context, call Call) (Answer, error) {
	for try := 1; ; try++ {
		answer, err := c.once(ctx, call)
		refusal, refused := errors.AsType[*Refusal](err)
		if !refused || try == tries || !refusal.passing(call.Method) {
			return answer, err
		}
		if err := c.Wait(ctx, max(refusal.RetryAfter, time.Second)); err != nil {
			return answer, err
		}
	}
}

func (c *Client) once(ctx context.Context, call Call) (Answer, error) {
	if c.Timeout > 0 {
		bounded, cancel := context.WithTimeout(ctx, c.Timeout)
		defer cancel()
		ctx = bounded
	}
	resp, err := c.send(ctx, call)
	if err != nil {
		return Answer{}, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, largest))
	if err != nil {
		return Answer{}, c.unreachable(err)
	}
	answer := Answer{Status: resp.StatusCode, Header: resp.Header, Body: body}
	if resp.StatusCode >= 300 {
		return answer, refusalIn(answer)
	}
	return answer, nil
}

// send sends a call once and leaves the answer's body to be read.
func (c *Client) send(ctx context.Context, call Call) (*http.Response, error) {
	req, err := c.request(ctx, call)
	if err != nil {
		return nil, err
	}
	began := time.Now() // how long it really takes
	resp, err := c.HTTP.Do(req)
	seen := Exchange{Method: call.Method, Path: req.URL.Path, Took: time.Since(began)}
	if err != nil {
		c.tell(seen)
		return nil, c.unreachable(err)
	}
	seen.Status, seen.RequestID = resp.StatusCode, resp.Header.Get(requestIDHeader)
	c.tell(seen)
	return resp, nil
}

func (c *Client) tell(e Exchange) {
	if c.Seen != nil {
		c.Seen(e)
	}
}

func (c *Client) request(ctx context.Context, call Call) (*http.Request, error) {
	body, kind, err := call.body()
	if err != nil {
		return nil, err
	}
	address := c.Host + call.Path
	if len(call.Query) > 0 {
		separator := "?"
		if strings.Contains(call.Path, "?") {
			separator = "&"
		}
		address += separator + call.Query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, call.Method, address, body)
	if err != nil {
		return nil, fmt.Errorf("make the request: %w", err)
	}
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", c.Agent)
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	for name, values := range call.Header {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	return req, nil
}

func (call Call) body() (io.Reader, string, error) {
	if call.Form != nil {
		return strings.NewReader(call.Form.Encode()), "application/x-www-form-urlencoded", nil
	}
	switch body := call.Body.(type) {
	case nil:
		return http.NoBody, "", nil
	case []byte:
		return bytes.NewReader(body), "application/json", nil
	default:
		text, err := json.Marshal(body)
		if err != nil {
			return nil, "", fmt.Errorf("write the request's body: %w", err)
		}
		return bytes.NewReader(text), "application/json", nil
	}
}

// Get reads a path.
func (c *Client) Get(ctx context.Context, path string, query url.Values) (Answer, error) {
	return c.Do(ctx, Call{Method: http.MethodGet, Path: path, Query: query})
}

// Read reads a path into a value.
func (c *Client) Read(ctx context.Context, path string, query url.Values, into any) error {
	answer, err := c.Get(ctx, path, query)
	if err != nil {
		return err
	}
	return answer.Read(into)
}

// Path joins the elements of a path, each escaped.
func Path(elements ...string) string {
	var path strings.Builder
	for _, element := range elements {
		path.WriteString("/" + url.PathEscape(element))
	}
	return path.String()
}

// IfMatch is the header that changes a thing only where it is still this version.
func IfMatch(version int) http.Header {
	return http.Header{"If-Match": {strconv.Quote(strconv.Itoa(version))}}
}
