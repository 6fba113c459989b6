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
	functions := "/developer/apps/" + app.ID.String() + "/functions"
	maker.API(t, "POST "+functions, map[string]any{"name": "greet", "source": "export const handler = () => 1"}).Is(t, http.StatusCreated)
	for _, step := range []struct {
		route, reason string
		runnable      bool
	}{
		{ofApp + "/stop", "It floods.", false},
		{ofApp + "/stop", "It still floods.", false},
		{ofOrganization + "/stop", "All of them flood.", false},
		{ofApp + "/resume", "", false},
		{ofOrganization + "/resume", "", true},
		{ofApp + "/resume", "", true},
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
			}
		}
		maker.API(t, "GET "+functions, nil).Is(t, http.StatusOK).Read(t, &shown)
		if f := shown.Data[0]; f.Runnable != step.runnable || (f.RunnableReason == nil) != step.runnable {
			t.Errorf("after %s it is shown as %+v", step.route, f)
		}
	}
	opal := r.opal.ID.String()
	if diff := cmp.Diff([]string{opal, opal}, r.authors(t, "function.stopped", app.ID.String())); diff != "" {
		t.Error(diff)
	}
	for _, kind := range []string{"apps/app_x", "organizations/org_x"} {
		r.API(t, "POST /admin/"+kind+"/functions/resume", nil).Is(t, http.StatusNotFound)
	}
}
