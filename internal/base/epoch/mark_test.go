package epoch

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/rdb"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
)

// marked is a mark that another script made.
func marked(t *testing.T, r *Registry, s Subject) *Mark {
	t.Helper()
	m := r.Mark(s)
	script := rdb.NewScript(MarkFunction + `markFlux(1, 1) return 1`)
	if _, err := r.redis.Run(t.Context(), rdb.Call{Script: script, Keys: m.Keys(), Args: m.Args()}); err != nil {
		t.Fatal(err)
	}
	return m
}

// settled waits until a mark is taken away.
func settled(t *testing.T, r *Registry, s Subject) Reading {
	t.Helper()
	for {
		if now := reading(t, r, s); !now.InFlux {
			return now
		}
	}
}

func TestAMarkStandsUntilItsChangeIsOver(t *testing.T) {
	t.Parallel()
	here, there := twoNodes(t)
	before := reading(t, there, user)
	m := marked(t, here, user)
	if now := reading(t, there, user); !now.InFlux || !m.Stands(user) || m.Stands(others[0]) {
		t.Error("nothing is marked")
	}
	if err := m.Change(t.Context(), nothing); err != nil {
		t.Fatal(err)
	}
	if before.Same(settled(t, there, user)) {
		t.Error("the epoch is what it was before the change")
	}
	m.Drop() // again: nothing happens
	var none *Mark
	none.Drop()
}

func TestMarksThatAreDroppedTogetherAllGo(t *testing.T) {
	t.Parallel()
	here, there := twoNodes(t)
	var all sync.WaitGroup
	for range 50 {
		m := marked(t, here, user)
		all.Go(m.Drop)
	}
	all.Wait()
	settled(t, there, user)
}

func TestAFailedCommitUnderAMarkMovesTheEpoch(t *testing.T) {
	t.Parallel()
	here, there := twoNodes(t)
	m, broken := marked(t, here, user), errors.New("the connection died on the answer")
	during := reading(t, there, user)
	if err := m.Change(t.Context(), func(context.Context) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("answered %v", err)
	}
	during.InFlux = false
	if during.Same(settled(t, there, user)) {
		t.Error("a commit of unknown outcome left the epoch where it was")
	}
}

// What a slow change has marked may be lost by then, so it tells Redis before it is
// answered.
func TestASlowChangeIsAnsweredAfterItsMarkIsTakenAway(t *testing.T) {
	t.Parallel()
	server := rdbtest.StartServer(t)
	here, there := book(rdbtest.Open(t, server.URL(), "p")), book(rdbtest.Open(t, server.URL(), "p"))
	m := marked(t, here, user)
	m.made = m.made.Add(-time.Second) // as if the commit took so long
	server.Flush(t)
	during := reading(t, there, user)
	if during.InFlux {
		t.Error("the mark outlived all that was in Redis")
	}
	if err := m.Change(t.Context(), nothing); err != nil {
		t.Fatal(err)
	}
	if during.Same(reading(t, there, user)) {
		t.Error("what was kept during the change is good after its answer")
	}
}

// A reader that remembers by the protocol never says yes after the change was
// answered, although the mark goes later.
func TestNoReaderRemembersARightThatWasTakenUnderAMark(t *testing.T) {
	t.Parallel()
	here, there := twoNodes(t)
	for range 100 {
		var truth sync.Mutex // stands for PostgreSQL
		allowed, answered := true, make(chan struct{})
		var readers sync.WaitGroup
		for range 4 {
			readers.Go(func() { neverStale(t, there, &truth, &allowed, answered) })
		}
		err := marked(t, here, user).Change(t.Context(), func(context.Context) error {
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
