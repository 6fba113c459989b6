package pages

import (
	"context"
	"slices"
	"time"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/books/purchases"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/html"
)

const (
	archived = "ARCHIVED" // the state of what is out of the way
	overdue  = "OVERDUE"  // of invoices that were to be paid before today; it comes before the paid ones
)

func (f *Face) invoiceKind() recordKind {
	return recordKind{
		RecordPlace: html.PlaceOf(html.Invoices),
		on:          appdata.Invoice, edits: permission.EditInvoices,
		columns: []html.Column{{Name: "number"}, {Name: "customer"}, {Name: "state"}, {Name: "issued", Late: true}, {Name: "due"},
			{Name: "total", Number: true}, {Name: "open", Number: true}, {Name: "by", Late: true}},
		whole: "all", states: slices.Insert(texts(sales.Statuses), 3, overdue), dated: true,
		list: listInvoices, read: readInvoice, names: named(ident.Parse[ident.Invoice], f.deps.Sales.InvoiceNumbers),
	}
}

func listInvoices(ctx context.Context, r *recordReader, want recordReading) (rows []recordRow, more bool, total *int, err error) {
	filter := sales.InvoiceFilter{Status: sales.Status(want.state), IssuedFrom: want.from, IssuedTo: want.to}
	if want.state == overdue {
		filter.OverdueOn = &r.today
	}
	list, more, total, err := r.deps.Sales.Invoices(ctx, r.reader.Business.ID, filter, want.page)
	if err != nil {
		return nil, false, nil, err
	}
	refer, err := r.refer(ctx, idsOf(list, func(i sales.Invoice) string { return i.Customer.String() })...)
	if err != nil {
		return nil, false, nil, err
	}
	rows, err = rowsOf(ctx, r, list, func(i sales.Invoice) (string, actor.Signature, []html.Value) {
		number := textValue(i.Number)
		if i.Number == nil {
			number = wordValue(sales.Draft)
		}
		return i.ID.String(), i.CreatedBy, []html.Value{
			number, refer(i.Customer.String()), r.invoiceState(i), dayValue(i.IssueDate), dayValue(i.DueDate),
			r.amount(i.Total), r.amount(i.AmountDue),
		}
	})
	return rows, more, total, err
}

// invoiceState is where an invoice stands today.
func (r *recordReader) invoiceState(i sales.Invoice) html.Value {
	if i.Kind == sales.KindCreditNote {
		return html.Value{Said: word(sales.KindCreditNote), Tone: html.ToneNew}
	}
	if i.Open() && i.AmountDue.Sign() > 0 && i.DueDate != nil && i.DueDate.Before(r.today) {
		days := int(r.today.Sub(*i.DueDate) / (24 * time.Hour))
		return html.Value{Said: html.Say("record_word.overdue", "n", days), Tone: html.ToneBad}
	}
	tones := map[sales.Status]html.Tone{
		sales.Draft: html.ToneOff, sales.Issued: html.ToneNew, sales.PartiallyPaid: html.ToneWarn, sales.Paid: html.ToneGood, sales.Void: html.ToneOff,
	}
	return html.Value{Said: word(i.Status), Tone: tones[i.Status]}
}

