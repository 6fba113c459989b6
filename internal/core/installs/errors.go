package installs

import "github.com/counterpart/counterpart/internal/vocab/fault"

// Why an app and a business do not come together. The consent page shows the
// messages as they are; the contract fixes the first three.
var (
	errAppUnavailable = fault.Declare(fault.Forbidden, "APP_UNAVAILABLE",
		"Invalid client_id")
	errNotReviewed = fault.Declare(fault.Forbidden, "APP_NOT_REVIEWED",
		"This app has not completed review and can only connect to its own sandbox businesses")
	errScopesNotPermitted = fault.Declare(fault.Invalid, "SCOPES_NOT_PERMITTED",
		"Requested scopes not permitted for this client")
	errSuspended = fault.Declare(fault.Conflict, "INSTALLATION_SUSPENDED",
		"The service has put this connection on hold.")
)

// What is refused about an installation that is there.
var (
	// ErrNotFound answers for another business's installation too.
	ErrNotFound = fault.Declare(fault.NotFound, "INSTALLATION_NOT_FOUND",
		"There is no such installation.")

	errEnded = fault.Declare(fault.Conflict, "INSTALLATION_ENDED",
		"The app is no longer installed.")
	errConsentNotFound = fault.Declare(fault.NotFound, "CONSENT_NOT_FOUND",
		"There is no such consent, or it was withdrawn.")
)
