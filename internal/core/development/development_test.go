package development_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/development"
)

// follow runs a node that follows the shared clock until stop is called.
func follow(t *testing.T, tools *development.Service, name string) (own *clock.Movable, stop func()) {
	t.Helper()
	own = clock.NewMovable(clock.NewStopped(pgtest.Start).Now)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		tools.Follow(ctx, name, own, func(err error) { t.Error(err) })
	}()
	stop = func() {
		cancel()
		<-ended
	}
	t.Cleanup(stop)
	return own, stop
}

// awaitReports asks until so many nodes have told where they are.
func awaitReports(t *testing.T, database *pg.DB, want int) {
	t.Helper()
	for got := -1; got != want; {
		if err := database.QueryRow(t.Context(), "SELECT count(*) FROM development.clock_nodes").Scan(&got); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMovingTheClockWaitsForEveryRunningNode(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	tools := development.New(database)
	first, _ := follow(t, tools, "first")
	second, _ := follow(t, tools, "second")
	awaitReports(t, database, 2)
	for _, ahead := range []time.Duration{time.Hour, 48 * time.Hour} {
		if err := tools.Move(t.Context(), ahead); err != nil {
			t.Fatal(err)
		}
		for name, node := range map[string]*clock.Movable{"first": first, "second": second} {
			if got := node.Now(); !got.Equal(pgtest.Start.Add(ahead)) {
				t.Errorf("the %s node is at %v, want %v ahead", name, got, ahead)
			}
		}
	}
}

func TestAStoppedNodeHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	tools := development.New(database)
	_, stop := follow(t, tools, "stopped")
	awaitReports(t, database, 1)
	stop()
	awaitReports(t, database, 0)
	if err := tools.Move(t.Context(), time.Hour); err != nil {
		t.Fatal(err)
	}
}

func TestANodeThatDoesNotFollowIsTold(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	_, err := database.Exec(t.Context(), "INSERT INTO development.clock_nodes (node, ahead_micros, seen_at) VALUES ('stuck', 0, $1)", clock.System().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	asked := make(chan error, 1)
	go func() { asked <- development.New(database).Move(ctx, time.Hour) }()
	for ahead := time.Duration(0); ahead == 0; {
		if ahead, err = development.New(database).Ahead(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	cancel()
	if err := <-asked; !errors.Is(err, context.Canceled) {
		t.Errorf("moving ended with %v", err)
	}
}

func TestTheClockAndNamesOutliveTheirProcess(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	before, after := development.New(database), development.New(database)
	if ahead, err := before.Ahead(t.Context()); err != nil || ahead != 0 {
		t.Errorf("a young installation is %v ahead, %v", ahead, err)
	}
	if _, known, err := before.Named(t.Context(), "user", "olivia"); err != nil || known {
		t.Errorf("a name is known before it is given: %v, %v", known, err)
	}
	if err := before.Name(t.Context(), "user", "olivia", "usr_1"); err != nil {
		t.Fatal(err)
	}
	if err := before.Move(t.Context(), 90*time.Minute); err != nil {
		t.Fatal(err)
	}
	if ahead, err := after.Ahead(t.Context()); err != nil || ahead != 90*time.Minute {
		t.Errorf("%v ahead, %v", ahead, err)
	}
	if id, known, err := after.Named(t.Context(), "user", "olivia"); err != nil || !known || id != "usr_1" {
		t.Errorf("olivia is %q, %v, %v", id, known, err)
	}
}
