package limits_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/limits"
)

var byApp = limits.Rule{Name: "test-client", Limit: 2, Window: time.Minute}

func newEntrance(t *testing.T, url string) (*limits.Entrance, *epoch.Registry, *clock.Stopped) {
	t.Helper()
	at, log, redis := clock.NewStopped(pgtest.Start), slog.New(slog.DiscardHandler), rdbtest.Open(t, url, rdbtest.Prefix())
	rights := epoch.NewRegistry(redis, log)
	return limits.NewEntrance(limits.NewWindows(redis, at.Now, log, limits.Hooks{}), rights), rights, at
}

func enters(t *testing.T, e *limits.Entrance, r limits.Request) limits.Entered {
	t.Helper()
	in, err := e.Enter(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestOneRoundTripCountsAClientReadsItsRightsAndMarksWhatItChanges(t *testing.T) {
	t.Parallel()
	e, rights, at := newEntrance(t, rdbtest.URL(t))
	app, user := ident.New[ident.App](ident.Control, pgtest.Start), epoch.User(ident.New[ident.User](ident.Control, pgtest.Start))
	family := ident.New[ident.Family](3, pgtest.Start)
	r := limits.Request{
		Checks: []limits.Check{limits.Lock{Lockout: strict, Key: "place"}, limits.Hit{Rule: limits.Rule{Name: "test", Limit: 3, Window: time.Minute}, Key: "place/part"}},
		App:    app, Limit: byApp, Change: family,
	}
	read, err := rights.Read(t.Context(), epoch.App(app))
	if err != nil {
		t.Fatal(err)
	}
	more, err := rights.Read(t.Context(), epoch.App(app), epoch.Family(app, family), user)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		in := enters(t, e, r)
		if !in.Known || !in.Epochs.Same(read) || in.Client.Used != int64(i+1) {
			t.Errorf("request %d: %+v", i+1, in)
		}
		if allowed := i < 2; (in.Wait() == 0) != allowed || in.Mark.Stands(epoch.Family(app, family)) != allowed {
			t.Errorf("request %d must wait for %s, and is marked: %t", i+1, in.Wait(), in.Mark != nil)
		}
		in.Mark.Drop()
	}
	if diff := cmp.Diff([]time.Duration{0, time.Minute}, enters(t, e, r).Waits); diff != "" {
		t.Error(diff)
	}
	at.Move(time.Minute)
	in := enters(t, e, limits.Request{Checks: r.Checks})
	if in.Known || in.Counted() || in.Mark != nil {
		t.Errorf("of a client that nobody knows: %+v", in)
	}
	if in := enters(t, e, limits.Request{Checks: r.Checks, App: app, Rights: rights.Watch(epoch.App(app), epoch.Family(app, family), user)}); len(in.Epochs.Epochs) != len(more.Epochs) || in.Counted() {
		t.Errorf("of a client without a limit: %+v", in)
	}
	if in := enters(t, e, limits.Request{Checks: r.Checks, App: app, Change: family}); in.Counted() || in.Wait() > 0 || in.Mark == nil {
		t.Errorf("of a client without a limit that changes something: %+v", in)
	}
}

func TestWhatIsReturnedIsNotCounted(t *testing.T) {
	t.Parallel()
	e, _, at := newEntrance(t, rdbtest.URL(t))
	r := limits.Request{App: ident.New[ident.App](ident.Control, pgtest.Start), Limit: byApp}
	for range 5 {
		in := enters(t, e, r)
		if in.Client.Used != 1 {
			t.Fatalf("used %d", in.Client.Used)
		}
		at.Move(time.Second)
		if err := e.Return(t.Context(), in); err != nil {
			t.Fatal(err)
		}
	}
	late := enters(t, e, r)
	at.Move(time.Minute)
	enters(t, e, r)
	if err := e.Return(t.Context(), late); err != nil {
		t.Fatal(err)
	}
	if in := enters(t, e, r); in.Client.Used != 2 {
		t.Errorf("what was counted in the window before was taken out of this one: used %d", in.Client.Used)
	}
}

func TestWithoutRedisAnEntranceKnowsNobody(t *testing.T) {
	t.Parallel()
	e, _, _ := newEntrance(t, "redis://127.0.0.1:1")
	r := limits.Request{
		Checks: []limits.Check{limits.Hit{Rule: byApp, Key: "place"}}, App: ident.New[ident.App](ident.Control, pgtest.Start), Limit: byApp,
		Change: ident.New[ident.Family](3, pgtest.Start),
	}
	for i := range 3 {
		in := enters(t, e, r)
		if in.Known || in.Counted() || in.Mark != nil || (in.Waits[0] > 0) != (i == 2) {
			t.Errorf("LIM-10 request %d: %+v", i+1, in)
		}
		if err := e.Return(t.Context(), in); err != nil {
			t.Error(err)
		}
	}
}
