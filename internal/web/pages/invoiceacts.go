package pages

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/pagepath"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/html"
	"github.com/counterpart/counterpart/internal/web/route"
)

// invoiceAct is something that a member does to an invoice: who may, when it is
// offered, and what it does to the invoice that the page showed.
type invoiceAct struct {
	name  string // the end of its address
	needs permission.Permission
	fits  func(sales.Invoice) bool
	do    func(context.Context, *Face, tenancy.Acting, sales.Invoice, invoiceWish) error
	says  html.NoticeKind
}

var invoiceActs = []invoiceAct{
	{"issue", permission.EditInvoices, func(i sales.Invoice) bool { return i.Status == sales.Draft }, issueInvoice, html.InvoiceIssued},
	{"pay", permission.RecordPayments, payable, payInvoice, html.PaymentRecorded},
	{"send", permission.SendInvoices, sales.Invoice.Open, sendInvoice, html.InvoiceSent},
	{"void", permission.VoidInvoices, voidable, voidInvoice, html.InvoiceVoided},
}

func payable(i sales.Invoice) bool {
	return i.Kind == sales.KindInvoice && i.Open() && i.AmountDue.Sign() > 0
}

func voidable(i sales.Invoice) bool {
	return i.Kind == sales.KindInvoice && i.Open() && i.AmountPaid.IsZero() && i.AmountCredited.IsZero()
}

func (f *Face) invoiceActRoutes() (rows []route.Route) {
	for _, act := range invoiceActs {
		path := pagepath.Invoices + "/{id}/" + act.name
		rows = append(rows,
			page(path, f.inBusiness(act.needs, f.askInvoiceAct(act))),
			f.form(path, f.inBusiness(act.needs, f.invoiceAct(act))))
	}
	return rows
}

// actsOn are what the reader can do to an invoice as it is.
func (r *recordReader) actsOn(i sales.Invoice) (acts []html.RecordAct) {
	for _, act := range invoiceActs {
		if !act.fits(i) || !r.reader.Permissions.Has(act.needs) {
			continue
		}
		name := act.name
		if name == "send" && i.SentAt != nil {
			name = "send_again"
		}
		acts = append(acts, html.RecordAct{Name: name, URL: pagepath.Invoices + "/" + i.ID.String() + "/" + act.name})
	}
	return acts
}

// askInvoiceAct asks what it takes, and whether it is meant. What makes no sense any
// more leads back to the invoice.
func (f *Face) askInvoiceAct(act invoiceAct) memberHandler {
	return func(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
		i, err := f.invoiceOf(r, reader)
		if err != nil {
			return err
		}
		if !act.fits(i) {
			return redirect(w, r, pagepath.Invoices+"/"+i.ID.String(), nil)
		}
		view, err := f.invoiceActView(r.Context(), act, reader, i)
		if err != nil {
			return err
		}
		view.Once = rand.Text()
		return f.show(w, r, http.StatusOK, view)
	}
}

// invoiceOf finds the invoice that an address names. Who may do something to invoices
// and not see them does nothing here.
func (f *Face) invoiceOf(r *http.Request, reader tenancy.Acting) (sales.Invoice, error) {
	if err := tenancy.Allow(reader.Permissions, permission.ViewInvoices); err != nil {
		return sales.Invoice{}, err
	}
	id, err := ident.Parse[ident.Invoice](r.PathValue("id"))
	if err != nil {
		return sales.Invoice{}, errNoPage
	}
	return f.deps.Sales.Invoice(r.Context(), reader.Business.ID, id)
}

// invoiceActView is the page with what most would fill in.
func (f *Face) invoiceActView(ctx context.Context, act invoiceAct, reader tenancy.Acting, i sales.Invoice) (html.InvoiceAct, error) {
	today, err := f.deps.Ledger.Today(reader.Business)
	if err != nil {
		return html.InvoiceAct{}, err
	}
	view := html.InvoiceAct{
		Act: act.name, ID: i.ID.String(), Version: i.Version, Currency: i.Currency.Code, Again: i.SentAt != nil,
		Open: i.AmountDue.Round(i.Currency.Digits).String(),
	}
	if i.Number != nil {
		view.Name = *i.Number
	}
	switch act.name {
	case "issue":
		view.IssueDate, view.DueDate = dayText(i.IssueDate), dayText(i.DueDate)
		if i.IssueDate == nil {
			view.IssueDate = today.Format(time.DateOnly)
		}
	case "pay":
		view.Amount, view.Day, view.Method, view.Methods = view.Open, today.Format(time.DateOnly), string(sales.BankTransfer), texts(sales.Methods)
	case "send":
		if reader.Permissions.Has(permission.ViewCustomers) {
			customer, err := f.deps.Sales.Customer(ctx, reader.Business.ID, i.Customer)
			if err != nil {
				return view, err
			}
			if customer.Email != nil {
				view.Email = *customer.Email
			}
		}
	}
	return view, nil
}

func dayText(day *time.Time) string {
	if day == nil {
		return ""
	}
	return day.Format(time.DateOnly)
}

