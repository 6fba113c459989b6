package partner_test

import (
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/plan"
)

// pastTheCeiling reads how a call is refused for the plan's sake.
func (f *fixture) pastTheCeiling(t *testing.T, route string, body any) record {
	t.Helper()
	return f.send(t, http.StatusForbidden, route, body)
}

func TestThePlanHasACeilingOfInvoices(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe := f.buyer(t, "Cafe")
	spare := f.draft(t, bill(cafe, "1.00"))
	imported := f.send(t, http.StatusOK, "POST /invoices/bulk-import", record{"invoices": slices.Repeat([]any{bill(cafe, "1.00")}, 98)})
	if imported["created"] != 98.0 {
		t.Fatalf("imported %v", imported)
	}
	limit := record{
		"statusCode": 403.0, "message": "Your Free plan allows 100 invoices per year", "error": "Forbidden",
		"code": "PLAN_INVOICE_LIMIT_REACHED", "params": record{"p0": "100", "p1": "Free"},
	}
	f.readAll(t)
	t.Run("APP-08 business.plan_limit_reached", func(t *testing.T) {
		f.draft(t, bill(cafe, "1.00")) // the hundredth
		f.expectEventsOf(t, "business.", "business.plan_limit_reached", record{
			"id": f.bakery.ID.String(), "limit": "INVOICE_COUNT", "plan": "FREE", "resetsAt": "2026-12-31T23:00:00.000Z",
		})
	})
	t.Run("BIZ-02 at the ceiling an invoice is refused, naming the limit", func(t *testing.T) {
		for route, body := range map[string]any{
			"POST /invoices":             bill(cafe, "1.00"),
			"POST /invoices/bulk-import": record{"invoices": []any{bill(cafe, "1.00")}},
		} {
			if diff := cmp.Diff(limit, f.pastTheCeiling(t, route, body)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", route, diff)
			}
		}
	})
	t.Run("BIZ-02 a deleted draft makes room, which an import fills", func(t *testing.T) {
		f.send(t, http.StatusNoContent, "DELETE /invoices/"+spare, nil)
		done := f.send(t, http.StatusOK, "POST /invoices/bulk-import", record{"invoices": []any{bill(cafe, "1.00"), bill(cafe, "1.00")}})
		if diff := cmp.Diff(limit, done["results"].([]any)[1].(record)["error"]); diff != "" || done["created"] != 1.0 {
			t.Errorf("%v created (-want +got):\n%s", done["created"], diff)
		}
		f.expectEventsOf(t, "business.") // it was told once this year
	})
	t.Run("BIZ-02 nothing else is gated by the plan", func(t *testing.T) {
		f.buyer(t, "Another")
		first := f.send(t, http.StatusOK, "GET /invoices?limit=1&order=asc", nil)["data"].([]any)[0].(record)["id"].(string)
		f.send(t, http.StatusOK, "POST /invoices/"+first+"/issue", nil)
		f.send(t, http.StatusCreated, "POST /invoices/"+first+"/credit", nil)
	})
	t.Run("BIZ-02 a larger plan has a larger ceiling", func(t *testing.T) {
		_, err := f.svc.Node(0).Tenancy.ChangePlan(t.Context(), tenancy.ByOperator(), f.bakery.ID, plan.Starter)
		must(t, err)
		f.draft(t, bill(cafe, "1.00"))
		_, err = f.svc.Node(0).Tenancy.ChangePlan(t.Context(), tenancy.ByOperator(), f.bakery.ID, plan.Free)
		must(t, err)
	})
	t.Run("BIZ-02 a new year begins at the business's midnight", func(t *testing.T) {
		f.later(t, time.Date(2026, time.December, 31, 22, 59, 0, 0, time.UTC).Sub(f.svc.Clock.Now()))
		f.pastTheCeiling(t, "POST /invoices", bill(cafe, "1.00"))
		f.later(t, time.Minute)
		f.draft(t, bill(cafe, "1.00"))
	})
}

