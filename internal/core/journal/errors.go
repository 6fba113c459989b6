package journal

import "github.com/counterpart/counterpart/internal/vocab/fault"

// ErrRequestNotFound is what is said of a request that has no line.
var ErrRequestNotFound = fault.Declare(fault.NotFound, "REQUEST_NOT_FOUND",
	"There is no such request in the log. Requests are kept for 30 days; of an app that reads much a part of the reads is.")
