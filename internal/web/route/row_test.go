package route_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/web/route"
)

type bun struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

func (b bun) Check(p *route.Problems) { p.Want(b.Count > 0, "count must be greater than 0") }

type tray struct {
	Buns []route.Row[bun] `json:"buns"`
}

func TestWhatIsWrongWithARowStaysWithTheRow(t *testing.T) {
	t.Parallel()
	got, rec := sendTray(t, `{"buns":[{"name":"rye","count":2},{"name":3,"size":1},{"name":"spelt"},null]}`)
	if rec.Code != http.StatusOK {
		t.Fatalf("%d %s", rec.Code, rec.Body)
	}
	var said []string
	for _, row := range got.Buns {
		if err := row.Err(); err != nil {
			said = append(said, err.Error())
		} else {
			said = append(said, row.Value.Name)
		}
	}
	want := []string{"rye", "name must be a string; size should not exist", "count must be greater than 0", "the body must be an object"}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWhatIsWrongAroundRowsRefusesTheRequest(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"buns":{}}`:                         "buns must be an array",
		`{"buns":[],"size":1}`:                "size should not exist",
		`{"buns":[{"name":"a","name":"b"}]}`:  "buns.0.name should be given once",
		`{"buns":[{"name":"a\u0000","c":1}]}`: "buns.0.name must not contain a NUL character",
	} {
		if _, rec := sendTray(t, body); rec.Code != http.StatusBadRequest || !strings.Contains(rec.Body.String(), want) {
			t.Errorf("%s: %d %s", body, rec.Code, rec.Body)
		}
	}
}

func sendTray(t *testing.T, body string) (got tray, rec *httptest.ResponseRecorder) {
	t.Helper()
	mux := route.Mux(route.Face{Routes: []route.Route{{Pattern: "POST /trays", Handle: route.JSON(http.StatusOK,
		func(_ context.Context, in tray) (route.None, error) {
			got = in
			return route.None{}, nil
		})}}})
	req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/trays", strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	rec = httptest.NewRecorder()
	mux.ServeHTTP(rec, req)
	return got, rec
}
