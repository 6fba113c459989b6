package live_test

import (
	"log/slog"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdb"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/live"
)

const beat = 10 * time.Millisecond

func newApp() ident.App { return ident.New[ident.App](ident.Control, pgtest.Start) }

func on(redis *rdb.Client) *live.Service {
	return live.New(redis, slog.New(slog.DiscardHandler), beat)
}

// nodes are two of one installation.
func nodes(t *testing.T) (here, there *live.Service) {
	t.Helper()
	prefix := rdbtest.Prefix()
	return on(rdbtest.Open(t, rdbtest.URL(t), prefix)), on(rdbtest.Open(t, rdbtest.URL(t), prefix))
}

func watch(t *testing.T, at *live.Service, app ident.App, after string) *live.Watch {
	t.Helper()
	w, err := at.Watch(app, after)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w
}

// hears waits until so much is new, and is all of it.
func hears(t *testing.T, w *live.Watch, n int) (list []live.Entry) {
	t.Helper()
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for limit := time.After(time.Minute); len(list) < n; {
		news, err := w.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, news...)
		select {
		case <-tick.C:
		case <-limit:
			t.Fatalf("heard no more than %v", list)
		}
	}
	return list
}

// is wants a watch to say one thing.
func is(t *testing.T, w *live.Watch, want live.Message) live.Entry {
	t.Helper()
	got := hears(t, w, 1)
	same(t, []live.Message{want}, messages(got))
	return got[0]
}

func messages(list []live.Entry) (messages []live.Message) {
	for _, entry := range list {
		messages = append(messages, entry.Message)
	}
	return messages
}

func same[T any](t *testing.T, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// calls are so many requests, which can be told apart.
func calls(from, to int) (list []live.Message) {
	for i := from; i < to; i++ {
		list = append(list, live.Request{
			ID: ident.New[ident.Request](ident.Control, pgtest.Start), Business: ident.New[ident.Business](7, pgtest.Start), Method: "GET",
			Route: "GET /invoices/{id}", Version: "2026-11-01", Status: 404, Code: "INVOICE_NOT_FOUND", Took: time.Duration(i) * time.Microsecond, StandsFor: 1,
		})
	}
	return list
}

// tell tells as those do who have something to tell.
func tell(by *live.Service, app ident.App, list ...live.Message) {
	for _, message := range list {
		if by.Watched(app) {
			by.Tell(app, message)
		}
	}
}

func TestWhatOneNodeTellsIsHeardOnTheOther(t *testing.T) {
	t.Parallel()
	here, there := nodes(t)
	app, at := newApp(), pgtest.Start
	w := watch(t, here, app, "")
	is(t, w, live.Ready{})
	made := live.Delivery{
		ID: ident.New[ident.Delivery](7, at), Webhook: ident.New[ident.Webhook](9, at), Event: ident.New[ident.Event](7, at),
		Business: ident.New[ident.Business](7, at), Type: "invoice.issued", Status: "queued", Round: 1,
	}
	test := live.Delivery{ID: ident.New[ident.Delivery](7, at), Webhook: made.Webhook, Type: "invoice.issued", Status: "delivered", Round: 1, Attempts: 1}
	told := append(calls(0, 2), made, live.Attempt{Delivery: made, At: at, Took: time.Second, Code: 503, Failure: "status", NextAt: at.Add(time.Minute)},
		live.Attempt{Delivery: test, At: at, Took: time.Second, Code: 200})
	tell(there, app, told...)
	tell(there, newApp(), calls(7, 8)...)
	same(t, told, messages(hears(t, w, len(told))))
}

func TestAWatchGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	here, there := nodes(t)
	app := newApp()
	first := watch(t, here, app, "")
	ready := is(t, first, live.Ready{})
	told := calls(0, 20)
	tell(here, app, told[:10]...)
	heard := hears(t, first, 10)
	tell(here, app, told[10:]...) // while nobody looks
	here.Flush(t.Context())
	t.Run("nothing is lost and nothing comes twice, wherever it goes on", func(t *testing.T) {
		for after, want := range map[string][]live.Message{ready.ID: told, heard[4].ID: told[5:], heard[9].ID: told[10:]} {
			same(t, want, messages(hears(t, watch(t, there, app, after), len(want))))
		}
	})
	t.Run("what is not known says so", func(t *testing.T) {
		for _, after := range []string{"0-1", "12-34", "99999999999999999999-0", "nonsense", "-", "1-2-3", "9999999999999-0"} {
			is(t, watch(t, there, app, after), live.Reload{})
		}
		is(t, watch(t, there, newApp(), heard[4].ID), live.Reload{})
	})
	t.Run("what is too far back says so, and goes on", func(t *testing.T) {
		tell(here, app, calls(0, 500)...)
		here.Flush(t.Context())
		late := watch(t, there, app, heard[9].ID)
		is(t, late, live.Reload{})
		next := calls(0, 1)
		tell(here, app, next...)
		same(t, next, messages(hears(t, late, 1)))
	})
}

