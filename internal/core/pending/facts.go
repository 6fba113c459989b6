package pending

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// Facts are what would happen, as a person is shown it. Figures and dates are the
// books' own; what people or apps worded stands in members of type Text alone.
type Facts struct {
	Record   string       `json:"record,omitempty"` // the invoice or entry that the call is about; empty where it makes a new one
	Number   string       `json:"number,omitempty"` // of that; a draft has none
	Customer *Party       `json:"customer,omitempty"`
	Currency string       `json:"currency"`
	Total    money.Amount `json:"total"`
	Tax      money.Amount `json:"tax"`
	Due      money.Amount `json:"due"` // of the invoice, before
	Date     string       `json:"date,omitempty"`
	DueDate  string       `json:"dueDate,omitempty"`
	Method   sales.Method `json:"method,omitempty"`
	Lines    []Line       `json:"lines,omitempty"`
	Settles  []Settled    `json:"settles,omitempty"`
	Texts    []Text       `json:"texts,omitempty"`
}

// Party is the customer whom it is about.
type Party struct {
	ID    string `json:"id"`
	Name  Text   `json:"name"`
	Email string `json:"email,omitempty"`
}

// Line is a line of an invoice, or of a journal entry, where one of debit and credit is zero.
type Line struct {
	Text      Text         `json:"text"`
	Quantity  money.Amount `json:"quantity"`
	UnitPrice money.Amount `json:"unitPrice"`
	Net       money.Amount `json:"net"`
	Account   *Text        `json:"account,omitempty"` // of an entry's line
	Debit     money.Amount `json:"debit"`
	Credit    money.Amount `json:"credit"`
}

// Settled is an invoice that a payment settles, or a part of it.
type Settled struct {
	Invoice string       `json:"invoice"`
	Number  string       `json:"number"`
	Amount  money.Amount `json:"amount"`
}

// Origin is where a text comes from.
type Origin string

// The origins.
const (
	FromInvoice  Origin = "invoice"
	FromCustomer Origin = "customer"
	FromEntry    Origin = "entry"
	FromAccount  Origin = "account"
	FromApp      Origin = "app" // the arguments of the call
)

// Text is what somebody worded.
type Text struct {
	Name string `json:"name,omitempty"` // what it is: notes, reference, memo, reason
	Text string `json:"text"`
	From Origin `json:"from"`
}

// describe reads what an operation has made of a record, or which one it has made.
func (s *Service) describe(ctx context.Context, c Call, record string) (Facts, error) {
	switch c.Tool {
	case CreditInvoice:
		return s.crediting(ctx, c, record)
	case RecordPayment:
		return s.paying(ctx, c, record)
	case PostJournalEntry, ReverseJournalEntry:
		return s.posting(ctx, c, record)
	}
	invoice, err := s.invoice(ctx, c, record)
	if err != nil {
		return Facts{}, err
	}
	return s.ofInvoice(ctx, c, invoice, FromInvoice)
}

func (s *Service) invoice(ctx context.Context, c Call, record string) (sales.Invoice, error) {
	id, err := ident.Parse[ident.Invoice](record)
	if err != nil {
		return sales.Invoice{}, fmt.Errorf("describe %s of %q: %w", c.Tool, record, err)
	}
	return s.deps.Sales.Invoice(ctx, c.Business, id)
}

// ofInvoice shows an invoice, or a credit note, whose texts come from somewhere.
func (s *Service) ofInvoice(ctx context.Context, c Call, i sales.Invoice, from Origin) (Facts, error) {
	digits := i.Currency.Digits
	facts := Facts{
		Record: c.Record, Currency: i.Currency.Code, Total: i.Total.Round(digits), Tax: i.TaxTotal.Round(digits), Due: i.AmountDue.Round(digits),
		Date: day(i.IssueDate), DueDate: day(i.DueDate),
	}
	if i.Number != nil && c.Tool != IssueInvoice { // what it gets now, another may get before
		facts.Number = *i.Number
	}
	for _, l := range i.Lines {
		facts.Lines = append(facts.Lines, Line{
			Text: Text{Text: l.Description, From: from}, Quantity: l.Quantity, UnitPrice: l.UnitPrice, Net: l.Net.Round(digits),
		})
	}
	facts.add("reference", i.Reference, from)
	facts.add("notes", i.Notes, from)
	return facts, s.addCustomer(ctx, c.Business, &facts, i.Customer)
}

func (s *Service) addCustomer(ctx context.Context, business ident.Business, facts *Facts, id ident.Customer) error {
	customer, err := s.deps.Sales.Customer(ctx, business, id)
	if err != nil {
		return err
	}
	facts.Customer = &Party{ID: id.String(), Name: Text{Text: customer.Name, From: FromCustomer}}
	if customer.Email != nil {
		facts.Customer.Email = *customer.Email
	}
	return nil
}

