package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

const (
	businesses = 24
	nodes      = 2
)

func TestMain(m *testing.M) {
	if os.Getenv("COUNTERPART_CLUSTER_SPARE") == "" {
		fmt.Println("test/cluster needs a cluster: make cluster")
		return
	}
	os.Exit(m.Run())
}

// world is two nodes on a cluster, an app that is installed in many businesses,
// and its receiver.
type world struct {
	*apptest.Service
	database string
	receiver *apptest.Receiver
	homes    []*home
}

// home is a business, and what its app was answered.
type home struct {
	id     ident.Business
	tokens apptest.Tokens
	group  int // the server that has its shard, by its number in the cluster

	made  atomic.Int64 // suppliers that the app was told are there
	reads atomic.Int64 // answers 200
	away  atomic.Int64 // answers 503
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{database: pgtest.Clone(t), receiver: apptest.NewReceiver(t)}
	w.Service = apptest.Start(t, apptest.Nodes(nodes), w.receiver.Reachable(t), apptest.Configure(func(c *app.Config) {
		c.Postgres, c.PostgresMaxConns = w.database, 24
	}))
	t.Cleanup(func() { w.tellFaults(t) })
	owner := w.User(t, "Olga")
	of := w.ReviewedApp(t, scope.SuppliersRead, scope.SuppliersWrite)
	of.Hook(t, w.receiver, event.SupplierCreated)
	for range businesses {
		business := w.Business(t, owner)
		w.homes = append(w.homes, &home{
			id: business.ID, tokens: of.Given(t, owner, business, scope.SuppliersRead, scope.SuppliersWrite), group: w.groupOf(t, business.ID.Shard),
		})
	}
	return w
}

// groupOf is the server that has a shard.
func (w *world) groupOf(t *testing.T, shard ident.Shard) (group int) {
	t.Helper()
	err := w.Node(0).DB.QueryRow(t.Context(), `
		SELECT groupid
		FROM   pg_dist_placement
		WHERE  shardid = get_shard_id_for_distribution_column('tenancy.businesses', $1::smallint)`, int16(shard)).Scan(&group)
	if err != nil {
		t.Fatal(err)
	}
	return group
}

// deliver runs the couriers until the test ends.
func (w *world) deliver(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	for i := range nodes {
		running.Go(func() { w.Node(i).Leases.Run(ctx) })
		running.Go(func() { w.Node(i).Courier.Run(ctx) })
	}
	t.Cleanup(func() {
		stop()
		running.Wait()
	})
}

// load has the app of every business write and read, at every node in turn, until
// it is stopped. Then every write has its answer.
func (w *world) load(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var apps sync.WaitGroup
	for _, h := range w.homes {
		apps.Go(func() {
			for n := 0; ctx.Err() == nil && !t.Failed(); n++ {
				w.writeAndRead(t, h, n)
				pause(ctx, time.Second/4)
			}
		})
	}
	apps.Go(func() { // limits are by the clock, which tests move
		for pause(ctx, time.Second); ctx.Err() == nil; pause(ctx, time.Second) {
			w.Clock.Move(time.Second)
		}
	})
	stop = func() {
		cancel()
		apps.Wait()
	}
	t.Cleanup(stop) // however the test ends
	return stop
}

// writeAndRead makes a supplier under a key, again until it has an answer, and
// reads it back.
func (w *world) writeAndRead(t *testing.T, h *home, n int) {
	name := fmt.Sprintf("Supplier %d", n)
	made := w.until(t, h, n, http.StatusCreated, "POST /suppliers", map[string]string{"name": name}, fmt.Sprintf("Idempotency-Key: %s-%d", h.id, n))
	h.made.Add(1)
	read := w.until(t, h, n+1, http.StatusOK, "GET /suppliers/"+made.ID, nil)
	if read.Name != name {
		t.Errorf("%s is %q, want %q", made.ID, read.Name, name)
	}
	h.reads.Add(1)
}

type supplier struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// until calls again for as long as the service asks to come again.
func (w *world) until(t *testing.T, h *home, n, status int, route string, body any, headers ...string) (got supplier) {
	for {
		answer := h.tokens.Send(t, w.Node(n%nodes), route, body, headers...)
		switch answer.Status {
		case status:
			if err := json.Unmarshal([]byte(answer.Body), &got); err != nil {
				t.Errorf("%s: %v", route, err)
			}
			return got
		case http.StatusServiceUnavailable:
			h.away.Add(1)
			pause(t.Context(), 500*time.Millisecond)
		default:
			t.Errorf("%s answers %d %s", route, answer.Status, answer.Body)
			return got
		}
		if t.Context().Err() != nil {
			return got
		}
	}
}

// judge compares what apps were told with what is there and what was delivered,
// once all of it is.
func (w *world) judge(t *testing.T) {
	t.Helper()
	var all int64
	for _, h := range w.homes {
		var there, events int64
		err := w.Node(0).DB.QueryRow(t.Context(), `
			SELECT (SELECT count(*) FROM books.suppliers WHERE shard = $1 AND business_id = $2),
			       (SELECT count(*) FROM events.log WHERE shard = $1 AND business_id = $2 AND type = 'supplier.created')`,
			int16(h.id.Shard), h.id.UUID).Scan(&there, &events)
		if err != nil {
			t.Fatal(err)
		}
		if there != h.made.Load() || events != there {
			t.Errorf("%s: the app made %d suppliers, %d are there, %d events tell of them", h.id, h.made.Load(), there, events)
		}
		all += there
	}
	apptest.Eventually(t, "all is delivered", func() bool { return int64(len(w.delivered())) >= all })
	twice := len(w.receiver.Got()) - len(w.delivered())
	t.Logf("%d suppliers made and read, %d answers 503, %d deliveries, %d of them again", all, w.turnedAway(), len(w.receiver.Got()), twice)
	if int64(len(w.delivered())) != all || twice != 0 {
		t.Errorf("%d events, %d deliveries came in, %d of them again", all, len(w.receiver.Got()), twice)
	}
}

// tellFaults shows what nodes logged of faults of their own, where the test failed.
func (w *world) tellFaults(t *testing.T) {
	t.Helper()
	if !t.Failed() {
		return
	}
	for i := range nodes {
		for line := range strings.Lines(w.Node(i).Logs.String()) {
			if strings.Contains(line, `"level":"ERROR"`) || strings.Contains(line, `"level":"WARN"`) {
				t.Logf("node %d: %s", i, line)
			}
		}
	}
}

// delivered are the deliveries that came in.
func (w *world) delivered() map[string]bool {
	ids := map[string]bool{}
	for _, got := range w.receiver.Got() {
		ids[got.Header.Get("X-Webhook-Id")] = true
	}
	return ids
}

// in tells whether the business is on one of these servers; without any, it is.
func (h *home) in(groups []int) bool { return len(groups) == 0 || slices.Contains(groups, h.group) }

// turnedAway is how often businesses on these servers, or all, were asked to come
// again.
func (w *world) turnedAway(groups ...int) (n int64) {
	for _, h := range w.homes {
		if h.in(groups) {
			n += h.away.Load()
		}
	}
	return n
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
