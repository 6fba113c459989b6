package sales_test

import (
	"errors"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/vocab/fault"
	"github.com/counterpart/counterpart/internal/vocab/money"
)

// operationsWanted is how many operations the property is tried with; for a long run
//
//	COUNTERPART_BOOKS_DEEDS=20000 go test -run Promises -timeout 60m ./internal/core/books/sales
func operationsWanted(t *testing.T) int {
	t.Helper()
	text := os.Getenv("COUNTERPART_BOOKS_DEEDS")
	if text == "" {
		return 600
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestTheBooksKeepTheirPromises(t *testing.T) {
	t.Parallel()
	t.Run("BIZ-04 any sequence of operations keeps the books balanced", func(t *testing.T) {
		m, wanted := newMarket(t), operationsWanted(t)
		done, failed := 0, false
		for done < wanted {
			rapid.Check(t, func(r *rapid.T) {
				// One that failed is tried over and over, to find the shortest
				// sequence that does.
				if done >= wanted && !failed {
					return
				}
				defer func() { failed = failed || r.Failed() }()
				k := newBookkeeper(t, m)
				r.Repeat(k.operations())
				done += k.done
			})
		}
		t.Logf("%d operations", done)
	})
}

// bookkeeper does whatever comes to its mind with the books of a shop. It knows
// what there is to do it to, and not whether it may: much of it is refused.
type bookkeeper struct {
	*shop
	*sales.Service
	accounts  []ident.Account
	customers []ident.Customer
	invoices  []ident.Invoice
	payments  []ident.Payment
	entries   []ident.JournalEntry
	before    []string // everything that was written before the next operation
	done      int
}

func newBookkeeper(t *testing.T, m *market) *bookkeeper {
	t.Helper()
	k := &bookkeeper{shop: m.shop(t), Service: m.nodes[0]}
	chart, _, _, err := k.ledger.Accounts(t.Context(), k.id, ledger.AccountFilter{}, books.Page{Limit: 10, Ascending: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, account := range chart {
		k.accounts = append(k.accounts, account.ID)
	}
	k.customers = append(k.customers, k.customer(t), k.customer(t))
	k.before = k.state(t)
	return k
}

// operations are what can be done, by name. The promises are looked at after each.
func (k *bookkeeper) operations() map[string]func(*rapid.T) {
	all := map[string]func(*rapid.T){"": func(r *rapid.T) { k.keepsItsPromises(r) }}
	for name, operation := range map[string]func(*rapid.T) error{
		"add a customer":       k.addCustomer,
		"merge customers":      k.mergeCustomers,
		"draft an invoice":     k.draft,
		"create an invoice":    k.create,
		"change an invoice":    k.change,
		"issue an invoice":     k.issue,
		"void an invoice":      k.void,
		"delete an invoice":    k.delete,
		"credit an invoice":    k.credit,
		"credit a part":        k.creditPart,
		"receive a payment":    k.receive,
		"pay an invoice":       k.pay,
		"allocate anywhere":    k.allocate,
		"allocate a payment":   k.allocateRightly,
		"refund a payment":     k.refund,
		"refund all of it":     k.refundAll,
		"delete a payment":     k.deletePayment,
		"post by hand":         k.post,
		"reverse by hand":      k.reverse,
		"lock or unlock books": k.lock,
	} {
		all[name] = func(r *rapid.T) { k.try(r, operation) }
	}
	return all
}

// try does an operation. One that is refused leaves everything as it was.
func (k *bookkeeper) try(r *rapid.T, operation func(*rapid.T) error) {
	err := operation(r)
	if _, wrong := errors.AsType[*fault.Problems](err); err != nil && !wrong && code(err) == "" {
		r.Fatal(err)
	}
	after := k.state(r)
	if diff := cmp.Diff(k.before, after); err != nil && diff != "" {
		r.Fatalf("%v, and yet:\n%s", err, diff)
	}
	k.before, k.done = after, k.done+1
	k.clock.Move(time.Second) // the next record is newer
}

// one picks one of what there is.
func one[T any](r *rapid.T, name string, of []T) T {
	if len(of) == 0 {
		r.Skip("no", name)
	}
	return of[rapid.IntRange(0, len(of)-1).Draw(r, name)] // the log names it by its number, not by a random id
}

// some is an amount, out of few, so that they often match.
func some(r *rapid.T) money.Amount {
	return money.MustParse(rapid.SampledFrom([]string{"0.01", "5.00", "10.00", "12.50", "50.00", "100.00"}).Draw(r, "amount"))
}

// day is a day of this week, which may be locked.
func (k *bookkeeper) day(r *rapid.T) *time.Time {
	return new(time.Date(2026, time.November, rapid.IntRange(2, 8).Draw(r, "day"), 0, 0, 0, 0, time.UTC))
}

func (k *bookkeeper) lines(r *rapid.T) (lines []sales.Line) {
	for range rapid.IntRange(1, 3).Draw(r, "lines") {
		lines = append(lines, sales.Line{
			Description: "Bread", UnitPrice: some(r),
			Quantity: money.MustParse(rapid.SampledFrom([]string{"1", "2", "0.333", "-1"}).Draw(r, "quantity")),
			TaxRate:  money.MustParse(rapid.SampledFrom([]string{"0", "7", "8.25"}).Draw(r, "tax")),
		})
	}
	return lines
}

func (k *bookkeeper) addCustomer(r *rapid.T) error {
	if len(k.customers) == 5 {
		r.Skip("enough customers: payments and invoices should meet")
	}
	made, err := k.CreateCustomer(r.Context(), k.id, sales.CustomerDetails{Name: "Harbour Inn", Type: sales.Company})
	if err == nil {
		k.customers = append(k.customers, made.ID)
	}
	return err
}

func (k *bookkeeper) mergeCustomers(r *rapid.T) error {
	_, err := k.MergeCustomer(r.Context(), k.id, one(r, "customer", k.customers), one(r, "into", k.customers), 0)
	return err
}

func (k *bookkeeper) draft(r *rapid.T) error {
	return k.invoice(r, sales.NewInvoice{InvoiceDetails: sales.InvoiceDetails{
		Number: rapid.SampledFrom([]*string{nil, nil, new("INV-000002"), new("A-1")}).Draw(r, "number"),
		Lines:  k.lines(r),
	}})
}

func (k *bookkeeper) create(r *rapid.T) error {
	return k.invoice(r, sales.NewInvoice{InvoiceDetails: sales.InvoiceDetails{
		IssueDate: k.day(r), Lines: []sales.Line{{Description: "Bread", Quantity: money.FromInt(1), UnitPrice: some(r)}},
	}, Issue: true})
}

func (k *bookkeeper) invoice(r *rapid.T, n sales.NewInvoice) error {
	n.Customer = one(r, "customer", k.customers)
	made, err := k.CreateInvoice(r.Context(), k.id, n)
	if err == nil {
		k.invoices = append(k.invoices, made.ID)
	}
	return err
}

func (k *bookkeeper) change(r *rapid.T) error {
	lines := k.lines(r)
	_, err := k.UpdateInvoice(r.Context(), k.id, one(r, "invoice", k.invoices), 0, func(d *sales.InvoiceDetails) { d.Lines = lines })
	return err
}

func (k *bookkeeper) issue(r *rapid.T) error {
	_, err := k.IssueInvoice(r.Context(), k.id, one(r, "invoice", k.invoices), 0, sales.Dates{Issue: k.day(r)})
	return err
}

func (k *bookkeeper) void(r *rapid.T) error {
	_, err := k.VoidInvoice(r.Context(), k.id, one(r, "invoice", k.invoices), 0)
	return err
}

func (k *bookkeeper) delete(r *rapid.T) error {
	return k.DeleteInvoice(r.Context(), k.id, one(r, "invoice", k.invoices), 0)
}

func (k *bookkeeper) credit(r *rapid.T) error { return k.creditBy(r, sales.Credit{}) }

func (k *bookkeeper) creditPart(r *rapid.T) error {
	return k.creditBy(r, sales.Credit{Lines: k.lines(r)})
}

func (k *bookkeeper) creditBy(r *rapid.T, credit sales.Credit) error {
	note, err := k.CreditInvoice(r.Context(), k.id, one(r, "invoice", k.invoices), 0, credit)
	if err == nil {
		k.invoices = append(k.invoices, note.ID)
	}
	return err
}

func (k *bookkeeper) receive(r *rapid.T) error {
	made, err := k.RecordPayment(r.Context(), k.id, sales.NewPayment{
		Customer: one(r, "customer", k.customers), Amount: some(r), Date: k.day(r), Account: one(r, "account", k.accounts),
		PaymentDetails: sales.PaymentDetails{Method: sales.Cash}, Allocations: k.parts(r, 0),
	})
	if err == nil {
		k.payments = append(k.payments, made.ID)
	}
	return err
}

// pay pays an invoice as its customer would, too much or too little at times.
func (k *bookkeeper) pay(r *rapid.T) error {
	invoice, err := k.Invoice(r.Context(), k.id, one(r, "invoice", k.invoices))
	if err != nil {
		return err
	}
	made, err := k.RecordPayment(r.Context(), k.id, sales.NewPayment{
		Customer: invoice.Customer, Amount: k.about(r, invoice.AmountDue), PaymentDetails: sales.PaymentDetails{Method: sales.Card},
		Allocations: []sales.Allocation{{Invoice: invoice.ID, Amount: k.about(r, invoice.AmountDue)}},
	})
	if err == nil {
		k.payments = append(k.payments, made.ID)
	}
	return err
}

// about is an amount or, as often, some other.
func (k *bookkeeper) about(r *rapid.T, amount money.Amount) money.Amount {
	if rapid.Bool().Draw(r, "exactly") {
		return amount
	}
	return some(r)
}

// parts are allocations to some of the invoices.
func (k *bookkeeper) parts(r *rapid.T, fewest int) (parts []sales.Allocation) {
	for range rapid.IntRange(fewest, 2).Draw(r, "parts") {
		if len(k.invoices) > 0 {
			parts = append(parts, sales.Allocation{Invoice: one(r, "invoice", k.invoices), Amount: some(r)})
		}
	}
	return parts
}

func (k *bookkeeper) allocate(r *rapid.T) error {
	_, err := k.AllocatePayment(r.Context(), k.id, one(r, "payment", k.payments), 0, k.parts(r, 1))
	return err
}

// allocateRightly allocates a payment to an invoice of its customer.
func (k *bookkeeper) allocateRightly(r *rapid.T) error {
	p, err := k.Payment(r.Context(), k.id, one(r, "payment", k.payments))
	if err != nil {
		return err
	}
	theirs, _, _, err := k.Invoices(r.Context(), k.id, sales.InvoiceFilter{Customer: p.Customer}, books.Page{Limit: 50, Ascending: true})
	if err != nil {
		return err
	}
	invoice := one(r, "invoice", theirs)
	_, err = k.AllocatePayment(r.Context(), k.id, p.ID, 0, []sales.Allocation{{Invoice: invoice.ID, Amount: k.about(r, invoice.AmountDue)}})
	return err
}

func (k *bookkeeper) refund(r *rapid.T) error {
	return k.refundBy(r, sales.NewRefund{Amount: new(some(r)), Date: k.day(r)})
}

func (k *bookkeeper) refundAll(r *rapid.T) error { return k.refundBy(r, sales.NewRefund{}) }

func (k *bookkeeper) refundBy(r *rapid.T, refund sales.NewRefund) error {
	_, err := k.RefundPayment(r.Context(), k.id, one(r, "payment", k.payments), 0, refund)
	return err
}

func (k *bookkeeper) deletePayment(r *rapid.T) error {
	return k.DeletePayment(r.Context(), k.id, one(r, "payment", k.payments), 0)
}

func (k *bookkeeper) post(r *rapid.T) error {
	amount := some(r)
	return k.posted(k.ledger.PostEntry(r.Context(), k.id, ledger.NewEntry{Date: *k.day(r), Lines: []ledger.PostingLine{
		{Account: one(r, "debit", k.accounts), Amount: amount}, {Account: one(r, "credit", k.accounts), Amount: amount.Neg()},
	}}))
}

func (k *bookkeeper) reverse(r *rapid.T) error {
	return k.posted(k.ledger.ReverseEntry(r.Context(), k.id, one(r, "entry", k.entries), k.day(r), ""))
}

func (k *bookkeeper) posted(entry ledger.Entry, err error) error {
	if err == nil {
		k.entries = append(k.entries, entry.ID)
	}
	return err
}

func (k *bookkeeper) lock(r *rapid.T) error {
	return k.ledger.LockThrough(r.Context(), k.id, rapid.SampledFrom([]*time.Time{nil, nil, k.day(r)}).Draw(r, "through"))
}
