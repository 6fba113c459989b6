package events

import "github.com/counterpart/counterpart/internal/vocab/fault"

// The refusals of the event log.
var (
	ErrNotFound    = fault.Declare(fault.NotFound, "EVENT_NOT_FOUND", "There is no such event.")
	ErrUnknownType = fault.Declare(fault.Invalid, "UNKNOWN_EVENT_TYPE_TYPES", "There is no event type %q.")
	ErrOnlyForApps = fault.Declare(fault.Forbidden, "EVENT_LOG_AVAILABLE_CONNECTED_APPS_ONLY",
		"The event log is available to connected apps only.")
)
