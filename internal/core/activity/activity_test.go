package activity_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/activity"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/vocab/event"
)

// fixture is a business in which an app acts in somebody's name.
type fixture struct {
	*activity.Log
	db       *pg.DB
	clock    *clock.Stopped
	business ident.Business
	app      ident.App
	user     ident.User
	request  ident.Request
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{db: pgtest.New(t), clock: clock.NewStopped(pgtest.Start)}
	f.Log = activity.NewLog(f.db, f.clock.Now)
	f.business = ident.New[ident.Business](7, pgtest.Start)
	f.app, f.user = ident.New[ident.App](ident.Control, pgtest.Start), ident.New[ident.User](ident.Control, pgtest.Start)
	f.request = ident.New[ident.Request](ident.Control, pgtest.Start)
	return f
}

// byApp signs what follows as the app.
func (f *fixture) byApp(ctx context.Context) context.Context {
	return actor.With(ctx, actor.Actor{Kind: actor.App, ID: f.app.String(), For: f.user.String(), Request: f.request.String()})
}

// tell records events in one transaction.
func (f *fixture) tell(ctx context.Context, on *pg.DB, list ...events.Happening) error {
	recorder := events.NewRecorder(f.clock.Now, nil)
	return on.InTx(ctx, func(tx *pg.Tx) error {
		for _, h := range list {
			if err := recorder.Record(ctx, tx, f.business, h); err != nil {
				return err
			}
		}
		return nil
	})
}

// all is everything that apps did, the newest first, without what a test does not know.
func (f *fixture) all(t *testing.T) []activity.Entry {
	t.Helper()
	return f.page(t, activity.Reading{Limit: 100})
}

func (f *fixture) page(t *testing.T, r activity.Reading) []activity.Entry {
	t.Helper()
	page, more, err := f.Page(t.Context(), f.business, r)
	if err != nil || more {
		t.Fatalf("there is more: %v, %v", more, err)
	}
	return page
}

// Records of the business.
var (
	invoice  = ident.New[ident.Invoice](7, pgtest.Start)
	payment  = ident.New[ident.Payment](7, pgtest.Start)
	customer = ident.New[ident.Customer](7, pgtest.Start)
	entry    = ident.New[ident.JournalEntry](7, pgtest.Start)
)

func happening(name event.Name, id any, more ...any) events.Happening {
	data := map[string]any{"id": id}
	for i := 0; i < len(more); i += 2 {
		data[more[i].(string)] = more[i+1]
	}
	return events.Happening{Type: name, Data: data}
}

