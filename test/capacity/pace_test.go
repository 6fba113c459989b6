package capacity

import (
	"context"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// popular is an app that many businesses use, with one webhook, whose endpoint
// takes its time for every delivery.
type popular struct {
	*apptest.Service
	businesses []tenancy.Business
	came       atomic.Int64
}

func newPopular(t *testing.T, businesses int, answersAfter time.Duration) *popular {
	t.Helper()
	receiver := apptest.NewReceiver(t)
	p := &popular{Service: apptest.Start(t, apptest.Nodes(3), receiver.Reachable(t)), businesses: make([]tenancy.Business, businesses)}
	receiver.Does(func(http.ResponseWriter, *http.Request) {
		<-time.After(answersAfter)
		p.came.Add(1)
	})
	owner, app := p.User(t, "Olga"), p.ReviewedApp(t, scope.SuppliersRead)
	app.Hook(t, receiver, event.SupplierCreated)
	pg.Parallel(8, businesses, func(i int) {
		p.businesses[i] = p.Business(t, owner)
		app.Given(t, owner, p.businesses[i], scope.SuppliersRead)
	})
	return p
}

// pace is how many deliveries a second arrive when something happens in every
// business at once and so many workers deliver.
func (p *popular) pace(t *testing.T, workers int) float64 {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	for i := range workers {
		running.Go(func() { p.Node(i).Deliver(ctx) })
	}
	defer running.Wait()
	defer stop()
	apptest.Eventually(t, "every worker has its share of the slices", func() bool {
		for i := range workers {
			if len(p.Node(i).Leases.Held()) < ident.Slices/workers {
				return false
			}
		}
		return true
	})
	p.came.Store(0)
	began := time.Now()
	pg.Parallel(8, len(p.businesses), func(i int) {
		err := p.Node(0).DB.InTx(t.Context(), func(tx *pg.Tx) error {
			return p.Node(0).Recorder.Record(t.Context(), tx, p.businesses[i].ID, events.Happening{
				Type: event.SupplierCreated, Data: map[string]any{"id": ident.New[ident.Supplier](p.businesses[i].ID.Shard, p.Clock.Now()), "name": "Mill"},
			})
		})
		if err != nil {
			t.Error(err)
		}
	})
	apptest.Eventually(t, "all of it arrives", func() bool { return p.came.Load() >= int64(len(p.businesses)) })
	return float64(len(p.businesses)) / time.Since(began).Seconds()
}

// What it takes at once is held to the number of workers by package
// work/delivery's test of CLU-06; here `make capacity` shows the pace.
func TestTheEventsOfManyBusinessesArriveWhoeverDelivers(t *testing.T) {
	t.Parallel()
	businesses, answersAfter := 40, 5*time.Millisecond
	if os.Getenv(showSetting) != "" {
		businesses, answersAfter = 2000, 200*time.Millisecond
	}
	p := newPopular(t, businesses, answersAfter)
	for workers := 1; workers <= 3; workers++ {
		t.Logf("CLU-06 one webhook in %d businesses, %s an answer, %d workers: %.0f deliveries a second", businesses, answersAfter, workers, p.pace(t, workers))
	}
}
