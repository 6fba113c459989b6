package partner_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// bill is an invoice of one line without tax, before it is created.
func bill(customer, amount string) record {
	return record{"customerId": customer, "lines": []any{record{"description": "Bread", "unitPrice": amount}}}
}

// with is a body with one more member.
func with(body record, name string, value any) record {
	more := record{name: value}
	for key, old := range body {
		if key != name {
			more[key] = old
		}
	}
	return more
}

// draft creates an invoice and returns its id. Later ones are newer.
func (f *fixture) draft(t *testing.T, body record) string {
	t.Helper()
	f.svc.Clock.Move(time.Millisecond)
	return f.send(t, http.StatusCreated, "POST /invoices", body)["id"].(string)
}

// issue creates an invoice, issues it and returns its id.
func (f *fixture) issue(t *testing.T, body record) string {
	t.Helper()
	return f.draft(t, with(body, "issue", true))
}

// pay has a customer pay a part of an invoice, and returns the payment's id.
func (f *fixture) pay(t *testing.T, customer, invoice, amount string) string {
	t.Helper()
	return f.send(t, http.StatusCreated, "POST /payments", record{
		"customerId": customer, "amount": amount, "method": "CASH", "allocations": []any{record{"invoiceId": invoice, "amount": amount}},
	})["id"].(string)
}

// later lets time pass, and gets a new token, since the old one is over.
func (f *fixture) later(t *testing.T, passed time.Duration) {
	t.Helper()
	f.svc.Advance(t, passed)
	f.tokens = f.app.Given(t, f.owner, f.bakery, scope.Partner()...)
}

// posted is the latest entry of the journal: account codes and amounts, debits
// above zero.
func (f *fixture) posted(t *testing.T) string {
	t.Helper()
	entry := f.send(t, http.StatusOK, "GET /journal-entries?limit=1", nil)["data"].([]any)[0].(record)
	lines := []string{entry["date"].(string), entry["memo"].(string)}
	for _, item := range entry["lines"].([]any) {
		line := item.(record)
		amount := line["debit"].(string)
		if credit := line["credit"].(string); credit != "0.00" {
			amount = "-" + credit
		}
		lines = append(lines, line["accountCode"].(string)+" "+amount)
	}
	return strings.Join(lines, ", ")
}

func (f *fixture) owes(t *testing.T, customer string) any {
	t.Helper()
	return f.send(t, http.StatusOK, "GET /customers/"+customer, nil)["balance"]
}