// invoiceAct does it, once however often its form is sent.
func (f *Face) invoiceAct(act invoiceAct) memberHandler {
	return func(w http.ResponseWriter, r *http.Request, reader tenancy.Acting) error {
		i, err := f.invoiceOf(r, reader)
		if err != nil {
			return err
		}
		view, err := f.invoiceActView(r.Context(), act, reader, i)
		if err != nil {
			return err
		}
		wish, problems := readInvoiceWish(&view, r.PostForm)
		form := redisplay(func(status int, problems ...html.Problem) error {
			view.Problems = problems
			return f.show(w, r, status, view)
		})
		if problems != nil {
			return form(http.StatusUnprocessableEntity, problems...)
		}
		err = f.once(r, reader, func(ctx context.Context) error { return act.do(ctx, f, reader, i, wish) })
		if err != nil {
			return form.refuseThere(err)
		}
		if act.name == "send" {
			f.deps.KickInvoices(r.Context(), reader.Business.ID)
		}
		return done(w, r, view.Back(), act.says)
	}
}

// invoiceWish is what a form says, in the domain's words.
type invoiceWish struct {
	seen       int // the version that the reader saw
	issue, due *time.Time
	to         *string
	amount     money.Amount
	day        *time.Time
	method     sales.Method
	reference  *string
}

// readInvoiceWish reads a form, and leaves in the view what was typed.
func readInvoiceWish(view *html.InvoiceAct, form url.Values) (wish invoiceWish, problems html.Problems) {
	day := func(field string) *time.Time {
		at, err := time.Parse(time.DateOnly, form.Get(field))
		if form.Get(field) == "" {
			return nil
		}
		if err != nil {
			problems = append(problems, html.Problem{Field: field, Message: html.DayMalformed})
		}
		return &at
	}
	wish.seen, _ = strconv.Atoi(form.Get("version")) // what is no version is none that was seen
	view.Once = form.Get("once")
	switch view.Act {
	case "issue":
		view.IssueDate, view.DueDate = form.Get("issue_date"), form.Get("due_date")
		wish.issue, wish.due = day("issue_date"), day("due_date")
	case "send":
		view.Email = strings.TrimSpace(form.Get("email"))
		if _, err := mail.ParseAddress(view.Email); view.Email != "" && err != nil {
			problems = append(problems, html.Problem{Field: "email", Message: html.EmailMalformed})
		}
		wish.to = &view.Email
	case "pay":
		view.Amount, view.Day, view.Method, view.Reference = strings.TrimSpace(form.Get("amount")), form.Get("day"), form.Get("method"), form.Get("reference")
		var err error
		if wish.amount, err = money.Parse(view.Amount); err != nil || wish.amount.Sign() <= 0 {
			problems = append(problems, html.Problem{Field: "amount", Message: html.AmountMalformed})
		}
		wish.day, wish.method, wish.reference = day("day"), sales.Method(view.Method), &view.Reference
	}
	return wish, problems
}

func issueInvoice(ctx context.Context, f *Face, reader tenancy.Acting, i sales.Invoice, wish invoiceWish) error {
	_, err := f.deps.Sales.IssueInvoice(ctx, reader.Business.ID, i.ID, wish.seen, sales.Dates{Issue: wish.issue, Due: wish.due})
	return err
}

func sendInvoice(ctx context.Context, f *Face, reader tenancy.Acting, i sales.Invoice, wish invoiceWish) error {
	_, err := f.deps.Sales.SendInvoice(ctx, reader.Business.ID, i.ID, wish.seen, wish.to)
	return err
}

func payInvoice(ctx context.Context, f *Face, reader tenancy.Acting, i sales.Invoice, wish invoiceWish) error {
	_, err := f.deps.Sales.RecordPayment(ctx, reader.Business.ID, sales.NewPayment{
		Customer: i.Customer, Amount: wish.amount, Date: wish.day,
		PaymentDetails: sales.PaymentDetails{Method: wish.method, Reference: wish.reference},
		Allocations:    []sales.Allocation{{Invoice: i.ID, Amount: wish.amount}},
	})
	return err
}

func voidInvoice(ctx context.Context, f *Face, reader tenancy.Acting, i sales.Invoice, wish invoiceWish) error {
	_, err := f.deps.Sales.VoidInvoice(ctx, reader.Business.ID, i.ID, wish.seen)
	return err
}

// refuseThere answers whatever a form met by the form, in words; only what is not
// there, and what is our own fault, has a page of its own.
func (form redisplay) refuseThere(err error) error {
	if wrong, ok := errors.AsType[*fault.Problems](err); ok {
		var problems html.Problems
		for _, text := range wrong.List() {
			problems = append(problems, html.Problem{Message: html.Exactly(text)})
		}
		return form(http.StatusUnprocessableEntity, problems...)
	}
	refusal, ok := fault.As(err)
	if !ok || refusal.Kind == fault.NotFound {
		return err
	}
	problem, _ := problemOf(err)
	if refusal.Kind == fault.TooMany {
		return form(http.StatusTooManyRequests, problem)
	}
	return form(http.StatusUnprocessableEntity, problem)
}
