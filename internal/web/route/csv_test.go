package route_test

import (
	"context"
	"encoding/csv"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/web/route"
)

// table answers a request with a table of one row, which then fails as it is told.
func table(row []string, failed error) (*httptest.ResponseRecorder, error) {
	handle := route.CSV(func(_ context.Context, _ route.None, begin func(string, ...string) *route.Table) error {
		if row == nil {
			return failed
		}
		return errors.Join(begin("activity.csv", "what", "who").Row(row...), failed)
	})
	w := httptest.NewRecorder()
	return w, handle(w, httptest.NewRequest(http.MethodGet, "/", nil))
}

func TestATableIsWrittenForSpreadsheets(t *testing.T) {
	t.Parallel()
	for _, begins := range []string{"=", "+", "-", "@", "\t", "\r"} {
		t.Run("ACT-04 no cell is a formula that begins with "+begins, func(t *testing.T) {
			w, err := table([]string{begins + `HYPERLINK("https://evil.test")`, `Ann, "the" Baker`}, nil)
			if err != nil {
				t.Fatal(err)
			}
			rows, err := csv.NewReader(w.Body).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			if len(rows) != 2 || rows[1][0][0] != '\'' || rows[1][1] != `Ann, "the" Baker` {
				t.Errorf("it says %q", rows)
			}
		})
	}
	t.Run("ACT-04 it is a file to keep", func(t *testing.T) {
		w, err := table([]string{"a", "b"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"text/csv; charset=utf-8; header=present", `attachment; filename="activity.csv"`, "what,who\na,b\n"}
		if diff := cmp.Diff(want, []string{w.Header().Get("Content-Type"), w.Header().Get("Content-Disposition"), w.Body.String()}); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("ACT-04 a failure is told, before the table and in its midst", func(t *testing.T) {
		away := errors.New("away")
		for _, row := range [][]string{nil, {"a", "b"}} {
			if _, err := table(row, away); !errors.Is(err, away) {
				t.Errorf("with %v it says %v", row, err)
			}
		}
	})
}