func TestInvoices(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe := f.buyer(t, "Cafe")
	f.happened(t)
	sales, other := f.account(t, "4000"), f.account(t, "4900")
	made := f.send(t, http.StatusCreated, "POST /invoices", record{
		"customerId": cafe, "dueDate": "2026-12-08", "reference": "PO-7731", "currency": "EUR", "lines": []any{
			record{"description": " Sourdough, 1 kg ", "quantity": "20", "unitPrice": "5.00", "taxRate": "7"},
			record{"description": "Delivery", "unitPrice": "4.995", "taxRate": "19", "accountId": other},
			record{"description": "Loyalty discount", "unitPrice": "-10", "taxRate": "7"},
		},
	})
	id := made["id"].(string)
	path := "/invoices/" + id
	want := record{
		"id": id, "kind": "INVOICE", "status": "DRAFT", "number": nil, "customerId": cafe, "creditsId": nil, "currency": "EUR",
		"issueDate": nil, "dueDate": "2026-12-08", "reference": "PO-7731", "notes": nil,
		"lines": []any{
			record{"description": "Sourdough, 1 kg", "quantity": "20", "unitPrice": "5.00", "taxRate": "7", "accountId": sales, "net": "100.00", "tax": "7.00"},
			record{"description": "Delivery", "quantity": "1", "unitPrice": "4.995", "taxRate": "19", "accountId": other, "net": "5.00", "tax": "0.95"},
			record{"description": "Loyalty discount", "quantity": "1", "unitPrice": "-10", "taxRate": "7", "accountId": sales, "net": "-10.00", "tax": "-0.70"},
		},
		"subtotal": "95.00", "taxTotal": "7.25", "total": "102.25", "amountPaid": "0.00", "amountCredited": "0.00", "amountDue": "0.00",
		"issuedAt": nil, "sentAt": nil, "paidAt": nil, "voidedAt": nil, "version": 1.0,
		"createdAt": "2026-11-08T09:30:00.000Z", "updatedAt": "2026-11-08T09:30:00.000Z", "createdBy": f.byApp(), "updatedBy": f.byApp(),
	}
	t.Run("BIZ-01 a draft is created, read and listed with its lines", func(t *testing.T) {
		if diff := cmp.Diff(want, made); diff != "" {
			t.Errorf("created: %s", diff)
		}
		if diff := cmp.Diff(want, f.send(t, http.StatusOK, "GET "+path, nil)); diff != "" {
			t.Errorf("read: %s", diff)
		}
		if diff := cmp.Diff(record{"data": []any{want}, "hasMore": false, "nextCursor": id}, f.send(t, http.StatusOK, "GET /invoices", nil)); diff != "" {
			t.Errorf("listed: %s", diff)
		}
	})
	t.Run("APP-08 invoice.created", func(t *testing.T) {
		f.expectEvents(t, "invoice.created", record{
			"id": id, "number": nil, "status": "DRAFT", "customerId": cafe, "currency": "EUR", "total": "102.25", "dueDate": "2026-12-08",
		})
	})
	t.Run("BIZ-01 a draft is changed", func(t *testing.T) {
		got := f.send(t, http.StatusOK, "PATCH "+path, record{"reference": nil, "lines": []any{
			record{"description": "Sourdough", "quantity": "3", "unitPrice": "0.335", "taxRate": "19"},
			record{"description": "Delivery", "unitPrice": "2", "accountId": other},
		}}, `If-Match: "1"`)
		if got["subtotal"] != "3.00" || got["taxTotal"] != "0.19" || got["total"] != "3.19" || got["version"] != 2.0 || got["reference"] != nil {
			t.Errorf("it is %v", got)
		}
		f.send(t, http.StatusOK, "PATCH "+path, record{"reference": " "}) // changes nothing
		f.refuses(t, http.StatusPreconditionFailed, "RECORD_CHANGED", "PATCH "+path, record{"notes": "late"}, `If-Match: "1"`)
	})
	t.Run("APP-08 invoice.updated", func(t *testing.T) {
		f.expectEvents(t, "invoice.updated", record{
			"id": id, "number": nil, "status": "DRAFT", "changedFields": []any{"reference", "lines", "subtotal", "taxTotal", "total"},
		})
	})
	t.Run("BIZ-04 issuing posts to the journal", func(t *testing.T) {
		got := f.send(t, http.StatusOK, "POST "+path+"/issue", record{"issueDate": "2026-11-05"})
		if got["status"] != "ISSUED" || got["number"] != "INV-000001" || got["amountDue"] != "3.19" || got["issueDate"] != "2026-11-05" || got["dueDate"] != "2026-12-08" {
			t.Errorf("it is %v", got)
		}
		if diff := cmp.Diff("2026-11-05, Invoice INV-000001, 1100 3.19, 4000 -1.00, 4900 -2.00, 2100 -0.19", f.posted(t)); diff != "" {
			t.Error(diff)
		}
		if owes := f.owes(t, cafe); owes != "3.19" {
			t.Errorf("the customer owes %v", owes)
		}
	})
	t.Run("APP-08 invoice.issued", func(t *testing.T) {
		f.expectEventsOf(t, "invoice.", "invoice.issued", record{
			"id": id, "number": "INV-000001", "issueDate": "2026-11-05", "dueDate": "2026-12-08", "total": "3.19", "currency": "EUR",
		})
	})
	t.Run("BIZ-01 reference, notes and due date of an issued invoice are changed", func(t *testing.T) {
		got := f.send(t, http.StatusOK, "PATCH "+path, record{"notes": "Thank you", "dueDate": "2026-11-30", "customerId": cafe})
		if got["notes"] != "Thank you" || got["dueDate"] != "2026-11-30" || got["version"] != 4.0 {
			t.Errorf("it is %v", got)
		}
		f.complains(t, "PATCH "+path, record{"dueDate": nil}, "dueDate should not be null")
		f.complains(t, "PATCH "+path, record{"dueDate": "2026-11-04"}, "dueDate must not be before issueDate")
	})
	t.Run("APP-08 invoice.deleted", func(t *testing.T) {
		gone := f.draft(t, with(bill(cafe, "5.00"), "number", "R-17"))
		f.happened(t)
		f.send(t, http.StatusNoContent, "DELETE /invoices/"+gone, nil)
		f.expectEvents(t, "invoice.deleted", record{"id": gone, "number": "R-17", "status": "DRAFT"})
		f.refuses(t, http.StatusNotFound, "INVOICE_NOT_FOUND", "GET /invoices/"+gone, nil)
	})
	t.Run("APP-08 invoice.voided", func(t *testing.T) {
		f.later(t, 24*time.Hour)
		got := f.send(t, http.StatusOK, "POST "+path+"/void", nil)
		if got["status"] != "VOID" || got["number"] != "INV-000001" || got["amountDue"] != "0.00" || got["total"] != "3.19" {
			t.Errorf("it is %v", got)
		}
		f.expectEventsOf(t, "invoice.", "invoice.voided", record{"id": id, "number": "INV-000001", "voidedAt": got["voidedAt"]})
		if diff := cmp.Diff("2026-11-09, Invoice INV-000001 voided, 1100 -3.19, 4000 1.00, 4900 2.00, 2100 0.19", f.posted(t)); diff != "" {
			t.Error(diff)
		}
		if owes := f.owes(t, cafe); owes != "0.00" {
			t.Errorf("the customer owes %v", owes)
		}
	})
}

