package engines_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/journal"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

func TestTheRequestLogHasABudgetAnAppAndHour(t *testing.T) {
	t.Parallel()
	svc := apptest.Start(t, apptest.Nodes(2), apptest.Configure(func(c *app.Config) { c.RequestLogReads = 10 }))
	owner := svc.Person(t, "Olivia")
	connected := svc.ReviewedApp(t, scope.ProfileRead, scope.CustomersWrite)
	tokens := connected.Given(t, owner, svc.Business(t, owner), scope.ProfileRead, scope.CustomersWrite)
	atOnce := func(times int, route string, body any, status int) {
		var running sync.WaitGroup
		for i := range times {
			running.Go(func() { tokens.Send(t, svc.Node(i%2), route, body).Is(t, status) })
		}
		running.Wait()
	}
	atOnce(125, "GET /me", nil, http.StatusOK)
	atOnce(12, "GET /invoices", nil, http.StatusForbidden)
	atOnce(12, "POST /customers", map[string]any{"type": "PERSON", "name": "Ada"}, http.StatusCreated)
	svc.WriteJournals(t)

	// How many lines of each route stand for how many calls.
	type kind struct {
		route     string
		standsFor int64
	}
	got := map[kind]int{}
	lines, err := svc.Node(0).Journal.List(t.Context(), journal.Filter{App: connected.ID, Most: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines.Data {
		got[kind{l.Route, l.StandsFor}]++
	}
	t.Run("CLU-08 two nodes together keep so many reads, and of the others every tenth", func(t *testing.T) {
		want := map[kind]int{
			{"GET /me", 1}: 10, {"GET /me", 10}: 9, // from the 20th to the 100th, which all after it would share with the 200th
			{"GET /invoices", 1}: 12, {"POST /customers", 1}: 12,
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(kind{})); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("CLU-08 all are counted", func(t *testing.T) {
		hour := svc.Clock.Now().Truncate(time.Hour)
		points, err := svc.Node(1).Journal.AppUsage(t.Context(), journal.Series{App: connected.ID, From: hour, To: hour.Add(time.Hour), Every: journal.Hourly})
		if err != nil {
			t.Fatal(err)
		}
		if p := points[0]; p.Calls != 125+12+12 || p.Errors != 12 {
			t.Errorf("%d calls and %d errors are counted", p.Calls, p.Errors)
		}
	})
}
