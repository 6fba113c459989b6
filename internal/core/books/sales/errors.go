package sales

import "github.com/counterpart/counterpart/internal/vocab/fault"

// What is refused of customers.
var (
	errCustomerNotFound = fault.Declare(fault.NotFound, "CUSTOMER_NOT_FOUND",
		"There is no such customer.")
	errCustomerInUse = fault.Declare(fault.Conflict, "CUSTOMER_IN_USE",
		"Invoices, payments or merged customers refer to the customer. Archive it instead.")
	errCustomerArchived = fault.Declare(fault.Conflict, "CUSTOMER_ARCHIVED",
		"The customer is archived. Restore it first.")
	errCustomerErased = fault.Declare(fault.Conflict, "CUSTOMER_ERASED",
		"The customer's personal data was erased. It cannot be changed, gets no new invoices or mails, and nothing can be noted about it.")
	errMergedIntoItself = fault.Declare(fault.Invalid, "CUSTOMER_MERGED_INTO_ITSELF",
		"A customer cannot be merged into itself.")
)

// What is refused of invoices.
var (
	errInvoiceNotFound = fault.Declare(fault.NotFound, "INVOICE_NOT_FOUND",
		"There is no such invoice.")
	errNotEditable = fault.Declare(fault.Conflict, "INVOICE_NOT_EDITABLE",
		"Only drafts can be changed or deleted. Of an issued invoice, reference, notes and dueDate can be changed.")
	errAlreadyIssued = fault.Declare(fault.Conflict, "INVOICE_ALREADY_ISSUED",
		"The invoice has been issued already.")
	errNotSendable = fault.Declare(fault.Conflict, "INVOICE_NOT_SENDABLE",
		"Only issued invoices can be sent; this one is %s.")
	errNoEmail = fault.Declare(fault.Invalid, "NO_EMAIL_ADDRESS",
		"The customer has no e-mail address. Say where to send the invoice.")
	errNotVoidable = fault.Declare(fault.Conflict, "INVOICE_NOT_VOIDABLE",
		"Only an issued invoice of which nothing was paid or credited can be voided.")
	errNotCreditable = fault.Declare(fault.Conflict, "INVOICE_NOT_CREDITABLE",
		"Only issued invoices can be credited.")
	errCreditExceedsDue = fault.Declare(fault.Conflict, "CREDIT_EXCEEDS_DUE",
		"The credit is more than the %s that are due.")
	errCreditLines = fault.Declare(fault.Invalid, "CREDIT_LINES_REQUIRED",
		"A part of the invoice was paid or credited. Say with lines what to credit.")
	errDuplicateNumber = fault.Declare(fault.Conflict, "DUPLICATE_INVOICE_NUMBER",
		"There is already an invoice with the number %s.")
	errCurrencyMismatch = fault.Declare(fault.Invalid, "CURRENCY_MISMATCH",
		"The currency %s is not that of the business, %s.")
	errNotIncome = fault.Declare(fault.Invalid, "ACCOUNT_NOT_INCOME",
		"Account %s cannot take what was sold: it must be an income account.")
)

// What is refused by the business's plan.
var (
	errInvoiceLimit = fault.Declare(fault.Forbidden, "PLAN_INVOICE_LIMIT_REACHED",
		"Your %[2]s plan allows %[1]d invoices per year")
	errTurnoverLimit = fault.Declare(fault.Forbidden, "PLAN_TURNOVER_LIMIT_REACHED",
		"Your %[2]s plan allows a turnover of %[1]s %[3]s per year")
)

// What is refused of imports.
var (
	errImportNotFound = fault.Declare(fault.NotFound, "IMPORT_NOT_FOUND",
		"There is no such import.")
	errImportRejected = fault.Declare(fault.Invalid, "IMPORT_REJECTED",
		"Nothing was imported: %d of %d invoices are refused.")
)
