package partner_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBulkImport(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe := f.buyer(t, "Cafe")
	f.happened(t)
	done := f.send(t, http.StatusOK, "POST /invoices/bulk-import", record{"invoices": []any{
		with(bill(cafe, "10.00"), "clientRef", "A-1"),
		record{"clientRef": "A-2", "customerId": cafe, "lines": []any{}},
		record{"clientRef": "A-3", "customerId": cafe, "lines": []any{record{"description": "Bread", "unitPrice": 5, "vat": "19"}}},
		bill("cus_0g06gxrdfrk1r019b0mxq6d5p3hw", "1.00"),
		with(with(bill(cafe, "20.00"), "issue", true), "number", "R-1"),
		with(bill(cafe, "30.00"), "number", "R-1"),
		17,
	}})
	results := done["results"].([]any)
	first, fifth := results[0].(record)["invoiceId"].(string), results[4].(record)["invoiceId"].(string)
	malformed := func(words ...any) record {
		return record{"statusCode": 400.0, "message": words, "error": "Bad Request"}
	}
	want := record{"importId": done["importId"], "created": 2.0, "failed": 5.0, "results": []any{
		record{"index": 0.0, "clientRef": "A-1", "status": "CREATED", "invoiceId": first},
		record{"index": 1.0, "clientRef": "A-2", "status": "FAILED", "error": malformed("lines must contain at least 1 elements")},
		record{"index": 2.0, "clientRef": "A-3", "status": "FAILED", "error": malformed(
			"lines.0.unitPrice is not valid: an amount is a decimal in a string: not a plain decimal number", "lines.0.vat should not exist")},
		record{"index": 3.0, "status": "FAILED", "error": record{
			"statusCode": 404.0, "message": "There is no such customer.", "error": "Not Found", "code": "CUSTOMER_NOT_FOUND"}},
		record{"index": 4.0, "status": "CREATED", "invoiceId": fifth},
		record{"index": 5.0, "status": "FAILED", "error": record{
			"statusCode": 409.0, "message": "There is already an invoice with the number R-1.", "error": "Conflict",
			"code": "DUPLICATE_INVOICE_NUMBER", "params": record{"p0": "R-1"}}},
		record{"index": 6.0, "status": "FAILED", "error": malformed("the body must be an object")},
	}}
	t.Run("BIZ-03 every invoice has its own outcome", func(t *testing.T) {
		if diff := cmp.Diff(want, done); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(want, f.send(t, http.StatusOK, "GET /invoices/imports/"+done["importId"].(string), nil)); diff != "" {
			t.Errorf("read again (-want +got):\n%s", diff)
		}
		if got := f.send(t, http.StatusOK, "GET /invoices/"+fifth, nil); got["status"] != "ISSUED" || got["number"] != "R-1" {
			t.Errorf("the fifth is %v", got)
		}
	})
	t.Run("APP-08 invoice.import_completed", func(t *testing.T) {
		created := func(id, total string, number any) record {
			return record{"id": id, "number": number, "status": "DRAFT", "customerId": cafe, "currency": "EUR", "total": total, "dueDate": nil}
		}
		f.expectEventsOf(t, "invoice.",
			"invoice.created", created(first, "10.00", nil),
			"invoice.created", created(fifth, "20.00", "R-1"),
			"invoice.issued", record{"id": fifth, "number": "R-1", "issueDate": "2026-11-08", "dueDate": "2026-12-08", "total": "20.00", "currency": "EUR"},
			"invoice.import_completed", record{"id": done["importId"], "importId": done["importId"], "created": 2.0, "failed": 5.0})
	})
	f.refuses(t, http.StatusNotFound, "IMPORT_NOT_FOUND", "GET /invoices/imports/imp_0g06gxrdfrk1r01c2n5q8s1v4yae", nil)
}

func TestAnImportOfAllOrNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe := f.buyer(t, "Cafe")
	f.happened(t)
	refused := f.send(t, http.StatusBadRequest, "POST /invoices/bulk-import", record{"mode": "ALL_OR_NOTHING", "invoices": []any{
		with(bill(cafe, "10.00"), "issue", true), with(bill(cafe, "-1"), "clientRef", "A-2"),
	}})
	want := record{
		"statusCode": 400.0, "message": "Nothing was imported: 1 of 2 invoices are refused.", "error": "Bad Request", "code": "IMPORT_REJECTED",
		"params": record{"p0": "1", "p1": "2"}, "details": []any{record{"index": 1.0, "clientRef": "A-2", "status": "FAILED", "error": record{
			"statusCode": 400.0, "message": []any{"lines must not add up to less than 0"}, "error": "Bad Request",
		}}},
	}
	t.Run("BIZ-03 one that fails refuses all", func(t *testing.T) {
		if diff := cmp.Diff(want, refused); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if got := len(f.send(t, http.StatusOK, "GET /invoices", nil)["data"].([]any)); got != 0 {
			t.Errorf("%d invoices are there", got)
		}
	})
	t.Run("BIZ-05 no event without its change", func(t *testing.T) { f.expectEvents(t) })
	t.Run("BIZ-03 or all are created, and numbered from the first", func(t *testing.T) {
		done := f.send(t, http.StatusOK, "POST /invoices/bulk-import", record{"mode": "ALL_OR_NOTHING", "invoices": []any{with(bill(cafe, "10.00"), "issue", true)}})
		id := done["results"].([]any)[0].(record)["invoiceId"].(string)
		if got := f.send(t, http.StatusOK, "GET /invoices/"+id, nil)["number"]; got != "INV-000001" {
			t.Errorf("it has the number %v", got)
		}
	})
}

func TestAnImportHasBounds(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe := f.buyer(t, "Cafe")
	t.Run("BIZ-03 more than 200 invoices are refused", func(t *testing.T) {
		f.complains(t, "POST /invoices/bulk-import", record{"invoices": slices.Repeat([]any{bill(cafe, "1")}, 201)},
			"invoices must contain no more than 200 elements")
	})
	t.Run("BIZ-03 none at all are refused", func(t *testing.T) {
		f.complains(t, "POST /invoices/bulk-import", record{"mode": "SOME"},
			"invoices must contain at least 1 elements", "mode must be one of PARTIAL, ALL_OR_NOTHING")
	})
	t.Run("BIZ-03 a large import is taken", func(t *testing.T) {
		row := bill(cafe, "0.01")
		row["notes"] = strings.Repeat("x", 2000)
		row["lines"] = slices.Repeat(row["lines"].([]any), 100)
		done := f.send(t, http.StatusOK, "POST /invoices/bulk-import", record{"invoices": slices.Repeat([]any{row}, 90)})
		if done["created"] != 90.0 {
			t.Errorf("%v were created", done["created"])
		}
	})
}
