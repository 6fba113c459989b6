package oauth

import (
	"fmt"
	"time"
)

// Error is an error of the protocol. Clients branch on the code; the
// description is for people and may be empty.
type Error struct {
	Code        string
	Description string
	// RetryAfter is how long to wait, for TemporarilyUnavailable.
	RetryAfter time.Duration
}

// Error is for logs; faces write the parts.
func (e *Error) Error() string {
	if e.Description == "" {
		return e.Code
	}
	return e.Code + ": " + e.Description
}

// The codes of the protocol.
const (
	CodeInvalidRequest         = "invalid_request"
	CodeInvalidClient          = "invalid_client"
	CodeInvalidGrant           = "invalid_grant"
	CodeInvalidScope           = "invalid_scope"
	CodeInvalidTarget          = "invalid_target"
	CodeUnsupportedGrantType   = "unsupported_grant_type"
	CodeAuthorizationPending   = "authorization_pending"
	CodeSlowDown               = "slow_down"
	CodeAccessDenied           = "access_denied"
	CodeExpiredToken           = "expired_token"
	CodeInvalidRedirectURI     = "invalid_redirect_uri"
	CodeInvalidClientMetadata  = "invalid_client_metadata"
	CodeTemporarilyUnavailable = "temporarily_unavailable"
	CodeServerError            = "server_error"
)

func newError(code, description string) *Error { return &Error{Code: code, Description: description} }

// InvalidRequest says that a parameter is missing or malformed.
func InvalidRequest(description string) *Error { return newError(CodeInvalidRequest, description) }

// InvalidClient says that the client did not prove who it is.
func InvalidClient() *Error { return newError(CodeInvalidClient, "client authentication failed") }

// InvalidGrant says that a grant is dead. Where the contract gives no
// description, none is given: it would tell a stranger what exists.
func InvalidGrant(description string) *Error { return newError(CodeInvalidGrant, description) }

// InvalidScope says that a scope may not be asked for.
func InvalidScope(description string) *Error { return newError(CodeInvalidScope, description) }

// InvalidTarget says that a resource is not ours.
func InvalidTarget(description string) *Error { return newError(CodeInvalidTarget, description) }

// UnsupportedGrantType says that there is no such grant.
func UnsupportedGrantType() *Error {
	return newError(CodeUnsupportedGrantType, "grant_type is not supported")
}

// AuthorizationPending says that the user has not decided yet.
func AuthorizationPending() *Error { return newError(CodeAuthorizationPending, "") }

// SlowDown says that a device polls too fast.
func SlowDown() *Error { return newError(CodeSlowDown, "") }

// AccessDenied says that the user said no.
func AccessDenied() *Error { return newError(CodeAccessDenied, "") }

// ExpiredToken says that a device code is over.
func ExpiredToken() *Error { return newError(CodeExpiredToken, "") }

// TooMany says how long to wait.
func TooMany(wait time.Duration) *Error {
	seconds := max(1, int((wait+time.Second-1)/time.Second))
	return &Error{
		Code: CodeTemporarilyUnavailable, RetryAfter: time.Duration(seconds) * time.Second,
		Description: fmt.Sprintf("too many requests, retry after %d seconds", seconds),
	}
}
