package ledger

import "github.com/counterpart/counterpart/internal/vocab/fault"

// What is refused about accounts.
var (
	errAccountNotFound = fault.Declare(fault.NotFound, "ACCOUNT_NOT_FOUND",
		"There is no such account.")
	errAccountArchived = fault.Declare(fault.Conflict, "ACCOUNT_ARCHIVED",
		"Account %s is archived. Restore it, or use another.")
	errCodeTaken = fault.Declare(fault.Conflict, "ACCOUNT_CODE_TAKEN",
		"Another account has the code %s.")
	errAccountInUse = fault.Declare(fault.Conflict, "ACCOUNT_IN_USE",
		"Account %s keeps its type, because something was posted to it.")
	errAccountNeeded = fault.Declare(fault.Conflict, "ACCOUNT_NEEDED",
		"Account %s is one that invoices and payments are posted to: it keeps its type and cannot be archived.")
)

// What is refused about the journal.
var (
	errEntryNotFound = fault.Declare(fault.NotFound, "JOURNAL_ENTRY_NOT_FOUND",
		"There is no such journal entry.")
	errUnbalanced = fault.Declare(fault.Invalid, "JOURNAL_UNBALANCED",
		"The entry does not balance: its debits come to %s, its credits to %s.")
	errPeriodLocked = fault.Declare(fault.Conflict, "PERIOD_LOCKED",
		"The books are locked through %s.")
	errAlreadyReversed = fault.Declare(fault.Conflict, "ENTRY_ALREADY_REVERSED",
		"Entry %s has been reversed already.")
	errKept = fault.Declare(fault.Conflict, "ACCOUNT_KEPT_BY_SALES",
		"Account %s is kept by invoices and payments, so that it always says what customers owe. Use another.")
	errNotManual = fault.Declare(fault.Conflict, "ENTRY_NOT_MANUAL",
		"Entry %s was not posted by hand, so it is not reversed by hand: change what it was posted for.")
)
