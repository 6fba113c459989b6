// Package permission is the catalogue of what a member of a business may do
// there. One row a permission: its name, plain words for it, and the roles
// that hold it unless the business decided otherwise. To add a permission,
// name it and add its row.
//
// Scopes say what an app may do, permissions what its user may do; a call needs
// both. A business can change which role holds what, with two exceptions that
// keep it from locking itself out or giving itself away: the owner holds
// everything, and what is the owner's alone cannot be handed to another role.
package permission

import "slices"

// Permission is a permission's name.
type Permission string

// The permissions.
const (
	ViewInvoices     Permission = "invoices.view"
	CreateInvoices   Permission = "invoices.create"
	EditInvoices     Permission = "invoices.edit"
	SendInvoices     Permission = "invoices.send"
	VoidInvoices     Permission = "invoices.void"
	DeleteInvoices   Permission = "invoices.delete"
	ImportInvoices   Permission = "invoices.import"
	ViewCustomers    Permission = "customers.view"
	ManageCustomers  Permission = "customers.manage"
	DeleteCustomers  Permission = "customers.delete"
	MergeCustomers   Permission = "customers.merge"
	RedactCustomers  Permission = "customers.redact"
	ViewSuppliers    Permission = "suppliers.view"
	ManageSuppliers  Permission = "suppliers.manage"
	DeleteSuppliers  Permission = "suppliers.delete"
	RedactSuppliers  Permission = "suppliers.redact"
	ViewPayments     Permission = "payments.view"
	RecordPayments   Permission = "payments.record"
	AllocatePayments Permission = "payments.allocate"
	RefundPayments   Permission = "payments.refund"
	DeletePayments   Permission = "payments.delete"
	ViewAccounts     Permission = "accounts.view"
	ManageAccounts   Permission = "accounts.manage"
	ViewJournal      Permission = "journal.view"
	PostJournal      Permission = "journal.post"
	ReverseJournal   Permission = "journal.reverse"
	LockPeriods      Permission = "periods.lock"
	ViewBusiness     Permission = "business.view"
	ManageBusiness   Permission = "business.manage"
	ManageUsers      Permission = "users.manage"
	InstallApps      Permission = "apps.install"
	UninstallApps    Permission = "apps.uninstall"
	RevokeApps       Permission = "apps.revoke"
	TransferBusiness Permission = "business.transfer"
	CloseBusiness    Permission = "business.close"
)

// Row is what the catalogue says of a permission.
type Row struct {
	Permission Permission
	Says       string // what its holder may do
	Default    []Role // the roles that hold it beside the owner
	OwnerOnly  bool   // no business can give it to another role
}

var table = []Row{
	{Permission: ViewInvoices, Says: "See invoices", Default: by(Admin, Accountant, Bookkeeper, Sales, Viewer)},
	{Permission: CreateInvoices, Says: "Create invoices", Default: by(Admin, Accountant, Bookkeeper, Sales)},
	{Permission: EditInvoices, Says: "Change, issue and credit invoices", Default: by(Admin, Accountant, Bookkeeper, Sales)},
	{Permission: SendInvoices, Says: "Send invoices to customers", Default: by(Admin, Accountant, Bookkeeper, Sales)},
	{Permission: VoidInvoices, Says: "Void issued invoices", Default: by(Admin, Accountant)},
	{Permission: DeleteInvoices, Says: "Delete draft invoices", Default: by(Admin, Accountant, Bookkeeper, Sales)},
	{Permission: ImportInvoices, Says: "Import invoices in bulk", Default: by(Admin, Accountant, Bookkeeper)},

	{Permission: ViewCustomers, Says: "See customers", Default: by(Admin, Accountant, Bookkeeper, Sales, Viewer)},
	{Permission: ManageCustomers, Says: "Add, change and archive customers", Default: by(Admin, Accountant, Bookkeeper, Sales)},
	{Permission: DeleteCustomers, Says: "Delete customers", Default: by(Admin)},
	{Permission: MergeCustomers, Says: "Merge customers", Default: by(Admin)},
	{Permission: RedactCustomers, Says: "Erase a customer's personal data", Default: by(Admin)},

	{Permission: ViewSuppliers, Says: "See suppliers", Default: by(Admin, Accountant, Bookkeeper, Viewer)},
	{Permission: ManageSuppliers, Says: "Add, change and archive suppliers", Default: by(Admin, Accountant, Bookkeeper)},
	{Permission: DeleteSuppliers, Says: "Delete suppliers", Default: by(Admin)},
	{Permission: RedactSuppliers, Says: "Erase a supplier's personal data", Default: by(Admin)},

	{Permission: ViewPayments, Says: "See payments", Default: by(Admin, Accountant, Bookkeeper, Sales, Viewer)},
	{Permission: RecordPayments, Says: "Record and change payments", Default: by(Admin, Accountant, Bookkeeper)},
	{Permission: AllocatePayments, Says: "Allocate payments to invoices", Default: by(Admin, Accountant, Bookkeeper)},
	{Permission: RefundPayments, Says: "Refund payments", Default: by(Admin, Accountant)},
	{Permission: DeletePayments, Says: "Delete payments", Default: by(Admin)},

	{Permission: ViewAccounts, Says: "See the chart of accounts", Default: by(Admin, Accountant, Bookkeeper, Viewer)},
	{Permission: ManageAccounts, Says: "Change the chart of accounts", Default: by(Admin)},
	{Permission: ViewJournal, Says: "See the journal and the reports", Default: by(Admin, Accountant, Bookkeeper, Viewer)},
	{Permission: PostJournal, Says: "Post journal entries", Default: by(Admin)},
	{Permission: ReverseJournal, Says: "Reverse journal entries", Default: by(Admin)},
	{Permission: LockPeriods, Says: "Lock and unlock periods", Default: by(Admin)},

	{Permission: ViewBusiness, Says: "See the business's profile", Default: by(Admin, Accountant, Bookkeeper, Sales, Viewer)},
	{Permission: ManageBusiness, Says: "Change the business's profile and plan", Default: by(Admin)},
	{Permission: ManageUsers, Says: "Manage members, roles and permissions", Default: by(Admin)},
	{Permission: InstallApps, Says: "Connect apps", Default: by(Admin)},
	{Permission: UninstallApps, Says: "Uninstall apps", Default: by(Admin)},
	{Permission: RevokeApps, Says: "Revoke an app's access", Default: by(Admin)},
	{Permission: TransferBusiness, Says: "Hand the business to another owner", OwnerOnly: true},
	{Permission: CloseBusiness, Says: "Close the business", OwnerOnly: true},
}

func by(roles ...Role) []Role { return roles }

// Rows lists the catalogue in the order in which people read it.
func Rows() []Row { return slices.Clone(table) }

// Lookup finds the row of a permission.
func Lookup(p Permission) (Row, bool) {
	i := slices.IndexFunc(table, func(r Row) bool { return r.Permission == p })
	if i < 0 {
		return Row{}, false
	}
	return table[i], true
}
