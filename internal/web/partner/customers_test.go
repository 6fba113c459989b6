package partner_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/vocab/version"
)

// buyer adds a customer and returns its id.
func (f *fixture) buyer(t *testing.T, name string) string {
	t.Helper()
	made := f.send(t, http.StatusCreated, "POST /customers", record{"name": name, "type": "BUSINESS", "email": strings.ToLower(name) + "@buyers.test"})
	return made["id"].(string)
}

// refuses fails the test unless the call is refused with this code.
func (f *fixture) refuses(t *testing.T, status int, code, route string, body any, headers ...string) {
	t.Helper()
	f.tokens.Send(t, f.svc.Node(0), route, body, headers...).Refuses(t, status, code)
}

// complains fails the test unless the form of the call is refused in these words.
func (f *fixture) complains(t *testing.T, route string, body any, words ...any) {
	t.Helper()
	if diff := cmp.Diff(words, f.send(t, http.StatusBadRequest, route, body)["message"]); diff != "" {
		t.Errorf("%s (-want +got):\n%s", route, diff)
	}
}

// expectEventsOf is expectEvents for the events whose names begin in one way.
func (f *fixture) expectEventsOf(t *testing.T, module string, pairs ...any) {
	t.Helper()
	var want, got []record
	for i := 0; i < len(pairs); i += 2 {
		want = append(want, record{"type": pairs[i], "data": pairs[i+1]})
	}
	for _, event := range f.happened(t) {
		if strings.HasPrefix(event["type"].(string), module) {
			got = append(got, event)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what apps were told differs (-want +got):\n%s", diff)
	}
}

func TestCustomers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	made := f.send(t, http.StatusCreated, "POST /customers", record{
		"name": " Corner Cafe ", "type": "BUSINESS", "email": "books@cornercafe.test", "phone": " ", "taxNumber": "DE811907980",
		"billingAddress": record{"line1": "Marktplatz 3", "city": "Freiburg", "postalCode": "79098", "country": "DE"},
	})
	id := made["id"].(string)
	want := record{
		"id": id, "name": "Corner Cafe", "type": "BUSINESS", "email": "books@cornercafe.test", "phone": nil, "taxNumber": "DE811907980",
		"billingAddress": record{"line1": "Marktplatz 3", "line2": nil, "city": "Freiburg", "region": nil, "postalCode": "79098", "country": "DE"},
		"notes":          nil, "balance": "0.00", "currency": "EUR", "archivedAt": nil, "erasedAt": nil, "version": 1.0,
		"createdAt": "2026-11-08T09:30:00.000Z", "updatedAt": "2026-11-08T09:30:00.000Z", "createdBy": f.byApp(), "updatedBy": f.byApp(),
	}
	t.Run("BIZ-01 a customer is created and read", func(t *testing.T) {
		for _, got := range []record{made, f.send(t, http.StatusOK, "GET /customers/"+id, nil)} {
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		}
	})
	t.Run("APP-08 customer.created", func(t *testing.T) {
		f.expectEvents(t, "customer.created", record{"id": id, "name": "Corner Cafe", "type": "BUSINESS"})
	})
	t.Run("BIZ-01 a customer is changed", func(t *testing.T) {
		got := f.send(t, http.StatusOK, "PATCH /customers/"+id, record{"email": nil, "type": "PERSON", "billingAddress": nil}, `If-Match: "1"`)
		want["email"], want["type"], want["billingAddress"], want["version"] = nil, "PERSON", nil, 2.0
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		f.send(t, http.StatusOK, "PATCH /customers/"+id, record{"type": "PERSON"}) // changes nothing
		f.refuses(t, http.StatusPreconditionFailed, "RECORD_CHANGED", "PATCH /customers/"+id, record{"notes": "late"}, `If-Match: "1"`)
	})
	t.Run("APP-08 customer.updated", func(t *testing.T) {
		f.expectEvents(t, "customer.updated", record{"id": id, "changedFields": []any{"type", "email", "billingAddress"}})
	})
	t.Run("APP-08 customer.archived", func(t *testing.T) {
		got := f.send(t, http.StatusOK, "POST /customers/"+id+"/archive", nil)
		if got["archivedAt"] == nil || got["version"] != 3.0 {
			t.Errorf("it is %v", got)
		}
		f.send(t, http.StatusOK, "POST /customers/"+id+"/archive", nil) // again
		f.expectEvents(t, "customer.archived", record{"id": id})
	})
	t.Run("BIZ-01 customers are listed and searched, archived ones by themselves", func(t *testing.T) {
		for query, want := range map[string]int{
			"": 0, "?archived=false": 0, "?archived=true": 1, "?archived=true&q=cORNER": 1, "?archived=true&q=8119": 1,
			"?archived=true&q=%25": 0, "?archived=true&updatedSince=2026-11-08T09:30:00Z": 1, "?archived=true&updatedSince=2026-11-08T09:30:01Z": 0,
		} {
			if got := len(f.send(t, http.StatusOK, "GET /customers"+query, nil)["data"].([]any)); got != want {
				t.Errorf("%q finds %d", query, got)
			}
		}
		if got := f.send(t, http.StatusOK, "GET /customers?archived=true&includeTotal=true", nil); got["total"] != 1.0 {
			t.Errorf("in all there are %v", got["total"])
		}
		f.refuses(t, http.StatusBadRequest, "UNKNOWN_CURSOR", "GET /customers?after=cus_0g06gxrdfrk1r019b0mxq6d5p3hw", nil)
	})
	t.Run("BIZ-01 an archived customer gets no new invoices", func(t *testing.T) {
		f.refuses(t, http.StatusConflict, "CUSTOMER_ARCHIVED", "POST /invoices", bill(id, "1.00"))
		draft := f.draft(t, bill(f.buyer(t, "Bar"), "1.00"))
		f.refuses(t, http.StatusConflict, "CUSTOMER_ARCHIVED", "PATCH /invoices/"+draft, record{"customerId": id})
		f.happened(t)
	})
	t.Run("APP-08 customer.restored", func(t *testing.T) {
		f.send(t, http.StatusOK, "POST /customers/"+id+"/restore", nil)
		f.expectEvents(t, "customer.restored", record{"id": id})
	})
	t.Run("BIZ-01 a customer that something refers to is not deleted", func(t *testing.T) {
		draft := "/invoices/" + f.draft(t, bill(id, "1.00"))
		f.refuses(t, http.StatusConflict, "CUSTOMER_IN_USE", "DELETE /customers/"+id, nil)
		f.send(t, http.StatusOK, "POST /customers/"+id+"/archive", nil)
		f.send(t, http.StatusOK, "PATCH "+draft, record{"notes": "It may stay a draft"})
		f.refuses(t, http.StatusConflict, "CUSTOMER_ARCHIVED", "POST "+draft+"/issue", nil)
		f.send(t, http.StatusNoContent, "DELETE "+draft, nil)
		f.happened(t)
	})
	t.Run("APP-08 customer.deleted", func(t *testing.T) {
		f.refuses(t, http.StatusPreconditionFailed, "RECORD_CHANGED", "DELETE /customers/"+id, nil, `If-Match: "1"`)
		f.send(t, http.StatusNoContent, "DELETE /customers/"+id, nil)
		f.expectEvents(t, "customer.deleted", record{"id": id})
		f.refuses(t, http.StatusNotFound, "CUSTOMER_NOT_FOUND", "GET /customers/"+id, nil)
	})
}

