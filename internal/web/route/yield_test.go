package route_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/web/route"
)

func TestARowThatYieldsAnswersWhereNoOtherDoes(t *testing.T) {
	t.Parallel()
	say := func(text string) route.Handler {
		return func(w http.ResponseWriter, r *http.Request) error {
			_, err := fmt.Fprint(w, text, " ", r.PathValue("id"))
			return err
		}
	}
	mux := route.Mux(route.Face{Routes: []route.Route{
		{Pattern: "GET /invoices/imports/{id}", Handle: say("import")},
		{Pattern: "GET /invoices/{id}/fields", Yields: true, Handle: say("fields of")},
		{Pattern: "PUT /invoices/{id}/fields", Yields: true, Handle: say("changed fields of")},
	}})
	for _, c := range []struct{ method, path, want string }{
		{"GET", "/invoices/imports/7", "200 import 7"},
		{"GET", "/invoices/imports/fields", "200 import fields"},
		{"GET", "/invoices/7/fields", "200 fields of 7"},
		{"PUT", "/invoices/7/fields", "200 changed fields of 7"},
		{"POST", "/invoices/7/fields", "405 GET, HEAD, OPTIONS, PUT"},
		{"GET", "/invoices/7/others", "404 "},
	} {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(c.method, c.path, nil))
		said, _ := io.ReadAll(w.Body)
		if w.Code != http.StatusOK {
			said = []byte(w.Header().Get("Allow"))
		}
		if diff := cmp.Diff(c.want, fmt.Sprint(w.Code, " ", string(said))); diff != "" {
			t.Errorf("%s %s: (-want +got):\n%s", c.method, c.path, diff)
		}
	}
}
