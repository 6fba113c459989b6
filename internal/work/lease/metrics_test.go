package lease_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/telemetry"
)

func TestFiguresTellWhichSlicesMove(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	one, two := newHolder(db), newHolder(db)
	metrics, err := telemetry.NewMetrics()
	if err != nil {
		t.Fatal(err)
	}
	one.Measure(metrics)
	shows := func(held, acquired, released, lost int) {
		t.Helper()
		page := httptest.NewRecorder()
		metrics.Handler().ServeHTTP(page, httptest.NewRequest("GET", "/metrics", nil))
		for line, want := range map[string]int{
			"counterpart_leases_held":                        held,
			`counterpart_leases_moved_total{how="acquired"}`: acquired,
			`counterpart_leases_moved_total{how="released"}`: released,
			`counterpart_leases_moved_total{how="lost"}`:     lost,
		} {
			if !strings.Contains(page.Body.String(), fmt.Sprintf("\n%s %d\n", line, want)) {
				t.Errorf("%s is not %d:\n%s", line, want, page.Body)
			}
		}
	}
	shows(0, 0, 0, 0)
	one.Round(t.Context())
	shows(64, 64, 0, 0)
	two.Round(t.Context())
	one.Round(t.Context())
	shows(32, 64, 32, 0)

	exec(t, db, "UPDATE leases.slices SET expires_at = now() - interval '1 second' WHERE owner = $1", one.Name()) // it has died
	two.Round(t.Context())
	one.Round(t.Context())
	shows(0, 64, 32, 32)
}
