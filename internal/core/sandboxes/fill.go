package sandboxes

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/purchases"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// fate is what becomes of an invoice.
type fate string

const (
	draft    fate = "draft"
	open     fate = "open"     // issued lately, and not yet due
	overdue  fate = "overdue"  // issued long ago
	partly   fate = "partly"   // half of it is paid
	paid     fate = "paid"     // in full
	voided   fate = "voided"   // taken back
	credited fate = "credited" // all of it, by a credit note
	refunded fate = "refunded" // paid, and given back
)

// fates are those of the invoices, in turn; invoices is how many there are.
var fates = []fate{paid, open, paid, overdue, partly, paid, draft, paid, credited, overdue, paid, open, partly, paid, voided, overdue, paid, open, draft, refunded}

const (
	invoices = 40
	term     = 30 // days to pay
	months   = 3  // of expenses
)

// writer writes a template into a business's books.
type writer struct {
	*Service
	Template
	business  ident.Business
	today     time.Time
	customers []ident.Customer
}

// write fills empty books.
func (s *Service) write(ctx context.Context, business tenancy.Business, template Template) error {
	today, err := s.deps.Ledger.Today(business)
	if err != nil {
		return err
	}
	w := &writer{Service: s, Template: template, business: business.ID, today: today}
	for _, step := range []func(context.Context) error{w.people, w.expenses, w.sales} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// people writes the customers and suppliers.
func (w *writer) people(ctx context.Context) error {
	kind := sales.Company
	if w.persons {
		kind = sales.Person
	}
	for _, name := range w.Template.customers {
		made, err := w.deps.Sales.CreateCustomer(ctx, w.business, sales.CustomerDetails{Name: name, Type: kind, Email: address(name)})
		if err != nil {
			return fmt.Errorf("add customer %s: %w", name, err)
		}
		w.customers = append(w.customers, made.ID)
	}
	for _, name := range w.suppliers {
		if _, err := w.deps.Purchases.Create(ctx, w.business, purchases.Details{Name: name, Email: address(name)}); err != nil {
			return fmt.Errorf("add supplier %s: %w", name, err)
		}
	}
	return nil
}

// address is where nobody gets a mail: names under .test are nobody's (RFC 2606).
func address(name string) *string {
	return new(strings.ReplaceAll(strings.ToLower(name), " ", ".") + "@example.test")
}

// expenses posts what was paid from the bank, month by month.
func (w *writer) expenses(ctx context.Context) error {
	accounts, err := w.accounts(ctx, w.business)
	if err != nil {
		return err
	}
	for month := months; month > 0; month-- {
		for i, e := range w.spent {
			amount := money.MustParse(e.amount)
			_, err := w.deps.Ledger.PostEntry(ctx, w.business, ledger.NewEntry{
				Date: w.today.AddDate(0, 0, -30*month+i), Memo: e.memo,
				Lines: []ledger.PostingLine{{Account: accounts[e.account], Amount: amount}, {Account: accounts["1010"], Amount: amount.Neg()}},
			})
			if err != nil {
				return fmt.Errorf("post %s: %w", e.memo, err)
			}
		}
	}
	return nil
}

// accounts are those of the chart, by their codes.
func (s *Service) accounts(ctx context.Context, business ident.Business) (map[string]ident.Account, error) {
	list, _, _, err := s.deps.Ledger.Accounts(ctx, business, ledger.AccountFilter{}, books.Page{Limit: 200})
	if err != nil {
		return nil, err
	}
	byCode := map[string]ident.Account{}
	for _, a := range list {
		byCode[a.Code] = a.ID
	}
	return byCode, nil
}

// sales writes the invoices, and what became of each.
func (w *writer) sales(ctx context.Context) error {
	for i := range invoices {
		fate := fates[i%len(fates)]
		if err := w.sell(ctx, i, fate); err != nil {
			return fmt.Errorf("write invoice %d, %s: %w", i+1, fate, err)
		}
	}
	return nil
}

func (w *writer) sell(ctx context.Context, i int, becomes fate) error {
	issued := w.today.AddDate(0, 0, -daysAgo(i, becomes))
	made, err := w.deps.Sales.CreateInvoice(ctx, w.business, sales.NewInvoice{
		InvoiceDetails: sales.InvoiceDetails{
			Customer: w.customers[i%len(w.customers)], IssueDate: &issued, DueDate: new(issued.AddDate(0, 0, term)), Lines: w.lines(i),
		},
		Issue: becomes != draft,
	})
	if err != nil {
		return err
	}
	switch becomes {
	case partly:
		_, err = w.pay(ctx, made, made.Total.Percent(money.FromInt(50)).Round(made.Currency.Digits))
	case paid:
		_, err = w.pay(ctx, made, made.Total)
	case voided:
		_, err = w.deps.Sales.VoidInvoice(ctx, w.business, made.ID, 0)
	case credited:
		_, err = w.deps.Sales.CreditInvoice(ctx, w.business, made.ID, 0, sales.Credit{Reason: new("Sent by mistake")})
	case refunded:
		err = w.refund(ctx, made)
	}
	return err
}

// daysAgo is when an invoice was issued: long ago, if it is overdue.
func daysAgo(i int, becomes fate) int {
	switch becomes {
	case draft, open:
		return i % (term / 2)
	case overdue:
		return term + 5 + i
	}
	return 5 + 2*i
}

// lines are one or two things that were sold.
func (w *writer) lines(i int) []sales.Line {
	var lines []sales.Line
	for n := range 1 + i%2 {
		sold := w.sold[(i+n)%len(w.sold)]
		lines = append(lines, sales.Line{
			Description: sold.description, Quantity: money.MustParse(sold.quantity),
			UnitPrice: money.MustParse(sold.price), TaxRate: money.MustParse(w.taxRate),
		})
	}
	return lines
}

// pay settles an invoice four days after its issue, if that is not to come.
func (w *writer) pay(ctx context.Context, i sales.Invoice, amount money.Amount) (sales.Payment, error) {
	on := i.IssueDate.AddDate(0, 0, 4)
	return w.deps.Sales.RecordPayment(ctx, w.business, sales.NewPayment{
		Customer: i.Customer, Amount: amount, Date: &on, PaymentDetails: sales.PaymentDetails{Method: w.method},
		Allocations: []sales.Allocation{{Invoice: i.ID, Amount: amount}},
	})
}

func (w *writer) refund(ctx context.Context, i sales.Invoice) error {
	payment, err := w.pay(ctx, i, i.Total)
	if err != nil {
		return err
	}
	_, err = w.deps.Sales.RefundPayment(ctx, w.business, payment.ID, 0, sales.NewRefund{Reason: new("Returned")})
	return err
}
