package grant

import "github.com/counterpart/counterpart/internal/vocab/fault"

// ErrConsentRequired says that an app may be shown to a user who has not agreed
// that it acts in their name.
var ErrConsentRequired = fault.Declare(fault.Forbidden, "CONSENT_REQUIRED",
	"You have not allowed this app to act in your name.")

// errNoScopes says that a token of an app would open nothing.
var errNoScopes = fault.Declare(fault.Conflict, "APP_WITHOUT_SCOPES",
	"This app asks for no scopes, so a token of it would open nothing. Give it some first.")
