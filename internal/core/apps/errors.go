package apps

import "github.com/counterpart/counterpart/internal/vocab/fault"

// What the registry refuses. Exported are those that others have to tell apart
// or to use themselves.
var (
	// ErrNotFound answers for another organization's app too.
	ErrNotFound = fault.Declare(fault.NotFound, "APP_NOT_FOUND",
		"There is no such app.")
	// ErrUnsupportedVersion is for a pin, and for a call that names a version.
	ErrUnsupportedVersion = fault.Declare(fault.Invalid, "UNSUPPORTED_API_VERSION",
		"API version %s does not exist or is no longer supported.")
	// ErrClientIDTaken is for a client id that was chosen, not made up.
	ErrClientIDTaken = fault.Declare(fault.Conflict, "CLIENT_ID_TAKEN",
		"Another app has the client id %s.")

	errAppLimit = fault.Declare(fault.Conflict, "APP_LIMIT",
		"An organization has at most %d apps.")
	errInUse = fault.Declare(fault.Conflict, "APP_IN_USE",
		"This app still has %s. Remove that first, or deactivate the app instead.")
	errClaimRefused = fault.Declare(fault.Forbidden, "CLAIM_REFUSED",
		"The client id or the secret is not right, or an organization has the app already.")
	errRedirectURIs = fault.Declare(fault.Invalid, "REDIRECT_URIS_INVALID",
		"Some of the redirect URIs cannot be saved, so none was.")
	errScopes = fault.Declare(fault.Invalid, "SCOPES_INVALID",
		"Some of the scopes cannot be saved, so none was.")
	errReviewMove = fault.Declare(fault.Conflict, "REVIEW_MOVE_NOT_ALLOWED",
		"An app's review cannot go from %s to %s.")
	errUnclaimed = fault.Declare(fault.Conflict, "APP_UNCLAIMED",
		"No organization has claimed this app yet, so it cannot be reviewed.")
	errPublicSecret = fault.Declare(fault.Invalid, "PUBLIC_APP_HAS_NO_SECRET",
		"A PUBLIC app runs where a secret cannot be kept, so it has none.")
	errSecretLimit = fault.Declare(fault.Conflict, "SECRET_LIMIT",
		"An app holds at most two secrets: revoke one first.")
	errLastSecret = fault.Declare(fault.Conflict, "LAST_SECRET",
		"This is the app's only secret: add another one first.")
	errSecretNotFound = fault.Declare(fault.NotFound, "SECRET_NOT_FOUND",
		"There is no such secret, or it was revoked.")
	errLogoNotFound = fault.Declare(fault.NotFound, "LOGO_NOT_FOUND",
		"This app has no logo.")
	errLogoInvalid = fault.Declare(fault.Invalid, "LOGO_INVALID",
		"A logo is a PNG or JPEG of at most 512 KB and 2048 pixels a side.")
)
