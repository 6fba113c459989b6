// Package scope is the catalogue of what an app may be allowed to do in a
// business. One row a scope: its name on the wire, a sentence that says what it
// lets an app do, the verbs that the consent page shows for it, how much it can do
// and which permissions it takes. To add a scope, name it and add its row; the
// Business API's tests hold the row to the routes.
//
// Write does not imply read: an app asks for each by name.
package scope

import (
	"slices"

	"github.com/counterpart/counterpart/internal/vocab/permission"
)

// Scope is a scope's name. The zero Scope on a route means that the route is
// not exposed to apps at all.
type Scope string

// The scopes.
const (
	ProfileRead    Scope = "profile:read"
	InvoicesRead   Scope = "invoices:read"
	InvoicesWrite  Scope = "invoices:write"
	CustomersRead  Scope = "customers:read"
	CustomersWrite Scope = "customers:write"
	PaymentsRead   Scope = "payments:read"
	PaymentsWrite  Scope = "payments:write"
	AccountsRead   Scope = "accounts:read"
	AccountsWrite  Scope = "accounts:write"
	JournalRead    Scope = "journal:read"
	JournalWrite   Scope = "journal:write"
	SuppliersRead  Scope = "suppliers:read"
	SuppliersWrite Scope = "suppliers:write"
	EventsRead     Scope = "events:read"
	DeveloperRead  Scope = "developer:read"
	DeveloperWrite Scope = "developer:write"
)

// What a route may say in place of a scope. Neither is a scope: nothing can
// hold one, and the space keeps them out of every scope parameter.
const (
	AnyToken Scope = "any token" // every live token will do
	OfRecord Scope = "of record" // the type of the record decides
)

// Module is the part of the service that a scope opens, and the heading under
// which the consent page shows it.
type Module string

// The modules.
const (
	Profile   Module = "Business profile"
	Invoices  Module = "Invoices"
	Customers Module = "Customers"
	Payments  Module = "Payments"
	Accounts  Module = "Chart of accounts"
	Journal   Module = "Journal"
	Suppliers Module = "Suppliers"
	Events    Module = "Events"
	Developer Module = "Developer console"
)

// Risk is how much harm a scope can do in the wrong hands.
type Risk string

// The risks, from low to high.
const (
	Read  Risk = "read"  // sees, changes nothing
	Write Risk = "write" // changes records
	Books Risk = "books" // changes what the books say; consent asks for the password again
)

// Row is what the catalogue says of a scope.
type Row struct {
	Scope  Scope
	Module Module
	Risk   Risk
	Says   string // what the app will be able to do, in a sentence of its own
	// Acts are the same in single verbs, for the row that a module has on the consent
	// page, read and write together.
	Acts       []Act
	Note       string // what else whoever decides should know; may be empty
	FirstParty bool   // for our own tools; partner apps cannot ask for it
}

// Act is one thing that a scope lets an app do.
type Act struct {
	Verb  string                // "see", "void"
	Needs permission.Permission // the app can do it as far as its user has this; empty: anybody
}

// Opens are the permissions that the app can use, as far as its user has them.
func (r Row) Opens() []permission.Permission {
	var opens []permission.Permission
	for _, act := range r.Acts {
		if act.Needs != "" && !slices.Contains(opens, act.Needs) {
			opens = append(opens, act.Needs)
		}
	}
	return opens
}

