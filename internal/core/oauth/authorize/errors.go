package authorize

import "github.com/counterpart/counterpart/internal/vocab/fault"

// What the page says when a decision comes to nothing. The contract fixes both
// messages.
var (
	// ErrRequestNotFound answers for what never was, is over or has been decided.
	ErrRequestNotFound = fault.Declare(fault.Invalid, "AUTHORIZATION_REQUEST_NOT_FOUND",
		"invalid_request: authorization request not found or expired")
	// ErrRedirectWithdrawn is for a redirect URI that the app no longer has.
	ErrRedirectWithdrawn = fault.Declare(fault.Invalid, "REDIRECT_URI_NOT_REGISTERED",
		"redirect_uri does not match any registered URI")
)
