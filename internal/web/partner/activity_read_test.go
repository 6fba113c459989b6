package partner_test

import (
	"encoding/csv"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/core/activity"
	"github.com/counterpart/counterpart/internal/core/appdata"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/permission"
	"github.com/counterpart/counterpart/internal/web/partner"
)

func TestMembersReadTheActivity(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.declare(t, "note", appdata.Details{Type: appdata.Text})
	customer := f.send(t, http.StatusCreated, "POST /customers", record{"name": "=1+1", "type": "BUSINESS"})["id"].(string)
	f.svc.Clock.Move(30 * time.Minute)
	f.send(t, http.StatusOK, "PUT /app-data", values(put(customer, "note", "Tuesdays")))
	f.svc.Clock.Move(24 * time.Hour)
	f.tokens = f.tokens.RefreshedBy(t, f.svc.Node(0))
	f.send(t, http.StatusOK, "PATCH /customers/"+customer, record{"phone": "1", "notes": "y"})
	for range 3 {
		f.send(t, http.StatusOK, "GET /customers", nil)
	}
	f.send(t, http.StatusOK, "GET /customers/"+customer, nil)
	f.send(t, http.StatusOK, "GET /me", nil)
	f.tokens.Send(t, f.svc.Node(0), "GET /customers/nobody", nil).Is(t, http.StatusNotFound)
	if err := f.svc.Node(0).Journal.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	actions := func(t *testing.T, query string) (list []any) {
		t.Helper()
		for _, entry := range data(f.inPerson(t, http.StatusOK, "GET /app-activity"+query, nil)) {
			list = append(list, entry["changes"].([]any)[0].(record)["action"])
		}
		return list
	}
	app := f.app.ID.String()
	for query, want := range map[string][]any{
		"":                                {"customer.updated", "app_data.set", "customer.created"},
		"?appId=" + app:                   {"customer.updated", "app_data.set", "customer.created"},
		"?appId=" + app + "&kind=INVOICE": nil,
		"?recordId=" + customer:           {"customer.updated", "app_data.set", "customer.created"},
		"?from=2026-11-07&to=2026-11-07":  nil,
	} {
		t.Run("ACT-04 the list"+query, func(t *testing.T) {
			if diff := cmp.Diff(want, actions(t, query)); diff != "" {
				t.Error(diff)
			}
		})
	}
	newest := data(f.inPerson(t, http.StatusOK, "GET /app-activity?limit=1", nil))[0]
	today := f.svc.Clock.Now().Format(time.DateOnly)
	t.Run("ACT-04 by day", func(t *testing.T) {
		if diff := cmp.Diff([]any{"customer.updated"}, actions(t, "?from="+today)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("ACT-04 an entry with names beside ids", func(t *testing.T) {
		want := record{
			"id": newest["id"], "at": newest["at"], "requestId": newest["requestId"], "kind": "CUSTOMER", "changeCount": 1.0,
			"app": record{"id": app, "name": f.app.Name}, "user": record{"id": f.owner.ID.String(), "name": f.owner.Name},
			"changes": []any{record{"action": "customer.updated", "recordId": customer, "fields": []any{"phone", "notes"}}},
		}
		if diff := cmp.Diff(want, f.inPerson(t, http.StatusOK, "GET /app-activity/"+newest["id"].(string), nil)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("ACT-02 what was read, by day and kind", func(t *testing.T) {
		got := f.inPerson(t, http.StatusOK, "GET /app-activity/reads?appId="+app+"&from="+today, nil)
		shown := record{"id": app, "name": f.app.Name}
		want := []record{
			{"day": today, "app": shown, "kind": "CUSTOMER", "count": 4.0},
			{"day": today, "app": shown, "kind": nil, "count": 1.0},
		}
		if diff := cmp.Diff(want, data(got)); diff != "" {
			t.Error(diff)
		}
		one := f.inPerson(t, http.StatusOK, "GET /app-activity/reads?appId="+app+"&kind=CUSTOMER&from="+today, nil)
		if diff := cmp.Diff(want[:1], data(one)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("ACT-04 as CSV", func(t *testing.T) {
		answer := f.owner.SignIn(t, f.svc.Node(0)).API(t, "GET /app-activity.csv?appId="+app, nil).Is(t, http.StatusOK)
		rows, err := csv.NewReader(strings.NewReader(string(answer.Body))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, row := range rows[1:] {
			got = append(got, strings.Join([]string{row[3], row[4], row[5], row[6], row[10]}, " "))
		}
		want := []string{
			"customer.updated CUSTOMER " + customer + " phone notes 1", "app_data.set CUSTOMER " + customer + " note 1",
			"customer.created CUSTOMER " + customer + "  1", "read CUSTOMER   4",
		}
		if diff := cmp.Diff(want, got[:min(len(got), 4)]); diff != "" {
			t.Errorf("(-want +got):\n%s\n%s", diff, answer.Body)
		}
	})
	for query, message := range map[string]string{
		"?kind=INVOICE":                        "kind needs an appId",
		"?appId=" + app + "&kind=POLAR":        "kind must be one of",
		"?recordId=nobody":                     "recordId must be the id of a record",
		"?from=2026-11-10&to=2026-11-09":       "to must not be before from",
		"?limit=0":                             "limit must be between 1 and 200",
		"/reads?from=2026-01-01&to=2026-11-09": "days apart",
	} {
		t.Run("ACT-04 not "+query, func(t *testing.T) {
			answer := f.owner.SignIn(t, f.svc.Node(0)).API(t, "GET /app-activity"+query, nil).Is(t, http.StatusBadRequest)
			if !strings.Contains(string(answer.Body), message) {
				t.Errorf("it says %s", answer.Body)
			}
		})
	}
	t.Run("ACT-04 nobody without the permission", func(t *testing.T) {
		viewer := f.svc.User(t, "Vera")
		f.svc.Join(t, viewer, f.bakery, permission.Viewer)
		viewer.SignIn(t, f.svc.Node(0)).API(t, "GET /app-activity", nil).Is(t, http.StatusOK)
		must(t, f.svc.Node(0).Tenancy.SetPermission(t.Context(), tenancy.By(f.owner.ID), f.bakery.ID, permission.Viewer, permission.ViewBusiness, false))
		viewer.SignIn(t, f.svc.Node(0)).API(t, "GET /app-activity", nil).Refuses(t, http.StatusForbidden, "PERMISSION_DENIED")
	})
}

// Rows that apps read by have a kind of record, or are named here: so nobody forgets one.
func TestEveryReadHasAKind(t *testing.T) {
	t.Parallel()
	none := []string{"/me", "/business", "/periods", "/reports/trial-balance", "/events", "/events/{id}", "/event-types", "/app-data"}
	for _, row := range partner.New(partner.Deps{}).Table().Routes {
		_, path, _ := strings.Cut(row.Pattern, " ")
		if !byApps(row) || !strings.HasPrefix(row.Pattern, "GET ") {
			continue
		}
		t.Run("ACT-02 "+row.Pattern, func(t *testing.T) {
			if (activity.KindOfRoute(row.Pattern) == "") != slices.Contains(none, path) {
				t.Errorf("it counts as %q", activity.KindOfRoute(row.Pattern))
			}
		})
	}
}
