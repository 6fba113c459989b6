package app_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// What review is told of scopes that nobody uses, by routes and by events.
func TestWhichScopesAnAppUses(t *testing.T) {
	t.Parallel()
	receiver := apptest.NewReceiver(t)
	s := apptest.Start(t, receiver.Reachable(t))
	app := s.ReviewedApp(t, scope.SuppliersRead, scope.SuppliersWrite, scope.InvoicesRead, scope.PaymentsRead, scope.EventsRead)
	owner := s.Person(t, "Olivia")
	tokens := app.Given(t, owner, s.Business(t, owner), scope.SuppliersRead, scope.SuppliersWrite, scope.InvoicesRead, scope.EventsRead)
	if _, err := s.Node(0).Listings.Save(t.Context(), app.ID, 0, app.Content(t, receiver, "bakery-sync")); err != nil {
		t.Fatal(err)
	}
	idle := func(want ...scope.Scope) {
		t.Helper()
		s.WriteJournals(t)
		checks, err := s.Node(0).Listings.Checks(t.Context(), app.App)
		if err != nil {
			t.Fatal(err)
		}
		for _, check := range checks {
			if check.Name != "SCOPES_USED" {
				continue
			}
			says := "Every scope was used in the last 30 days."
			if len(want) > 0 {
				says = "Not used in 30 days: " + scope.Of(want...).String() + ". Take it out, or say in review what it is for."
			}
			if diff := cmp.Diff(says, check.Says); diff != "" || check.Passed != (len(want) == 0) || !check.Warning {
				t.Errorf("%s %+v", diff, check)
			}
		}
	}
	idle(scope.InvoicesRead, scope.PaymentsRead, scope.SuppliersRead, scope.SuppliersWrite, scope.EventsRead)
	tokens.Send(t, s.Node(0), "GET /suppliers", nil).Is(t, http.StatusOK)
	tokens.Send(t, s.Node(0), "POST /suppliers", map[string]any{}).Is(t, http.StatusBadRequest)
	idle(scope.InvoicesRead, scope.PaymentsRead, scope.SuppliersWrite, scope.EventsRead)
	app.Hook(t, receiver, event.InvoicePaid)
	idle(scope.PaymentsRead, scope.SuppliersWrite, scope.EventsRead)
	s.Clock.Move(31 * 24 * time.Hour)
	idle(scope.PaymentsRead, scope.SuppliersRead, scope.SuppliersWrite, scope.EventsRead)
}
