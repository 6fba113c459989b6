package fault

// RecordChanged refuses a write whose If-Match names an older version. It is
// every domain's: whoever changes records with versions answers with it.
var RecordChanged = Declare(Stale, "RECORD_CHANGED",
	"This has changed since you read it. Read it again, then repeat your change.")
