package partner

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
	"github.com/counterpart/counterpart/internal/web/gate"
	"github.com/counterpart/counterpart/internal/web/route"
)

func (f *Face) invoiceRoutes() []route.Route {
	return []route.Route{
		{Pattern: "GET /invoices", Scope: scope.InvoicesRead, Permission: permission.ViewInvoices, Handle: route.JSON(http.StatusOK, f.listInvoices)},
		{Pattern: "POST /invoices", Scope: scope.InvoicesWrite, Permission: permission.CreateInvoices, Handle: route.JSON(http.StatusCreated, f.createInvoice)},
		{Pattern: "GET /invoices/{id}", Scope: scope.InvoicesRead, Permission: permission.ViewInvoices, Handle: route.JSON(http.StatusOK, f.readInvoice)},
		{Pattern: "PATCH /invoices/{id}", Scope: scope.InvoicesWrite, Permission: permission.EditInvoices, Handle: route.JSON(http.StatusOK, f.changeInvoice)},
		{Pattern: "DELETE /invoices/{id}", Scope: scope.InvoicesWrite, Permission: permission.DeleteInvoices, Handle: route.JSON(http.StatusNoContent, f.deleteInvoice)},
		{Pattern: "POST /invoices/{id}/issue", Scope: scope.InvoicesWrite, Permission: permission.EditInvoices, Handle: route.JSON(http.StatusOK, f.issueInvoice)},
		{Pattern: "POST /invoices/{id}/send", Scope: scope.InvoicesWrite, Permission: permission.SendInvoices, Handle: route.JSON(http.StatusOK, f.sendInvoice)},
		{Pattern: "POST /invoices/{id}/void", Scope: scope.InvoicesWrite, Permission: permission.VoidInvoices, Handle: route.JSON(http.StatusOK, f.voidInvoice)},
		{Pattern: "POST /invoices/{id}/credit", Scope: scope.InvoicesWrite, Permission: permission.EditInvoices, Handle: route.JSON(http.StatusCreated, f.creditInvoice)},
	}
}

// invoice is an invoice or credit note as apps see it.
type invoice struct {
	ID             ident.Invoice  `json:"id"`
	Kind           sales.Kind     `json:"kind"`
	Status         sales.Status   `json:"status"`
	Number         *string        `json:"number"`
	CustomerID     ident.Customer `json:"customerId"`
	CreditsID      *ident.Invoice `json:"creditsId"`
	Currency       money.Currency `json:"currency"`
	IssueDate      *route.Date    `json:"issueDate"`
	DueDate        *route.Date    `json:"dueDate"`
	Reference      *string        `json:"reference"`
	Notes          *string        `json:"notes"`
	Lines          []invoiceLine  `json:"lines"`
	Subtotal       money.Amount   `json:"subtotal"`
	TaxTotal       money.Amount   `json:"taxTotal"`
	Total          money.Amount   `json:"total"`
	AmountPaid     money.Amount   `json:"amountPaid"`
	AmountCredited money.Amount   `json:"amountCredited"`
	AmountDue      money.Amount   `json:"amountDue"`
	IssuedAt       *route.Time    `json:"issuedAt"`
	SentAt         *route.Time    `json:"sentAt"`
	PaidAt         *route.Time    `json:"paidAt"`
	VoidedAt       *route.Time    `json:"voidedAt"`
	Version        int            `json:"version"`
	CreatedAt      route.Time     `json:"createdAt"`
	UpdatedAt      route.Time     `json:"updatedAt"`
	CreatedBy      *signed        `json:"createdBy"`
	UpdatedBy      *signed        `json:"updatedBy"`
}

type invoiceLine struct {
	Description string        `json:"description"`
	Quantity    money.Amount  `json:"quantity"`
	UnitPrice   money.Amount  `json:"unitPrice"`
	TaxRate     money.Amount  `json:"taxRate"`
	AccountID   ident.Account `json:"accountId"`
	Net         money.Amount  `json:"net"`
	Tax         money.Amount  `json:"tax"`
}

// RecordVersion goes into the header ETag.
func (i invoice) RecordVersion() int { return i.Version }

