package sales

import "github.com/counterpart/counterpart/internal/vocab/fault"

// What is refused of payments.
var (
	errPaymentNotFound = fault.Declare(fault.NotFound, "PAYMENT_NOT_FOUND",
		"There is no such payment.")
	errPaymentAccount = fault.Declare(fault.Invalid, "ACCOUNT_NOT_FOR_PAYMENTS",
		"Account %s cannot take payments: it must be an asset account, and not the one for receivables.")
	errAnotherCustomer = fault.Declare(fault.Invalid, "INVOICE_OF_ANOTHER_CUSTOMER",
		"Invoice %s is of another customer than the payment.")
	errNotPayable = fault.Declare(fault.Conflict, "INVOICE_NOT_PAYABLE",
		"Invoice %s cannot be paid: only issued invoices can, and no credit notes.")
	errExceedsBalance = fault.Declare(fault.Invalid, "PAYMENT_EXCEEDS_BALANCE",
		"The amount is more than what is left: %s.")
	errExceedsPayment = fault.Declare(fault.Invalid, "REFUND_EXCEEDS_PAYMENT",
		"The amount is more than what is left to refund: %s.")
	errRefunded = fault.Declare(fault.Conflict, "PAYMENT_REFUNDED",
		"A payment that was refunded, in part or in full, cannot be deleted.")
)
