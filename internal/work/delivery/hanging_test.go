package delivery_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// forEver is longer than any test runs. Whoever waits for it waits in vain.
const forEver = 10 * time.Minute

// slowHosts is a service whose webhooks lead to hosts of which each answers by the
// path: some hang until the test lets go, some trickle until then, some fail.
type slowHosts struct {
	*partner
	hosts   []*apptest.Receiver
	leave   chan struct{}
	hanging atomic.Int64
	stops   []func() // of each worker: it gets no new work
}

func newSlowHosts(t *testing.T, workers, hosts int) *slowHosts {
	t.Helper()
	s := &slowHosts{leave: make(chan struct{}), partner: newPartner(t, apptest.Nodes(workers), apptest.SendingFor(forEver))}
	for range hosts {
		// A frozen machine must not make pings fail and take all requests along.
		host := apptest.NewReceiver(t, apptest.HTTP1)
		host.Does(s.answer)
		s.hosts = append(s.hosts, host)
	}
	var running sync.WaitGroup
	for i := range workers {
		ctx, stop := context.WithCancel(t.Context())
		s.stops = append(s.stops, stop)
		running.Go(func() { s.Node(i).Deliver(ctx) })
	}
	t.Cleanup(func() {
		close(s.leave)
		for _, stop := range s.stops {
			stop()
		}
		running.Wait()
	})
	return s
}

func (s *slowHosts) answer(w http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasPrefix(r.URL.Path, "/hangs"):
	case strings.HasPrefix(r.URL.Path, "/trickles"):
		_, _ = io.WriteString(w, ".")
		_ = http.NewResponseController(w).Flush()
	case strings.HasPrefix(r.URL.Path, "/fails"):
		w.WriteHeader(http.StatusInternalServerError)
		return
	default:
		return
	}
	s.hanging.Add(1)
	<-s.leave
}

// subscriber is an app that gets events of suppliers.
func (s *slowHosts) subscriber(t *testing.T) *apptest.App {
	t.Helper()
	app := s.ReviewedApp(t, scope.SuppliersRead)
	app.Given(t, s.owner, s.business, scope.SuppliersRead)
	return app
}

// hookAt adds a webhook of the app at a path of a host.
func (s *slowHosts) hookAt(t *testing.T, app *apptest.App, host *apptest.Receiver, path string) {
	t.Helper()
	_, _, err := s.Node(0).Webhooks.Register(operator(t), app.App, webhooks.NewWebhook{Details: webhooks.Details{
		URL: strings.TrimSuffix(host.URL, "/hook") + path, Events: []event.Name{event.SupplierCreated}, Enabled: true,
	}})
	if err != nil {
		t.Fatal(err)
	}
}

// came is how many deliveries a path of a host got. One may come twice when the
// machine is so busy that a worker loses its lease.
func came(host *apptest.Receiver, path string) int {
	ids := map[string]bool{}
	for _, got := range host.Got() {
		if got.Path == path {
			ids[got.Header.Get("X-Webhook-Id")] = true
		}
	}
	return len(ids)
}

// deliversAll makes suppliers and fails the test unless each is delivered to the
// path, while nothing that hangs gets an answer.
func (s *slowHosts) deliversAll(t *testing.T, events int, host *apptest.Receiver, path string) {
	t.Helper()
	before := came(host, path)
	for i := range events {
		s.supplier(t, fmt.Sprint("Supplier ", i))
	}
	waitFor(t, forEver/2, func() bool { return came(host, path) == before+events })
	if s.hanging.Load() == 0 {
		t.Error("nothing hangs")
	}
}

// eachFleet runs a test with one worker and with three.
func eachFleet(t *testing.T, rule string, test func(t *testing.T, workers int)) {
	for _, workers := range []int{1, 3} {
		t.Run(fmt.Sprintf("%s, %d workers", rule, workers), func(t *testing.T) {
			t.Parallel()
			test(t, workers)
		})
	}
}

func TestHangingWebhooksOfOneAppOnTheHostOfAnother(t *testing.T) {
	t.Parallel()
	eachFleet(t, "OPS-07 the other app's gets everything", func(t *testing.T, workers int) {
		s := newSlowHosts(t, workers, 1)
		failing, healthy := s.subscriber(t), s.subscriber(t)
		for i := range 17 {
			s.hookAt(t, failing, s.hosts[0], fmt.Sprint("/hangs/", i))
		}
		s.hookAt(t, healthy, s.hosts[0], "/healthy")
		s.deliversAll(t, 110, s.hosts[0], "/healthy")
	})
	eachFleet(t, "OPS-07 the app's own gets everything", func(t *testing.T, workers int) {
		s := newSlowHosts(t, workers, 1)
		failing := s.subscriber(t)
		for i := range 19 {
			s.hookAt(t, failing, s.hosts[0], fmt.Sprint("/hangs/", i))
		}
		s.hookAt(t, failing, s.hosts[0], "/healthy")
		s.deliversAll(t, 110, s.hosts[0], "/healthy")
	})
}

func TestWebhooksThatBeginToHangAtOnce(t *testing.T) {
	t.Parallel()
	eachFleet(t, "OPS-07 one on another host gets everything", func(t *testing.T, workers int) {
		s := newSlowHosts(t, workers, 6)
		for i := range 35 {
			if i%18 == 0 {
				s.app = s.subscriber(t)
			}
			s.hookAt(t, s.app, s.hosts[i%5], fmt.Sprint("/hangs/", i))
		}
		s.hookAt(t, s.subscriber(t), s.hosts[5], "/healthy")
		s.deliversAll(t, 150, s.hosts[5], "/healthy")
	})
}

func TestManyFailingWebhooksOfManyAppsOnManyHosts(t *testing.T) {
	t.Parallel()
	eachFleet(t, "OPS-07 healthy ones get everything", func(t *testing.T, workers int) {
		s := newSlowHosts(t, workers, 60)
		ways := []string{"/hangs/", "/trickles/", "/fails/"}
		for i := range 300 {
			if i%10 == 0 {
				s.app = s.subscriber(t)
			}
			s.hookAt(t, s.app, s.hosts[i%60], fmt.Sprint(ways[i%3], i))
		}
		s.hookAt(t, s.app, s.hosts[7], "/healthy/of-a-failing-app")
		s.hookAt(t, s.subscriber(t), s.hosts[8], "/healthy")
		s.deliversAll(t, 8, s.hosts[8], "/healthy")
		waitFor(t, forEver/2, func() bool { return came(s.hosts[7], "/healthy/of-a-failing-app") == 8 })
	})
}

func TestAWorkerThatStopsWhileWebhooksHang(t *testing.T) {
	t.Parallel()
	t.Run("OPS-07 healthy ones get everything", func(t *testing.T) {
		s := newSlowHosts(t, 2, 1)
		for range 8 { // about two in each slice of the shards
			app := s.subscriber(t)
			for i := range 19 {
				s.hookAt(t, app, s.hosts[0], fmt.Sprint("/hangs/", i))
			}
			s.hookAt(t, app, s.hosts[0], "/healthy")
		}
		const each = 8
		s.supplier(t, "Flour")
		waitFor(t, forEver/2, func() bool { return came(s.hosts[0], "/healthy") == each })
		s.stops[0]()
		for i := range 10 {
			s.supplier(t, fmt.Sprint("Supplier ", i))
		}
		waitFor(t, forEver/2, func() bool { return came(s.hosts[0], "/healthy") == 11*each })
	})
}
