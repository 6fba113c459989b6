package approval

import "github.com/counterpart/counterpart/internal/vocab/fault"

// ErrOvertaken says that, between a user's decision and its carrying out, the
// business took away what the decision rested on.
var ErrOvertaken = fault.Declare(fault.Conflict, "APPROVAL_OVERTAKEN",
	"The app's connection with this business was changed at the same moment. Please start again from the app.")