func TestInvoicesAreSettled(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe := f.buyer(t, "Cafe")
	id := f.issue(t, bill(cafe, "100.00"))
	f.happened(t)
	var last string
	t.Run("APP-08 invoice.partially_paid", func(t *testing.T) {
		first := f.pay(t, cafe, id, "40.00")
		f.expectEventsOf(t, "invoice.", "invoice.partially_paid", record{"id": id, "paymentId": first, "amountPaid": "40.00", "amountDue": "60.00"})
	})
	t.Run("APP-08 invoice.paid", func(t *testing.T) {
		last = f.pay(t, cafe, id, "60.00")
		got := f.send(t, http.StatusOK, "GET /invoices/"+id, nil)
		if got["status"] != "PAID" || got["amountPaid"] != "100.00" || got["amountDue"] != "0.00" || got["paidAt"] == nil {
			t.Errorf("it is %v", got)
		}
		f.expectEventsOf(t, "invoice.", "invoice.paid", record{"id": id, "number": "INV-000001", "paymentId": last, "total": "100.00", "paidAt": got["paidAt"]})
	})
	t.Run("APP-08 invoice.reopened", func(t *testing.T) {
		f.send(t, http.StatusOK, "POST /payments/"+last+"/refund", record{"amount": "10.00"})
		f.expectEventsOf(t, "invoice.", "invoice.reopened", record{"id": id, "number": "INV-000001", "reason": "REFUND", "amountDue": "10.00"})
		got := f.send(t, http.StatusOK, "GET /invoices/"+id, nil)
		if got["status"] != "PARTIALLY_PAID" || got["paidAt"] != nil {
			t.Errorf("it is %v", got)
		}
	})
	t.Run("BIZ-05 less is paid of an invoice that was not paid in full", func(t *testing.T) {
		f.send(t, http.StatusOK, "POST /payments/"+last+"/refund", record{"amount": "10.00"})
		f.expectEventsOf(t, "invoice.", "invoice.updated", record{
			"id": id, "number": "INV-000001", "status": "PARTIALLY_PAID", "changedFields": []any{"amountPaid", "amountDue"},
		})
	})
	t.Run("APP-08 invoice.credited", func(t *testing.T) {
		f.refuses(t, http.StatusBadRequest, "CREDIT_LINES_REQUIRED", "POST /invoices/"+id+"/credit", nil)
		f.refuses(t, http.StatusConflict, "CREDIT_EXCEEDS_DUE", "POST /invoices/"+id+"/credit", creditOf("20.01"))
		f.svc.Clock.Move(time.Millisecond) // so that its entry is the latest
		note := f.send(t, http.StatusCreated, "POST /invoices/"+id+"/credit", with(creditOf("20.00"), "reason", "Stale"))
		if note["kind"] != "CREDIT_NOTE" || note["number"] != "CN-000001" || note["creditsId"] != id || note["status"] != "ISSUED" ||
			note["total"] != "20.00" || note["amountDue"] != "0.00" || note["notes"] != "Stale" {
			t.Errorf("the credit note is %v", note)
		}
		// Money paid most of it, but not the rest: invoice.paid is not told.
		f.expectEventsOf(t, "invoice.", "invoice.credited", record{"id": id, "creditNoteId": note["id"], "amountCredited": "20.00", "amountDue": "0.00"})
		if diff := cmp.Diff("2026-11-08, Credit note CN-000001, 1100 -20.00, 4000 20.00", f.posted(t)); diff != "" {
			t.Error(diff)
		}
		got := f.send(t, http.StatusOK, "GET /invoices/"+id, nil)
		if got["status"] != "PAID" || got["amountPaid"] != "80.00" || got["amountCredited"] != "20.00" {
			t.Errorf("the invoice is %v", got)
		}
		f.refuses(t, http.StatusConflict, "CREDIT_EXCEEDS_DUE", "POST /invoices/"+id+"/credit", nil)
	})
	t.Run("BIZ-04 without lines all of an invoice is credited", func(t *testing.T) {
		whole := f.issue(t, record{"customerId": cafe, "lines": []any{record{"description": "Rye", "quantity": "3", "unitPrice": "0.333", "taxRate": "19"}}})
		note := f.send(t, http.StatusCreated, "POST /invoices/"+whole+"/credit", record{"date": "2026-11-09"})
		if note["total"] != "1.19" || note["issueDate"] != "2026-11-09" {
			t.Errorf("the credit note is %v", note)
		}
		if owes := f.owes(t, cafe); owes != "0.00" {
			t.Errorf("the customer owes %v", owes)
		}
		f.complains(t, "POST /invoices/"+f.issue(t, bill(cafe, "1.00"))+"/credit", record{"date": "2026-11-07", "lines": []any{record{"description": "Nothing", "unitPrice": "0"}}},
			"lines must add up to more than 0", "date must not be before the invoice's issueDate")
	})
}