func readInvoice(ctx context.Context, r *recordReader, text string) (html.RecordPage, error) {
	id, err := ident.Parse[ident.Invoice](text)
	if err != nil {
		return html.RecordPage{}, errNoPage
	}
	i, err := r.deps.Sales.Invoice(ctx, r.reader.Business.ID, id)
	if err != nil {
		return html.RecordPage{}, err
	}
	refer, err := r.refer(ctx, i.Customer.String(), i.Credits.String())
	if err != nil {
		return html.RecordPage{}, err
	}
	view := html.RecordPage{Title: "invoice", State: r.invoiceState(i), Acts: r.actsOn(i), Facts: []html.Fact{
		{Name: "customer", Value: refer(i.Customer.String())},
		{Name: "credits", Value: refer(i.Credits.String())},
		{Name: "issued", Value: dayValue(i.IssueDate)},
		{Name: "due", Value: dayValue(i.DueDate)},
		{Name: "currency", Value: html.Value{Text: i.Currency.Code}},
		{Name: "reference", Value: textValue(i.Reference)},
		{Name: "notes", Value: textValue(i.Notes)},
		{Name: "sent", Value: r.timeValue(i.SentAt)},
		{Name: "paid_on", Value: r.timeValue(i.PaidAt)},
		{Name: "voided", Value: r.timeValue(i.VoidedAt)},
	}}
	switch {
	case i.Kind == sales.KindCreditNote:
		view.Title = "credit_note"
	case i.Number == nil:
		view.Title = "draft"
	}
	if i.Number != nil {
		view.Name = *i.Number
	}
	view.Tables = []html.RecordTable{r.invoiceLines(i)}
	err = r.signatures(ctx, &view, i.CreatedBy, i.UpdatedBy, i.CreatedAt, i.UpdatedAt)
	return view, err
}

// invoiceLines are what was sold, and what it comes to.
func (r *recordReader) invoiceLines(i sales.Invoice) html.RecordTable {
	table := html.RecordTable{Name: "lines", Columns: []html.Column{
		{Name: "description"}, {Name: "quantity", Number: true}, {Name: "price", Number: true}, {Name: "tax_rate", Number: true}, {Name: "net", Number: true},
	}}
	for _, line := range i.Lines {
		table.Rows = append(table.Rows, html.RecordRow{Cells: []html.Value{
			{Text: line.Description}, {Amount: line.Quantity.String()}, {Amount: line.UnitPrice.String()}, {Amount: line.TaxRate.String()}, r.amount(line.Net),
		}})
	}
	table.Sums = []html.Fact{{Name: "net", Value: r.amount(i.Subtotal)}, {Name: "tax", Value: r.amount(i.TaxTotal)}, {Name: "total", Value: r.amount(i.Total)}}
	if !i.AmountPaid.IsZero() {
		table.Sums = append(table.Sums, html.Fact{Name: "paid", Value: r.amount(i.AmountPaid.Neg())})
	}
	if !i.AmountCredited.IsZero() {
		table.Sums = append(table.Sums, html.Fact{Name: "credited", Value: r.amount(i.AmountCredited.Neg())})
	}
	if i.Open() && i.Kind == sales.KindInvoice {
		table.Sums = append(table.Sums, html.Fact{Name: "open", Value: r.amount(i.AmountDue)})
	}
	return table
}

func (f *Face) customerKind() recordKind {
	return recordKind{
		RecordPlace: html.PlaceOf(html.Customers),
		on:          appdata.Customer, edits: permission.ManageCustomers,
		columns: []html.Column{{Name: "name"}, {Name: "state"}, {Name: "type", Late: true}, {Name: "email"},
			{Name: "balance", Number: true}, {Name: "by", Late: true}},
		whole: "current", states: []string{archived},
		list: listCustomers, read: readCustomer, names: named(ident.Parse[ident.Customer], f.deps.Sales.CustomerNames),
	}
}

func listCustomers(ctx context.Context, r *recordReader, want recordReading) (rows []recordRow, more bool, total *int, err error) {
	list, more, total, err := r.deps.Sales.Customers(ctx, r.reader.Business.ID, want.state == archived, want.page)
	if err != nil {
		return nil, false, nil, err
	}
	rows, err = rowsOf(ctx, r, list, func(c sales.Customer) (string, actor.Signature, []html.Value) {
		return c.ID.String(), c.CreatedBy, []html.Value{
			{Text: c.Name}, partnerState(c.Archived(), c.Erased()), wordValue(c.Type), textValue(c.Email), r.amount(c.Balance),
		}
	})
	return rows, more, total, err
}

// partnerState is where a customer or supplier stands; empty for most.
func partnerState(isArchived, erased bool) html.Value {
	switch {
	case erased:
		return html.Value{Said: word("ERASED"), Tone: html.ToneOff}
	case isArchived:
		return html.Value{Said: word(archived), Tone: html.ToneOff}
	}
	return html.Value{}
}

