package partner_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/books"
	"github.com/counterpart/counterpart/internal/core/books/ledger"
	"github.com/counterpart/counterpart/internal/core/books/sales"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/money"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// paymentFixture is a business that takes money in, through an app.
type paymentFixture struct {
	*apptest.Node
	apptest.Tokens
	svc      *apptest.Service
	app      *apptest.App
	owner    *apptest.User
	business tenancy.Business
	customer ident.Customer
	heard    int64 // the last event that events has returned
}

func newPaymentFixture(t *testing.T) *paymentFixture {
	t.Helper()
	svc := apptest.Start(t)
	owner, app := svc.User(t, "Olivia"), svc.ReviewedApp(t, scope.PaymentsRead, scope.PaymentsWrite)
	f := &paymentFixture{Node: svc.Node(0), svc: svc, app: app, owner: owner, business: svc.Business(t, owner)}
	f.Tokens = app.Given(t, owner, f.business, scope.PaymentsRead, scope.PaymentsWrite)
	f.customer = f.newCustomer(t)
	return f
}

func (f *paymentFixture) newCustomer(t *testing.T) ident.Customer {
	t.Helper()
	made, err := f.Sales.CreateCustomer(t.Context(), f.business.ID, sales.CustomerDetails{Name: "Corner Cafe", Type: sales.Company})
	must(t, err)
	return made.ID
}

// bill is an invoice of the customer's. A later one is newer.
func (f *paymentFixture) bill(t *testing.T, amount string) ident.Invoice {
	t.Helper()
	return f.billTo(t, f.customer, amount, true)
}

func (f *paymentFixture) billTo(t *testing.T, customer ident.Customer, amount string, issue bool) ident.Invoice {
	t.Helper()
	f.svc.Clock.Move(time.Millisecond)
	made, err := f.Sales.CreateInvoice(t.Context(), f.business.ID, sales.NewInvoice{Issue: issue, InvoiceDetails: sales.InvoiceDetails{
		Customer: customer, Lines: []sales.Line{{Description: "Bread", Quantity: money.FromInt(1), UnitPrice: money.MustParse(amount)}},
	}})
	must(t, err)
	return made.ID
}

// account is the id of the account with a code.
func (f *paymentFixture) account(t *testing.T, code string) ident.Account {
	t.Helper()
	list, _, _, err := f.Ledger.Accounts(t.Context(), f.business.ID, ledger.AccountFilter{}, books.Page{Limit: 100})
	must(t, err)
	for _, account := range list {
		if account.Code == code {
			return account.ID
		}
	}
	t.Fatalf("no account %s", code)
	return ident.Account{}
}

type object = map[string]any

// send calls a route with a body, a moment later, and reads the answer.
func (f *paymentFixture) send(t *testing.T, status int, route string, body any, headers ...string) object {
	t.Helper()
	f.svc.Clock.Move(time.Millisecond)
	answer := f.Send(t, f.Node, route, body, headers...).Is(t, status)
	var got object
	if len(answer.Body) > 0 {
		answer.Read(t, &got)
	}
	return got
}

// paid records a payment by bank transfer, which settles invoices: ids and
// amounts, by turns.
func (f *paymentFixture) paid(t *testing.T, amount string, parts ...any) object {
	t.Helper()
	return f.send(t, http.StatusCreated, "POST /payments", f.transfer(amount, parts...))
}

func (f *paymentFixture) transfer(amount string, parts ...any) object {
	return object{"customerId": f.customer, "amount": amount, "method": "BANK_TRANSFER", "allocations": allocations(parts...)}
}

func allocations(parts ...any) []any {
	list := []any{}
	for i := 0; i < len(parts); i += 2 {
		list = append(list, object{"invoiceId": parts[i], "amount": parts[i+1]})
	}
	return list
}

// events is what has happened since it was asked last, of the given types.
func (f *paymentFixture) events(t *testing.T, types ...event.Name) []object {
	t.Helper()
	list, err := f.Node.Events.After(t.Context(), f.business.ID, f.heard, 200)
	must(t, err)
	var events []object
	for _, e := range list {
		f.heard = e.Seq
		for _, name := range types {
			if e.Type == name {
				data := object{"type": string(name)}
				must(t, json.Unmarshal(e.Data, &data))
				events = append(events, data)
			}
		}
	}
	return events
}

// by is how events name whose operation it was.
func (f *paymentFixture) by() object { return object{"type": "app", "id": f.app.ID.String()} }

