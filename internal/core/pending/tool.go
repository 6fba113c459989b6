package pending

import "github.com/counterpart/counterpart/internal/vocab/permission"

// Tool is what an assistant calls to change the books.
type Tool string

// The tools.
const (
	IssueInvoice        Tool = "issue_invoice"
	SendInvoice         Tool = "send_invoice"
	VoidInvoice         Tool = "void_invoice"
	CreditInvoice       Tool = "credit_invoice"
	RecordPayment       Tool = "record_payment"
	PostJournalEntry    Tool = "post_journal_entry"
	ReverseJournalEntry Tool = "reverse_journal_entry"
)

// Tools are all of them.
var Tools = []Tool{IssueInvoice, SendInvoice, VoidInvoice, CreditInvoice, RecordPayment, PostJournalEntry, ReverseJournalEntry}

var needed = map[Tool]permission.Permission{
	IssueInvoice: permission.EditInvoices, SendInvoice: permission.SendInvoices, VoidInvoice: permission.VoidInvoices,
	CreditInvoice: permission.EditInvoices, RecordPayment: permission.RecordPayments,
	PostJournalEntry: permission.PostJournal, ReverseJournalEntry: permission.ReverseJournal,
}

// Permission is what its person needs to approve it: what the operation needs.
func (t Tool) Permission() permission.Permission { return needed[t] }