func readCustomer(ctx context.Context, r *recordReader, text string) (html.RecordPage, error) {
	id, err := ident.Parse[ident.Customer](text)
	if err != nil {
		return html.RecordPage{}, errNoPage
	}
	c, err := r.deps.Sales.Customer(ctx, r.reader.Business.ID, id)
	if err != nil {
		return html.RecordPage{}, err
	}
	view := html.RecordPage{Title: "named", Name: c.Name, State: partnerState(c.Archived(), c.Erased()), Facts: []html.Fact{
		{Name: "type", Value: wordValue(c.Type)},
		{Name: "email", Value: textValue(c.Email)},
		{Name: "phone", Value: textValue(c.Phone)},
		{Name: "tax_number", Value: textValue(c.TaxNumber)},
		{Name: "address", Value: addressValue(c.BillingAddress)},
		{Name: "notes", Value: textValue(c.Notes)},
		{Name: "balance", Value: r.amount(c.Balance)},
		{Name: "currency", Value: html.Value{Text: r.reader.Business.Currency.Code}},
	}}
	err = r.signatures(ctx, &view, c.CreatedBy, c.UpdatedBy, c.CreatedAt, c.UpdatedAt)
	return view, err
}

func (f *Face) supplierKind() recordKind {
	return recordKind{
		RecordPlace: html.PlaceOf(html.Suppliers),
		on:          appdata.Supplier, edits: permission.ManageSuppliers,
		columns: []html.Column{{Name: "name"}, {Name: "state"}, {Name: "email"}, {Name: "phone", Late: true}, {Name: "by", Late: true}},
		whole:   "current", states: []string{archived},
		list: listSuppliers, read: readSupplier, names: named(ident.Parse[ident.Supplier], f.deps.Purchases.Names),
	}
}

func listSuppliers(ctx context.Context, r *recordReader, want recordReading) (rows []recordRow, more bool, total *int, err error) {
	list, more, total, err := r.deps.Purchases.Suppliers(ctx, r.reader.Business.ID, new(want.state == archived), want.page)
	if err != nil {
		return nil, false, nil, err
	}
	rows, err = rowsOf(ctx, r, list, func(s purchases.Supplier) (string, actor.Signature, []html.Value) {
		return s.ID.String(), s.CreatedBy, []html.Value{
			{Text: s.Name}, partnerState(s.Archived(), s.Erased()), textValue(s.Email), textValue(s.Phone),
		}
	})
	return rows, more, total, err
}

func readSupplier(ctx context.Context, r *recordReader, text string) (html.RecordPage, error) {
	id, err := ident.Parse[ident.Supplier](text)
	if err != nil {
		return html.RecordPage{}, errNoPage
	}
	s, err := r.deps.Purchases.Supplier(ctx, r.reader.Business.ID, id)
	if err != nil {
		return html.RecordPage{}, err
	}
	view := html.RecordPage{Title: "named", Name: s.Name, State: partnerState(s.Archived(), s.Erased()), Facts: []html.Fact{
		{Name: "email", Value: textValue(s.Email)},
		{Name: "phone", Value: textValue(s.Phone)},
		{Name: "tax_number", Value: textValue(s.TaxNumber)},
		{Name: "address", Value: addressValue(s.Address)},
		{Name: "notes", Value: textValue(s.Notes)},
	}}
	err = r.signatures(ctx, &view, s.CreatedBy, s.UpdatedBy, s.CreatedAt, s.UpdatedAt)
	return view, err
}

func (f *Face) paymentKind() recordKind {
	return recordKind{
		RecordPlace: html.PlaceOf(html.Payments),
		on:          appdata.Payment, edits: permission.RecordPayments,
		columns: []html.Column{{Name: "day"}, {Name: "customer"}, {Name: "method"}, {Name: "reference", Late: true},
			{Name: "amount", Number: true}, {Name: "unallocated", Number: true}, {Name: "by", Late: true}},
		whole: "all", states: texts(sales.Methods), dated: true,
		list: listPayments, read: readPayment, names: named(ident.Parse[ident.Payment], f.deps.Sales.PaymentAmounts),
	}
}

