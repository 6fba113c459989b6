package engines_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/apptest"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/accounts"
	"github.com/counterpart/counterpart/internal/core/audit"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/core/tenancy"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

// long is how long a race with the clock runs: some seconds, or as long as the
// environment says when there is time.
func long(t testing.TB) time.Duration {
	t.Helper()
	text := os.Getenv("COUNTERPART_LONG")
	if text == "" {
		return 5 * time.Second
	}
	lasts, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return lasts
}

func TestACursorNeverSkips(t *testing.T) {
	t.Parallel()
	t.Run("EVT-04 a reader sees every event once and in order while writers commit, roll back and are killed", func(t *testing.T) {
		t.Parallel()
		svc := apptest.Start(t, apptest.Nodes(2))
		owner := svc.Person(t, "Olivia")
		business := svc.Business(t, owner)
		app := svc.ReviewedApp(t, scope.EventsRead, scope.ProfileRead)
		tokens := app.Given(t, owner, business, scope.EventsRead, scope.ProfileRead)

		w := newWriters(t, svc, business.ID)
		ctx, stop := context.WithTimeout(t.Context(), long(t))
		defer stop()
		var running sync.WaitGroup
		for range 16 {
			running.Go(func() { w.write(ctx, t) })
		}
		var ended atomic.Bool
		go func() { running.Wait(); ended.Store(true) }()
		r := &reader{svc: svc, tokens: tokens}
		r.follow(t, &ended)
		w.sawAll(t, r.seen)
		t.Logf("%d polls saw %d events; %d transactions committed, %d did not", r.polls, len(r.seen), w.committed.Load(), w.failed.Load())
	})
}

// writers make events in one business, in ways that do not all end well.
type writers struct {
	db                *pg.DB
	recorder          *events.Recorder
	business          ident.Business
	committed, failed atomic.Int64
}

func newWriters(t *testing.T, svc *apptest.Service, business ident.Business) *writers {
	t.Helper()
	return &writers{
		db:       pgtest.Open(t, svc.Node(0).Config.Postgres, pg.Options{MaxConns: 16}),
		recorder: events.NewRecorder(svc.Clock.Now, nil), business: business,
	}
}

func (w *writers) write(ctx context.Context, t *testing.T) {
	// However slow the machine is, somebody commits something.
	for ctx.Err() == nil || w.committed.Load() == 0 && t.Context().Err() == nil {
		ends := endings[rand.IntN(len(endings))]
		if err := ends(w, context.WithoutCancel(ctx)); err != nil {
			w.failed.Add(1)
			continue
		}
		w.committed.Add(1)
	}
	if w.committed.Load() == 0 {
		t.Error("nobody could write")
	}
}

var errOnPurpose = errors.New("on purpose")

// endings are the ways in which a transaction ends.
var endings = []func(w *writers, ctx context.Context) error{
	// Most commit, at once or after a while.
	func(w *writers, ctx context.Context) error { return w.transaction(ctx, 0, nil) },
	func(w *writers, ctx context.Context) error {
		return w.transaction(ctx, rand.N(10*time.Millisecond), nil)
	},
	func(w *writers, ctx context.Context) error {
		return w.transaction(ctx, rand.N(40*time.Millisecond), nil)
	},
	// Some are rolled back.
	func(w *writers, ctx context.Context) error {
		return w.transaction(ctx, rand.N(10*time.Millisecond), func(*pg.Tx) error { return errOnPurpose })
	},
	// Some lose their connection before they have written their events, or between that and the commit.
	func(w *writers, ctx context.Context) error {
		return w.transaction(ctx, rand.N(10*time.Millisecond), func(tx *pg.Tx) error { return terminate(ctx, tx) })
	},
	func(w *writers, ctx context.Context) error {
		return w.transaction(ctx, rand.N(10*time.Millisecond), func(tx *pg.Tx) error { tx.Keep(assassin{}, nil); return nil })
	},
	// Some are given up at any moment, the commit included.
	func(w *writers, ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, rand.N(15*time.Millisecond))
		defer cancel()
		return w.transaction(ctx, rand.N(5*time.Millisecond), nil)
	},
}

// transaction records some events, of which the reader may see some.
func (w *writers) transaction(ctx context.Context, lasts time.Duration, end func(*pg.Tx) error) error {
	return w.db.InTx(ctx, func(tx *pg.Tx) error {
		for range 1 + rand.IntN(3) {
			h := events.Happening{Type: event.BusinessUpdated, Data: map[string]any{"id": w.business.String(), "changedFields": []string{"name"}}}
			if rand.IntN(3) == 0 {
				h = events.Happening{Type: event.CustomerArchived, Data: map[string]any{"id": "cus_hidden"}}
			}
			if err := w.recorder.Record(ctx, tx, w.business, h); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, "SELECT pg_sleep($1)", lasts.Seconds()); err != nil {
			return err
		}
		if end != nil {
			return end(tx)
		}
		return nil
	})
}

// assassin ends a connection when the events are written and not committed.
type assassin struct{}

func (assassin) WriteLast(ctx context.Context, tx *pg.Tx, _ []any) error { return terminate(ctx, tx) }

func terminate(ctx context.Context, tx *pg.Tx) error {
	_, err := tx.Exec(ctx, "SELECT pg_terminate_backend(pg_backend_pid())")
	return err
}

