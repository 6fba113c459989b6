package sandboxes

import (
	"context"

	"github.com/counterpart/counterpart/internal/vocab/event"
)

// recipe is how to make an event happen.
type recipe struct {
	takes []string // names of what can be set
	run   func(context.Context, *scene) error
	// apart: the steps are transactions of their own, because other nodes are told of
	// each when it is over.
	apart bool
}

// What the recipes of a module take.
var (
	party     = []string{"name", "email"}
	invoicing = []string{"total", "description", "dueDate", "name", "email"}
	paying    = []string{"amount", "method", "reference", "name", "email"}
	settling  = []string{"total", "description", "dueDate", "method", "reference", "name", "email"}
	account   = []string{"code", "name"}
	entry     = []string{"amount", "memo"}
)

// recipes are those of all events but four, which would destroy something: an
// installation with its tokens, or what is known of somebody.
var recipes = map[event.Name]recipe{
	event.InvoiceCreated:         {takes: invoicing, run: drafted(nothing)},
	event.InvoiceUpdated:         {takes: append([]string{"notes"}, invoicing...), run: drafted(updateInvoice)},
	event.InvoiceIssued:          {takes: invoicing, run: issued(nothing)},
	event.InvoiceSent:            {takes: invoicing, run: issued(sendInvoice)},
	event.InvoicePartiallyPaid:   {takes: settling, run: issued(payHalf)},
	event.InvoicePaid:            {takes: settling, run: issued(payAll)},
	event.InvoiceReopened:        {takes: settling, run: issued(payAndTakeBack)},
	event.InvoiceOverdue:         {takes: []string{"total", "description", "name", "email"}, run: fallDue},
	event.InvoiceCredited:        {takes: invoicing, run: issued(creditInvoice)},
	event.InvoiceVoided:          {takes: invoicing, run: issued(voidInvoice)},
	event.InvoiceDeleted:         {takes: invoicing, run: drafted(deleteInvoice)},
	event.InvoiceImportCompleted: {takes: invoicing, run: importInvoices},

	event.CustomerCreated:  {takes: party, run: withCustomer(nothing)},
	event.CustomerUpdated:  {takes: append([]string{"phone"}, party...), run: withCustomer(updateCustomer)},
	event.CustomerArchived: {takes: party, run: withCustomer(archiveCustomer)},
	event.CustomerRestored: {takes: party, run: withCustomer(restoreCustomer)},
	event.CustomerMerged:   {takes: party, run: withCustomer(mergeCustomer)},
	event.CustomerDeleted:  {takes: party, run: withCustomer(deleteCustomer)},

	event.SupplierCreated:  {takes: party, run: withSupplier(nothing)},
	event.SupplierUpdated:  {takes: append([]string{"phone"}, party...), run: withSupplier(updateSupplier)},
	event.SupplierArchived: {takes: party, run: withSupplier(archiveSupplier)},
	event.SupplierRestored: {takes: party, run: withSupplier(restoreSupplier)},
	event.SupplierDeleted:  {takes: party, run: withSupplier(deleteSupplier)},

	event.PaymentReceived:  {takes: paying, run: received(nothing)},
	event.PaymentUpdated:   {takes: append([]string{"notes"}, paying...), run: received(updatePayment)},
	event.PaymentAllocated: {takes: settling, run: issued(payThenAllocate)},
	event.PaymentRefunded:  {takes: paying, run: received(refundPayment)},
	event.PaymentDeleted:   {takes: paying, run: received(deletePayment)},

	event.AccountCreated:  {takes: account, run: withAccount(nothing)},
	event.AccountUpdated:  {takes: append([]string{"description"}, account...), run: withAccount(updateAccount)},
	event.AccountArchived: {takes: account, run: withAccount(archiveAccount)},
	event.AccountRestored: {takes: account, run: withAccount(restoreAccount)},

	event.JournalEntryPosted:   {takes: entry, run: posted(nothing)},
	event.JournalEntryReversed: {takes: entry, run: posted(reverseEntry)},
	event.PeriodLocked:         {takes: []string{"lockedThrough"}, run: lockPeriod},
	event.PeriodUnlocked:       {run: unlockPeriod},

	event.BusinessUpdated:          {takes: []string{"name", "timezone"}, run: updateBusiness, apart: true},
	event.BusinessPlanLimitReached: {run: reachCeiling, apart: true},

	event.AppInstalled:     {run: installApp},
	event.AppScopesUpdated: {run: widenScopes},
	event.AppDataUpdated:   {takes: []string{"key", "value"}, run: keepValue},
}

// nothing is what some events need beyond the record itself.
func nothing[T any](context.Context, *scene, T) error { return nil }
