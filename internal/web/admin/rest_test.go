package admin_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestAnOperatorTrustsDomains(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	list := func(names ...string) map[string]any {
		data := []any{}
		for _, name := range names {
			data = append(data, map[string]any{"domain": name, "trustedAt": "2026-11-08T09:30:00.000Z", "trustedBy": r.opal.ID.String()})
		}
		return map[string]any{"data": data}
	}
	for _, step := range []struct {
		route string
		body  any
		want  map[string]any
	}{
		{"GET /admin/domains", nil, list()},
		{"POST /admin/domains", map[string]any{"domain": "Clients.Acme.test"}, list("clients.acme.test")},
		{"POST /admin/domains", map[string]any{"domain": "agents.test"}, list("agents.test", "clients.acme.test")},
	} {
		if diff := cmp.Diff(step.want, r.says(t, http.StatusOK, step.route, step.body)); diff != "" {
			t.Errorf("%s: %s", step.route, diff)
		}
	}
	r.API(t, "POST /admin/domains", map[string]any{"domain": "https://acme.test/"}).Is(t, http.StatusBadRequest)
	r.API(t, "DELETE /admin/domains/agents.test", nil).Is(t, http.StatusNoContent)
	if diff := cmp.Diff(list("clients.acme.test"), r.says(t, http.StatusOK, "GET /admin/domains", nil)); diff != "" {
		t.Error(diff)
	}
	for _, action := range []string{"domain.trusted", "domain.distrusted"} {
		if diff := cmp.Diff([]string{r.opal.ID.String()}, r.authors(t, action, "agents.test")); diff != "" {
			t.Errorf("%s: %s", action, diff)
		}
	}
}

func TestAnOperatorSeesWhatIsLate(t *testing.T) {
	t.Parallel()
	receiver := apptest.NewReceiver(t)
	r := newRoom(t, receiver.Reachable(t))
	want := map[string]any{"healthy": map[string]any{"due": 0.0, "oldestSeconds": 0.0}, "failing": map[string]any{"due": 0.0, "oldestSeconds": 0.0}}
	if diff := cmp.Diff(want, r.says(t, http.StatusOK, "GET /admin/delivery-backlog", nil)); diff != "" {
		t.Error(diff)
	}
	app := r.ReviewedApp(t, scope.SuppliersRead, scope.SuppliersWrite)
	maker, hooks := app.Maker.Registers(t).SignIn(t, r.Node(0)), "/developer/apps/"+app.ID.String()+"/webhooks"
	var hook struct{ ID string }
	maker.API(t, "POST "+hooks, map[string]any{"url": receiver.URL, "events": []string{"supplier.created"}}).Is(t, http.StatusCreated).Read(t, &hook)
	maker.API(t, "POST "+hooks+"/"+hook.ID+"/test", nil)
	want["healthy"] = map[string]any{"due": 1.0, "oldestSeconds": 0.0} // and no webhook fails
	if diff := cmp.Diff(want, r.says(t, http.StatusOK, "GET /admin/delivery-backlog", nil)); diff != "" {
		t.Error(diff)
	}
	r.Node(0).DeliverAll(t)
	receiver.Answers(http.StatusInternalServerError, "")
	olivia := r.User(t, "Olivia")
	app.Given(t, olivia, r.Business(t, olivia), scope.SuppliersRead, scope.SuppliersWrite).Send(t, r.Node(0), "POST /suppliers", map[string]any{"name": "Flour and Co"}).Is(t, http.StatusCreated)
	r.Node(0).DeliverAll(t)
	r.Clock.Move(3 * time.Hour) // the retry is long due
	late := r.says(t, http.StatusOK, "GET /admin/delivery-backlog", nil)["failing"].(map[string]any)
	if late["due"] != 1.0 || late["oldestSeconds"].(float64) < 3600 {
		t.Errorf("late are %v", late)
	}
}

func TestAnOperatorChangesThePlan(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	bakery := r.Business(t, r.User(t, "Olivia"))
	path := "/admin/businesses/" + bakery.ID.String()
	plans := []any{
		map[string]any{"code": "FREE", "name": "Free", "invoices": 100.0, "turnover": "25000"},
		map[string]any{"code": "STARTER", "name": "Starter", "invoices": 1200.0, "turnover": nil},
		map[string]any{"code": "GROWTH", "name": "Growth", "invoices": 12000.0, "turnover": nil},
		map[string]any{"code": "SCALE", "name": "Scale", "invoices": nil, "turnover": nil},
	}
	if diff := cmp.Diff(map[string]any{"data": plans}, r.says(t, http.StatusOK, "GET /admin/plans", nil)); diff != "" {
		t.Error(diff)
	}
	want := map[string]any{
		"id": bakery.ID.String(), "name": bakery.Name, "plan": "FREE", "currency": "EUR", "timezone": "Europe/Berlin",
		"sandboxOf": nil, "createdAt": "2026-11-08T09:30:00.000Z",
	}
	if diff := cmp.Diff(want, r.says(t, http.StatusOK, "GET "+path, nil)); diff != "" {
		t.Error(diff)
	}
	want["plan"] = "GROWTH"
	if diff := cmp.Diff(want, r.says(t, http.StatusOK, "PUT "+path+"/plan", map[string]any{"plan": "GROWTH"})); diff != "" {
		t.Error(diff)
	}
	r.API(t, "PUT "+path+"/plan", map[string]any{"plan": "GOLD"}).Is(t, http.StatusBadRequest)
	r.API(t, "GET /admin/businesses/biz_x", nil).Refuses(t, http.StatusNotFound, "BUSINESS_NOT_FOUND")
}