var table = []Row{
	{Scope: ProfileRead, Module: Profile, Risk: Read, Says: "See who you are, your role, and the name and settings of the business",
		Acts: []Act{{"see your name, role and business settings", permission.ViewBusiness}}},
	{Scope: InvoicesRead, Module: Invoices, Risk: Read, Says: "See invoices and credit notes",
		Acts: []Act{{"see", permission.ViewInvoices}}},
	{Scope: InvoicesWrite, Module: Invoices, Risk: Write, Says: "Create, change, send, void and import invoices",
		Acts: []Act{{"create", permission.CreateInvoices}, {"change", permission.EditInvoices}, {"issue", permission.EditInvoices}, {"send", permission.SendInvoices}, {"void", permission.VoidInvoices}, {"delete", permission.DeleteInvoices}, {"import", permission.ImportInvoices}},
		Note: "Issuing one posts it to the journal, as when you do it."},
	{Scope: CustomersRead, Module: Customers, Risk: Read, Says: "See customers and their contact details",
		Acts: []Act{{"see", permission.ViewCustomers}}},
	{Scope: CustomersWrite, Module: Customers, Risk: Write, Says: "Add, change, merge, archive and delete customers",
		Acts: []Act{{"add", permission.ManageCustomers}, {"change", permission.ManageCustomers}, {"archive", permission.ManageCustomers}, {"merge", permission.MergeCustomers}, {"delete", permission.DeleteCustomers}}},
	{Scope: PaymentsRead, Module: Payments, Risk: Read, Says: "See payments and the invoices they settle",
		Acts: []Act{{"see", permission.ViewPayments}}},
	{Scope: PaymentsWrite, Module: Payments, Risk: Books, Says: "Record, change, allocate, refund and delete payments",
		Acts: []Act{{"record", permission.RecordPayments}, {"change", permission.RecordPayments}, {"allocate", permission.AllocatePayments}, {"refund", permission.RefundPayments}, {"delete", permission.DeletePayments}}},
	{Scope: AccountsRead, Module: Accounts, Risk: Read, Says: "See the chart of accounts and its balances",
		Acts: []Act{{"see", permission.ViewAccounts}}},
	{Scope: AccountsWrite, Module: Accounts, Risk: Books, Says: "Add, change and archive accounts in the chart of accounts",
		Acts: []Act{{"add", permission.ManageAccounts}, {"change", permission.ManageAccounts}, {"archive", permission.ManageAccounts}}},
	{Scope: JournalRead, Module: Journal, Risk: Read, Says: "See journal entries, locked periods and the trial balance",
		Acts: []Act{{"see", permission.ViewJournal}}},
	{Scope: JournalWrite, Module: Journal, Risk: Books, Says: "Post and reverse journal entries",
		Acts: []Act{{"post", permission.PostJournal}, {"reverse entries", permission.ReverseJournal}}},
	{Scope: SuppliersRead, Module: Suppliers, Risk: Read, Says: "See suppliers and their contact details",
		Acts: []Act{{"see", permission.ViewSuppliers}}},
	{Scope: SuppliersWrite, Module: Suppliers, Risk: Write, Says: "Add, change, archive and delete suppliers",
		Acts: []Act{{"add", permission.ManageSuppliers}, {"change", permission.ManageSuppliers}, {"archive", permission.ManageSuppliers}, {"delete", permission.DeleteSuppliers}}},
	{Scope: EventsRead, Module: Events, Risk: Read, Says: "Read the history of what happened to the records it may see",
		Acts: []Act{{Verb: "see what happened to the records it may see"}}},
	{Scope: DeveloperRead, Module: Developer, Risk: Read, Says: "See your apps, their deliveries and their logs",
		Acts: []Act{{Verb: "see your apps, their deliveries and their logs"}}, FirstParty: true},
	{Scope: DeveloperWrite, Module: Developer, Risk: Write, Says: "Manage your apps, webhooks and secrets",
		Acts: []Act{{Verb: "manage your apps, webhooks and secrets"}}, FirstParty: true},
}

// Rows lists the catalogue in the order in which people read it.
func Rows() []Row { return slices.Clone(table) }

// Lookup finds the row of a scope.
func Lookup(s Scope) (Row, bool) {
	i := slices.IndexFunc(table, func(r Row) bool { return r.Scope == s })
	if i < 0 {
		return Row{}, false
	}
	return table[i], true
}

// All holds every scope that the authorization server knows.
func All() Set { return where(func(Row) bool { return true }) }

// Partner holds the scopes that a partner app may ask for.
func Partner() Set { return where(func(r Row) bool { return !r.FirstParty }) }

// Modules lists the modules in the order of the catalogue.
func Modules() (list []Module) {
	for _, r := range table {
		if !slices.Contains(list, r.Module) {
			list = append(list, r.Module)
		}
	}
	return list
}

// Changeable lists the modules in which some partner app may change something, in
// the order of the catalogue.
func Changeable() (list []Module) {
	for _, r := range table {
		if !r.FirstParty && r.Risk != Read && !slices.Contains(list, r.Module) {
			list = append(list, r.Module)
		}
	}
	return list
}

func where(keep func(Row) bool) Set {
	var scopes []Scope
	for _, r := range table {
		if keep(r) {
			scopes = append(scopes, r.Scope)
		}
	}
	return Of(scopes...)
}
