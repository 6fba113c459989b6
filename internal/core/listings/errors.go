package listings

import "github.com/counterpart/counterpart/internal/vocab/fault"

// What is refused to an app's makers.
var (
	errNotFound = fault.Declare(fault.NotFound, "LISTING_NOT_FOUND",
		"There is no such listing.")
	errExists = fault.Declare(fault.Conflict, "LISTING_EXISTS",
		"The app has a listing by now: read it, and save with its version in If-Match.")
	errSlugTaken = fault.Declare(fault.Invalid, "SLUG_TAKEN",
		"Another app has the address %q.")
	errNotEditable = fault.Declare(fault.Conflict, "REVISION_NOT_EDITABLE",
		"The revision is with review. Withdraw it to edit it.")
	errAlreadySubmitted = fault.Declare(fault.Conflict, "REVISION_ALREADY_SUBMITTED",
		"The revision is with review already.")
	errRejected = fault.Declare(fault.Conflict, "REVISION_REJECTED",
		"The revision was rejected. Change it before you submit it again.")
	errNothingOpen = fault.Declare(fault.Conflict, "NO_OPEN_REVISION",
		"Nothing has been saved since the live revision was approved.")
	errNotSubmitted = fault.Declare(fault.Conflict, "REVISION_NOT_SUBMITTED",
		"There is nothing to withdraw: the revision does not wait for review.")
	errIncomplete = fault.Declare(fault.Invalid, "LISTING_INCOMPLETE",
		"The listing lacks something that people need.")
	errChecksFailed = fault.Declare(fault.Conflict, "APP_CHECKS_FAILED",
		"Not all checks of the app pass.")
	errThreadFull = fault.Declare(fault.Conflict, "THREAD_FULL",
		"The thread of a revision has at most %d entries.")
)

// What is refused about pictures.
var (
	// ErrAssetNotFound answers for another app's picture too.
	ErrAssetNotFound = fault.Declare(fault.NotFound, "ASSET_NOT_FOUND",
		"There is no such picture.")
	errAssetInUse = fault.Declare(fault.Invalid, "ASSET_IN_USE",
		"The picture is shown by revision %d, which is %s.")
	errAssetLimit = fault.Declare(fault.Conflict, "ASSET_LIMIT",
		"An app has at most %d pictures: delete one first.")
	errPictureInvalid = fault.Declare(fault.Invalid, "PICTURE_INVALID",
		"The picture %s.")
)

// What is refused to reviewers.
var (
	errRevisionNotFound = fault.Declare(fault.NotFound, "REVISION_NOT_FOUND",
		"There is no such revision.")
	errNotWaiting = fault.Declare(fault.Conflict, "REVISION_NOT_WAITING",
		"The revision does not wait for a reviewer: it is %s.")
	errNotClaimed = fault.Declare(fault.Conflict, "REVIEW_NOT_CLAIMED",
		"Only who has claimed the revision decides on it.")
	errScopesAdded = fault.Declare(fault.Conflict, "SCOPES_ADDED",
		"Since the revision was submitted the app asks for %s too. Request changes, so that its makers give reasons.")
)
