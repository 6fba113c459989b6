package goclient

import (
	"bytes"
	"encoding/json"
	"iter"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	counterpart "github.com/counterpart/counterpart/client"
	"github.com/counterpart/counterpart/client/webhook"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// got fails the test unless a call worked and its answer has no member that the
// client's type does not have.
func (p *server) got(t *testing.T, answer any, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	strictly(t, p.wire.body, answer)
}

// strictly reads a text anew, and compares.
func strictly(t *testing.T, text []byte, want any) {
	t.Helper()
	from := json.NewDecoder(bytes.NewReader(text))
	from.DisallowUnknownFields()
	again := newOf(want)
	if err := from.Decode(again.pointer()); err != nil {
		t.Fatalf("%T: %v\n%s", want, err, text)
	}
	if diff := cmp.Diff(want, again.value()); diff != "" {
		t.Errorf("%T (-client +answer)\n%s", want, diff)
	}
}

// first is the first record of a list.
func first[T any](t *testing.T, list iter.Seq2[T, error]) T {
	t.Helper()
	for one, err := range list {
		if err != nil {
			t.Fatal(err)
		}
		return one
	}
	t.Fatal("the list is empty")
	panic("unreachable")
}

func TestEveryOperationOfTheGoClient(t *testing.T) {
	t.Parallel()
	s := newStage(t, allScopes)
	p := s.server(t)
	bakery := s.connects(t, p)
	for _, resource := range []appdata.ResourceType{appdata.Invoice} {
		if _, err := s.Node(0).AppData.Declare(t.Context(), s.app.App, appdata.NewField{Resource: resource, Key: "shelf", Details: appdata.Details{Label: "Shelf", Type: appdata.Text}}); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("KIT-04 works against a real service, which says nothing that the client does not know", func(t *testing.T) {
		me, err := bakery.Me(t.Context())
		p.got(t, me, err)
		profile, err := bakery.Profile(t.Context())
		p.got(t, profile, err)
		p.ledger(t, bakery)
		p.suppliers(t, bakery)
		customer := p.customers(t, bakery)
		p.sales(t, bakery, customer)
		p.events(t, bakery)
	})
	if missing := uncalled(t, p.wire.calls); len(missing) > 0 {
		t.Errorf("never called: %s", strings.Join(missing, ", "))
	}
}

// uncalled are the operations with a method that were not among the calls.
func uncalled(t *testing.T, calls []string) (missing []string) {
	t.Helper()
	text, err := os.ReadFile("../../../clients/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var description struct {
		Paths map[string]map[string]struct {
			Method string `json:"x-method"`
		}
	}
	if err := json.Unmarshal(text, &description); err != nil {
		t.Fatal(err)
	}
	for path, item := range description.Paths {
		form := regexp.MustCompile("^" + regexp.MustCompile(`\{\w+\}`).ReplaceAllString(path, `[a-z]+_\w+`) + "$")
		for verb, operation := range item {
			if operation.Method != "" && !slices.ContainsFunc(calls, func(call string) bool {
				method, at, _ := strings.Cut(call, " ")
				return method == strings.ToUpper(verb) && form.MatchString(at)
			}) {
				missing = append(missing, operation.Method)
			}
		}
	}
	return missing
}

func (p *server) ledger(t *testing.T, bakery *counterpart.Business) {
	t.Helper()
	ctx := t.Context()
	account, err := bakery.Accounts.Create(ctx, counterpart.NewAccount{Code: "6199", Name: "Rent", Type: counterpart.AccountTypeExpense})
	p.got(t, account, err)
	cash, err := bakery.Accounts.Create(ctx, counterpart.NewAccount{Code: "1099", Name: "Till", Type: counterpart.AccountTypeAsset})
	p.got(t, cash, err)
	read, err := bakery.Accounts.Get(ctx, account.ID)
	p.got(t, read, err)
	account, err = bakery.Accounts.Update(ctx, account.ID, counterpart.AccountChange{Name: counterpart.Set("Rent of the shop"), Description: counterpart.Null[string]()}, counterpart.IfMatch(account.Version))
	p.got(t, account, err)
	page, err := bakery.Accounts.Page(ctx, counterpart.AccountQuery{Type: counterpart.AccountTypeExpense, Archived: counterpart.Set(false), IncludeTotal: true})
	p.got(t, page, err)
	_ = first(t, bakery.Accounts.List(ctx, counterpart.AccountQuery{}))

	day := counterpart.Date{Year: 2026, Month: 11, Day: 2}
	entry, err := bakery.Journal.Create(ctx, counterpart.NewJournalEntry{Date: day, Memo: "Rent", Lines: []counterpart.NewJournalLine{
		{AccountID: account.ID, Debit: "900.00"}, {AccountID: cash.ID, Credit: "900.00", Memo: "from the till"},
	}})
	p.got(t, entry, err)
	balance, err := bakery.Accounts.Balance(ctx, account.ID, counterpart.AccountBalanceQuery{AsOf: day})
	p.got(t, balance, err)
	if balance.Balance != "900.00" {
		t.Errorf("the balance is %+v", balance)
	}
	readEntry, err := bakery.Journal.Get(ctx, entry.ID)
	p.got(t, readEntry, err)
	back, err := bakery.Journal.Reverse(ctx, entry.ID, counterpart.JournalEntryReversal{Date: day})
	p.got(t, back, err)
	entries, err := bakery.Journal.Page(ctx, counterpart.JournalQuery{DateFrom: day, AccountID: account.ID, Source: counterpart.JournalSourceManual})
	p.got(t, entries, err)
	_ = first(t, bakery.Journal.List(ctx, counterpart.JournalQuery{}))

	account, err = bakery.Accounts.Archive(ctx, account.ID)
	p.got(t, account, err)
	account, err = bakery.Accounts.Restore(ctx, account.ID)
	p.got(t, account, err)
	periods, err := bakery.Periods.Get(ctx)
	p.got(t, periods, err)
	trial, err := bakery.Reports.TrialBalance(ctx, counterpart.ReportTrialBalanceQuery{AsOf: day})
	p.got(t, trial, err)
}

func (p *server) suppliers(t *testing.T, bakery *counterpart.Business) {
	t.Helper()
	ctx := t.Context()
	supplier, err := bakery.Suppliers.Create(ctx, counterpart.NewSupplier{Name: "Mill", Email: "mill@example.com", Address: &counterpart.NewSupplierAddress{City: "Bremen", Country: "DE"}})
	p.got(t, supplier, err)
	supplier, err = bakery.Suppliers.Get(ctx, supplier.ID)
	p.got(t, supplier, err)
	supplier, err = bakery.Suppliers.Update(ctx, supplier.ID, counterpart.SupplierChange{Address: counterpart.Null[counterpart.NewSupplierAddress]()})
	p.got(t, supplier, err)
	if supplier.Address != nil {
		t.Errorf("it has an address: %+v", supplier.Address)
	}
	page, err := bakery.Suppliers.Page(ctx, counterpart.SupplierQuery{Q: "mill"})
	p.got(t, page, err)
	_ = first(t, bakery.Suppliers.List(ctx, counterpart.SupplierQuery{}))
	supplier, err = bakery.Suppliers.Archive(ctx, supplier.ID)
	p.got(t, supplier, err)
	supplier, err = bakery.Suppliers.Restore(ctx, supplier.ID)
	p.got(t, supplier, err)
	if err := bakery.Suppliers.Delete(ctx, supplier.ID); err != nil {
		t.Fatal(err)
	}
}

func (p *server) customers(t *testing.T, bakery *counterpart.Business) counterpart.Customer {
	t.Helper()
	ctx := t.Context()
	var made [3]counterpart.Customer
	for i, name := range []string{"Café Adler", "Cafe Adler", "Nobody"} {
		customer, err := bakery.Customers.Create(ctx, counterpart.NewCustomer{
			Name: name, Type: counterpart.CustomerTypeBusiness, Email: "adler@example.com", BillingAddress: &counterpart.NewCustomerAddress{City: "Hamburg"},
		})
		p.got(t, customer, err)
		made[i] = customer
	}
	customer, err := bakery.Customers.Get(ctx, made[0].ID)
	p.got(t, customer, err)
	customer, err = bakery.Customers.Update(ctx, customer.ID, counterpart.CustomerChange{Phone: counterpart.Set("+49 40 1")})
	p.got(t, customer, err)
	customer, err = bakery.Customers.Archive(ctx, customer.ID)
	p.got(t, customer, err)
	customer, err = bakery.Customers.Restore(ctx, customer.ID)
	p.got(t, customer, err)
	customer, err = bakery.Customers.Merge(ctx, made[1].ID, counterpart.CustomerMerge{IntoID: customer.ID})
	p.got(t, customer, err)
	page, err := bakery.Customers.Page(ctx, counterpart.CustomerQuery{IncludeTotal: true})
	p.got(t, page, err)
	_ = first(t, bakery.Customers.List(ctx, counterpart.CustomerQuery{Order: counterpart.OrderAsc}))
	if err := bakery.Customers.Delete(ctx, made[2].ID); err != nil {
		t.Fatal(err)
	}
	return customer
}

func (p *server) sales(t *testing.T, bakery *counterpart.Business, customer counterpart.Customer) {
	t.Helper()
	ctx := t.Context()
	draft := func(number string) counterpart.Invoice {
		invoice, err := bakery.Invoices.Create(ctx, counterpart.NewInvoice{CustomerID: customer.ID, Number: number, Lines: []counterpart.NewInvoiceLine{
			{Description: "Bread", Quantity: "12", UnitPrice: "4.20", TaxRate: "7"},
		}})
		p.got(t, invoice, err)
		return invoice
	}
	issued := func(number string) counterpart.Invoice {
		invoice, err := bakery.Invoices.Issue(ctx, draft(number).ID, counterpart.InvoiceIssue{})
		p.got(t, invoice, err)
		return invoice
	}
	paid, voided, credited, dropped := issued("INV-1"), issued("INV-2"), issued("INV-3"), draft("INV-4")
	dropped, err := bakery.Invoices.Update(ctx, dropped.ID, counterpart.InvoiceChange{Reference: counterpart.Set("Order 7"), DueDate: counterpart.Null[counterpart.Date]()})
	p.got(t, dropped, err)
	if err := bakery.Invoices.Delete(ctx, dropped.ID); err != nil {
		t.Fatal(err)
	}
	sent, err := bakery.Invoices.Send(ctx, paid.ID, counterpart.InvoiceSend{To: "adler@example.com"})
	p.got(t, sent, err)
	voided, err = bakery.Invoices.Void(ctx, voided.ID)
	p.got(t, voided, err)
	note, err := bakery.Invoices.Credit(ctx, credited.ID, counterpart.InvoiceCredit{Reason: "Stale"})
	p.got(t, note, err)
	if note.Kind != counterpart.InvoiceKindCreditNote || note.CreditsID != credited.ID {
		t.Errorf("%+v", note)
	}
	result, err := bakery.Invoices.Import(ctx, counterpart.InvoiceImport{Mode: counterpart.InvoiceImportModePartial, Invoices: []counterpart.ImportedInvoice{
		{NewInvoice: counterpart.NewInvoice{CustomerID: customer.ID, Lines: []counterpart.NewInvoiceLine{{Description: "Rolls", UnitPrice: "0.50"}}}, ClientRef: "a"},
		{NewInvoice: counterpart.NewInvoice{CustomerID: customer.ID, Number: "INV-1", Lines: []counterpart.NewInvoiceLine{{Description: "Rolls", UnitPrice: "0.50"}}}, ClientRef: "b"},
	}})
	p.got(t, result, err)
	if result.Created != 1 || result.Failed != 1 || result.Results[1].Error == nil || result.Results[1].Error.Code != counterpart.CodeDuplicateInvoiceNumber {
		t.Errorf("%+v", result)
	}
	again, err := bakery.Invoices.ImportResult(ctx, result.ImportID)
	p.got(t, again, err)
	invoice, err := bakery.Invoices.Get(ctx, paid.ID)
	p.got(t, invoice, err)
	page, err := bakery.Invoices.Page(ctx, counterpart.InvoiceQuery{Status: counterpart.InvoiceIssued, CustomerID: customer.ID})
	p.got(t, page, err)
	_ = first(t, bakery.Invoices.List(ctx, counterpart.InvoiceQuery{Kind: counterpart.InvoiceKindInvoice}))
	p.payments(t, bakery, paid)
	p.appData(t, bakery, paid)
}

func (p *server) payments(t *testing.T, bakery *counterpart.Business, invoice counterpart.Invoice) {
	t.Helper()
	ctx := t.Context()
	payment, err := bakery.Payments.Create(ctx, counterpart.NewPayment{CustomerID: invoice.CustomerID, Amount: "60.00", Method: counterpart.PaymentMethodCash})
	p.got(t, payment, err)
	payment, err = bakery.Payments.Allocate(ctx, payment.ID, counterpart.PaymentAllocation{Allocations: []counterpart.Allocation{{InvoiceID: invoice.ID, Amount: "10.00"}}})
	p.got(t, payment, err)
	payment, err = bakery.Payments.Refund(ctx, payment.ID, counterpart.NewRefund{Amount: "5.00", Reason: "Too much"})
	p.got(t, payment, err)
	payment, err = bakery.Payments.Update(ctx, payment.ID, counterpart.PaymentChange{Reference: counterpart.Set("Till 2"), Notes: counterpart.Null[string]()})
	p.got(t, payment, err)
	payment, err = bakery.Payments.Get(ctx, payment.ID)
	p.got(t, payment, err)
	page, err := bakery.Payments.Page(ctx, counterpart.PaymentQuery{Method: counterpart.PaymentMethodCash, InvoiceID: invoice.ID})
	p.got(t, page, err)
	_ = first(t, bakery.Payments.List(ctx, counterpart.PaymentQuery{}))
	slip, err := bakery.Payments.Create(ctx, counterpart.NewPayment{CustomerID: invoice.CustomerID, Amount: "1.00", Method: counterpart.PaymentMethodCard})
	p.got(t, slip, err)
	if err := bakery.Payments.Delete(ctx, slip.ID); err != nil {
		t.Fatal(err)
	}
}

func (p *server) appData(t *testing.T, bakery *counterpart.Business, invoice counterpart.Invoice) {
	t.Helper()
	ctx := t.Context()
	put, err := bakery.AppData.Put(ctx, counterpart.NewAppData{Values: []counterpart.NewAppDataValue{
		{ResourceType: counterpart.ResourceTypeInvoice, ResourceID: invoice.ID, Key: "shelf", Value: "B7"},
	}})
	p.got(t, put, err)
	read, err := bakery.AppData.Get(ctx, counterpart.AppDataQuery{ResourceIDs: []string{invoice.ID}, Keys: []string{"shelf"}})
	p.got(t, read, err)
	if len(read.Data) != 1 || string(read.Data[0].Value) != `"B7"` {
		t.Fatalf("%+v", read)
	}
	if err := bakery.AppData.Delete(ctx, read.Data[0].ID); err != nil {
		t.Fatal(err)
	}
}

func (p *server) events(t *testing.T, bakery *counterpart.Business) {
	t.Helper()
	ctx := t.Context()
	page, err := bakery.Events.Page(ctx, counterpart.EventQuery{Limit: 200})
	p.got(t, page, err)
	for _, e := range page.Data {
		said, err := webhook.Decode(e.Type, e.Data)
		if err != nil {
			t.Fatal(err)
		}
		strictly(t, e.Data, said)
	}
	one, err := bakery.Events.Get(ctx, page.Data[0].ID)
	p.got(t, one, err)
	types, err := bakery.Events.Types(ctx)
	p.got(t, types, err)
	var few counterpart.Page[counterpart.Event]
	said, err := bakery.Do(ctx, "GET", "/events?limit=1", nil, &few)
	p.got(t, few, err)
	if said.Status != 200 || len(few.Data) != 1 {
		t.Errorf("%+v, %+v", said, few)
	}
}

func TestEveryPayloadIsKnownToTheGoClient(t *testing.T) {
	t.Parallel()
	for _, e := range event.All() {
		said, err := webhook.Decode(string(e.Name), e.Sample())
		if err != nil {
			t.Fatal(err)
		}
		if said.EventType() != string(e.Name) {
			t.Errorf("%s is read as %s", e.Name, said.EventType())
		}
		strictly(t, e.Sample(), said)
	}
}

// anew is a new value of another's type.
type anew struct{ to reflect.Value }

func newOf(value any) anew { return anew{reflect.New(reflect.TypeOf(value))} }

func (a anew) pointer() any { return a.to.Interface() }

func (a anew) value() any { return a.to.Elem().Interface() }