func TestWhatACallDidIsOneEntry(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	err := f.tell(f.byApp(t.Context()), f.db,
		happening(event.JournalEntryPosted, entry),
		happening(event.InvoicePaid, invoice),
		happening(event.PaymentReceived, payment),
		happening(event.BusinessPlanLimitReached, f.business),
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("ACT-01 with all that it changed, first what it was about", func(t *testing.T) {
		got := f.all(t)
		want := []activity.Entry{{
			Business: f.business, App: f.app, User: f.user, Request: f.request, At: pgtest.Start, Kind: activity.Payment, Count: 3,
			Changes: []activity.Change{
				{Action: "payment.received", Record: payment.String()},
				{Action: "invoice.paid", Record: invoice.String()},
				{Action: "journal_entry.posted", Record: entry.String()},
			},
		}}
		if len(got) == 1 {
			want[0].ID = got[0].ID
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("ACT-01 what members and the service do is no app's", func(t *testing.T) {
		before := len(f.all(t))
		member := actor.With(t.Context(), actor.Actor{Kind: actor.User, ID: f.user.String()})
		if err := errors.Join(f.tell(member, f.db, happening(event.CustomerCreated, customer)), f.tell(t.Context(), f.db, happening(event.InvoiceOverdue, invoice))); err != nil {
			t.Fatal(err)
		}
		if got := len(f.all(t)); got != before {
			t.Errorf("there are %d entries more", got-before)
		}
	})
	t.Run("ACT-01 fields that were changed, and the app's own that were set", func(t *testing.T) {
		f.clock.Move(time.Second)
		err := f.tell(f.byApp(t.Context()), f.db,
			happening(event.CustomerUpdated, customer, "changedFields", []string{"email", "phone"}),
			events.Happening{Type: event.AppDataUpdated, App: f.app, Data: map[string]any{
				"id": "adv_1", "resourceType": "CUSTOMER", "resourceId": customer.String(), "key": "tier", "operation": "DELETE",
			}},
		)
		if err != nil {
			t.Fatal(err)
		}
		want := []activity.Change{
			{Action: "customer.updated", Record: customer.String(), Fields: []string{"email", "phone"}},
			{Action: activity.AppDataDeleted, Record: customer.String(), Fields: []string{"tier"}},
		}
		if diff := cmp.Diff(want, f.all(t)[0].Changes); diff != "" {
			t.Error(diff)
		}
	})
}

func TestAnEntryAndItsCause(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	t.Run("ACT-01 commit together or not at all, whichever statement the node is killed before", func(t *testing.T) {
		for n := 0; ; n++ {
			fell := &falling{}
			fell.left.Store(int64(n))
			victim := pgtest.Open(t, f.db.Pool().Config().ConnString(), pg.Options{Tracer: fell})
			err := f.tell(f.byApp(t.Context()), victim, happening(event.CustomerCreated, customer))
			victim.Close()
			var told, entered int
			row := f.db.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM events.log WHERE shard = 7), (SELECT count(*) FROM activity.entries WHERE shard = 7)")
			if err := row.Scan(&told, &entered); err != nil {
				t.Fatal(err)
			}
			if told != entered {
				t.Fatalf("killed before statement %d: %d events, %d entries", n, told, entered)
			}
			if fell.left.Load() >= 0 { // it lived through all
				if err != nil || entered != 1 || n < 1 {
					t.Errorf("after %d statements there are %d entries, %v", n, entered, err)
				}
				return
			}
		}
	})
}

// falling ends a node before one of its statements, or a batch of them.
type falling struct{ left atomic.Int64 }

func (f *falling) end(ctx context.Context) context.Context {
	if f.left.Add(-1) >= 0 {
		return ctx
	}
	gone, end := context.WithCancel(ctx)
	end()
	return gone
}

func (f *falling) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return f.end(ctx)
}

func (*falling) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (f *falling) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return f.end(ctx)
}

func (*falling) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

func (*falling) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

func TestReadingByAppKindRecordAndTime(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := f.byApp(t.Context())
	other := ident.New[ident.App](ident.Control, pgtest.Start)
	byOther := actor.With(t.Context(), actor.Actor{Kind: actor.App, ID: other.String()})
	for _, call := range []struct {
		by   context.Context
		told []events.Happening
	}{
		{ctx, []events.Happening{happening(event.CustomerCreated, customer)}},
		{ctx, []events.Happening{happening(event.InvoiceIssued, invoice), happening(event.JournalEntryPosted, entry)}},
		{byOther, []events.Happening{happening(event.PaymentReceived, payment), happening(event.InvoicePaid, invoice)}},
	} {
		if err := f.tell(call.by, f.db, call.told...); err != nil {
			t.Fatal(err)
		}
		f.clock.Move(time.Hour)
	}
	for name, row := range map[string]struct {
		reading activity.Reading
		want    []string
	}{
		"all":                     {activity.Reading{}, []string{"payment.received", "invoice.issued", "customer.created"}},
		"an app's":                {activity.Reading{App: f.app}, []string{"invoice.issued", "customer.created"}},
		"an app's of a kind":      {activity.Reading{App: f.app, Kind: activity.Customer}, []string{"customer.created"}},
		"a record's":              {activity.Reading{Record: invoice.UUID}, []string{"payment.received", "invoice.issued"}},
		"a record's, by an app":   {activity.Reading{Record: invoice.UUID, App: other}, []string{"payment.received"}},
		"a record's on the way":   {activity.Reading{Record: entry.UUID}, []string{"invoice.issued"}},
		"since":                   {activity.Reading{From: pgtest.Start.Add(time.Hour)}, []string{"payment.received", "invoice.issued"}},
		"until":                   {activity.Reading{App: f.app, To: pgtest.Start.Add(time.Hour)}, []string{"customer.created"}},
		"what nobody has touched": {activity.Reading{Record: uuid.New()}, nil},
	} {
		t.Run("ACT-04 "+name, func(t *testing.T) {
			row.reading.Limit = 10
			var got []string
			for _, e := range f.page(t, row.reading) {
				got = append(got, string(e.Changes[0].Action))
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Error(diff)
			}
			var paged []string
			row.reading.Limit = 1
			for more := true; more; {
				page, goesOn, err := f.Page(t.Context(), f.business, row.reading)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range page {
					paged, row.reading.After = append(paged, string(e.Changes[0].Action)), e.ID
				}
				more = goesOn
			}
			if diff := cmp.Diff(got, paged); diff != "" {
				t.Errorf("page by page there is something else (-at once +paged):\n%s", diff)
			}
		})
	}
	t.Run("ACT-04 a cursor of another business is refused", func(t *testing.T) {
		_, _, err := f.Page(t.Context(), ident.New[ident.Business](7, pgtest.Start), activity.Reading{After: f.all(t)[0].ID, Limit: 1})
		if err == nil {
			t.Error("it was taken")
		}
	})
}

func TestEntriesAreKeptFor13Months(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if err := f.tell(f.byApp(t.Context()), f.db, happening(event.CustomerCreated, customer)); err != nil {
		t.Fatal(err)
	}
	rows := func(t *testing.T) (n int) {
		t.Helper()
		if _, err := f.Purge(t.Context(), ident.EveryShard()); err != nil {
			t.Fatal(err)
		}
		if err := f.db.QueryRow(t.Context(), "SELECT count(*) FROM activity.entries").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	id := f.all(t)[0].ID
	t.Run("ACT-04 all that time", func(t *testing.T) {
		f.clock.Move(pgtest.Start.AddDate(0, 13, 0).Sub(pgtest.Start))
		if rows(t) != 1 || len(f.all(t)) != 1 {
			t.Error("it is gone after 13 months")
		}
	})
	t.Run("ACT-04 and not much longer", func(t *testing.T) {
		f.clock.Move(72 * time.Hour)
		if len(f.all(t)) != 0 {
			t.Error("it is still listed")
		}
		if _, err := f.One(t.Context(), f.business, id); !errors.Is(err, activity.ErrNotFound) {
			t.Errorf("it is still found, %v", err)
		}
		if rows(t) != 0 {
			t.Error("it is still there")
		}
	})
}
