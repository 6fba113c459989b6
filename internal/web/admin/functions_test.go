package admin_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAnOperatorStopsFunctions also shows that a stop of the organization stands by
// itself.
func TestAnOperatorStopsFunctions(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	app := r.ReviewedApp(t)
	maker := app.Maker.Registers(t).SignIn(t, r.Node(0))
	ofApp, ofOrganization := "/admin/apps/"+app.ID.String()+"/functions", "/admin/organizations/"+app.Organization.String()+"/functions"
	opal := r.opal.ID.String()
	functions := "/developer/apps/" + app.ID.String() + "/functions"
	maker.API(t, "POST "+functions, map[string]any{"name": "greet", "source": "export const handler = () => 1"}).Is(t, http.StatusCreated)
	for _, step := range []struct {
		route, reason string
		runnable      bool
		stops         [2]any // why, as the operator sees it: of the app, of the organization
	}{
		{ofApp + "/stop", "It floods.", false, [2]any{"It floods.", nil}},
		{ofApp + "/stop", "It still floods.", false, [2]any{"It still floods.", nil}},
		{ofOrganization + "/stop", "All of them flood.", false, [2]any{"It still floods.", "All of them flood."}},
		{ofApp + "/resume", "", false, [2]any{nil, "All of them flood."}},
		{ofOrganization + "/resume", "", true, [2]any{nil, nil}},
		{ofApp + "/resume", "", true, [2]any{nil, nil}},
	} {
		var body any
		if step.reason != "" {
			r.API(t, "POST "+step.route, map[string]any{"reason": ""}).Is(t, http.StatusBadRequest)
			body = map[string]any{"reason": step.reason}
		}
		r.API(t, "POST "+step.route, body).Is(t, http.StatusNoContent)
		var shown struct {
			Data []struct {
				Runnable       bool
				RunnableReason *string
				StoppedAt      *string
			}
		}
		maker.API(t, "GET "+functions, nil).Is(t, http.StatusOK).Read(t, &shown)
		if f := shown.Data[0]; f.Runnable != step.runnable || (f.RunnableReason == nil) != step.runnable || (f.StoppedAt == nil) != step.runnable {
			t.Errorf("after %s it is shown as %+v", step.route, f)
		}
		state := r.says(t, http.StatusOK, "GET "+ofApp, nil)
		got := [2]any{}
		for i, stop := range []any{state["stop"], state["organizationStop"]} {
			if stop, is := stop.(map[string]any); is {
				got[i] = stop["reason"]
				if stop["stoppedBy"] != opal || stop["stoppedAt"] == nil {
					t.Errorf("after %s it was stopped by %v", step.route, stop)
				}
			}
		}
		if got != step.stops || state["functions"] != 1.0 || state["enabled"] != 0.0 || state["offForAll"] != false {
			t.Errorf("after %s operators see %v", step.route, state)
		}
	}
	if diff := cmp.Diff([]string{opal, opal}, r.authors(t, "function.stopped", app.ID.String())); diff != "" {
		t.Error(diff)
	}
	r.API(t, "GET /admin/apps/app_x/functions", nil).Is(t, http.StatusNotFound)
	for _, kind := range []string{"apps/app_x", "organizations/org_x"} {
		r.API(t, "POST /admin/"+kind+"/functions/resume", nil).Is(t, http.StatusNotFound)
	}
}
