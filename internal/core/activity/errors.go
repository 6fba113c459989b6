package activity

import "github.com/counterpart/counterpart/internal/vocab/fault"

// ErrNotFound is what is said of an entry that is not there.
var ErrNotFound = fault.Declare(fault.NotFound, "ACTIVITY_NOT_FOUND",
	"There is no such entry in the activity of this business. Entries are kept for 13 months.")