// sending shows an invoice as it would be mailed, if it can be.
func (s *Service) sending(ctx context.Context, c Call) (facts Facts, sendable bool, err error) {
	invoice, err := s.invoice(ctx, c, c.Record)
	if err != nil {
		return Facts{}, false, err
	}
	facts, err = s.ofInvoice(ctx, c, invoice, FromInvoice)
	return facts, err == nil && invoice.Open() && facts.Customer.Email != "", err
}

// crediting shows the credit note that was made, and which invoice it is for.
func (s *Service) crediting(ctx context.Context, c Call, record string) (Facts, error) {
	note, err := s.invoice(ctx, c, record)
	if err != nil {
		return Facts{}, err
	}
	facts, err := s.ofInvoice(ctx, c, note, FromApp)
	if err != nil {
		return Facts{}, err
	}
	if !c.gives("lines") { // they are the invoice's own
		for i := range facts.Lines {
			facts.Lines[i].Text.From = FromInvoice
		}
	}
	invoice, err := s.deps.Sales.Invoice(ctx, c.Business, note.Credits)
	if err != nil {
		return Facts{}, err
	}
	facts.Number, facts.Due = *invoice.Number, invoice.AmountDue.Add(note.Total).Round(invoice.Currency.Digits)
	return facts, nil
}

// gives reports whether the call has an argument.
func (c Call) gives(name string) bool {
	var given map[string]json.RawMessage
	err := json.Unmarshal(c.Arguments, &given)
	return err == nil && given[name] != nil && string(given[name]) != "null"
}

// paying shows the payment that was recorded.
func (s *Service) paying(ctx context.Context, c Call, record string) (Facts, error) {
	id, err := ident.Parse[ident.Payment](record)
	if err != nil {
		return Facts{}, fmt.Errorf("describe %s of %q: %w", c.Tool, record, err)
	}
	p, err := s.deps.Sales.Payment(ctx, c.Business, id)
	if err != nil {
		return Facts{}, err
	}
	digits := c.currency.Digits // payments are in the books' own
	facts := Facts{Currency: p.Currency, Total: p.Amount.Round(digits), Date: day(&p.Date), Method: p.Method}
	facts.add("reference", p.Reference, FromApp)
	facts.add("notes", p.Notes, FromApp)
	for _, a := range p.Allocations {
		invoice, err := s.deps.Sales.Invoice(ctx, c.Business, a.Invoice)
		if err != nil {
			return Facts{}, err
		}
		facts.Settles = append(facts.Settles, Settled{Invoice: a.Invoice.String(), Number: *invoice.Number, Amount: a.Amount.Round(digits)})
	}
	return facts, s.addCustomer(ctx, c.Business, &facts, p.Customer)
}

// posting shows the entry that was posted; of a reversal also which entry it undoes.
func (s *Service) posting(ctx context.Context, c Call, record string) (Facts, error) {
	id, err := ident.Parse[ident.JournalEntry](record)
	if err != nil {
		return Facts{}, fmt.Errorf("describe %s of %q: %w", c.Tool, record, err)
	}
	entry, err := s.deps.Ledger.Entry(ctx, c.Business, id)
	if err != nil {
		return Facts{}, err
	}
	from, digits := FromApp, c.currency.Digits
	facts := Facts{Record: c.Record, Currency: c.currency.Code, Total: entry.Total.Round(digits), Date: day(&entry.Date)}
	if !entry.Reverses.IsZero() {
		wrong, err := s.deps.Ledger.Entry(ctx, c.Business, entry.Reverses)
		if err != nil {
			return Facts{}, err
		}
		facts.Number, from = wrong.Number.String(), FromEntry
	}
	for _, l := range entry.Lines {
		facts.Lines = append(facts.Lines, entryLine(l, digits, from))
	}
	facts.add("memo", &entry.Memo, FromApp)
	return facts, nil
}

func entryLine(l ledger.Line, digits int, from Origin) Line {
	line := Line{Text: Text{Text: l.Memo, From: from}, Account: &Text{Text: l.AccountCode + " " + l.AccountName, From: FromAccount}}
	if l.Amount.Sign() > 0 {
		line.Debit = l.Amount.Round(digits)
	} else {
		line.Credit = l.Amount.Neg().Round(digits)
	}
	return line
}

func (f *Facts) add(name string, text *string, from Origin) {
	if text != nil && *text != "" {
		f.Texts = append(f.Texts, Text{Name: name, Text: *text, From: from})
	}
}

func day(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.Format(time.DateOnly)
}