// balance is what the customer owes.
func (f *paymentFixture) balance(t *testing.T) string {
	t.Helper()
	c, err := f.Sales.Customer(t.Context(), f.business.ID, f.customer)
	must(t, err)
	return c.Balance.Round(2).String()
}

// state is an invoice's status and what is due of it.
func (f *paymentFixture) state(t *testing.T, id ident.Invoice) string {
	t.Helper()
	i, err := f.Sales.Invoice(t.Context(), f.business.ID, id)
	must(t, err)
	return string(i.Status) + " " + i.AmountDue.Round(2).String()
}

// posted is the journal's last entry: its source, day, accounts and amounts.
func (f *paymentFixture) posted(t *testing.T) string {
	t.Helper()
	list, _, _, err := f.Ledger.Entries(t.Context(), f.business.ID, ledger.EntryFilter{}, books.Page{Limit: 1})
	must(t, err)
	words := []string{string(list[0].Source), list[0].Date.Format(time.DateOnly)}
	for _, line := range list[0].Lines {
		words = append(words, line.AccountCode, line.Amount.Round(2).String())
	}
	return strings.Join(words, " ")
}

func TestPaymentsAreTakenIn(t *testing.T) {
	t.Parallel()
	f := newPaymentFixture(t)
	bill := f.bill(t, "119.00")
	var got object
	t.Run("BIZ-01 a payment is recorded and read", func(t *testing.T) {
		asked := f.transfer("150.00", bill, "119.00")
		asked["date"], asked["reference"], asked["currency"] = "2026-11-06", " Invoice 1 ", "EUR"
		got = f.send(t, http.StatusCreated, "POST /payments", asked)
		now := f.svc.Clock.Now().Format("2006-01-02T15:04:05.000Z")
		want := object{
			"id": got["id"], "customerId": f.customer.String(), "date": "2026-11-06", "method": "BANK_TRANSFER", "currency": "EUR",
			"amount": "150.00", "amountAllocated": "119.00", "amountRefunded": "0.00", "amountUnallocated": "31.00",
			"accountId": f.account(t, "1010").String(), "reference": "Invoice 1", "notes": nil,
			"allocations": []any{object{"invoiceId": bill.String(), "amount": "119.00"}}, "refunds": []any{},
			"version": 1.0, "createdAt": now, "updatedAt": now, "createdBy": byAppFor(f.app, f.owner), "updatedBy": byAppFor(f.app, f.owner),
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(want, f.send(t, http.StatusOK, "GET /payments/"+got["id"].(string), nil)); diff != "" {
			t.Error("read:", diff)
		}
	})
	t.Run("BIZ-04 receiving a payment posts to the journal", func(t *testing.T) {
		if diff := cmp.Diff("PAYMENT 2026-11-06 1010 150.00 1100 -150.00", f.posted(t)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff("-31.00", f.balance(t)); diff != "" {
			t.Error("balance:", diff)
		}
	})
	t.Run("where nothing else is said it is today's, on the bank account", func(t *testing.T) {
		f.send(t, http.StatusCreated, "POST /payments", object{"customerId": f.customer, "amount": "0.01", "method": "CASH"})
		if diff := cmp.Diff("PAYMENT 2026-11-08 1010 0.01 1100 -0.01", f.posted(t)); diff != "" {
			t.Error(diff)
		}
		f.send(t, http.StatusCreated, "POST /payments", object{
			"customerId": f.customer, "amount": "7", "method": "CASH", "accountId": f.account(t, "1000"),
		})
		if diff := cmp.Diff("PAYMENT 2026-11-08 1000 7.00 1100 -7.00", f.posted(t)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestPaymentsAreChanged(t *testing.T) {
	t.Parallel()
	f := newPaymentFixture(t)
	route := "PATCH /payments/" + f.paid(t, "50.00")["id"].(string)
	f.events(t)
	got := f.send(t, http.StatusOK, route, object{"reference": "Statement 47", "method": "CARD"}, `If-Match: "1"`)
	if got["reference"] != "Statement 47" || got["method"] != "CARD" || got["version"] != 2.0 || got["amount"] != "50.00" {
		t.Errorf("got %v", got)
	}
	again := f.send(t, http.StatusOK, route, object{"reference": "Statement 47"})
	if diff := cmp.Diff(got, again); diff != "" {
		t.Error("what changes nothing makes no version:", diff)
	}
	if got = f.send(t, http.StatusOK, route, object{"reference": nil}); got["reference"] != nil || got["version"] != 3.0 {
		t.Errorf("emptied: %v", got)
	}
	var changed []any
	for _, e := range f.events(t, event.PaymentUpdated) {
		changed = append(changed, e["changedFields"])
	}
	if diff := cmp.Diff([]any{[]any{"method", "reference"}, []any{"reference"}}, changed); diff != "" {
		t.Error("events:", diff)
	}
}

func TestARefundTakesWhatSettlesNothingFirstThenTheNewestInvoices(t *testing.T) {
	t.Parallel()
	f := newPaymentFixture(t)
	old, newer := f.bill(t, "40.00"), f.bill(t, "40.00")
	route := "POST /payments/" + f.paid(t, "100.00", newer, "40.00", old, "40.00")["id"].(string) + "/refund"
	for _, step := range []struct{ refund, old, newer, allocated, left, balance string }{
		{"15.00", "PAID 0.00", "PAID 0.00", "80.00", "5.00", "-5.00"},
		{"10.00", "PAID 0.00", "PARTIALLY_PAID 5.00", "75.00", "0.00", "5.00"},
		{"40.00", "PARTIALLY_PAID 5.00", "ISSUED 40.00", "35.00", "0.00", "45.00"},
		{"", "ISSUED 40.00", "ISSUED 40.00", "0.00", "0.00", "80.00"}, // all that is left
	} {
		body := object{"reason": "Returned"}
		if step.refund != "" {
			body["amount"] = step.refund
		}
		got := f.send(t, http.StatusOK, route, body)
		step.refund = ""
		now := step
		now.old, now.newer, now.balance = f.state(t, old), f.state(t, newer), f.balance(t)
		now.allocated, now.left = got["amountAllocated"].(string), got["amountUnallocated"].(string)
		if diff := cmp.Diff(step, now, cmp.AllowUnexported(step)); diff != "" {
			t.Error(diff)
		}
	}
	if diff := cmp.Diff("REFUND 2026-11-08 1010 -35.00 1100 35.00", f.posted(t)); diff != "" {
		t.Error(diff)
	}
	read := f.send(t, http.StatusOK, strings.TrimSuffix(strings.Replace(route, "POST", "GET", 1), "/refund"), nil)
	var amounts []any
	for _, r := range read["refunds"].([]any) {
		amounts = append(amounts, r.(object)["amount"])
	}
	if diff := cmp.Diff([]any{"15.00", "10.00", "40.00", "35.00"}, amounts); diff != "" {
		t.Error(diff)
	}
}

func TestADeletedPaymentIsGone(t *testing.T) {
	t.Parallel()
	f := newPaymentFixture(t)
	bill := f.bill(t, "40.00")
	asked := f.transfer("50.00", bill, "40.00")
	asked["date"] = "2026-11-02"
	path := "/payments/" + f.send(t, http.StatusCreated, "POST /payments", asked)["id"].(string)
	f.send(t, http.StatusNoContent, "DELETE "+path, nil)
	if diff := cmp.Diff("PAYMENT 2026-11-08 1010 -50.00 1100 50.00", f.posted(t)); diff != "" {
		t.Error("its entry is reversed today:", diff)
	}
	if diff := cmp.Diff("ISSUED 40.00, balance 40.00", f.state(t, bill)+", balance "+f.balance(t)); diff != "" {
		t.Error(diff)
	}
	for _, route := range []string{"GET " + path, "PATCH " + path, "DELETE " + path, "POST " + path + "/refund"} {
		f.Send(t, f.Node, route, nil).Refuses(t, http.StatusNotFound, "PAYMENT_NOT_FOUND")
	}
	if list := f.send(t, http.StatusOK, "GET /payments", nil); len(list["data"].([]any)) != 0 {
		t.Errorf("still listed: %v", list)
	}
}

func TestPaymentsTellWhatHappened(t *testing.T) {
	t.Parallel()
	f := newPaymentFixture(t)
	bill, rest := f.bill(t, "100.00"), f.bill(t, "100.00")
	var id string
	happens := func(name string, action func(t *testing.T) []object, types ...event.Name) {
		t.Run("APP-08 "+name, func(t *testing.T) {
			f.events(t)
			want := action(t)
			for _, e := range want {
				e["actor"] = f.by()
			}
			if diff := cmp.Diff(want, f.events(t, types...)); diff != "" {
				t.Error(diff)
			}
		})
	}
	number := func(t *testing.T, id ident.Invoice) string {
		i, err := f.Sales.Invoice(t.Context(), f.business.ID, id)
		must(t, err)
		return *i.Number
	}
	happens("payment.received and invoice.partially_paid", func(t *testing.T) []object {
		id = f.paid(t, "150.00", bill, "60.00")["id"].(string)
		return []object{{
			"type": "payment.received", "id": id, "amount": "150.00", "currency": "EUR", "method": "BANK_TRANSFER",
			"customerId": f.customer.String(), "allocations": []any{object{"invoiceId": bill.String(), "amount": "60.00"}},
		}, {"type": "invoice.partially_paid", "id": bill.String(), "paymentId": id, "amountPaid": "60.00", "amountDue": "40.00"}}
	}, event.PaymentReceived, event.InvoicePartiallyPaid, event.InvoicePaid, event.InvoiceUpdated)
	happens("payment.updated", func(t *testing.T) []object {
		f.send(t, http.StatusOK, "PATCH /payments/"+id, object{"notes": "Paid at the counter"})
		return []object{{"type": "payment.updated", "id": id, "changedFields": []any{"notes"}}}
	}, event.PaymentUpdated)
	happens("payment.allocated and invoice.paid", func(t *testing.T) []object {
		f.send(t, http.StatusOK, "POST /payments/"+id+"/allocate", object{"allocations": allocations(bill, "40.00", rest, "10.00")})
		return []object{
			{"type": "payment.allocated", "id": id, "allocations": []any{
				object{"invoiceId": bill.String(), "amount": "40.00"}, object{"invoiceId": rest.String(), "amount": "10.00"},
			}},
			{
				"type": "invoice.paid", "id": bill.String(), "number": number(t, bill), "paymentId": id, "total": "100.00",
				"paidAt": f.svc.Clock.Now().Format("2006-01-02T15:04:05.000Z"),
			},
			{"type": "invoice.partially_paid", "id": rest.String(), "paymentId": id, "amountPaid": "10.00", "amountDue": "90.00"},
		}
	}, event.PaymentAllocated, event.InvoicePaid, event.InvoicePartiallyPaid)
	happens("payment.refunded and invoice.reopened by a refund", func(t *testing.T) []object {
		f.send(t, http.StatusOK, "POST /payments/"+id+"/refund", object{"amount": "80.00"})
		return []object{
			{"type": "payment.refunded", "id": id, "amountRefunded": "80.00", "currency": "EUR"},
			{"type": "invoice.reopened", "id": bill.String(), "number": number(t, bill), "reason": "REFUND", "amountDue": "30.00"},
		}
	}, event.PaymentRefunded, event.InvoiceReopened)
	happens("payment.deleted and invoice.reopened by a deletion", func(t *testing.T) []object {
		whole := f.paid(t, "30.00", bill, "30.00")["id"].(string)
		f.events(t)
		f.send(t, http.StatusNoContent, "DELETE /payments/"+whole, nil)
		return []object{
			{"type": "payment.deleted", "id": whole, "amount": "30.00", "invoiceIds": []any{bill.String()}},
			{"type": "invoice.reopened", "id": bill.String(), "number": number(t, bill), "reason": "PAYMENT_DELETED", "amountDue": "30.00"},
		}
	}, event.PaymentDeleted, event.InvoiceReopened)
}

func TestWhatIsRefusedOfPayments(t *testing.T) {
	t.Parallel()
	f := newPaymentFixture(t)
	bill, draft := f.bill(t, "40.00"), f.billTo(t, f.customer, "40.00", false)
	strangers := f.billTo(t, f.newCustomer(t), "40.00", true)
	void := f.bill(t, "40.00")
	_, err := f.Sales.VoidInvoice(t.Context(), f.business.ID, void, 0)
	must(t, err)
	abroad := newPaymentFixture(t)
	locked := time.Date(2026, time.October, 31, 0, 0, 0, 0, time.UTC)
	must(t, f.Ledger.LockThrough(t.Context(), f.business.ID, &locked))
	id := f.paid(t, "30.00")["id"].(string)
	back := f.paid(t, "30.00")["id"].(string)
	f.send(t, http.StatusOK, "POST /payments/"+back+"/refund", object{"amount": "10.00"})

	with := func(asked object, name string, value any) object {
		asked[name] = value
		return asked
	}
	refused := func(status int, code, message string, params ...string) object {
		body := object{"statusCode": float64(status), "error": http.StatusText(status), "code": code, "message": message}
		if len(params) > 0 {
			values := object{}
			for i, p := range params {
				values["p"+strconv.Itoa(i)] = p
			}
			body["params"] = values
		}
		return body
	}
	form := func(messages ...any) object {
		return object{"statusCode": 400.0, "error": "Bad Request", "message": messages}
	}
	const methods = "method must be one of BANK_TRANSFER, CARD, CASH, DIRECT_DEBIT, CHECK, OTHER"
	for _, c := range []struct {
		name, route string
		body        any
		want        object
	}{
		{"nothing given", "POST /payments", object{}, form("customerId should not be empty", "amount must be greater than 0", methods)},
		{"an amount below the cent", "POST /payments", f.transfer("1.005"), form("amount must have at most 2 decimal places")},
		{"a negative amount", "POST /payments", f.transfer("-5.00"), form("amount must be greater than 0")},
		{"an amount beyond measure", "POST /payments", f.transfer("1000000000000000"), form("amount must be less than 1000000000000000")},
		{"an unknown method", "POST /payments", with(f.transfer("5.00"), "method", "BARTER"), form(methods)},
		{"a long reference", "POST /payments", with(f.transfer("5.00"), "reference", strings.Repeat("x", 201)),
			form("reference must be shorter than or equal to 200 characters")},
		{"an invoice twice", "POST /payments", f.transfer("5.00", bill, "1.00", bill, "1.00"), form("allocations.1.invoiceId should be given once")},
		{"an allocation of nothing", "POST /payments", f.transfer("5.00", bill, "0"), form("allocations.0.amount must be greater than 0")},
		{"another currency", "POST /payments", with(f.transfer("5.00"), "currency", "USD"),
			refused(400, "CURRENCY_MISMATCH", "The currency USD is not that of the business, EUR.", "USD", "EUR")},
		{"a customer of another business", "POST /payments", with(f.transfer("5.00"), "customerId", abroad.customer),
			refused(404, "CUSTOMER_NOT_FOUND", "There is no such customer.")},
		{"an account of another business", "POST /payments", with(f.transfer("5.00"), "accountId", abroad.account(t, "1010")),
			refused(404, "ACCOUNT_NOT_FOUND", "There is no such account.")},
		{"an account for something else", "POST /payments", with(f.transfer("5.00"), "accountId", f.account(t, "4000")),
			refused(400, "ACCOUNT_NOT_FOR_PAYMENTS", "Account 4000 cannot take payments: it must be an asset account, and not the one for receivables.", "4000")},
		{"the receivable account", "POST /payments", with(f.transfer("5.00"), "accountId", f.account(t, "1100")),
			refused(400, "ACCOUNT_NOT_FOR_PAYMENTS", "Account 1100 cannot take payments: it must be an asset account, and not the one for receivables.", "1100")},
		{"a locked day", "POST /payments", with(f.transfer("5.00"), "date", "2026-10-31"),
			refused(409, "PERIOD_LOCKED", "The books are locked through 2026-10-31.", "2026-10-31")},
		{"an invoice of another business", "POST /payments", f.transfer("5.00", abroad.bill(t, "5.00"), "5.00"),
			refused(404, "INVOICE_NOT_FOUND", "There is no such invoice.")},
		{"an invoice of another customer", "POST /payments", f.transfer("5.00", strangers, "5.00"),
			refused(400, "INVOICE_OF_ANOTHER_CUSTOMER", "Invoice "+strangers.String()+" is of another customer than the payment.", strangers.String())},
		{"a draft", "POST /payments", f.transfer("5.00", draft, "5.00"),
			refused(409, "INVOICE_NOT_PAYABLE", "Invoice "+draft.String()+" cannot be paid: only issued invoices can, and no credit notes.", draft.String())},
		{"a void invoice", "POST /payments", f.transfer("5.00", void, "5.00"),
			refused(409, "INVOICE_NOT_PAYABLE", "Invoice "+void.String()+" cannot be paid: only issued invoices can, and no credit notes.", void.String())},
		{"more than is due", "POST /payments", f.transfer("50.00", bill, "40.01"),
			refused(400, "PAYMENT_EXCEEDS_BALANCE", "The amount is more than what is left: 40.00.", "40.00")},
		{"more than was paid", "POST /payments", f.transfer("5.00", bill, "5.01"),
			refused(400, "PAYMENT_EXCEEDS_BALANCE", "The amount is more than what is left: 5.00.", "5.00")},
		{"nothing to allocate", "POST /payments/" + id + "/allocate", object{}, form("allocations should not be empty")},
		{"more than is left", "POST /payments/" + back + "/allocate", object{"allocations": allocations(bill, "20.01")},
			refused(400, "PAYMENT_EXCEEDS_BALANCE", "The amount is more than what is left: 20.00.", "20.00")},
		{"no method", "PATCH /payments/" + id, object{"method": nil}, form(methods)},
		{"the amount", "PATCH /payments/" + id, object{"amount": "5.00"}, form("amount should not exist")},
		{"a refund of more than is left", "POST /payments/" + back + "/refund", object{"amount": "20.01"},
			refused(400, "REFUND_EXCEEDS_PAYMENT", "The amount is more than what is left to refund: 20.00.", "20.00")},
		{"a refund on a locked day", "POST /payments/" + back + "/refund", object{"date": "2026-10-01"},
			refused(409, "PERIOD_LOCKED", "The books are locked through 2026-10-31.", "2026-10-31")},
		{"deleting what was refunded", "DELETE /payments/" + back, nil,
			refused(409, "PAYMENT_REFUNDED", "A payment that was refunded, in part or in full, cannot be deleted.")},
		{"an unknown method of a list", "GET /payments?method=BARTER", nil, form(methods)},
		{"a list after something unknown", "GET /payments?after=" + abroad.paid(t, "1.00")["id"].(string), nil,
			refused(400, "UNKNOWN_CURSOR", "The cursor is not known here. Start over without one.")},
		{"a list after what is no payment", "GET /payments?after=" + bill.String(), nil,
			refused(400, "UNKNOWN_CURSOR", "The cursor is not known here. Start over without one.")},
	} {
		t.Run(c.name, func(t *testing.T) {
			f.events(t)
			if diff := cmp.Diff(c.want, f.send(t, int(c.want["statusCode"].(float64)), c.route, c.body)); diff != "" {
				t.Error(diff)
			}
			if events := f.events(t, event.PaymentReceived, event.PaymentAllocated, event.PaymentRefunded, event.PaymentDeleted, event.JournalEntryPosted); events != nil {
				t.Errorf("and yet: %v", events)
			}
		})
	}
	t.Run("a version that is no more", func(t *testing.T) {
		for _, route := range []string{"PATCH /payments/%", "DELETE /payments/%", "POST /payments/%/allocate", "POST /payments/%/refund"} {
			f.Send(t, f.Node, strings.Replace(route, "%", back, 1), nil, `If-Match: "1"`).Refuses(t, http.StatusPreconditionFailed, "RECORD_CHANGED")
		}
	})
}

func TestPaymentsAreListed(t *testing.T) {
	t.Parallel()
	f := newPaymentFixture(t)
	bill, other := f.bill(t, "40.00"), f.newCustomer(t)
	var ids []string
	for _, asked := range []object{
		f.transfer("10.00", bill, "10.00"),
		{"customerId": f.customer, "amount": "20.00", "method": "CASH", "date": "2026-11-02", "reference": "Wire 100%"},
		{"customerId": other, "amount": "30.00", "method": "CASH", "date": "2026-11-04"},
		{"customerId": f.customer, "amount": "40.00", "method": "CARD", "reference": "wire home"},
	} {
		f.svc.Clock.Move(time.Second)
		ids = append(ids, f.send(t, http.StatusCreated, "POST /payments", asked)["id"].(string))
	}
	since := f.svc.Clock.Now().Add(time.Second)
	f.svc.Clock.Move(time.Second)
	f.send(t, http.StatusOK, "PATCH /payments/"+ids[1], object{"notes": "Late"})
	for _, c := range []struct {
		query string
		want  []int
	}{
		{"", []int{3, 2, 1, 0}},
		{"?order=asc", []int{0, 1, 2, 3}},
		{"?customerId=" + other.String(), []int{2}},
		{"?invoiceId=" + bill.String(), []int{0}},
		{"?invoiceId=" + f.bill(t, "1.00").String(), nil},
		{"?dateFrom=2026-11-04", []int{3, 2, 0}},
		{"?dateTo=2026-11-04", []int{2, 1}},
		{"?dateFrom=2026-11-03&dateTo=2026-11-07", []int{2}},
		{"?method=CASH", []int{2, 1}},
		{"?q=WIRE", []int{3, 1}},
		{"?q=100%25", []int{1}},
		{"?updatedSince=" + since.Format(time.RFC3339), []int{1}},
		{"?method=CASH&customerId=" + f.customer.String(), []int{1}},
	} {
		t.Run("GET /payments"+c.query, func(t *testing.T) {
			var want []string
			for _, i := range c.want {
				want = append(want, ids[i])
			}
			got := f.send(t, http.StatusOK, "GET /payments"+c.query, nil)
			if diff := cmp.Diff(want, listed(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("page by page, stable while payments come and go", func(t *testing.T) {
		first := f.send(t, http.StatusOK, "GET /payments?limit=2&includeTotal=true", nil)
		if diff := cmp.Diff(object{"hasMore": true, "nextCursor": ids[2], "total": 4.0}, without(first, "data")); diff != "" {
			t.Error(diff)
		}
		f.paid(t, "50.00")
		f.send(t, http.StatusNoContent, "DELETE /payments/"+ids[2], nil) // where the reader is
		second := f.send(t, http.StatusOK, "GET /payments?limit=2&after="+ids[2], nil)
		if diff := cmp.Diff([]string{ids[1], ids[0]}, listed(second)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(object{"hasMore": false, "nextCursor": ids[0]}, without(second, "data")); diff != "" {
			t.Error(diff)
		}
	})
}

// listed are the ids of a page.
func listed(page object) (ids []string) {
	for _, record := range page["data"].([]any) {
		ids = append(ids, record.(object)["id"].(string))
	}
	return ids
}

func without(body object, name string) object {
	delete(body, name)
	return body
}

func TestOnlySomeMayTakeAPaymentBack(t *testing.T) {
	t.Parallel()
	f := newPaymentFixture(t)
	t.Run("API-05 an accountant cannot delete a payment, an admin can", func(t *testing.T) {
		path := "DELETE /payments/" + f.paid(t, "50.00")["id"].(string)
		ada := f.svc.User(t, "Ada")
		f.svc.Join(t, ada, f.business, permission.Admin)
		tokens := f.app.Given(t, ada, f.business, scope.PaymentsWrite)
		asked := func(role permission.Role) apptest.Answer {
			must(t, f.Tenancy.ChangeRole(t.Context(), tenancy.ByOperator(), f.business.ID, ada.ID, role))
			return tokens.Send(t, f.Node, path, nil)
		}
		var got object
		asked(permission.Accountant).Is(t, http.StatusForbidden).Read(t, &got)
		want := object{
			"statusCode": 403.0, "error": "Forbidden", "code": "PERMISSION_DENIED",
			"message": "You do not have the payments.delete permission", "params": object{"p0": "payments.delete"},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		asked(permission.Admin).Is(t, http.StatusNoContent)
	})
}

func TestAPaymentAndItsEventComeTogetherOrNotAtAll(t *testing.T) {
	t.Parallel()
	f := newPaymentFixture(t)
	bill := f.bill(t, "40.00")
	first := f.paid(t, "10.00", bill, "10.00")
	path, check := "/payments/"+first["id"].(string), f.Recorder.Check
	for _, c := range []struct {
		without event.Name
		route   string
		body    any
	}{
		{event.PaymentReceived, "POST /payments", f.transfer("5.00")},
		{event.InvoicePaid, "POST /payments", f.transfer("30.00", bill, "30.00")},
		{event.PaymentUpdated, "PATCH " + path, object{"notes": "Late"}},
		{event.PaymentRefunded, "POST " + path + "/refund", object{}},
		{event.PaymentDeleted, "DELETE " + path, nil},
	} {
		t.Run("BIZ-05 "+c.route+" without "+string(c.without), func(t *testing.T) {
			f.Recorder.Check = func(name event.Name, data []byte) error {
				if name == c.without {
					return errors.New("the disk is full")
				}
				return check(name, data)
			}
			defer func() { f.Recorder.Check = check }()
			last := f.posted(t)
			f.send(t, http.StatusInternalServerError, c.route, c.body)
			if diff := cmp.Diff([]any{first}, f.send(t, http.StatusOK, "GET /payments", nil)["data"]); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(last+", balance 30.00", f.posted(t)+", balance "+f.balance(t)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
