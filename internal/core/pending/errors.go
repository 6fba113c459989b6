package pending

import "github.com/counterpart/counterpart/internal/vocab/fault"

// The refusals. Those of an action are conflicts, which no idempotency key repeats:
// the same call may be answered otherwise in a moment.
var (
	ErrApprovalNeeded = fault.Declare(fault.Conflict, "PENDING_APPROVAL",
		"A person has to approve this: action %s, until %s.")
	ErrRefused = fault.Declare(fault.Conflict, "PENDING_REFUSED",
		"The person whom this was asked of has refused it.")
	ErrExpired = fault.Declare(fault.Conflict, "PENDING_EXPIRED",
		"The time in which this could be approved and carried out is over.")
	ErrChanged = fault.Declare(fault.Conflict, "PENDING_CHANGED",
		"Something that the person was shown has changed since.")
	errLimit = fault.Declare(fault.TooMany, "PENDING_LIMIT",
		"At most %d actions of one app can wait for approval.")
	errPaused = fault.Declare(fault.TooMany, "WRITING_PAUSED",
		"Three actions in a row were refused. Writing is paused for another %d seconds.")
	ErrNotFound = fault.Declare(fault.NotFound, "PENDING_NOT_FOUND",
		"There is no such action.")
)
