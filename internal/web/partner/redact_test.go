package partner_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAnErasedCustomer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ada := f.send(t, http.StatusCreated, "POST /customers", record{
		"name": "Ada", "type": "PERSON", "email": "ada@people.test", "phone": "1", "taxNumber": "2", "notes": "3", "billingAddress": record{"city": "Freiburg"},
	})
	at, other := "/customers/"+ada["id"].(string), f.buyer(t, "Cafe")
	draft := f.draft(t, bill(ada["id"].(string), "1.00"))
	f.happened(t)
	want := record{
		"id": ada["id"], "name": "Erased", "type": "PERSON", "email": nil, "phone": nil, "taxNumber": nil, "billingAddress": nil, "notes": nil,
		"balance": "0.00", "currency": "EUR", "archivedAt": nil, "erasedAt": "2026-11-08T09:30:00.001Z",
		"version": 2.0, "createdAt": ada["createdAt"], "updatedAt": "2026-11-08T09:30:00.001Z",
		"createdBy": f.byApp(), "updatedBy": f.byOwner(),
	}
	t.Run("APP-05 is nameless to everybody, and erasing it again changes nothing", func(t *testing.T) {
		for _, got := range []record{
			f.inPerson(t, http.StatusOK, "POST "+at+"/redact", nil), f.inPerson(t, http.StatusOK, "POST "+at+"/redact", nil),
			f.send(t, http.StatusOK, "GET "+at, nil),
		} {
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		}
	})
	t.Run("APP-05 apps are told once", func(t *testing.T) {
		f.expectEvents(t, "customer.redact", record{"id": ada["id"], "requestedAt": "2026-11-08T09:30:00.001Z", "dueBy": "2026-12-08T09:30:00.001Z"})
	})
	t.Run("APP-05 cannot be changed or merged any more", func(t *testing.T) {
		f.refuses(t, http.StatusConflict, "CUSTOMER_ERASED", "PATCH "+at, record{"name": "Ada"})
		f.refuses(t, http.StatusConflict, "CUSTOMER_ERASED", "POST "+at+"/merge", record{"intoId": other})
		f.refuses(t, http.StatusConflict, "CUSTOMER_ERASED", "POST /customers/"+other+"/merge", record{"intoId": ada["id"]})
	})
	t.Run("APP-05 gets no new invoices", func(t *testing.T) {
		f.refuses(t, http.StatusConflict, "CUSTOMER_ERASED", "POST /invoices", bill(ada["id"].(string), "1.00"))
		f.refuses(t, http.StatusConflict, "CUSTOMER_ERASED", "POST /invoices/"+draft+"/issue", nil)
	})
	t.Run("APP-05 can be archived", func(t *testing.T) {
		if got := f.send(t, http.StatusOK, "POST "+at+"/archive", nil); got["archivedAt"] == nil {
			t.Errorf("it is %v", got)
		}
	})
}

func TestAnErasedSupplier(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mill := f.send(t, http.StatusCreated, "POST /suppliers", record{"name": "Mill", "email": "mill@people.test", "notes": "n", "address": record{"city": "Berlin"}})
	at := "/suppliers/" + mill["id"].(string)
	f.happened(t)
	want := record{
		"id": mill["id"], "name": "Erased", "email": nil, "phone": nil, "taxNumber": nil, "address": nil, "notes": nil,
		"archivedAt": nil, "erasedAt": mill["updatedAt"], "version": 2.0, "createdAt": mill["createdAt"], "updatedAt": mill["updatedAt"],
		"createdBy": f.byApp(), "updatedBy": f.byOwner(),
	}
	t.Run("APP-05 is nameless, cannot be changed, and can be archived", func(t *testing.T) {
		for range 2 {
			if diff := cmp.Diff(want, f.inPerson(t, http.StatusOK, "POST "+at+"/redact", nil)); diff != "" {
				t.Error(diff)
			}
		}
		f.refuses(t, http.StatusConflict, "SUPPLIER_ERASED", "PATCH "+at, record{"name": "Mill"})
		f.expectEvents(t, "supplier.redact", record{"id": mill["id"], "requestedAt": "2026-11-08T09:30:00.000Z", "dueBy": "2026-12-08T09:30:00.000Z"})
		f.send(t, http.StatusOK, "POST "+at+"/archive", nil)
	})
}