func showInvoice(i sales.Invoice) invoice {
	digits := i.Currency.Digits
	shown := invoice{
		ID: i.ID, Kind: i.Kind, Status: i.Status, Number: i.Number, CustomerID: i.Customer, Currency: i.Currency,
		IssueDate: (*route.Date)(i.IssueDate), DueDate: (*route.Date)(i.DueDate), Reference: i.Reference, Notes: i.Notes,
		Lines: make([]invoiceLine, len(i.Lines)), Subtotal: i.Subtotal.Round(digits), TaxTotal: i.TaxTotal.Round(digits), Total: i.Total.Round(digits),
		AmountPaid: i.AmountPaid.Round(digits), AmountCredited: i.AmountCredited.Round(digits), AmountDue: i.AmountDue.Round(digits),
		IssuedAt: (*route.Time)(i.IssuedAt), SentAt: (*route.Time)(i.SentAt), PaidAt: (*route.Time)(i.PaidAt), VoidedAt: (*route.Time)(i.VoidedAt),
		Version: i.Version, CreatedAt: route.Time(i.CreatedAt), UpdatedAt: route.Time(i.UpdatedAt),
		CreatedBy: signedBy(i.CreatedBy), UpdatedBy: signedBy(i.UpdatedBy),
	}
	if !i.Credits.IsZero() {
		shown.CreditsID = &i.Credits
	}
	for n, l := range i.Lines {
		shown.Lines[n] = invoiceLine{
			Description: l.Description, Quantity: l.Quantity, UnitPrice: l.UnitPrice, TaxRate: l.TaxRate, AccountID: l.Account,
			Net: l.Net.Round(digits), Tax: l.Tax.Round(digits),
		}
	}
	return shown
}

type invoiceListing struct {
	listing
	After      ident.Invoice  `query:"after" absent:"UNKNOWN_CURSOR"`
	Status     sales.Status   `query:"status"`
	Kind       sales.Kind     `query:"kind"`
	CustomerID ident.Customer `query:"customerId"`
	IssuedFrom *route.Date    `query:"issuedFrom"`
	IssuedTo   *route.Date    `query:"issuedTo"`
	DueBefore  *route.Date    `query:"dueBefore"`
}

// Check holds the filters to what there is.
func (in invoiceListing) Check(p *route.Problems) {
	in.listing.Check(p)
	p.Want(in.Status == "" || slices.Contains(sales.Statuses, in.Status), "status must be one of %s", words(sales.Statuses))
	p.Want(in.Kind == "" || slices.Contains(sales.Kinds, in.Kind), "kind must be one of %s", words(sales.Kinds))
}

// words lists the words that a member may be.
func words[T ~string](all []T) string {
	texts := make([]string, len(all))
	for i, word := range all {
		texts[i] = string(word)
	}
	return strings.Join(texts, ", ")
}

func (f *Face) listInvoices(ctx context.Context, in invoiceListing) (page[invoice], error) {
	filter := sales.InvoiceFilter{
		Status: in.Status, Kind: in.Kind, Customer: in.CustomerID,
		IssuedFrom: (*time.Time)(in.IssuedFrom), IssuedTo: (*time.Time)(in.IssuedTo), DueBefore: (*time.Time)(in.DueBefore),
	}
	list, more, total, err := f.deps.Sales.Invoices(ctx, gate.CallerFrom(ctx).Business.ID, filter, in.from(in.After.Shard, in.After.UUID))
	return pageOf(list, more, total, showInvoice, func(i sales.Invoice) string { return i.ID.String() }), err
}

// invoiceNamed is a request about one invoice.
type invoiceNamed struct {
	ID   ident.Invoice `path:"id" absent:"INVOICE_NOT_FOUND"`
	Seen route.ETag    `header:"If-Match"`
}

func (f *Face) readInvoice(ctx context.Context, in invoiceNamed) (invoice, error) {
	found, err := f.deps.Sales.Invoice(ctx, gate.CallerFrom(ctx).Business.ID, in.ID)
	return showInvoice(found), err
}

// newInvoice is an invoice as apps send it.
type newInvoice struct {
	CustomerID ident.Customer   `json:"customerId"`
	Number     *string          `json:"number"`
	Currency   *string          `json:"currency"`
	IssueDate  *route.Date      `json:"issueDate"`
	DueDate    *route.Date      `json:"dueDate"`
	Reference  *string          `json:"reference"`
	Notes      *string          `json:"notes"`
	Lines      []newInvoiceLine `json:"lines"`
	Issue      bool             `json:"issue"`
}

type newInvoiceLine struct {
	Description string         `json:"description"`
	Quantity    *money.Amount  `json:"quantity"` // 1 if not given
	UnitPrice   *money.Amount  `json:"unitPrice"`
	TaxRate     *money.Amount  `json:"taxRate"` // 0 if not given
	AccountID   *ident.Account `json:"accountId"`
}

// Check wants every line to have a price.
func (in newInvoice) Check(p *route.Problems) { wantPrices(p, in.Lines) }

func wantPrices(p *route.Problems, lines []newInvoiceLine) {
	for i, line := range lines {
		p.Want(line.UnitPrice != nil, "lines.%d.unitPrice should not be empty", i)
	}
}

func (in newInvoice) asked() sales.NewInvoice {
	return sales.NewInvoice{
		InvoiceDetails: sales.InvoiceDetails{
			Customer: in.CustomerID, Number: in.Number, IssueDate: (*time.Time)(in.IssueDate), DueDate: (*time.Time)(in.DueDate),
			Reference: in.Reference, Notes: in.Notes, Lines: invoiceLines(in.Lines),
		},
		Currency: said(in.Currency), Issue: in.Issue,
	}
}

var one = money.FromInt(1)

