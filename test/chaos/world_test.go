package chaos

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/fixture"
	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/base/telemetry"
	"github.com/counterpart/counterpart/internal/core/books/purchases"
	"github.com/counterpart/counterpart/internal/core/webhooks"
	"github.com/counterpart/counterpart/internal/core/webhooks/delivery"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// world is a database, a Redis and receivers, and a node on which writers write
// that delivers nothing itself.
type world struct {
	config    app.Config
	node      *app.App
	redis     *rdbtest.Server
	receivers *receivers
	homes     []ident.Business // a webhook each

	written atomic.Int64
	mu      sync.Mutex
	made    map[ident.Supplier]bool // what a writer was told is there
}

// newWorld makes a world that populate puts apps and businesses into.
func newWorld(t *testing.T, populate func(*world, *testing.T)) *world {
	t.Helper()
	w := &world{redis: rdbtest.StartServer(t), receivers: newReceivers(t), made: map[ident.Supplier]bool{}}
	w.config = app.Config{
		Service: "Writer", BaseURL: "http://localhost:8080", AuthURL: "http://localhost:8081", Development: true,
		Postgres: pgtest.Clone(t), PostgresMaxConns: 12, Redis: w.redis.URL(), RedisPrefix: rdbtest.Prefix(), Keys: app.DevelopmentKeys,
		Roles: []string{app.RoleAPI}, ListenAPI: "127.0.0.1:0", ListenApp: "127.0.0.1:0", ListenOps: "127.0.0.1:0", StopLimit: 30 * time.Second, RequestLimit: 50 * time.Second, RequestLogReads: 1000, WebhookAtOnce: 16, HostAtOnce: 128, DeliveriesAtOnce: 1024,
		MailFrom: "no-reply@localhost", MailFolder: t.TempDir(), LogLevel: "warn", LogFormat: telemetry.JSON,
		EgressAllow: []string{"127.0.0.1"}, EgressCAFile: w.receivers.authorities(t),
	}
	var err error
	if w.node, err = app.Build(context.Background(), w.config, app.Options{Logs: io.Discard}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.node.Close)
	if err := w.node.Migrate(t.Context()); err != nil { // for the partitions of today
		t.Fatal(err)
	}
	populate(w, t)
	return w
}

// populate makes an app with a webhook for every receiver, installed in a
// business of its own.
func (w *world) populate(t *testing.T) {
	t.Helper()
	scopes := []string{"suppliers:read"}
	setting := people()
	for i := range hooks {
		name := fmt.Sprint(i)
		setting.Businesses[name] = home(name)
		setting.Apps[name] = appOf("App "+name, scopes)
		setting.Installations[name] = fixture.Installation{App: name, Business: name, User: "ada", Scopes: scopes}
	}
	made := w.load(t, setting)
	for i := range hooks {
		w.register(t, must(ident.Parse[ident.App](made.Apps[fmt.Sprint(i)].ID)), w.receivers.urls[i])
	}
}

// people is a world in which nobody has anything yet.
func people() fixture.World {
	return fixture.World{
		Organizations: map[string]fixture.Organization{"maker": {Name: "Maker"}},
		Users:         map[string]fixture.User{"ada": {Email: "ada@people.test", Name: "Ada", Password: "a quiet lamp by the harbour", Organizations: map[string]string{"maker": "owner"}}},
		Businesses:    map[string]fixture.Business{}, Apps: map[string]fixture.App{}, Installations: map[string]fixture.Installation{},
	}
}

func home(name string) fixture.Business {
	return fixture.Business{Name: "Business " + name, Currency: "EUR", Timezone: "UTC", Members: map[string]string{"ada": "owner"}}
}

func appOf(name string, scopes []string) fixture.App {
	return fixture.App{
		Organization: "maker", Name: name, Type: "CONFIDENTIAL", RedirectURIs: []string{"https://partner.test/callback"},
		Scopes: scopes, Review: "APPROVED",
	}
}

// load makes what the setting says, and knows the businesses afterwards.
func (w *world) load(t *testing.T, setting fixture.World) fixture.Answer {
	t.Helper()
	made, err := fixture.Load(t.Context(), w.node, setting)
	if err != nil {
		t.Fatal(err)
	}
	for i := range hooks {
		w.homes = append(w.homes, must(ident.Parse[ident.Business](made.Businesses[fmt.Sprint(i)].ID)))
	}
	return made
}

