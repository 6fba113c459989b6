// Package unavailable has the error that says: not now, come again. An engine
// that is away and a queue that is full return it; web answers it with 503 and
// Retry-After, in the shape of whoever asked.
package unavailable

import (
	"errors"
	"time"
)

// Error is a failure of ours that is likely to pass.
type Error struct {
	RetryAfter time.Duration // how long to wait before coming again, whole seconds
	Cause      error         // for the log, never for the caller
}

// After says that it is worth coming again after the given time.
func After(wait time.Duration, cause error) *Error {
	return &Error{RetryAfter: wait, Cause: cause}
}

// Error is what the log shows.
func (e *Error) Error() string { return "unavailable: " + e.Cause.Error() }

// Unwrap lets errors.Is find the cause.
func (e *Error) Unwrap() error { return e.Cause }

// As finds the error in another.
func As(err error) (*Error, bool) { return errors.AsType[*Error](err) }