func invoiceLines(in []newInvoiceLine) []sales.Line {
	lines := make([]sales.Line, len(in))
	for i, l := range in {
		lines[i] = sales.Line{Description: l.Description, Quantity: one, UnitPrice: *l.UnitPrice}
		if l.Quantity != nil {
			lines[i].Quantity = *l.Quantity
		}
		if l.TaxRate != nil {
			lines[i].TaxRate = *l.TaxRate
		}
		if l.AccountID != nil {
			lines[i].Account = *l.AccountID
		}
	}
	return lines
}

func (f *Face) createInvoice(ctx context.Context, in newInvoice) (invoice, error) {
	c := gate.CallerFrom(ctx)
	if err := mayIssue(c, in.Issue); err != nil {
		return invoice{}, err
	}
	made, err := f.deps.Sales.CreateInvoice(ctx, c.Business.ID, in.asked())
	return showInvoice(made), err
}

// mayIssue: whoever creates an invoice and issues it at once needs the
// permission for that too.
func mayIssue(c *gate.Caller, issues bool) error {
	if !issues {
		return nil
	}
	return tenancy.Allow(c.Permissions, permission.EditInvoices)
}

type invoiceChange struct {
	invoiceNamed
	CustomerID route.Change[ident.Customer]   `json:"customerId"`
	Number     route.Change[string]           `json:"number"`
	IssueDate  route.Change[route.Date]       `json:"issueDate"`
	DueDate    route.Change[route.Date]       `json:"dueDate"`
	Reference  route.Change[string]           `json:"reference"`
	Notes      route.Change[string]           `json:"notes"`
	Lines      route.Change[[]newInvoiceLine] `json:"lines"`
}

// Check refuses to empty what every invoice has.
func (in invoiceChange) Check(p *route.Problems) {
	wantKept(p, "customerId", in.CustomerID)
	wantKept(p, "lines", in.Lines)
	if in.Lines.To != nil {
		wantPrices(p, *in.Lines.To)
	}
}

func (f *Face) changeInvoice(ctx context.Context, in invoiceChange) (invoice, error) {
	changed, err := f.deps.Sales.UpdateInvoice(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen), func(d *sales.InvoiceDetails) {
		d.Customer = *in.CustomerID.Or(&d.Customer)
		d.Number, d.Reference, d.Notes = in.Number.Or(d.Number), in.Reference.Or(d.Reference), in.Notes.Or(d.Notes)
		d.IssueDate = (*time.Time)(in.IssueDate.Or((*route.Date)(d.IssueDate)))
		d.DueDate = (*time.Time)(in.DueDate.Or((*route.Date)(d.DueDate)))
		if in.Lines.Given {
			d.Lines = invoiceLines(*in.Lines.To)
		}
	})
	return showInvoice(changed), err
}

func (f *Face) deleteInvoice(ctx context.Context, in invoiceNamed) (route.None, error) {
	return route.None{}, f.deps.Sales.DeleteInvoice(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen))
}

type invoiceIssue struct {
	invoiceNamed
	IssueDate *route.Date `json:"issueDate"`
	DueDate   *route.Date `json:"dueDate"`
}

func (f *Face) issueInvoice(ctx context.Context, in invoiceIssue) (invoice, error) {
	dates := sales.Dates{Issue: (*time.Time)(in.IssueDate), Due: (*time.Time)(in.DueDate)}
	issued, err := f.deps.Sales.IssueInvoice(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen), dates)
	return showInvoice(issued), err
}

type invoiceSend struct {
	invoiceNamed
	To *string `json:"to"`
}

func (f *Face) sendInvoice(ctx context.Context, in invoiceSend) (invoice, error) {
	business := gate.CallerFrom(ctx).Business.ID
	sent, err := f.deps.Sales.SendInvoice(ctx, business, in.ID, int(in.Seen), in.To)
	if err != nil {
		return invoice{}, err
	}
	f.deps.KickInvoices(ctx, business)
	return showInvoice(sent), nil
}

func (f *Face) voidInvoice(ctx context.Context, in invoiceNamed) (invoice, error) {
	void, err := f.deps.Sales.VoidInvoice(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen))
	return showInvoice(void), err
}

type invoiceCredit struct {
	invoiceNamed
	Lines  *[]newInvoiceLine `json:"lines"`
	Date   *route.Date       `json:"date"`
	Reason *string           `json:"reason"`
}

// Check wants every line to have a price.
func (in invoiceCredit) Check(p *route.Problems) {
	if in.Lines != nil {
		wantPrices(p, *in.Lines)
	}
}

func (f *Face) creditInvoice(ctx context.Context, in invoiceCredit) (invoice, error) {
	credit := sales.Credit{Date: (*time.Time)(in.Date), Reason: in.Reason}
	if in.Lines != nil {
		credit.Lines = invoiceLines(*in.Lines)
	}
	note, err := f.deps.Sales.CreditInvoice(ctx, gate.CallerFrom(ctx).Business.ID, in.ID, int(in.Seen), credit)
	return showInvoice(note), err
}