func creditOf(amount string) record {
	return record{"lines": []any{record{"description": "Bread", "unitPrice": amount}}}
}

func TestAnInvoiceOfNothingIsPaidAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe := f.buyer(t, "Cafe")
	f.happened(t)
	id := f.issue(t, bill(cafe, "0"))
	got := f.send(t, http.StatusOK, "GET /invoices/"+id, nil)
	if got["status"] != "PAID" || got["total"] != "0.00" || got["paidAt"] == nil {
		t.Errorf("it is %v", got)
	}
	var types []any
	for _, happening := range f.happened(t) {
		types = append(types, happening["type"])
	}
	if diff := cmp.Diff([]any{"invoice.created", "invoice.issued"}, types); diff != "" {
		t.Error(diff)
	}
	if got := f.send(t, http.StatusOK, "POST /invoices/"+id+"/void", nil); got["status"] != "VOID" || got["paidAt"] != nil {
		t.Errorf("void it is %v", got)
	}
}

func TestASentInvoiceIsMailed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe := f.buyer(t, "Cafe")
	id := f.issue(t, record{"customerId": cafe, "reference": "PO-7731", "notes": "Thank you", "dueDate": "2026-12-08", "lines": []any{
		record{"description": "Sourdough", "quantity": "20", "unitPrice": "5.00", "taxRate": "19"},
	}})
	f.happened(t)
	t.Run("APP-08 invoice.sent", func(t *testing.T) {
		got := f.send(t, http.StatusOK, "POST /invoices/"+id+"/send", nil)
		if got["sentAt"] == nil || got["version"] != 3.0 {
			t.Errorf("it is %v", got)
		}
		f.expectEvents(t, "invoice.sent", record{"id": id, "number": "INV-000001", "channel": "EMAIL", "sentAt": got["sentAt"]})
	})
	f.svc.RunJobs(t)
	letter := f.svc.Mail.Wait(t, "cafe@buyers.test")
	want := "Invoice INV-000001 from “" + f.bakery.Name + "”\n\nDate: 8 November 2026\nDue: 8 December 2026\nYour reference: PO-7731\n\n" +
		"Sourdough\n  20 × 5.00 = 100.00 EUR, tax 19%: 19.00 EUR\n\nSubtotal: 100.00 EUR\nTax: 19.00 EUR\nTotal: 119.00 EUR\nDue: 119.00 EUR\n\nThank you\n"
	if diff := cmp.Diff(want, strings.ReplaceAll(letter.Text, "\r\n", "\n")); diff != "" {
		t.Errorf("the letter (-want +got):\n%s", diff)
	}
	if letter.Subject != "Invoice INV-000001 from “"+f.bakery.Name+"”" {
		t.Errorf("its subject is %s", letter.Subject)
	}

	f.send(t, http.StatusOK, "POST /invoices/"+id+"/send", record{"to": "boss@cafe.test"})
	f.svc.RunJobs(t)
	f.svc.Mail.Wait(t, "boss@cafe.test")

	f.complains(t, "POST /invoices/"+id+"/send", record{"to": "the boss"}, "to must be an email")
	silent := f.send(t, http.StatusCreated, "POST /customers", record{"name": "Silent", "type": "PERSON"})["id"].(string)
	f.refuses(t, http.StatusBadRequest, "NO_EMAIL_ADDRESS", "POST /invoices/"+f.issue(t, bill(silent, "1.00"))+"/send", nil)
}

func TestOverdueInvoicesAreToldOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe := f.buyer(t, "Cafe")
	late := f.issue(t, with(bill(cafe, "10.00"), "dueDate", "2026-11-09"))
	paid := f.issue(t, with(bill(cafe, "20.00"), "dueDate", "2026-11-09"))
	f.pay(t, cafe, paid, "20.00")
	f.draft(t, with(bill(cafe, "30.00"), "dueDate", "2026-11-09"))
	f.happened(t)
	t.Run("APP-08 invoice.overdue", func(t *testing.T) {
		// In Berlin the 10th begins at 23:00 UTC on the 9th.
		f.later(t, time.Date(2026, time.November, 9, 22, 59, 0, 0, time.UTC).Sub(f.svc.Clock.Now()))
		f.expectEvents(t)
		f.later(t, 2*time.Minute)
		f.expectEvents(t, "invoice.overdue", record{"id": late, "number": "INV-000001", "dueDate": "2026-11-09", "amountDue": "10.00", "daysOverdue": 1.0})
		f.later(t, 48*time.Hour)
		f.expectEvents(t)
	})
	t.Run("BIZ-05 a due date that moved is told of anew", func(t *testing.T) {
		f.send(t, http.StatusOK, "PATCH /invoices/"+late, record{"dueDate": "2026-11-10"})
		f.happened(t)
		f.svc.RunJobs(t)
		f.expectEvents(t, "invoice.overdue", record{"id": late, "number": "INV-000001", "dueDate": "2026-11-10", "amountDue": "10.00", "daysOverdue": 2.0})
	})
}

