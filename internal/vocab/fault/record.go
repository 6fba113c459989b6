package fault

// RecordChanged refuses a write whose If-Match names an older version. It is
// every domain's: whoever changes records with versions answers with it.
var RecordChanged = Declare(Stale, "RECORD_CHANGED",
	"This has changed since you read it. Read it again, then repeat your change.")

// UnknownCursor refuses a list that is to go on after something that is not in it.
var UnknownCursor = Declare(Invalid, "UNKNOWN_CURSOR", "The cursor is not known here. Start over without one.")
