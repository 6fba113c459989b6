package service

import (
	"cmp"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

const requestIDHeader = "X-Request-Id"

// Refusal is the service's no, in its own words.
type Refusal struct {
	Status     int
	Code       string // for programs, such as APP_NOT_FOUND; empty where the form was wrong
	Message    string
	Params     map[string]string
	Details    []map[string]any
	RequestID  string
	RetryAfter time.Duration
	// OAuth is the protocol's own error, such as access_denied, on its endpoints.
	OAuth string
}

// Error is what the service said.
func (r *Refusal) Error() string {
	if r.Code == "" {
		return r.Message
	}
	return fmt.Sprintf("%s (%s)", r.Message, r.Code)
}

// passing reports whether the refusal may be over in a moment, and whether sending
// the call again can do no harm: one over the limit was not done, one that met an
// engine that is away may have been.
func (r *Refusal) passing(method string) bool {
	if r.RetryAfter > patience {
		return false
	}
	return r.Status == http.StatusTooManyRequests && r.RetryAfter > 0 ||
		r.Status == http.StatusServiceUnavailable && method == http.MethodGet
}

func refusalIn(a Answer) *Refusal {
	r := &Refusal{Status: a.Status, RequestID: a.Header.Get(requestIDHeader)}
	if seconds, err := strconv.Atoi(a.Header.Get("Retry-After")); err == nil {
		r.RetryAfter = time.Duration(seconds) * time.Second
	}
	var said struct {
		StatusCode  int               `json:"statusCode"`
		Message     json.RawMessage   `json:"message"`
		Code        string            `json:"code"`
		Params      map[string]string `json:"params"`
		Details     []map[string]any  `json:"details"`
		Error       string            `json:"error"`
		Description string            `json:"error_description"`
	}
	if json.Unmarshal(a.Body, &said) != nil || said.Message == nil && said.Error == "" {
		r.Message = fmt.Sprintf("The service answered %d %s.", a.Status, http.StatusText(a.Status))
		return r
	}
	if said.StatusCode == 0 { // the protocol's own form
		r.OAuth, r.Message = said.Error, cmp.Or(said.Description, said.Error)
		return r
	}
	r.Message, r.Code, r.Params, r.Details = oneText(said.Message), said.Code, said.Params, said.Details
	return r
}

// oneText is a message, or the list of all that is wrong with a request's form.
func oneText(message json.RawMessage) string {
	var one string
	if json.Unmarshal(message, &one) == nil {
		return one
	}
	var list []string
	if json.Unmarshal(message, &list) == nil {
		return strings.Join(list, "; ")
	}
	return string(message)
}

// Unreachable says that no answer came.
type Unreachable struct {
	Host string
	Err  error
	// Untrusted is set where the other side could not prove that it is the host.
	Untrusted bool
}

// Error says why, without the address, which the host is.
func (u *Unreachable) Error() string { return fmt.Sprintf("%s does not answer: %v", u.Host, u.Err) }

// Unwrap is the cause.
func (u *Unreachable) Unwrap() error { return u.Err }

func (c *Client) unreachable(err error) error {
	cause := err
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		cause = wrapped.Err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		cause = errors.New("no answer in time")
	}
	// "connection refused" is enough; which address was dialled says nothing to people.
	if operation, ok := errors.AsType[*net.OpError](err); ok {
		cause = operation.Err
	}
	if call, ok := errors.AsType[*os.SyscallError](cause); ok {
		cause = call.Err
	}
	_, unknown := errors.AsType[x509.UnknownAuthorityError](err)
	_, other := errors.AsType[x509.HostnameError](err)
	return &Unreachable{Host: HostName(c.Host), Err: cause, Untrusted: unknown || other}
}

// HostName is how a host is called in sentences: without its scheme.
func HostName(host string) string {
	_, name, found := strings.Cut(host, "://")
	if !found {
		return host
	}
	return name
}
