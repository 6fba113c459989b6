package grant

import "github.com/counterpart/counterpart/internal/vocab/fault"

// ErrConsentRequired says that an app may be shown to a user who has not agreed
// that it acts in their name.
var ErrConsentRequired = fault.Declare(fault.Forbidden, "CONSENT_REQUIRED",
	"You have not allowed this app to act in your name.")
