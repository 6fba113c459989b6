package shape

import "github.com/counterpart/counterpart/internal/vocab/event"

// changes are all differences between versions, the newest version's first.
var changes = []Change{
	{
		Since: "2026-11-01", Says: "The tax number of a customer or supplier is called `taxNumber`; it was `vatNumber`.",
		Schemas: []string{"Customer", "NewCustomer", "CustomerChange", "Supplier", "NewSupplier", "SupplierChange"},
		Events:  []event.Name{event.CustomerUpdated, event.SupplierUpdated}, // in changedFields
		Edit:    Rename{Now: "taxNumber", Was: "vatNumber"},
	},
	{
		Since: "2026-11-01", Says: "A line of a journal entry has its amount in `debit` or in `credit`; it was one `amount`, negative for a credit.",
		Schemas: []string{"JournalLine", "NewJournalLine"},
		Edit:    Sides{Debit: "debit", Credit: "credit", Was: "amount"},
	},
	{
		Since: "2026-11-01", Says: "An invoice that was issued and not paid has the status `ISSUED`; it was `OPEN`.",
		Schemas: []string{"InvoiceStatus"},
		Events:  []event.Name{event.InvoiceCreated, event.InvoiceUpdated},
		Edit:    Word{Member: "status", Now: "ISSUED", Was: "OPEN"},
	},
	{
		Since: "2026-11-01", Says: "A list has its records in `data`, with `hasMore` and `nextCursor`; it was `items`, with `next`, which was null on the last page.",
		Schemas: []string{"CustomerList", "SupplierList", "InvoiceList", "PaymentList", "AccountList", "JournalEntryList", "AuditLog", "AppActivityList"},
		Edit:    Envelope{},
	},
	{
		Since: "2026-11-01", Says: "The list of events has `data`, `hasMore` and `nextCursor` too; it was `items`, with `next`, which went on being told on the last page.",
		Schemas: []string{"EventList"},
		Edit:    Envelope{Endless: true},
	},
	{
		Since: "2025-02-01", Says: "A customer that is no person has the type `BUSINESS`; it was `COMPANY`.",
		Schemas: []string{"CustomerType"},
		Events:  []event.Name{event.CustomerCreated},
		Edit:    Word{Member: "type", Now: "BUSINESS", Was: "COMPANY"},
	},
}