func TestWhatIsWrongWithACustomerIsSaid(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.complains(t, "POST /customers", record{}, "name should not be empty", "type must be one of BUSINESS, PERSON")
	f.complains(t, "POST /customers", record{"name": "Ada", "type": "PERSON", "email": "Ada <ada@people.test>", "billingAddress": record{"country": "Germany"}},
		"email must be an email", "billingAddress.country must be an ISO 3166-1 alpha-2 code")
	f.complains(t, "PATCH /customers/"+f.buyer(t, "Cafe"), record{"name": nil, "type": nil}, "name should not be empty", "type should not be empty")
}

func TestMergedCustomersAreOne(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	twice, kept := f.buyer(t, "Twice"), f.buyer(t, "Kept")
	owed := f.issue(t, bill(twice, "30.00"))
	f.issue(t, bill(kept, "12.00"))
	f.send(t, http.StatusCreated, "POST /payments", record{"customerId": twice, "amount": "50.00", "method": "CASH"})
	f.happened(t)

	merged := f.send(t, http.StatusOK, "POST /customers/"+twice+"/merge", record{"intoId": kept})
	t.Run("APP-08 customer.merged", func(t *testing.T) {
		f.expectEvents(t, "customer.merged", record{"id": twice, "mergedIntoId": kept})
	})
	t.Run("BIZ-01 the other one has all that the merged one had", func(t *testing.T) {
		if merged["id"] != kept || merged["balance"] != "-8.00" {
			t.Errorf("the customer that is left is %v", merged)
		}
		if got := f.send(t, http.StatusOK, "GET /customers/"+kept, nil)["balance"]; got != "-8.00" {
			t.Errorf("it owes %v", got)
		}
		if got := f.send(t, http.StatusOK, "GET /invoices/"+owed, nil); got["customerId"] != kept || got["version"] != 3.0 {
			t.Errorf("the invoice is %v", got)
		}
		for path, want := range map[string]int{"/invoices?customerId=" + kept: 2, "/payments?customerId=" + kept: 1, "/invoices?customerId=" + twice: 0} {
			if got := len(f.send(t, http.StatusOK, "GET "+path, nil)["data"].([]any)); got != want {
				t.Errorf("%s has %d", path, got)
			}
		}
	})
	t.Run("BIZ-01 the merged one is gone", func(t *testing.T) {
		for _, route := range []string{"GET /customers/" + twice, "DELETE /customers/" + twice, "POST /customers/" + twice + "/restore"} {
			f.refuses(t, http.StatusNotFound, "CUSTOMER_NOT_FOUND", route, nil)
		}
		f.refuses(t, http.StatusNotFound, "CUSTOMER_NOT_FOUND", "POST /customers/"+kept+"/merge", record{"intoId": twice})
		f.refuses(t, http.StatusNotFound, "CUSTOMER_NOT_FOUND", "POST /invoices", bill(twice, "1.00"))
		if got := len(f.send(t, http.StatusOK, "GET /customers", nil)["data"].([]any)); got != 1 {
			t.Errorf("%d customers are listed", got)
		}
	})
	f.refuses(t, http.StatusBadRequest, "CUSTOMER_MERGED_INTO_ITSELF", "POST /customers/"+kept+"/merge", record{"intoId": kept})
	f.complains(t, "POST /customers/"+kept+"/merge", record{}, "intoId should not be empty")
}

