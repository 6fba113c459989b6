package event

import (
	"github.com/counterpart/counterpart/internal/vocab/plan"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// The events.
const (
	InvoiceCreated           Name = "invoice.created"
	InvoiceUpdated           Name = "invoice.updated"
	InvoiceIssued            Name = "invoice.issued"
	InvoiceSent              Name = "invoice.sent"
	InvoicePartiallyPaid     Name = "invoice.partially_paid"
	InvoicePaid              Name = "invoice.paid"
	InvoiceReopened          Name = "invoice.reopened"
	InvoiceOverdue           Name = "invoice.overdue"
	InvoiceCredited          Name = "invoice.credited"
	InvoiceVoided            Name = "invoice.voided"
	InvoiceDeleted           Name = "invoice.deleted"
	InvoiceImportCompleted   Name = "invoice.import_completed"
	CustomerCreated          Name = "customer.created"
	CustomerUpdated          Name = "customer.updated"
	CustomerArchived         Name = "customer.archived"
	CustomerRestored         Name = "customer.restored"
	CustomerMerged           Name = "customer.merged"
	CustomerDeleted          Name = "customer.deleted"
	SupplierCreated          Name = "supplier.created"
	SupplierUpdated          Name = "supplier.updated"
	SupplierArchived         Name = "supplier.archived"
	SupplierRestored         Name = "supplier.restored"
	SupplierDeleted          Name = "supplier.deleted"
	PaymentReceived          Name = "payment.received"
	PaymentUpdated           Name = "payment.updated"
	PaymentAllocated         Name = "payment.allocated"
	PaymentRefunded          Name = "payment.refunded"
	PaymentDeleted           Name = "payment.deleted"
	AccountCreated           Name = "account.created"
	AccountUpdated           Name = "account.updated"
	AccountArchived          Name = "account.archived"
	AccountRestored          Name = "account.restored"
	JournalEntryPosted       Name = "journal_entry.posted"
	JournalEntryReversed     Name = "journal_entry.reversed"
	PeriodLocked             Name = "period.locked"
	PeriodUnlocked           Name = "period.unlocked"
	BusinessUpdated          Name = "business.updated"
	BusinessPlanLimitReached Name = "business.plan_limit_reached"
	CustomerRedact           Name = "customer.redact"
	SupplierRedact           Name = "supplier.redact"
	AppInstalled             Name = "app.installed"
	AppUninstalled           Name = "app.uninstalled"
	AppScopesUpdated         Name = "app.scopes_updated"
	BusinessRedact           Name = "business.redact"
	AppDataUpdated           Name = "app_data.updated"
)

var table = []Type{
	{Name: InvoiceCreated, Audience: Business, Scope: scope.InvoicesRead, Says: "An invoice was created.",
		data: about(anInvoice, draftNumber, invoiceStatus, ref("customerId", aCustomer), currency, amount("total", "1190.00"), date("dueDate", dueDay).orNull())},
	{Name: InvoiceUpdated, Audience: Business, Scope: scope.InvoicesRead, Says: "An invoice was changed.",
		data: about(anInvoice, draftNumber, invoiceStatus, changed("dueDate", "lines"))},
	{Name: InvoiceIssued, Audience: Business, Scope: scope.InvoicesRead, Says: "A draft became an invoice, with its number and its entry in the journal.",
		data: about(anInvoice, number, date("issueDate", today), date("dueDate", dueDay), amount("total", "1190.00"), currency)},
	{Name: InvoiceSent, Audience: Business, Scope: scope.InvoicesRead, Says: "An invoice was sent to the customer.",
		data: about(anInvoice, number, choice("channel", "EMAIL"), instant("sentAt", rightNow))},
	{Name: InvoicePartiallyPaid, Audience: Business, Scope: scope.InvoicesRead, Says: "A part of an invoice was paid.",
		data: about(anInvoice, ref("paymentId", aPayment), amount("amountPaid", "500.00"), amount("amountDue", "690.00"))},
	{Name: InvoicePaid, Audience: Business, Scope: scope.InvoicesRead, Says: "An invoice was paid in full.",
		data: about(anInvoice, number, ref("paymentId", aPayment), amount("total", "1190.00"), instant("paidAt", rightNow))},
	{Name: InvoiceReopened, Audience: Business, Scope: scope.InvoicesRead, Says: "A paid invoice has something due again.",
		data: about(anInvoice, number, choice("reason", "PAYMENT_DELETED", "REFUND"), amount("amountDue", "1190.00"))},
	{Name: InvoiceOverdue, Audience: Business, Scope: scope.InvoicesRead, Says: "An invoice was not paid by its due date.",
		data: about(anInvoice, number, date("dueDate", dueDay), amount("amountDue", "690.00"), count("daysOverdue", 1))},
	{Name: InvoiceCredited, Audience: Business, Scope: scope.InvoicesRead, Says: "A credit note was issued against an invoice.",
		data: about(anInvoice, ref("creditNoteId", aCreditNote), amount("amountCredited", "190.00"), amount("amountDue", "1000.00"))},
	{Name: InvoiceVoided, Audience: Business, Scope: scope.InvoicesRead, Says: "An issued invoice was voided.",
		data: about(anInvoice, number, instant("voidedAt", rightNow))},
	{Name: InvoiceDeleted, Audience: Business, Scope: scope.InvoicesRead, Says: "A draft invoice was deleted.",
		data: about(anInvoice, draftNumber, choice("status", "DRAFT"))},
	{Name: InvoiceImportCompleted, Audience: Business, Scope: scope.InvoicesRead, Says: "A bulk import of invoices came to its end.",
		data: about(anImport, ref("importId", anImport), count("created", 198), count("failed", 2))},

	{Name: CustomerCreated, Audience: Business, Scope: scope.CustomersRead, Says: "A customer was added.",
		data: about(aCustomer, text("name", "Corner Cafe"), choice("type", "BUSINESS", "PERSON"))},
	{Name: CustomerUpdated, Audience: Business, Scope: scope.CustomersRead, Says: "A customer was changed.",
		data: about(aCustomer, changed("email", "billingAddress"))},
	{Name: CustomerArchived, Audience: Business, Scope: scope.CustomersRead, Says: "A customer was archived.", data: about(aCustomer)},
	{Name: CustomerRestored, Audience: Business, Scope: scope.CustomersRead, Says: "An archived customer was restored.", data: about(aCustomer)},
	{Name: CustomerMerged, Audience: Business, Scope: scope.CustomersRead, Says: "A customer was merged into another and is gone.",
		data: about(aCustomer, ref("mergedIntoId", anotherCustomer))},
	{Name: CustomerDeleted, Audience: Business, Scope: scope.CustomersRead, Says: "A customer was deleted.", data: about(aCustomer)},

	{Name: SupplierCreated, Audience: Business, Scope: scope.SuppliersRead, Says: "A supplier was added.",
		data: about(aSupplier, text("name", "Flour and Co"))},
	{Name: SupplierUpdated, Audience: Business, Scope: scope.SuppliersRead, Says: "A supplier was changed.",
		data: about(aSupplier, changed("email"))},
	{Name: SupplierArchived, Audience: Business, Scope: scope.SuppliersRead, Says: "A supplier was archived.", data: about(aSupplier)},
	{Name: SupplierRestored, Audience: Business, Scope: scope.SuppliersRead, Says: "An archived supplier was restored.", data: about(aSupplier)},
	{Name: SupplierDeleted, Audience: Business, Scope: scope.SuppliersRead, Says: "A supplier was deleted.", data: about(aSupplier)},

	{Name: PaymentReceived, Audience: Business, Scope: scope.PaymentsRead, Says: "A payment was recorded.",
		data: about(aPayment, amount("amount", "500.00"), currency, paymentMethod, ref("customerId", aCustomer), allocations)},
	{Name: PaymentUpdated, Audience: Business, Scope: scope.PaymentsRead, Says: "A payment was changed.",
		data: about(aPayment, changed("reference"))},
	{Name: PaymentAllocated, Audience: Business, Scope: scope.PaymentsRead, Says: "A payment was allocated to invoices.",
		data: about(aPayment, allocations.notEmpty())},
	{Name: PaymentRefunded, Audience: Business, Scope: scope.PaymentsRead, Says: "A payment was refunded, in full or in part.",
		data: about(aPayment, amount("amountRefunded", "500.00"), currency)},
	{Name: PaymentDeleted, Audience: Business, Scope: scope.PaymentsRead, Says: "A payment was deleted; what it had settled is due again.",
		data: about(aPayment, amount("amount", "500.00"), refs("invoiceIds", anInvoice))},

	{Name: AccountCreated, Audience: Business, Scope: scope.AccountsRead, Says: "An account was added to the chart of accounts.",
		data: about(anAccount, accountCode, text("name", "Card receivables"), choice("type", "ASSET", "LIABILITY", "EQUITY", "INCOME", "EXPENSE"))},
	{Name: AccountUpdated, Audience: Business, Scope: scope.AccountsRead, Says: "An account was changed.",
		data: about(anAccount, accountCode, changed("name"))},
	{Name: AccountArchived, Audience: Business, Scope: scope.AccountsRead, Says: "An account was archived.", data: about(anAccount, accountCode)},
	{Name: AccountRestored, Audience: Business, Scope: scope.AccountsRead, Says: "An archived account was restored.", data: about(anAccount, accountCode)},

	{Name: JournalEntryPosted, Audience: Business, Scope: scope.JournalRead, Says: "An entry was posted to the journal.",
		data: about(anEntry, entryNumber, date("date", today), amount("total", "1190.00"), currency)},
	{Name: JournalEntryReversed, Audience: Business, Scope: scope.JournalRead, Says: "A journal entry was reversed by another.",
		data: about(anEntry, entryNumber, ref("reversedById", aReversal))},
	{Name: PeriodLocked, Audience: Business, Scope: scope.JournalRead, Says: "The books were locked through a day.",
		data: about(aBusiness, date("lockedThrough", lastMonth))},
	{Name: PeriodUnlocked, Audience: Business, Scope: scope.JournalRead, Says: "The books were unlocked; they stay locked through an earlier day, or not at all.",
		data: about(aBusiness, date("lockedThrough", "2026-09-30").orNull())},

	{Name: BusinessUpdated, Audience: Business, Scope: scope.ProfileRead, Says: "The business's profile was changed.",
		data: about(aBusiness, changed("name", "timezone"))},
	{Name: BusinessPlanLimitReached, Audience: Business, Scope: scope.ProfileRead, Says: "The business reached a ceiling of its plan; new invoices are refused until it resets.",
		data: about(aBusiness, choice("limit", "INVOICE_COUNT", "TURNOVER"), choice("plan", planCodes()...), instant("resetsAt", nextYear))},

	{Name: CustomerRedact, Audience: Privacy, Scope: scope.CustomersRead, Says: "A customer's personal data was erased; erase your copy by the due time.",
		data: about(aCustomer, instant("requestedAt", rightNow), instant("dueBy", in30Days))},
	{Name: SupplierRedact, Audience: Privacy, Scope: scope.SuppliersRead, Says: "A supplier's personal data was erased; erase your copy by the due time.",
		data: about(aSupplier, instant("requestedAt", rightNow), instant("dueBy", in30Days))},

	{Name: AppInstalled, Audience: App, Says: "A business installed the app.",
		data: about(anApp, ref("installationId", anInstallation), scopes("scopes", scope.InvoicesRead, scope.PaymentsRead))},
	{Name: AppUninstalled, Audience: App, Says: "The app's installation in a business ended.",
		data: about(anApp, ref("installationId", anInstallation), instant("uninstalledAt", rightNow), choice("reason", "UNINSTALLED", "BUSINESS_CLOSED"))},
	{Name: AppScopesUpdated, Audience: App, Says: "The scopes that a business granted the app changed.",
		data: about(anApp, ref("installationId", anInstallation), scopes("scopes", scope.InvoicesRead, scope.PaymentsRead), scopes("added", scope.PaymentsRead), scopes("removed"))},
	{Name: BusinessRedact, Audience: App, Says: "A business left; erase all you hold of it by the due time.",
		data: about(aBusiness, instant("requestedAt", rightNow), instant("dueBy", in30Days))},
	{Name: AppDataUpdated, Audience: App, Says: "A value of the app on a record was set or deleted.",
		data: about(aValue, resourceType, ref("resourceId", aCustomer, anInvoice, aPayment, anAccount, anEntry, aSupplier), text("key", "loyalty_tier"), choice("operation", "SET", "DELETE"), choice("origin", "USER", "APP", "SYSTEM"))},
}

// Fields whose words belong to one module.
var (
	invoiceStatus = choice("status", "DRAFT", "ISSUED", "PARTIALLY_PAID", "PAID", "VOID")
	draftNumber   = field{"number", number.orNull().schema, nil} // given at issue, unless the caller gives one
	paymentMethod = choice("method", "BANK_TRANSFER", "CARD", "CASH", "DIRECT_DEBIT", "CHECK", "OTHER")
	accountCode   = text("code", "1210")
	entryNumber   = text("number", "JE-000107")
	resourceType  = choice("resourceType", "CUSTOMER", "INVOICE", "PAYMENT", "ACCOUNT", "JOURNAL_ENTRY", "SUPPLIER")
)

func scopes(name string, sample ...scope.Scope) field {
	return choices(name, scope.Partner().Strings(), scope.Of(sample...).Strings()...)
}

func planCodes() []string {
	var codes []string
	for _, p := range plan.All() {
		codes = append(codes, string(p.Code))
	}
	return codes
}