// sawAll compares what the reader saw with what is there.
func (w *writers) sawAll(t *testing.T, seen []string) {
	t.Helper()
	rows, err := w.db.Query(t.Context(), `
		SELECT id FROM events.log WHERE shard = $1 AND business_id = $2 AND type IN ('business.updated', 'app.installed') ORDER BY seq`,
		w.business.Shard, w.business.UUID)
	if err != nil {
		t.Fatal(err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		t.Fatal(err)
	}
	want := make([]string, len(ids))
	for i, id := range ids {
		want[i] = ident.Of[ident.Event](w.business.Shard, id).String()
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("%d events, of which %d were seen", len(want), len(seen))
		t.Error(diff[:min(len(diff), 2000)])
	}
	if len(want) == 0 {
		t.Error("nothing happened")
	}
}

// reader polls the log over HTTP, first one node and then the other.
type reader struct {
	svc    *apptest.Service
	tokens apptest.Tokens
	cursor string
	seen   []string
	polls  int
}

// follow reads until the writers have ended and nothing is left.
func (r *reader) follow(t *testing.T, ended *atomic.Bool) {
	t.Helper()
	for last := false; ; {
		last = ended.Load() // one more look after the writers have ended
		more := r.poll(t)
		if t.Failed() || last && !more {
			return
		}
	}
}

func (r *reader) poll(t *testing.T) (more bool) {
	t.Helper()
	query := fmt.Sprintf("?limit=%d", 1+rand.IntN(200))
	if r.cursor != "" {
		query += "&after=" + r.cursor
	}
	answer := r.tokens.Call(t, r.svc.Node(r.polls%2), "GET /events"+query).Is(t, http.StatusOK)
	r.polls++
	var page struct {
		Data       []struct{ ID string }
		HasMore    bool
		NextCursor string
	}
	answer.Read(t, &page)
	for _, e := range page.Data {
		r.seen = append(r.seen, e.ID)
	}
	r.cursor = page.NextCursor
	if answer.Header.Get("RateLimit-Remaining") == "0" {
		r.rest(t)
	}
	return page.HasMore
}

// rest lets a minute pass, in which the app may call again, and gets fresh
// tokens before the old ones end.
func (r *reader) rest(t *testing.T) {
	t.Helper()
	r.svc.Clock.Move(time.Minute)
	r.tokens = r.tokens.RefreshedBy(t, r.svc.Node(0))
}

func TestAnEventAndItsCause(t *testing.T) {
	t.Parallel()
	t.Run("EVT-05 commit together or not at all, whichever statement the node is killed before", func(t *testing.T) {
		t.Parallel()
		url, now := pgtest.Clone(t), clock.NewStopped(pgtest.Start).Now
		whole := newEventNode(t, url, now, nil)
		owner, err := whole.accounts.CreateUser(t.Context(), accounts.NewUser{Email: "olivia@bakery.test", Name: "Olivia"})
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; ; n++ {
			business, err := whole.CreateBusiness(t.Context(), tenancy.NewBusiness{Name: "Old Mill", Currency: "EUR", Timezone: "UTC"}, owner.ID)
			if err != nil {
				t.Fatal(err)
			}
			fell := &falling{}
			fell.left.Store(int64(n))
			victim := newEventNode(t, url, now, fell)
			_, err = victim.UpdateBusiness(t.Context(), tenancy.By(owner.ID), business.ID, tenancy.BusinessChange{Name: new("New Mill")})
			victim.db.Close()
			changed := happenedOnce(t, whole.db, business.ID)
			if fell.left.Load() >= 0 { // it lived through the whole operation
				if err != nil || !changed {
					t.Errorf("a node that nobody killed answered %v", err)
				}
				if n < 4 {
					t.Errorf("only %d statements were looked at", n)
				}
				return
			}
		}
	})
}

// eventNode is what it takes of a node to record events.
type eventNode struct {
	*tenancy.Service
	accounts *accounts.Service
	db       *pg.DB
}

func newEventNode(t *testing.T, url string, now clock.Now, tracer pg.Tracer) eventNode {
	t.Helper()
	db := pgtest.Open(t, url, pg.Options{Tracer: tracer})
	rights, record := epoch.NewRegistry(rdbtest.New(t), slog.New(slog.DiscardHandler)), audit.NewLog(db, now, audit.Hooks{})
	people := accounts.New(accounts.Deps{DB: db, Now: now, Rights: rights, Audit: record})
	return eventNode{accounts: people, db: db, Service: tenancy.New(tenancy.Deps{
		DB: db, Now: now, Rights: rights, Events: events.NewRecorder(now, nil), Audit: record, Accounts: people,
	})}
}

// happenedOnce fails the test unless the change, its event and the event's
// outbox row are all there or all missing.
func happenedOnce(t *testing.T, db *pg.DB, business ident.Business) bool {
	t.Helper()
	var changed bool
	var logged, out int
	err := db.QueryRow(t.Context(), `
		SELECT (SELECT name = 'New Mill' FROM tenancy.businesses WHERE shard = $1 AND id = $2),
		       (SELECT count(*) FROM events.log WHERE shard = $1 AND business_id = $2),
		       (SELECT count(*) FROM events.outbox o JOIN events.log l ON l.shard = o.shard AND l.id = o.event_id
		        WHERE l.shard = $1 AND l.business_id = $2)`, business.Shard, business.UUID).Scan(&changed, &logged, &out)
	if err != nil {
		t.Fatal(err)
	}
	if want := map[bool]int{true: 1}[changed]; logged != want || out != want {
		t.Errorf("changed: %v, events: %d, in the outbox: %d", changed, logged, out)
	}
	return changed
}

// falling ends a node before one of its statements: that one and all that follow
// fail unsent, and PostgreSQL rolls back what was open.
type falling struct{ left atomic.Int64 }

func (f *falling) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	if f.left.Add(-1) >= 0 {
		return ctx
	}
	gone, end := context.WithCancel(ctx)
	end()
	return gone
}

func (*falling) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