// Not in parallel, for what it counts.
func TestNobodyIsToldWhereNobodyWatches(t *testing.T) {
	prefix := rdbtest.Prefix()
	here := on(rdbtest.Open(t, rdbtest.URL(t), prefix))
	there := live.New(rdbtest.Open(t, rdbtest.URL(t), prefix), slog.New(slog.DiscardHandler), time.Hour)
	watched, other := newApp(), newApp()
	is(t, watch(t, here, watched, ""), live.Ready{})
	tell(there, other, calls(0, 1)...) // the node has not asked for a while
	there.Flush(t.Context())
	if there.Watched(other) || !there.Watched(watched) {
		t.Error("a node does not know who watches")
	}
	if n := testing.AllocsPerRun(100, func() { there.Watched(other) }); n != 0 {
		t.Errorf("to see that nobody watches takes %v allocations", n)
	}
}

func TestWhatThereIsNoRoomForIsMissedAndThatIsTold(t *testing.T) {
	t.Parallel()
	here, there := nodes(t)
	app := newApp()
	w := watch(t, here, app, "")
	is(t, w, live.Ready{})
	for _, message := range calls(0, 100_000) {
		there.Tell(app, message) // more than can wait
	}
	there.Flush(t.Context())
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for limit := time.After(time.Minute); ; {
		news, err := w.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range news {
			if entry.Message == (live.Reload{}) {
				return
			}
		}
		select {
		case <-tick.C:
		case <-limit:
			t.Fatal("nobody is told to reload")
		}
	}
}

func TestWithoutRedisNobodyWaitsAndWatchersHearOfIt(t *testing.T) {
	t.Parallel()
	for name, outage := range map[string]struct {
		begin, end func(*rdbtest.Server, testing.TB)
	}{
		"OPS-01 it is gone": {(*rdbtest.Server).Stop, (*rdbtest.Server).Start},
		"OPS-02 it hangs":   {(*rdbtest.Server).Freeze, (*rdbtest.Server).Thaw},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := rdbtest.StartServer(t)
			redis, err := rdb.Open(server.URL(), "p", rdb.Options{Patience: 2 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(redis.Close)
			s, app := on(redis), newApp()
			w := watch(t, s, app, "")
			is(t, w, live.Ready{})
			outage.begin(server, t)
			told := make(chan struct{})
			go func() {
				defer close(told)
				for _, message := range calls(0, 10_000) {
					s.Tell(app, message)
				}
			}()
			is(t, w, live.Paused{})
			<-told
			outage.end(server, t)
			is(t, w, live.Reload{})
			next := calls(0, 1)
			for { // its own news of the gap may come before
				tell(s, app, next...)
				got := hears(t, w, 1)
				if got[len(got)-1].Message != (live.Reload{}) {
					same(t, next, messages(got[len(got)-1:]))
					return
				}
			}
		})
	}
}

func TestANodeHasOnlySoManyWatches(t *testing.T) {
	t.Parallel()
	here, there := nodes(t)
	app := newApp()
	for range 999 {
		watch(t, here, app, "")
	}
	last, err := here.Watch(app, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := here.Watch(app, ""); err == nil || err.Error() != "Too many streams are open at the moment. Retry after 10 seconds." {
		t.Errorf("one too many is told %v", err)
	}
	watch(t, there, app, "")
	last.Close()
	watch(t, here, app, "")
	same(t, "1000", strconv.FormatInt(here.Watches(), 10))
}
