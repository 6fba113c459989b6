package epoch

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdb"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
)

// grace is short here: what is tested is that a writer waits, not how long.
const grace = 30 * time.Millisecond

var (
	app    = ident.New[ident.App](ident.Control, pgtest.Start)
	user   = User(ident.New[ident.User](ident.Control, pgtest.Start))
	others = []Subject{App(app), Installation(app, ident.New[ident.Installation](7, pgtest.Start))}
)

// twoNodes are two processes' views of one Redis.
func twoNodes(t *testing.T) (here, there *Registry) {
	t.Helper()
	prefix := rdbtest.Prefix()
	return book(rdbtest.Open(t, rdbtest.URL(t), prefix)), book(rdbtest.Open(t, rdbtest.URL(t), prefix))
}

func book(client *rdb.Client) *Registry {
	b := NewRegistry(client, slog.New(slog.DiscardHandler))
	b.grace = grace
	return b
}

func reading(t *testing.T, b *Registry, subjects ...Subject) Reading {
	t.Helper()
	r, err := b.Read(t.Context(), subjects...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func nothing(context.Context) error { return nil }

func TestReadersAgreeOnAnEpochUntilItChanges(t *testing.T) {
	t.Parallel()
	here, there := twoNodes(t)
	subjects := append(others, user)
	before := reading(t, here, subjects...)
	if !before.Same(reading(t, there, subjects...)) {
		t.Error("two nodes read different epochs of the same thing")
	}
	if err := here.Change(t.Context(), []Subject{user}, nothing); err != nil {
		t.Fatal(err)
	}
	after := reading(t, there, subjects...)
	if before.Same(after) {
		t.Error("the other node still goes by what it knew before the change")
	}
	if after.InFlux {
		t.Error("the change is over and still marked")
	}
}

func TestAChangeLeavesOtherSubjectsAlone(t *testing.T) {
	t.Parallel()
	here, there := twoNodes(t)
	before := reading(t, there, others...)
	if err := here.Change(t.Context(), []Subject{user}, nothing); err != nil {
		t.Fatal(err)
	}
	if !before.Same(reading(t, there, others...)) {
		t.Error("a user's change moved the epoch of an app")
	}
}

func TestNobodyKeepsWhatIsReadDuringAChange(t *testing.T) {
	t.Parallel()
	here, there := twoNodes(t)
	before := reading(t, there, user)
	err := here.Change(t.Context(), []Subject{user}, func(context.Context) error {
		during := reading(t, there, user)
		if !during.InFlux {
			t.Error("a change under way is not marked")
		}
		if before.Same(during) || during.Same(during) {
			t.Error("a reading taken in flux passes for a settled one")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOneWriterDoesNotEndAnothersFlux(t *testing.T) {
	t.Parallel()
	here, there := twoNodes(t)
	err := here.Change(t.Context(), []Subject{user}, func(ctx context.Context) error {
		if err := there.Change(ctx, []Subject{user}, nothing); err != nil {
			return err
		}
		if !reading(t, there, user).InFlux {
			t.Error("the inner change ended the outer one's flux")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if reading(t, there, user).InFlux {
		t.Error("both changes are over and still marked")
	}
}

func TestACrashBetweenMarkAndUnmarkLeavesASlowMinuteAndNoStalePermit(t *testing.T) {
	t.Parallel()
	here, there := twoNodes(t)
	before := reading(t, there, user)
	if err := here.mark(t.Context(), "of a node that died", []Subject{user}); err != nil {
		t.Fatal(err)
	}
	after := reading(t, there, user)
	if before.Same(after) || !after.InFlux {
		t.Error("a dead node's change may be remembered wrongly")
	}
}

func TestAFailedCommitStillMovesTheEpoch(t *testing.T) {
	t.Parallel()
	here, there := twoNodes(t)
	before := reading(t, there, user)
	broken := errors.New("the connection died on the answer")
	if err := here.Change(t.Context(), []Subject{user}, func(context.Context) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("answered %v", err)
	}
	if before.Same(reading(t, there, user)) {
		t.Error("a commit of unknown outcome left the epoch where it was")
	}
}

func TestWithoutRedisTheAnswerWaitsUntilEverybodyHasForgotten(t *testing.T) {
	t.Parallel()
	away := book(rdbtest.Open(t, "redis://127.0.0.1:1", rdbtest.Prefix()))
	committed := false
	start := time.Now()
	err := away.Change(t.Context(), []Subject{user}, func(context.Context) error { committed = true; return nil })
	if err != nil || !committed {
		t.Errorf("answered %v, committed %v: Redis being away must not stop a change", err, committed)
	}
	if waited := time.Since(start); waited < grace {
		t.Errorf("answered after %v, before other nodes have forgotten", waited)
	}
	if _, err := away.Read(t.Context(), user); !errors.Is(err, rdb.ErrAway) {
		t.Errorf("a reader without Redis was told %v", err)
	}
}

func TestAChangeIsAnsweredAsSoonAsRedisIsTold(t *testing.T) {
	t.Parallel()
	server := rdbtest.StartServer(t)
	here, there := book(rdbtest.Open(t, server.URL(), "p")), book(rdbtest.Open(t, server.URL(), "p"))
	here.grace = time.Hour
	before := reading(t, there, user)
	outage := rdbtest.Outages[0]
	err := here.Change(t.Context(), []Subject{user}, func(context.Context) error {
		outage.Begin(t, server)
		if _, err := here.Read(t.Context(), user); !errors.Is(err, rdb.ErrAway) {
			t.Errorf("a reader is told %v", err)
		}
		go outage.End(t, server)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for after, err := there.Read(t.Context(), user); ; after, err = there.Read(t.Context(), user) {
		if err == nil && before.Same(after) {
			t.Error("the other node still goes by what it knew before the change")
		}
		if err == nil {
			return
		}
	}
}

func TestACallerWhoseTimeIsUpIsNotToldThatAllHaveForgotten(t *testing.T) {
	t.Parallel()
	away := book(rdbtest.Open(t, "redis://127.0.0.1:1", rdbtest.Prefix()))
	away.grace = time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	err := away.Change(ctx, []Subject{user}, func(context.Context) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("answered %v", err)
	}
}

func TestACallerWhoLeavesDoesNotLeaveTheMarkBehind(t *testing.T) {
	t.Parallel()
	here, there := twoNodes(t)
	ctx, leave := context.WithCancel(t.Context())
	err := here.Change(ctx, []Subject{user}, func(context.Context) error { leave(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	if reading(t, there, user).InFlux {
		t.Error("the mark stands although the change is over")
	}
}

// A reader that remembers by the protocol never says yes after the change was
// answered, however the two are interleaved.
func TestNoReaderRemembersARightThatWasTaken(t *testing.T) {
	t.Parallel()
	here, there := twoNodes(t)
	for range 100 {
		var truth sync.Mutex // stands for PostgreSQL
		allowed, answered := true, make(chan struct{})
		var readers sync.WaitGroup
		for range 4 {
			readers.Go(func() { neverStale(t, there, &truth, &allowed, answered) })
		}
		err := here.Change(t.Context(), []Subject{user}, func(context.Context) error {
			truth.Lock()
			defer truth.Unlock()
			allowed = false
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		close(answered)
		readers.Wait()
	}
}

// neverStale is a reader that remembers by the protocol what is true.
func neverStale(t *testing.T, there *Registry, truth *sync.Mutex, allowed *bool, answered chan struct{}) {
	var kept *Reading
	var remembered bool
	for {
		over := closed(answered)
		now := reading(t, there, user)
		if kept == nil || !kept.Same(now) {
			truth.Lock()
			remembered = *allowed
			truth.Unlock()
			kept = &now
		}
		if over && remembered {
			t.Error("a call after the answer was let in")
		}
		if over {
			return
		}
	}
}

func closed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
