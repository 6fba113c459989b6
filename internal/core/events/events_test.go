package events_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/actor"
	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/events"
	"github.com/counterpart/counterpart/internal/vocab/event"
	"github.com/counterpart/counterpart/internal/vocab/scope"
)

type fixture struct {
	db       *pg.DB
	clock    *clock.Stopped
	log      *events.Log
	recorder *events.Recorder
	business ident.Business
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{db: pgtest.New(t), clock: clock.NewStopped(pgtest.Start)}
	f.log = events.NewLog(f.db, f.clock.Now)
	f.recorder = events.NewRecorder(f.clock.Now, nil)
	f.business = ident.New[ident.Business](ident.RandomShard(), pgtest.Start)
	return f
}

func updated(id string) events.Happening {
	return events.Happening{Type: event.BusinessUpdated, Data: map[string]any{"id": id, "changedFields": []string{"name"}}}
}

func (f *fixture) record(ctx context.Context, h ...events.Happening) error {
	return f.db.InTx(ctx, func(tx *pg.Tx) error {
		for _, each := range h {
			if err := f.recorder.Record(ctx, tx, f.business, each); err != nil {
				return err
			}
		}
		return nil
	})
}

func (f *fixture) all(t *testing.T) []events.Event {
	t.Helper()
	list, err := f.log.After(t.Context(), f.business, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestAnEventIsSignedAndFound(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := actor.With(t.Context(), actor.Actor{Kind: actor.User, ID: "usr_1"})
	if err := f.record(ctx, updated("biz_1")); err != nil {
		t.Fatal(err)
	}
	list := f.all(t)
	if len(list) != 1 {
		t.Fatalf("%d events, want 1", len(list))
	}
	var data map[string]any
	if err := json.Unmarshal(list[0].Data, &data); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"id": "biz_1", "changedFields": []any{"name"},
		"actor": map[string]any{"type": "user", "id": "usr_1"},
	}
	if diff := cmp.Diff(want, data); diff != "" {
		t.Error(diff)
	}
	one, ok, err := f.log.One(t.Context(), f.business, list[0].ID)
	if err != nil || !ok {
		t.Fatalf("found %v, %v", ok, err)
	}
	if diff := cmp.Diff(list[0], one); diff != "" {
		t.Error(diff)
	}
}

func TestAnEventOfAnotherBusinessIsNotFound(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if err := f.record(t.Context(), updated("x")); err != nil {
		t.Fatal(err)
	}
	neighbour := ident.New[ident.Business](f.business.Shard, pgtest.Start)
	if _, ok, err := f.log.One(t.Context(), neighbour, f.all(t)[0].ID); ok || err != nil {
		t.Errorf("the neighbour found it: %v, %v", ok, err)
	}
	if list, err := f.log.After(t.Context(), neighbour, 0, 10); len(list) > 0 || err != nil {
		t.Errorf("the neighbour reads %v, %v", list, err)
	}
}

func TestRecording(t *testing.T) {
	t.Parallel()
	t.Run("EVT-05 an event commits with its cause or not at all", commitsWithItsCause)
	t.Run("EVT-04 a cursor never skips while writers run", cursorNeverSkips)
}

func commitsWithItsCause(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	onPurpose := errors.New("on purpose")
	err := f.db.InTx(t.Context(), func(tx *pg.Tx) error {
		if err := f.recorder.Record(t.Context(), tx, f.business, updated("lost")); err != nil {
			return err
		}
		return onPurpose
	})
	if !errors.Is(err, onPurpose) {
		t.Fatal(err)
	}
	err = f.db.InTx(t.Context(), func(tx *pg.Tx) error {
		if err := f.recorder.Record(t.Context(), tx, f.business, updated("kept")); err != nil {
			return err
		}
		_ = tx.Savepoint(t.Context(), func(tx *pg.Tx) error {
			if err := f.recorder.Record(t.Context(), tx, f.business, updated("undone")); err != nil {
				return err
			}
			return onPurpose
		})
		return f.recorder.Record(t.Context(), tx, f.business, updated("kept too"))
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range f.all(t) {
		var data struct{ ID string }
		if err := json.Unmarshal(e.Data, &data); err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(e.Seq, " ", data.ID))
	}
	if diff := cmp.Diff([]string{"1 kept", "2 kept too"}, got); diff != "" {
		t.Error(diff)
	}
}

func cursorNeverSkips(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const writers, each = 8, 40
	var done atomic.Bool
	var running sync.WaitGroup
	for w := range writers {
		running.Go(func() {
			for n := range each {
				// Some transactions record several events, some roll back.
				list := []events.Happening{updated(fmt.Sprint(w, "/", n))}
				if n%3 == 0 {
					list = append(list, updated("second"))
				}
				if err := f.record(t.Context(), list...); err != nil {
					t.Error(err)
				}
				if n%5 == 0 {
					_ = f.db.InTx(t.Context(), func(tx *pg.Tx) error {
						_ = f.recorder.Record(t.Context(), tx, f.business, updated("rolled back"))
						return errors.New("on purpose")
					})
				}
			}
		})
	}
	go func() { running.Wait(); done.Store(true) }()
	var cursor int64
	for last := false; !last; {
		last = done.Load() // one more read after the writers have ended
		list, err := f.log.After(t.Context(), f.business, cursor, 7)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			if e.Seq != cursor+1 {
				t.Fatalf("read %d after %d: something was skipped", e.Seq, cursor)
			}
			cursor = e.Seq
		}
		last = last && len(list) == 0
	}
	if want := int64(writers * (each + (each+2)/3)); cursor != want {
		t.Errorf("saw %d events, want %d", cursor, want)
	}
}

func TestEventsAreReadableForThirtyDays(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if err := f.record(t.Context(), updated("x")); err != nil {
		t.Fatal(err)
	}
	id := f.all(t)[0].ID
	f.clock.Move(events.Kept)
	if _, ok, err := f.log.One(t.Context(), f.business, id); !ok || err != nil {
		t.Errorf("gone after exactly 30 days: %v", err)
	}
	f.clock.Move(time.Second)
	if _, ok, err := f.log.One(t.Context(), f.business, id); ok || err != nil {
		t.Errorf("still there after more than 30 days: %v", err)
	}
	if list := f.all(t); len(list) > 0 {
		t.Errorf("%d events still listed", len(list))
	}
}

// putAhead moves the business's clock, with an event in the same transaction.
func (f *fixture) putAhead(t *testing.T, ahead time.Duration) {
	t.Helper()
	err := f.db.InTx(t.Context(), func(tx *pg.Tx) error {
		if err := f.recorder.PutAhead(t.Context(), tx, f.business, ahead); err != nil {
			return err
		}
		return f.recorder.Record(t.Context(), tx, f.business, updated("moved"))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestABusinessWithAClockOfItsOwn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.putAhead(t, 400*24*time.Hour) // before anything has happened there
	f.clock.Move(time.Minute)
	if err := f.record(t.Context(), updated("later"), updated("too")); err != nil {
		t.Fatal(err)
	}
	f.putAhead(t, 0)
	list := f.all(t)
	t.Run("CON-08 its events are shown by it", func(t *testing.T) {
		var got []time.Duration
		for _, e := range list {
			got = append(got, e.At.Sub(pgtest.Start))
		}
		ahead := 400 * 24 * time.Hour
		if diff := cmp.Diff([]time.Duration{ahead, ahead + time.Minute, ahead + time.Minute, time.Minute}, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("EVT-04 a cursor from ahead skips nothing", func(t *testing.T) {
		reader := events.Reader{Granted: scope.Partner()}
		for i, e := range list {
			part, err := f.log.Read(t.Context(), f.business, reader, events.Reading{After: e.ID, Limit: 10})
			if err != nil || len(part.Events) != len(list)-1-i {
				t.Errorf("after the %dth are %d events, %v", i, len(part.Events), err)
			}
		}
	})
	t.Run("CON-08 they are kept by the service's", func(t *testing.T) {
		f.clock.Move(events.Kept - time.Minute)
		if got := len(f.all(t)); got != 4 {
			t.Errorf("%d are left", got)
		}
		f.clock.Move(2 * time.Minute)
		if got := len(f.all(t)); got != 0 {
			t.Errorf("%d are left", got)
		}
	})
}

func TestOnlyTheCatalogsEventsAreRecorded(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	app := ident.New[ident.App](ident.Control, pgtest.Start)
	for name, h := range map[string]events.Happening{
		"an unknown name":             {Type: "invoice.sneezed"},
		"an app event without an app": {Type: event.AppInstalled},
		"a business event for an app": {Type: event.BusinessUpdated, App: app},
	} {
		t.Run(name, func(t *testing.T) {
			if err := f.record(t.Context(), h); err == nil {
				t.Error("was recorded")
			}
		})
	}
}

func TestARecordHasItsEvents(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, about := range []string{"cus_1", "cus_2", "cus_1"} {
		if err := f.record(t.Context(), updated(about)); err != nil {
			t.Fatal(err)
		}
		f.clock.Move(time.Hour)
	}
	all := f.all(t)
	of := func(t *testing.T, business ident.Business, most int) []events.Event {
		t.Helper()
		list, err := f.log.OfRecord(t.Context(), business, "cus_1", most)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	if diff := cmp.Diff([]events.Event{all[2], all[0]}, of(t, f.business, 10)); diff != "" {
		t.Errorf("the newest first: %s", diff)
	}
	if diff := cmp.Diff([]events.Event{all[2]}, of(t, f.business, 1)); diff != "" {
		t.Errorf("at most so many: %s", diff)
	}
	if list := of(t, ident.New[ident.Business](f.business.Shard, pgtest.Start), 10); len(list) > 0 {
		t.Errorf("a neighbour reads %v", list)
	}
	f.clock.Move(events.Kept - 2*time.Hour)
	if diff := cmp.Diff([]events.Event{all[2]}, of(t, f.business, 10)); diff != "" {
		t.Errorf("as far back as the log reaches: %s", diff)
	}
}
