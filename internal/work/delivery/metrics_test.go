package delivery_test

import (
	"bufio"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/webhooks"
)

// figures are what a node tells Prometheus of webhooks and events.
func figures(t *testing.T, of *apptest.Node) map[string]float64 {
	t.Helper()
	got := httptest.NewRecorder()
	of.Metrics.Handler().ServeHTTP(got, httptest.NewRequest("GET", "/metrics", nil))
	found := map[string]float64{}
	for lines := bufio.NewScanner(got.Body); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), " ")
		name, ours := strings.CutPrefix(name, "counterpart_")
		if !ours || !strings.HasPrefix(name, "webhooks_") && !strings.HasPrefix(name, "events_") {
			continue
		}
		number, err := strconv.ParseFloat(value, 64)
		if err != nil {
			t.Fatal(err)
		}
		found[name] = number
	}
	return found
}

func TestFiguresTellWhoseFaultItIs(t *testing.T) {
	t.Parallel()
	s := newSlowHosts(t, 1, 1)
	app := s.subscriber(t)
	s.hookAt(t, app, s.hosts[0], "/hangs")
	s.hookAt(t, app, s.hosts[0], "/fails")
	s.hookAt(t, s.subscriber(t), s.hosts[0], "/healthy")
	const events = 20 // more than may be under way to one webhook
	s.deliversAll(t, events, s.hosts[0], "/healthy")
	delivered := func(f map[string]float64) float64 { return f[`webhooks_attempts_total{outcome="delivered",reason=""}`] }
	// The partner's own webhook is healthy too.
	waitFor(t, forEver/2, func() bool {
		f := figures(t, s.Node(0))
		return delivered(f) == 2*events && f[`webhooks_due{endpoint="healthy"}`] == 0 && f[`webhooks_due{endpoint="failing"}`] == events && f["events_waiting"] == 0
	})
	s.Clock.Move(50 * time.Second) // a second attempt is not due yet
	waitFor(t, forEver/2, func() bool { return figures(t, s.Node(0))["webhooks_failing_oldest_due_seconds"] == 50 })
	got := figures(t, s.Node(0))
	for name, want := range map[string]float64{
		"webhooks_oldest_due_seconds": 0,
		"webhooks_under_way":          16,
		`webhooks_attempts_total{outcome="retrying",reason="status"}`:  events,
		`webhooks_attempt_duration_seconds_count{outcome="delivered"}`: 2 * events,
		`webhooks_attempt_duration_seconds_count{outcome="retrying"}`:  events,
	} {
		if got[name] != want {
			t.Errorf("%s is %v, want %v", name, got[name], want)
		}
	}
}

func TestFiguresTellWhyDeliveriesAreDropped(t *testing.T) {
	t.Parallel()
	p := newPartner(t)
	if _, err := p.Node(0).Apps.Suspend(operator(t), p.app.ID); err != nil {
		t.Fatal(err)
	}
	p.try(t)
	p.deliver(t)
	if n := figures(t, p.Node(0))[`webhooks_attempts_total{outcome="dropped",reason="app_shut_out"}`]; n != 1 {
		t.Errorf("%v were dropped", n)
	}
}

func TestADeliveryThatIsNotSentIsLoggedByItsPublicID(t *testing.T) {
	t.Parallel()
	p := newPartner(t)
	if _, err := p.Node(0).DB.Exec(t.Context(), "UPDATE webhooks.webhooks SET secret = 'no key opens this'"); err != nil {
		t.Fatal(err)
	}
	p.try(t)
	p.deliver(t)
	found, err := p.Node(0).Webhooks.Deliveries(t.Context(), p.hook.Webhook, webhooks.Filter{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if logs := p.Node(0).Logs.String(); !strings.Contains(logs, found[0].ID.String()) || strings.Contains(logs, found[0].ID.UUID.String()) {
		t.Errorf("the log says:\n%s", logs)
	}
}
