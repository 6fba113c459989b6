package partner_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSuppliers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	made := f.send(t, http.StatusCreated, "POST /suppliers", record{
		"name": "Flour and Co", "email": "orders@flour.test", "phone": " ", "address": record{"line1": "Mühlenstraße 12", "city": "Berlin", "country": "DE"},
	})
	id := made["id"].(string)
	want := record{
		"id": id, "name": "Flour and Co", "email": "orders@flour.test", "phone": nil, "taxNumber": nil, "notes": nil,
		"address":    record{"line1": "Mühlenstraße 12", "line2": nil, "city": "Berlin", "region": nil, "postalCode": nil, "country": "DE"},
		"archivedAt": nil, "erasedAt": nil, "version": 1.0, "createdAt": "2026-11-08T09:30:00.000Z", "updatedAt": "2026-11-08T09:30:00.000Z", "createdBy": f.byApp(), "updatedBy": f.byApp(),
	}
	t.Run("BIZ-01 a supplier is created and read", func(t *testing.T) {
		if diff := cmp.Diff(want, f.send(t, http.StatusOK, "GET /suppliers/"+id, nil)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("APP-08 supplier.created", func(t *testing.T) {
		f.expectEvents(t, "supplier.created", record{"id": id, "name": "Flour and Co"})
	})
	t.Run("BIZ-01 a supplier is changed", func(t *testing.T) {
		got := f.send(t, http.StatusOK, "PATCH /suppliers/"+id, record{"email": nil, "notes": "Closed on Mondays", "address": nil})
		want["email"], want["notes"], want["address"], want["version"] = nil, "Closed on Mondays", nil, 2.0
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		f.send(t, http.StatusOK, "PATCH /suppliers/"+id, record{"notes": "Closed on Mondays"}) // changes nothing
	})
	t.Run("APP-08 supplier.updated", func(t *testing.T) {
		f.expectEvents(t, "supplier.updated", record{"id": id, "changedFields": []any{"email", "address", "notes"}})
	})
	t.Run("APP-08 supplier.archived", func(t *testing.T) {
		if got := f.send(t, http.StatusOK, "POST /suppliers/"+id+"/archive", nil); got["archivedAt"] == nil {
			t.Errorf("it is %v", got)
		}
		f.expectEvents(t, "supplier.archived", record{"id": id})
	})
	t.Run("BIZ-01 suppliers are listed, archived ones or others", func(t *testing.T) {
		for query, want := range map[string]int{"": 1, "?archived=true": 1, "?archived=false": 0, "?q=FLOUR": 1, "?q=sugar": 0} {
			if got := len(f.send(t, http.StatusOK, "GET /suppliers"+query, nil)["data"].([]any)); got != want {
				t.Errorf("%q finds %d", query, got)
			}
		}
	})
	t.Run("APP-08 supplier.restored", func(t *testing.T) {
		f.send(t, http.StatusOK, "POST /suppliers/"+id+"/restore", nil)
		f.expectEvents(t, "supplier.restored", record{"id": id})
	})
	t.Run("APP-08 supplier.deleted", func(t *testing.T) {
		f.tokens.Send(t, f.svc.Node(0), "DELETE /suppliers/"+id, nil, `If-Match: "2"`).Refuses(t, http.StatusPreconditionFailed, "RECORD_CHANGED")
		f.send(t, http.StatusNoContent, "DELETE /suppliers/"+id, nil)
		f.expectEvents(t, "supplier.deleted", record{"id": id})
		f.tokens.Call(t, f.svc.Node(0), "GET /suppliers/"+id).Refuses(t, http.StatusNotFound, "SUPPLIER_NOT_FOUND")
	})
	t.Run("what is wrong with a supplier is said", func(t *testing.T) {
		got := f.send(t, http.StatusBadRequest, "POST /suppliers", record{"email": "nobody", "phone": "a\nb", "address": record{"country": "UK"}})
		want := []any{
			"name should not be empty", "email must be an email", "phone must be printable text",
			"address.country must be an ISO 3166-1 alpha-2 code",
		}
		if diff := cmp.Diff(want, got["message"]); diff != "" {
			t.Error(diff)
		}
	})
}
