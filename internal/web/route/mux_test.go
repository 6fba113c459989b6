package route_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/web/route"
)

// plainly is another family's shape.
type plainly struct{}

func (plainly) NoRoute(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "plainly nothing", http.StatusNotFound)
}

func (plainly) NotAllowed(w http.ResponseWriter, _ *http.Request, allow []string) {
	http.Error(w, fmt.Sprint("plainly ", allow), http.StatusMethodNotAllowed)
}

func (plainly) Failed(w http.ResponseWriter, _ *http.Request, err error) bool {
	http.Error(w, "plainly "+err.Error(), http.StatusTeapot)
	return false
}

func twoFamilies(t *testing.T) *host {
	t.Helper()
	say := func(text string) route.Handler {
		return func(w http.ResponseWriter, r *http.Request) error {
			_, err := fmt.Fprint(w, text, " ", r.PathValue("id"))
			return err
		}
	}
	return serve(t,
		route.Face{Routes: []route.Route{
			{Pattern: "GET /invoices/{id}", Handle: say("read")},
			{Pattern: "DELETE /invoices/{id}", Handle: say("delete")},
			{Pattern: "POST /invoices/import", Handle: say("import")},
		}},
		route.Face{Under: []string{"/oauth/"}, Errors: plainly{}, Routes: []route.Route{
			{Pattern: "POST /oauth/token", Handle: func(http.ResponseWriter, *http.Request) error { return errPlain }},
		}},
	)
}

func TestUnknownRoutesAndMethodsAreAnsweredInTheirFamilysShape(t *testing.T) {
	t.Parallel()
	const (
		nowhere = `{"statusCode":404,"message":"There is nothing here.","error":"Not Found"}`
		takes   = `{"statusCode":405,"message":"This path takes %s.","error":"Method Not Allowed"}`
	)
	for _, c := range []struct {
		name, method, path string
		status             int
		allow, body        string
	}{
		{"ERR-04 unknown route", "GET", "/nothing", 404, "", nowhere},
		{"ERR-04 unknown route, any method", "PATCH", "/nothing", 404, "", nowhere},
		{"ERR-04 the root", "GET", "/", 404, "", nowhere},
		{"ERR-04 below a route", "GET", "/invoices/1/2", 404, "", nowhere},
		{"ERR-04 a slash too many", "GET", "/invoices/1/", 404, "", nowhere},
		{"ERR-04 a doubled slash is no redirect", "GET", "/invoices//1", 404, "", nowhere},
		{"ERR-04 dots are no redirect", "GET", "/nothing/../invoices/1", 404, "", nowhere},
		{"ERR-04 wrong method", "PATCH", "/invoices/1", 405, "DELETE, GET, HEAD, OPTIONS", fmt.Sprintf(takes, "DELETE, GET, HEAD, OPTIONS")},
		{"ERR-04 wrong method where two patterns match", "PATCH", "/invoices/import", 405, "DELETE, GET, HEAD, OPTIONS, POST", fmt.Sprintf(takes, "DELETE, GET, HEAD, OPTIONS, POST")},
		{"ERR-04 invented method", "BREW", "/invoices/1", 405, "DELETE, GET, HEAD, OPTIONS", fmt.Sprintf(takes, "DELETE, GET, HEAD, OPTIONS")},
		{"ERR-04 unknown route of another family", "GET", "/oauth/nothing", 404, "", "plainly nothing"},
		{"ERR-04 wrong method of another family", "GET", "/oauth/token", 405, "OPTIONS, POST", "plainly [OPTIONS POST]"},
		{"ERR-02 a refusal of another family", "POST", "/oauth/token", 418, "", "plainly The listing is there already."},
		{"a route", "GET", "/invoices/1", 200, "", "read 1"},
		{"the nearer of two routes", "POST", "/invoices/import", 200, "", "import "},
		{"an escaped slash stays in its segment", "GET", "/invoices/1%2F2", 200, "", "read 1/2"},
		{"HEAD is GET without the body", "HEAD", "/invoices/1", 200, "", ""},
		{"OPTIONS tells the methods", "OPTIONS", "/invoices/1", 204, "DELETE, GET, HEAD, OPTIONS", ""},
		{"OPTIONS of an unknown route", "OPTIONS", "/nothing", 404, "", nowhere},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := twoFamilies(t).call(t, c.method, c.path, "")
			want := answer{Status: c.status, Body: c.body}
			if diff := cmp.Diff(want, answer{Status: got.Status, Body: got.Body}); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.allow, got.Header.Get("Allow")); diff != "" {
				t.Errorf("Allow (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheGuardStandsBeforeEveryRouteAndBeforeUnknownOnes(t *testing.T) {
	t.Parallel()
	guard := func(r route.Route) route.Handler {
		return func(w http.ResponseWriter, req *http.Request) error {
			w.Header().Set("Guarded", fmt.Sprintf("%q", r.Pattern))
			if req.URL.Path == "/shut" {
				return errPlain
			}
			return r.Handle(w, req)
		}
	}
	through := func(w http.ResponseWriter, _ *http.Request) error {
		w.WriteHeader(http.StatusAccepted)
		return nil
	}
	host := serve(t, route.Face{Under: []string{"/"}, Guard: guard, Routes: []route.Route{
		{Pattern: "GET /open", Handle: through},
		{Pattern: "GET /shut", Handle: through},
	}})
	for _, c := range []struct {
		path, guarded string
		status        int
	}{
		{"/open", `"GET /open"`, http.StatusAccepted},
		{"/shut", `"GET /shut"`, http.StatusConflict},
		{"/nothing", `""`, http.StatusNotFound},
	} {
		got := host.call(t, http.MethodGet, c.path, "")
		if got.Status != c.status || got.Header.Get("Guarded") != c.guarded {
			t.Errorf("%s: %d by %s, want %d by %s", c.path, got.Status, got.Header.Get("Guarded"), c.status, c.guarded)
		}
	}
}
