package html

import "github.com/counterpart/counterpart/internal/vocab/pagepath"

// RecordAct is something that the reader can do to a record: the text
// record_act.<name>, and the page that asks first.
type RecordAct struct {
	Name string
	URL  string
}

// InvoiceAct asks what it takes to issue, send, pay or void an invoice, and whether it
// is meant. Fields: once and version, and those of the act: issue_date, due_date (issue);
// email (send); amount, day, method, reference (pay).
type InvoiceAct struct {
	Act       string // "issue", "send", "pay" or "void"
	ID        string
	Name      string // the invoice's number; none while it is a draft
	Version   int    // which the reader sees
	Once      string // tells two sendings of one form from two forms
	Currency  string
	Open      string // what is left to pay
	Again     bool   // it was sent before
	IssueDate string // days, as typed
	DueDate   string
	Email     string
	Amount    string
	Day       string
	Method    string
	Methods   []string
	Reference string
	Problems  Problems
}

// Back is the address of the invoice.
func (v InvoiceAct) Back() string { return pagepath.Invoices + "/" + v.ID }

// URL is the address of the page.
func (v InvoiceAct) URL() string { return v.Back() + "/" + v.Act }

func (InvoiceAct) page() string         { return "invoice_act" }
func (v InvoiceAct) problems() Problems { return v.Problems }
