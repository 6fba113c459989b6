package appdata

import "github.com/counterpart/counterpart/internal/vocab/fault"

// What is refused to an app's makers.
var (
	errFieldNotFound = fault.Declare(fault.NotFound, "APP_DATA_FIELD_NOT_FOUND",
		"There is no such app data field.")
	errFieldLimit = fault.Declare(fault.Conflict, "FIELD_LIMIT",
		"An app has at most %d fields for %s records.")
	errKeyTaken = fault.Declare(fault.Conflict, "FIELD_KEY_TAKEN",
		"The app has a field %q for %s records.")
	errTypeLocked = fault.Declare(fault.Conflict, "FIELD_TYPE_LOCKED",
		"The type cannot change while there are values of the field.")
	errFieldInUse = fault.Declare(fault.Conflict, "FIELD_IN_USE",
		"The field cannot be removed while there are values of it.")
	errInvalidChoices = fault.Declare(fault.Invalid, "INVALID_CHOICES",
		"A CHOICE field has 1 to 50 distinct, non-empty choices of at most 60 characters.")
)

// What is refused to those who read and write values.
var (
	// ErrOnlyForApps refuses the API for values to members in person.
	ErrOnlyForApps = fault.Declare(fault.Forbidden, "APP_DATA_API_AVAILABLE_CONNECTED_APPS_ONLY",
		"The app data API is available to connected apps only.")
	errTypeForbidden = fault.Declare(fault.Forbidden, "APP_CANNOT_ACCESS_TYPE_RECORD",
		"The app cannot access %s records in this business.")
	errUnknownField = fault.Declare(fault.Invalid, "UNKNOWN_APP_DATA_FIELD",
		"No field %q is declared for %s.")
	errRecordNotFound = fault.Declare(fault.NotFound, "RECORD_NOT_FOUND",
		"There is no such record.")
	errRecordErased = fault.Declare(fault.Conflict, "RECORD_ERASED",
		"The record's personal data was erased. Nothing more is kept on it.")
	errInvalidValue = fault.Declare(fault.Invalid, "INVALID_APP_DATA_VALUE",
		"A value breaks the rules of its field.")
	errNoRecords = fault.Declare(fault.Invalid, "PROVIDE_RESOURCEID_RESOURCEIDS",
		"Provide resourceId or resourceIds.")
	errTooManyRecords = fault.Declare(fault.Invalid, "RESOURCEIDS_ACCEPTS_MOST_50_IDS",
		"resourceIds accepts at most 50 ids.")
	errValueNotFound = fault.Declare(fault.NotFound, "APP_DATA_VALUE_NOT_FOUND",
		"There is no such app data value.")
	errNotEditable = fault.Declare(fault.Forbidden, "FIELD_NOT_EDITABLE",
		"The field %q is for the app alone to change.")
)