func listPayments(ctx context.Context, r *recordReader, want recordReading) (rows []recordRow, more bool, total *int, err error) {
	filter := sales.PaymentFilter{Method: sales.Method(want.state), From: want.from, To: want.to}
	list, more, total, err := r.deps.Sales.Payments(ctx, r.reader.Business.ID, filter, want.page)
	if err != nil {
		return nil, false, nil, err
	}
	refer, err := r.refer(ctx, idsOf(list, func(p sales.Payment) string { return p.Customer.String() })...)
	if err != nil {
		return nil, false, nil, err
	}
	rows, err = rowsOf(ctx, r, list, func(p sales.Payment) (string, actor.Signature, []html.Value) {
		return p.ID.String(), p.CreatedBy, []html.Value{
			{Day: p.Date}, refer(p.Customer.String()), wordValue(p.Method), textValue(p.Reference), r.amount(p.Amount), r.amount(p.Unallocated()),
		}
	})
	return rows, more, total, err
}

func readPayment(ctx context.Context, r *recordReader, text string) (html.RecordPage, error) {
	id, err := ident.Parse[ident.Payment](text)
	if err != nil {
		return html.RecordPage{}, errNoPage
	}
	p, err := r.deps.Sales.Payment(ctx, r.reader.Business.ID, id)
	if err != nil {
		return html.RecordPage{}, err
	}
	invoices := idsOf(p.Allocations, func(a sales.Allocation) string { return a.Invoice.String() })
	refer, err := r.refer(ctx, append(invoices, p.Customer.String(), p.Account.String())...)
	if err != nil {
		return html.RecordPage{}, err
	}
	view := html.RecordPage{Title: "payment", Name: p.Currency + " " + r.amount(p.Amount).Amount, Facts: []html.Fact{
		{Name: "customer", Value: refer(p.Customer.String())},
		{Name: "day", Value: html.Value{Day: p.Date}},
		{Name: "method", Value: wordValue(p.Method)},
		{Name: "account", Value: refer(p.Account.String())},
		{Name: "reference", Value: textValue(p.Reference)},
		{Name: "notes", Value: textValue(p.Notes)},
		{Name: "allocated", Value: r.amount(p.Allocated())},
		{Name: "refunded", Value: r.amount(p.Refunded)},
		{Name: "unallocated", Value: r.amount(p.Unallocated())},
	}}
	settled := html.RecordTable{Name: "allocations", Columns: []html.Column{{Name: "invoice"}, {Name: "amount", Number: true}}}
	for _, a := range p.Allocations {
		settled.Rows = append(settled.Rows, html.RecordRow{Cells: []html.Value{refer(a.Invoice.String()), r.amount(a.Amount)}})
	}
	back := html.RecordTable{Name: "refunds", Columns: []html.Column{{Name: "day"}, {Name: "reason"}, {Name: "amount", Number: true}}}
	for _, refund := range p.Refunds {
		back.Rows = append(back.Rows, html.RecordRow{Cells: []html.Value{{Day: refund.Date}, textValue(refund.Reason), r.amount(refund.Amount)}})
	}
	for _, table := range []html.RecordTable{settled, back} {
		if len(table.Rows) > 0 {
			view.Tables = append(view.Tables, table)
		}
	}
	err = r.signatures(ctx, &view, p.CreatedBy, p.UpdatedBy, p.CreatedAt, p.UpdatedAt)
	return view, err
}

// amount is an amount in the currency of the books.
func (r *recordReader) amount(of money.Amount) html.Value {
	return html.Value{Amount: of.Round(r.reader.Business.Currency.Digits).String()}
}

// texts are words as states of a list.
func texts[W ~string](words []W) (list []string) {
	for _, w := range words {
		list = append(list, string(w))
	}
	return list
}

func idsOf[R any](list []R, id func(R) string) (ids []string) {
	for _, record := range list {
		ids = append(ids, id(record))
	}
	return ids
}
