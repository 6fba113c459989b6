package sandboxes

import "github.com/counterpart/counterpart/internal/vocab/fault"

// What is refused about triggers.
var (
	errSampleOnly = fault.Declare(fault.Invalid, "EVENT_SAMPLE_ONLY",
		"%s would destroy something, so it cannot be triggered. Send a sample of it to a webhook instead.")
	errNotNow = fault.Declare(fault.Conflict, "TRIGGER_NOT_POSSIBLE",
		"%s cannot happen in this sandbox now: %s.")
)