func TestNumbersHaveNoGaps(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe := f.buyer(t, "Cafe")
	number := func(id string) any { return f.send(t, http.StatusOK, "GET /invoices/"+id, nil)["number"] }

	brought := f.issue(t, with(bill(cafe, "1.00"), "number", "INV-000002"))
	wished := f.draft(t, with(bill(cafe, "1.00"), "number", "INV-000004"))
	f.refuses(t, http.StatusConflict, "DUPLICATE_INVOICE_NUMBER", "POST /invoices", with(bill(cafe, "1.00"), "number", "INV-000002"))
	f.refuses(t, http.StatusConflict, "DUPLICATE_INVOICE_NUMBER", "POST /invoices", with(bill(cafe, "1.00"), "number", "INV-000004"))
	f.refuses(t, http.StatusConflict, "DUPLICATE_INVOICE_NUMBER", "PATCH /invoices/"+wished, record{"number": "INV-000002"})

	// An issue that fails takes no number along.
	f.complains(t, "POST /invoices", with(with(bill(cafe, "1.00"), "issue", true), "dueDate", "2026-11-01"), "dueDate must not be before issueDate")
	var got []any
	for range 3 {
		got = append(got, number(f.issue(t, bill(cafe, "1.00"))))
	}
	if diff := cmp.Diff([]any{"INV-000001", "INV-000003", "INV-000004"}, got); diff != "" {
		t.Errorf("the numbers beside %v are (-want +got):\n%s", number(brought), diff)
	}
	// The wish came too late.
	f.refuses(t, http.StatusConflict, "DUPLICATE_INVOICE_NUMBER", "POST /invoices/"+wished+"/issue", nil)
	f.send(t, http.StatusOK, "PATCH /invoices/"+wished, record{"number": nil})
	if got := f.send(t, http.StatusOK, "POST /invoices/"+wished+"/issue", nil)["number"]; got != "INV-000005" {
		t.Errorf("it has the number %v", got)
	}
}

func TestWhatIsRefusedOfInvoices(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe, rent := f.buyer(t, "Cafe"), f.account(t, "6100")
	f.happened(t)
	f.complains(t, "POST /invoices", record{}, "customerId should not be empty", "lines must contain at least 1 elements")
	f.complains(t, "POST /invoices", record{"customerId": cafe, "lines": []any{record{"description": "Bread"}}}, "lines.0.unitPrice should not be empty")
	f.complains(t, "POST /invoices", record{"customerId": cafe, "lines": []any{
		record{"description": " ", "unitPrice": "1", "taxRate": "100.01"}, record{"description": "Gold", "quantity": "1000000000", "unitPrice": "1000000"},
	}}, "lines.0.description should not be empty", "lines.0.taxRate must be between 0 and 100", "lines.1 must come to less than 1000000000000000",
		"lines must add up to less than 1000000000000000")
	f.complains(t, "POST /invoices", bill(cafe, "-0.01"), "lines must not add up to less than 0")
	f.complains(t, "POST /invoices", record{"customerId": cafe, "lines": []any{
		record{"description": "Bread", "unitPrice": "10"}, record{"description": "Discount", "unitPrice": "-5", "taxRate": "19"},
	}}, "the taxes of the lines must not add up to less than 0")
	f.complains(t, "POST /invoices", record{"customerId": cafe, "lines": slices.Repeat(bill(cafe, "1")["lines"].([]any), 201)},
		"lines must contain no more than 200 elements")
	f.refuses(t, http.StatusBadRequest, "CURRENCY_MISMATCH", "POST /invoices", with(bill(cafe, "1"), "currency", "USD"))
	f.refuses(t, http.StatusBadRequest, "ACCOUNT_NOT_INCOME", "POST /invoices", record{"customerId": cafe, "lines": []any{record{"description": "Bread", "unitPrice": "1", "accountId": rent}}})
	f.complains(t, "GET /invoices?status=LATE&kind=BILL&limit=0", nil,
		"limit must be between 1 and 200", "status must be one of DRAFT, ISSUED, PARTIALLY_PAID, PAID, VOID", "kind must be one of INVOICE, CREDIT_NOTE")

	locked := time.Date(2026, time.November, 7, 0, 0, 0, 0, time.UTC)
	must(t, f.svc.Node(0).Ledger.LockThrough(t.Context(), f.bakery.ID, &locked))
	draft := f.draft(t, bill(cafe, "1"))
	f.refuses(t, http.StatusConflict, "PERIOD_LOCKED", "POST /invoices/"+draft+"/issue", record{"issueDate": "2026-11-07"})
	if got := f.send(t, http.StatusOK, "POST /invoices/"+draft+"/issue", record{"issueDate": "2026-11-08"})["number"]; got != "INV-000001" {
		t.Errorf("it has the number %v", got)
	}
}