func TestTheFreePlanHasACeilingOfTurnover(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe := f.buyer(t, "Cafe")
	draft, large := f.draft(t, bill(cafe, "1.00")), f.issue(t, bill(cafe, "24998.99"))
	f.readAll(t)
	t.Run("BIZ-02 a draft that grows to the ceiling reaches it", func(t *testing.T) {
		f.send(t, http.StatusOK, "PATCH /invoices/"+draft, record{"lines": []any{record{"description": "Bread", "unitPrice": "1.01"}}})
		f.expectEventsOf(t, "business.", "business.plan_limit_reached", record{
			"id": f.bakery.ID.String(), "limit": "TURNOVER", "plan": "FREE", "resetsAt": "2026-12-31T23:00:00.000Z",
		})
		want := record{
			"statusCode": 403.0, "message": "Your Free plan allows a turnover of 25000 EUR per year", "error": "Forbidden",
			"code": "PLAN_TURNOVER_LIMIT_REACHED", "params": record{"p0": "25000", "p1": "Free", "p2": "EUR"},
		}
		if diff := cmp.Diff(want, f.pastTheCeiling(t, "POST /invoices", bill(cafe, "0"))); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("BIZ-02 credit notes do not count, void invoices are taken out", func(t *testing.T) {
		f.send(t, http.StatusOK, "POST /invoices/"+draft+"/issue", nil)
		f.send(t, http.StatusCreated, "POST /invoices/"+draft+"/credit", nil)
		f.pastTheCeiling(t, "POST /invoices", bill(cafe, "0"))
		f.send(t, http.StatusOK, "POST /invoices/"+large+"/void", nil)
		f.draft(t, bill(cafe, "99999.00")) // the one that passes the ceiling is let through
		f.pastTheCeiling(t, "POST /invoices", bill(cafe, "0"))
	})
}

// readAll reads the log to its end.
func (f *fixture) readAll(t *testing.T) {
	t.Helper()
	for len(f.happened(t)) > 0 {
	}
}

func TestNoChangeWithoutItsEvent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	cafe := f.buyer(t, "Cafe")
	draft := f.draft(t, bill(cafe, "1.00"))
	f.happened(t)
	lost := errors.New("the event is lost")
	f.svc.Node(0).Recorder.Check = func(event.Name, []byte) error { return lost }
	t.Run("BIZ-05 a change whose event cannot be recorded is not made", func(t *testing.T) {
		for route, body := range map[string]any{
			"POST /customers": record{"name": "Lost", "type": "PERSON"}, "PATCH /customers/" + cafe: record{"name": "Lost"},
			"DELETE /customers/" + f.unused(t): nil, "POST /invoices": bill(cafe, "2.00"), "PATCH /invoices/" + draft: record{"notes": "Lost"},
			"POST /invoices/" + draft + "/issue": nil, "DELETE /invoices/" + draft: nil,
			"POST /invoices/bulk-import": record{"invoices": []any{bill(cafe, "3.00")}},
		} {
			f.send(t, http.StatusInternalServerError, route, body)
		}
		f.expectEvents(t)
		if got := f.send(t, http.StatusOK, "GET /invoices", nil)["data"].([]any); len(got) != 1 || got[0].(record)["version"] != 1.0 {
			t.Errorf("the invoices are %v", got)
		}
		if got := f.send(t, http.StatusOK, "GET /customers", nil)["data"].([]any); len(got) != 2 {
			t.Errorf("the customers are %v", got)
		}
	})
}

// unused is a customer that nothing refers to, of which no event tells.
func (f *fixture) unused(t *testing.T) string {
	t.Helper()
	check := f.svc.Node(0).Recorder.Check
	f.svc.Node(0).Recorder.Check = nil
	defer func() { f.svc.Node(0).Recorder.Check = check }()
	id := f.buyer(t, "Unused")
	f.happened(t)
	return id
}
