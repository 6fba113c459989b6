package events_test

import (
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/events"
)

func TestTheOutboxTellsSinceWhenItsOldestEventWaits(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	outbox := events.NewOutbox(f.db)
	since := func(shards ...ident.Shard) time.Time {
		t.Helper()
		at, err := outbox.OldestAt(t.Context(), shards)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	here, elsewhere := f.business.Shard, (f.business.Shard+1)%ident.Shards
	if at := since(here, elsewhere); !at.IsZero() {
		t.Errorf("nothing waits, and does so since %v", at)
	}
	for _, id := range []string{"one", "two"} {
		if err := f.record(t.Context(), updated(id)); err != nil {
			t.Fatal(err)
		}
		f.clock.Move(time.Minute)
	}
	if at := since(here, elsewhere); !at.Equal(pgtest.Start) {
		t.Errorf("the oldest of two waits since %v", at)
	}
	if at := since(elsewhere); !at.IsZero() {
		t.Errorf("in another shard one waits since %v", at)
	}
}