func TestInvoicesAreListed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe, bar := f.buyer(t, "Cafe"), f.buyer(t, "Bar")
	old := f.issue(t, with(with(bill(cafe, "10.00"), "issueDate", "2026-10-01"), "reference", "PO-1_A"))
	open := f.issue(t, with(bill(bar, "10.00"), "number", "R-2026-1"))
	draft := f.draft(t, bill(cafe, "10.00"))
	f.svc.Clock.Move(time.Minute)
	note := f.send(t, http.StatusCreated, "POST /invoices/"+old+"/credit", creditOf("4.00"))["id"].(string)
	for query, want := range map[string][]string{
		"":                                     {note, draft, open, old},
		"?order=asc":                           {old, open, draft, note},
		"?status=DRAFT":                        {draft},
		"?status=ISSUED&kind=INVOICE":          {open, old},
		"?kind=CREDIT_NOTE":                    {note},
		"?customerId=" + bar:                   {open},
		"?issuedFrom=2026-10-02":               {note, open},
		"?issuedTo=2026-10-01":                 {old},
		"?dueBefore=2026-11-01":                {old},
		"?dueBefore=2026-10-31":                nil,
		"?q=po-1_a":                            {old},
		"?q=r-2026":                            {open},
		"?q=_":                                 {old},
		"?updatedSince=2026-11-08T09:31:00Z":   {note, old},
		"?customerId=" + cafe + "&status=PAID": nil,
	} {
		var got []string
		for _, item := range f.send(t, http.StatusOK, "GET /invoices"+query, nil)["data"].([]any) {
			got = append(got, item.(record)["id"].(string))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q finds (-want +got):\n%s", query, diff)
		}
	}
	if got := f.send(t, http.StatusOK, "GET /invoices?includeTotal=true&limit=1&kind=INVOICE", nil); got["total"] != 3.0 || got["hasMore"] != true {
		t.Errorf("in all there are %v, more %v", got["total"], got["hasMore"])
	}
	for _, cursor := range []string{"inv_0g06gxrdfrk1r01d7xk2m9c4r5tg", cafe, "x"} {
		f.refuses(t, http.StatusBadRequest, "UNKNOWN_CURSOR", "GET /invoices?after="+cursor, nil)
	}
}

func TestAListOfInvoicesIsStable(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe := f.buyer(t, "Cafe")
	var made []string
	for range 5 {
		made = append(made, f.draft(t, bill(cafe, "1.00")))
	}
	t.Run("API-10 nothing is read twice or missed while invoices are created", func(t *testing.T) {
		var got []string
		for path := "/invoices?limit=2"; path != ""; {
			page := f.send(t, http.StatusOK, "GET "+path, nil)
			for _, item := range page["data"].([]any) {
				got = append(got, item.(record)["id"].(string))
			}
			path = ""
			if page["hasMore"] == true {
				path = "/invoices?limit=2&after=" + page["nextCursor"].(string)
			}
			f.draft(t, bill(cafe, "2.00"))
		}
		slices.Reverse(got)
		if diff := cmp.Diff(made, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
