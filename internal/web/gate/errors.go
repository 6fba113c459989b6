package gate

import "github.com/counterpart/counterpart/internal/vocab/fault"

// The refusals of the gate, in the order in which calls meet them.
var (
	errRateLimited = fault.Declare(fault.TooMany, "APP_RATE_LIMITED",
		"Too many requests. Retry after %d seconds.")
	errNotExposed = fault.Declare(fault.Forbidden, "ENDPOINT_NOT_EXPOSED",
		"This endpoint is not open to apps.")
	// ErrInsufficientScope is looked for in the journal, to tell which scopes an app lacks.
	ErrInsufficientScope = fault.Declare(fault.Forbidden, "INSUFFICIENT_SCOPE",
		"Insufficient scope: requires %s")
	errNoBusiness = fault.Declare(fault.Forbidden, "NO_BUSINESS_CHOSEN",
		"You are not signed into a business. Choose one first.")
)
