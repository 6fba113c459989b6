package gate

import "github.com/counterpart/counterpart/internal/vocab/fault"

// The refusals of the gate, in the order in which calls meet them.
var (
	errRateLimited = fault.Declare(fault.TooMany, "APP_RATE_LIMITED",
		"Too many requests. Retry after %d seconds.")
	errNotExposed = fault.Declare(fault.Forbidden, "ENDPOINT_NOT_EXPOSED",
		"This endpoint is not open to apps.")
	errInsufficientScope = fault.Declare(fault.Forbidden, "INSUFFICIENT_SCOPE",
		"Insufficient scope: requires %s")
	errKeyInProgress = fault.Declare(fault.Conflict, "IDEMPOTENCY_KEY_IN_PROGRESS",
		"A request with this idempotency key is still being carried out.")
	errKeyReused = fault.Declare(fault.Unprocessable, "IDEMPOTENCY_KEY_REUSED",
		"This idempotency key was used for another request.")
)
