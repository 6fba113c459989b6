package delivery_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// One webhook hears of many businesses, and its endpoint answers nothing for now:
// what is under way there at once is what its pace would be.
func TestAWebhookOfManyBusinessesIsSharedByAllWorkers(t *testing.T) {
	t.Parallel()
	const businesses, each, most = 64, 2, 16 // a third of these is above the cap, but for one time in ten thousand
	for workers := 1; workers <= 3; workers++ {
		t.Run(fmt.Sprintf("CLU-06 %d workers have %d deliveries of one webhook under way", workers, workers*most), func(t *testing.T) {
			t.Parallel()
			s := newSlowHosts(t, workers, 1)
			app := s.ReviewedApp(t, scope.SuppliersRead, scope.SuppliersWrite)
			s.hookAt(t, app, s.hosts[0], "/hangs")
			for range businesses {
				tokens := app.Given(t, s.owner, s.Business(t, s.owner), scope.SuppliersRead, scope.SuppliersWrite)
				for n := range each {
					tokens.Send(t, s.Node(0), "POST /suppliers", map[string]string{"name": fmt.Sprint("Supplier ", n)}).Is(t, http.StatusCreated)
				}
			}
			apptest.Eventually(t, "all workers send", func() bool { return s.hanging.Load() >= int64(workers*most) })
			if got := s.hanging.Load(); workers == 1 && got != most {
				t.Errorf("one worker has %d under way", got)
			}
			var all, shards, inOne int
			apptest.Eventually(t, "a delivery for each", func() bool {
				err := s.Node(0).DB.QueryRow(t.Context(), `
					SELECT coalesce(sum(n), 0), count(*), coalesce(max(n), 0)
					FROM   (SELECT count(*) AS n FROM webhooks.deliveries GROUP BY shard) AS s`).Scan(&all, &shards, &inOne)
				if err != nil {
					t.Fatal(err)
				}
				return all == businesses*each
			})
			if shards < businesses/2 || inOne > businesses*each/2 {
				t.Errorf("CLU-06 %d deliveries lie in %d shards, %d of them in one", all, shards, inOne)
			}
		})
	}
}
