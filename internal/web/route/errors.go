package route

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/counterpart/counterpart/internal/base/unavailable"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

// Problems collects what is wrong with an input; see Checked.
type Problems = fault.Problems

// Errors is how a family of routes says no.
type Errors interface {
	// NoRoute answers a path on which nothing is served.
	NoRoute(w http.ResponseWriter, r *http.Request)

	// NotAllowed answers a method that the path does not take. The header Allow
	// is set already.
	NotAllowed(w http.ResponseWriter, r *http.Request, allow []string)

	// Failed answers what a handler returned. It reports whether that is our own
	// fault, which the caller must not see and an operator must.
	Failed(w http.ResponseWriter, r *http.Request, err error) (ours bool)
}

// Standard is the shape of everything but the OAuth endpoints.
type Standard struct{}

// Error is the body of a refusal in the standard shape.
type Error struct {
	StatusCode int               `json:"statusCode"`
	Message    any               `json:"message"` // a string; a list of them for what is wrong with the input
	Name       string            `json:"error"`
	Code       string            `json:"code,omitempty"`
	Params     map[string]string `json:"params,omitempty"`
	Details    any               `json:"details,omitempty"`
}

// statusError is a refusal that belongs to HTTP and to no domain. It has no code.
type statusError struct {
	status  int
	message string
}

func (e statusError) Error() string { return e.message }

// Refuse is such a refusal, for a face that speaks a protocol on top of HTTP.
func Refuse(status int, message string) error { return statusError{status, message} }

// ErrNowhere is the answer to a path that cannot name anything, or nothing that the
// caller may know of.
var ErrNowhere = statusError{http.StatusNotFound, "There is nothing here."}

var statusOf = map[fault.Kind]int{
	fault.Invalid:         http.StatusBadRequest,
	fault.Unauthenticated: http.StatusUnauthorized,
	fault.Forbidden:       http.StatusForbidden,
	fault.NotFound:        http.StatusNotFound,
	fault.Conflict:        http.StatusConflict,
	fault.Stale:           http.StatusPreconditionFailed,
	fault.Unprocessable:   http.StatusUnprocessableEntity,
	fault.TooMany:         http.StatusTooManyRequests,
}

// ErrorOf puts an error into the standard shape. What is not a refusal is our
// own fault, of which the body says nothing.
func ErrorOf(err error) (body Error, ours bool) {
	if problems, ok := errors.AsType[*fault.Problems](err); ok {
		return newError(http.StatusBadRequest, problems.List()), false
	}
	if refusal, ok := fault.As(err); ok {
		if status, ok := statusOf[refusal.Kind]; ok {
			body := newError(status, refusal.Error())
			body.Code, body.Params, body.Details = refusal.Code, refusal.Params(), refusal.Details
			return body, false
		}
	}
	if refusal, ok := errors.AsType[statusError](err); ok {
		return newError(refusal.status, refusal.message), false
	}
	status := http.StatusInternalServerError
	if _, ok := unavailable.As(err); ok {
		status = http.StatusServiceUnavailable
	}
	return newError(status, http.StatusText(status)), true
}

// SayWhenToReturn sets Retry-After for a refusal or a failure that is likely to
// pass.
func SayWhenToReturn(w http.ResponseWriter, err error) {
	if refusal, ok := fault.As(err); ok && refusal.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(refusal.RetryAfter.Seconds())))
	}
	if passing, ok := unavailable.As(err); ok {
		w.Header().Set("Retry-After", strconv.Itoa(max(1, int(passing.RetryAfter.Seconds()))))
	}
}

func newError(status int, message any) Error {
	return Error{StatusCode: status, Message: message, Name: http.StatusText(status)}
}

// NoRoute says 404.
func (s Standard) NoRoute(w http.ResponseWriter, r *http.Request) { s.Failed(w, r, ErrNowhere) }

// NotAllowed says 405, and what would be allowed.
func (s Standard) NotAllowed(w http.ResponseWriter, r *http.Request, allow []string) {
	s.Failed(w, r, statusError{http.StatusMethodNotAllowed, "This path takes " + strings.Join(allow, ", ") + "."})
}

// Failed answers any error.
func (Standard) Failed(w http.ResponseWriter, _ *http.Request, err error) (ours bool) {
	body, ours := ErrorOf(err)
	SayWhenToReturn(w, err)
	if err := Write(w, body.StatusCode, body); err != nil {
		// Only a refusal's details can fail to encode; then they are the fault.
		body = newError(http.StatusInternalServerError, http.StatusText(http.StatusInternalServerError))
		_ = Write(w, body.StatusCode, body)
		return true
	}
	return ours
}