func TestWhatACustomerOwesIsPartOfItsVersion(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	writes := f.writes(version.Current(f.svc.Clock.Now()))
	issue := writes["POST /invoices/{id}/issue"](t)
	_, draft, _ := strings.Cut(strings.TrimSuffix(issue.route, "/issue"), " ")
	path := "GET /customers/" + f.send(t, http.StatusOK, "GET "+draft, nil)["customerId"].(string)
	before := f.tokens.Call(t, f.svc.Node(0), path)
	f.svc.Clock.Move(time.Second)
	since := f.svc.Clock.Now().UTC().Format(time.RFC3339)
	f.send(t, http.StatusOK, issue.route, nil)

	after := f.tokens.Call(t, f.svc.Node(0), path)
	was, is := read(t, before), read(t, after)
	t.Run("a changed balance is a new version with an ETag of its own", func(t *testing.T) {
		if is["balance"] != "10.00" || is["version"] == was["version"] || after.Header.Get("ETag") == before.Header.Get("ETag") {
			t.Errorf("it was %v, %s and is %v, %s", was, before.Header.Get("ETag"), is, after.Header.Get("ETag"))
		}
	})
	t.Run("and updatedSince finds it", func(t *testing.T) {
		if list := data(f.send(t, http.StatusOK, "GET /customers?updatedSince="+since, nil)); len(list) != 1 || list[0]["id"] != is["id"] {
			t.Errorf("it lists %v", list)
		}
	})
}