func (w *world) register(t *testing.T, of ident.App, url string) {
	t.Helper()
	ctx := actor.With(t.Context(), actor.Actor{Kind: actor.Operator, ID: "chaos"})
	found, err := w.node.Apps.ByID(ctx, of)
	if err != nil {
		t.Fatal(err)
	}
	details := webhooks.Details{URL: url, Events: []event.Name{event.SupplierCreated}, Enabled: true}
	if _, _, err := w.node.Webhooks.Register(ctx, found, webhooks.NewWebhook{Details: details}); err != nil {
		t.Fatal(err)
	}
}

// writeOne makes a supplier, which is told of. One in twenty operations is cut off in
// the middle: nobody knows whether it was done, until somebody looks.
func (w *world) writeOne(ctx context.Context, n int) bool {
	if rand.IntN(20) == 0 {
		short, cancel := context.WithTimeoutCause(ctx, time.Duration(rand.IntN(8_000))*time.Microsecond, errCutOff)
		defer cancel()
		ctx = short
	}
	made, err := w.node.Purchases.Create(ctx, w.homes[n%hooks], purchases.Details{Name: fmt.Sprintf("Supplier %d", n)})
	if err != nil {
		return false
	}
	w.mu.Lock()
	w.made[made.ID] = true
	w.mu.Unlock()
	w.written.Add(1)
	return true
}

// move puts every node's clock ahead.
func (w *world) move(ctx context.Context, by time.Duration) error {
	_, err := w.node.MoveClock(ctx, max(by, 0))
	return err
}

// left is what has not come to an end.
type left struct {
	outbox, open, armed int
	next                *time.Time // when the next delivery is due
}

func (l left) nothing() bool { return l.outbox+l.open+l.armed == 0 }

// idle reports whether nothing will happen unless time passes.
func (l left) idle(now time.Time) bool { return l.outbox == 0 && l.next != nil && l.next.After(now) }

func (w *world) left(ctx context.Context) (l left, err error) {
	err = w.node.DB.QueryRow(ctx, `
		SELECT (SELECT count(*) FROM events.outbox),
		       (SELECT count(*) FROM webhooks.deliveries WHERE status IN ('queued', 'retrying') OR next_at IS NOT NULL),
		       (SELECT count(*) FROM webhooks.lanes WHERE due_at IS NOT NULL),
		       (SELECT min(next_at) FROM webhooks.deliveries)`).Scan(&l.outbox, &l.open, &l.armed, &l.next)
	return l, err
}

// outcome is what became of an event.
type outcome struct {
	id       ident.Delivery
	business ident.Business
	status   delivery.Status
	attempts int
	taken    int // attempts on record that the receiver took
	pauses   []time.Duration
}

// deliveries are all there are, by the supplier that they tell of.
func (w *world) deliveries(t *testing.T) map[ident.Supplier][]outcome {
	t.Helper()
	rows, err := w.node.DB.Query(t.Context(), `
		SELECT e.data ->> 'id', e.shard, e.business_id, d.shard, d.id, coalesce(d.status, ''), coalesce(d.attempts, 0),
		       count(*) FILTER (WHERE a.failure = ''),
		       coalesce(array_agg(a.at ORDER BY a.attempt) FILTER (WHERE a.at IS NOT NULL), '{}')
		FROM   events.log e
		LEFT   JOIN webhooks.deliveries d ON d.shard = e.shard AND d.event_id = e.id
		LEFT   JOIN webhooks.attempts a ON a.shard = d.shard AND a.delivery_id = d.id
		WHERE  e.type = 'supplier.created'
		GROUP  BY e.id, e.data, e.shard, e.business_id, d.shard, d.id, d.status, d.attempts`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	found := map[ident.Supplier][]outcome{}
	for rows.Next() {
		var of string
		var home ident.Shard
		var shard *ident.Shard
		var business uuid.UUID
		var id *uuid.UUID
		var d outcome
		var times []time.Time
		if err := rows.Scan(&of, &home, &business, &shard, &id, &d.status, &d.attempts, &d.taken, &times); err != nil {
			t.Fatal(err)
		}
		supplier := must(ident.Parse[ident.Supplier](of))
		if id == nil {
			found[supplier] = nil
			continue
		}
		d.id, d.business = ident.Of[ident.Delivery](*shard, *id), ident.Of[ident.Business](home, business)
		for i := 1; i < len(times); i++ {
			d.pauses = append(d.pauses, times[i].Sub(times[i-1]))
		}
		found[supplier] = append(found[supplier], d)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
