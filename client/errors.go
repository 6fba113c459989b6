package counterpart

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// What went wrong between the app and the people or programs around it.
var (
	// ErrDenied: the person did not approve.
	ErrDenied = errors.New("counterpart: the person said no")
	// ErrNoTokens: the store has none for the business.
	ErrNoTokens = errors.New("counterpart: there are no tokens for the business; let somebody of it connect the app")
	// ErrNotSaved: the store did not take new tokens; see NotSavedError.
	ErrNotSaved = errors.New("counterpart: the new tokens could not be saved")
	// ErrStateMismatch: a callback answers another request than the one that was begun.
	ErrStateMismatch = errors.New("counterpart: the callback's state is not the one that was sent; begin again")
	// ErrWrongIssuer: somebody else answers than the service that was asked.
	ErrWrongIssuer = errors.New("counterpart: the issuer is not the service that was asked")
)

// Code names a refusal, for programs. It is an error, so that
// errors.Is(err, counterpart.CodeRecordChanged) asks for it.
type Code string

// Error is the code itself.
func (c Code) Error() string { return string(c) }

// Detail is more to act on, as the code's description says.
type Detail map[string]any

// Refusal is what the API says when it refuses something.
type Refusal struct {
	// Code is what to branch on. It is empty where the form of a request is wrong, and
	// for faults of the service.
	Code Code
	// Messages are sentences for people: one, or what is wrong with a request's form.
	Messages []string
	// Params are the values in the message, in their order.
	Params  []string
	Details []Detail
}

// UnmarshalJSON takes a message and a list of them.
func (r *Refusal) UnmarshalJSON(text []byte) error {
	var wire struct {
		Code    Code
		Message json.RawMessage
		Params  map[string]string
		Details []Detail
	}
	if err := json.Unmarshal(text, &wire); err != nil {
		return err
	}
	*r = Refusal{Code: wire.Code, Details: wire.Details}
	var one string
	if json.Unmarshal(wire.Message, &one) == nil && one != "" {
		r.Messages = []string{one}
	} else {
		_ = json.Unmarshal(wire.Message, &r.Messages) // a newer form says nothing here
	}
	for i := range len(wire.Params) {
		r.Params = append(r.Params, wire.Params[fmt.Sprintf("p%d", i)])
	}
	return nil
}

// Error is what the API refused, or could not do.
type Error struct {
	Status int
	Refusal
	RequestID    string // quote it to support
	Method, Path string
	RetryAfter   time.Duration // when to try again, where the service says so
}

// Error says what was asked and what the answer was.
func (e *Error) Error() string {
	said := strings.Join(e.Messages, "; ")
	parts := []string{fmt.Sprint(e.Status), string(e.Code), said}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	text := fmt.Sprintf("counterpart: %s %s: %s", e.Method, e.Path, strings.Join(parts, " "))
	if e.RequestID != "" {
		text += " (" + e.RequestID + ")"
	}
	return text
}

// Is reports whether the refusal has this code.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code != "" && e.Code == code
}

// OAuthError is what the authorization server refused, or could not do.
type OAuthError struct {
	Status      int
	Code        string // as RFC 6749 names it: invalid_grant and so on
	Description string
	RequestID   string
	RetryAfter  time.Duration
}

// Error is the code with its description.
func (e *OAuthError) Error() string {
	text := "counterpart: " + e.Code
	if e.Description != "" {
		text += ": " + e.Description
	}
	return text
}

// Is knows a person's no.
func (e *OAuthError) Is(target error) bool { return target == ErrDenied && e.Code == "access_denied" }

// DisconnectedError says that the app's access to a business has ended. A person has
// to connect it again.
type DisconnectedError struct {
	Business string
	// Reason is expired, revoked, refresh token reuse detected, or refused where a fresh
	// token did not work either; empty where the service does not tell.
	Reason string
	Err    error
}

// Error says which business, and why.
func (e *DisconnectedError) Error() string {
	text := "counterpart: the app is no longer connected to " + e.Business
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return text
}

// Unwrap is what the service said.
func (e *DisconnectedError) Unwrap() error { return e.Err }

// NotSavedError says that the store did not take new tokens. They are lost unless
// Tokens is saved by other means; printing the error leaves them out.
type NotSavedError struct {
	Business string
	Tokens   TokenSet
	Err      error
}

// Error says which business, and what the store said.
func (e *NotSavedError) Error() string {
	return fmt.Sprintf("counterpart: the new tokens of %s could not be saved: %v", e.Business, e.Err)
}

// Unwrap is ErrNotSaved and what the store said.
func (e *NotSavedError) Unwrap() []error { return []error{ErrNotSaved, e.Err} }

// ConnectionError says that no answer came, after all tries.
type ConnectionError struct {
	Method, Path string
	Err          error
}

// Error says what was asked.
func (e *ConnectionError) Error() string {
	return fmt.Sprintf("counterpart: %s %s: no answer: %v", e.Method, e.Path, e.Err)
}

// Unwrap is what the connection said.
func (e *ConnectionError) Unwrap() error { return e.Err }
