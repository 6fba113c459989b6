// Package chaos shows that no delivery is lost, whatever dies on the way: while
// writers write, worker processes are killed and stopped and started, PostgreSQL
// loses all its connections, Redis is emptied, some receivers fail or hang, and
// the clock runs ahead, which plays the retries.
//
// In the short form, which every `go test` runs, PostgreSQL's backends are
// ended. `make chaos` writes ten times as much to a durable PostgreSQL, and
// pulls its plug.
package chaos

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/base/testenv"
)

const (
	// nodeSetting carries the configuration of a worker: it is this program again,
	// as a process of its own that can be killed.
	nodeSetting = "COUNTERPART_CHAOS_NODE"
	// eventsSetting is how many events are written.
	eventsSetting = "COUNTERPART_CHAOS_EVENTS"
	// restartSetting is a command, run in the checkout, that pulls PostgreSQL's plug
	// and starts it again.
	restartSetting = "COUNTERPART_CHAOS_RESTART"

	writers  = 8
	pace     = 200 // events a second at most, so that trouble finds them under way
	hooks    = 50
	workers  = 3
	restarts = 3
)

func TestMain(m *testing.M) {
	if text := os.Getenv(nodeSetting); text != "" {
		os.Exit(work(text))
	}
	os.Exit(m.Run())
}

// work is a worker's whole life.
func work(text string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	var config app.Config
	if err := json.Unmarshal([]byte(text), &config); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	node, err := app.Build(ctx, config, app.Options{})
	if err == nil {
		defer node.Close()
		err = node.Serve(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func TestNothingIsLost(t *testing.T) {
	t.Parallel()
	events := eventCount(t)
	w := newWorld(t, (*world).populate)
	f := newFleet(t, w)
	trouble, calm := context.WithCancel(t.Context())
	var troubles sync.WaitGroup
	troubles.Go(func() { f.churn(trouble, t) })
	troubles.Go(func() { w.hurryClock(trouble) })
	troubles.Go(func() { w.shake(trouble, t, events, w.written.Load) })
	w.write(t, events)
	calm()
	troubles.Wait()
	w.settle(t, f, time.Hour)
	w.judge(t, f)
}

// eventCount is how many events are written.
func eventCount(t *testing.T) int {
	t.Helper()
	events, err := strconv.Atoi(cmp.Or(os.Getenv(eventsSetting), "2000"))
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// write writes events from all writers at once. A writer whose operation fails, for
// the database is away or it was cut off in the middle, writes another.
func (w *world) write(t *testing.T, events int) {
	t.Helper()
	var all sync.WaitGroup
	todo := make(chan int)
	for range writers {
		all.Go(func() {
			for n := range todo {
				for !w.writeOne(t.Context(), n) && t.Context().Err() == nil {
					pause(t.Context(), 20*time.Millisecond)
				}
			}
		})
	}
	beat := time.NewTicker(time.Second / pace)
	defer beat.Stop()
	for n := range events {
		<-beat.C
		todo <- n
	}
	close(todo)
	all.Wait()
}

// shake takes PostgreSQL's connections and Redis's memory away, evenly over the
// time that it takes until so many are done.
func (w *world) shake(ctx context.Context, t *testing.T, events int, done func() int64) {
	for n := range restarts {
		for done() < int64((n+1)*events/(restarts+1)) {
			if pause(ctx, 20*time.Millisecond); ctx.Err() != nil {
				return
			}
		}
		if err := w.interrupt(context.WithoutCancel(ctx)); err != nil {
			t.Errorf("interrupt PostgreSQL: %v", err)
		}
		w.redis.Flush(t)
	}
}

// interrupt pulls PostgreSQL's plug where the server is ours, else it ends every
// connection to the database.
func (w *world) interrupt(ctx context.Context) error {
	if command := os.Getenv(restartSetting); command != "" {
		words := strings.Fields(command)
		restart := exec.CommandContext(ctx, words[0], words[1:]...)
		restart.Dir = testenv.Root()
		out, err := restart.CombinedOutput()
		if err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}
	_, err := w.node.DB.Exec(ctx, `
		SELECT pg_terminate_backend(pid)
		FROM   pg_stat_activity
		WHERE  datname = current_database() AND pid <> pg_backend_pid()`)
	return err
}

// hurryClock lets minutes pass in every second.
func (w *world) hurryClock(ctx context.Context) {
	for pause(ctx, time.Second); ctx.Err() == nil; pause(ctx, time.Second) {
		_ = w.move(ctx, time.Duration(1+rand.IntN(5))*time.Minute) // PostgreSQL may be away
	}
}

// settle lets time pass until nothing waits any more: each time until the next
// attempt, and some more.
func (w *world) settle(t *testing.T, f *fleet, more time.Duration) {
	t.Helper()
	for limit := time.Now().Add(10 * time.Minute); time.Now().Before(limit) && t.Context().Err() == nil; {
		left, err := w.left(t.Context())
		if err == nil && left.nothing() {
			return
		}
		if err == nil && left.idle(w.node.Now()) {
			_ = w.move(t.Context(), left.next.Sub(w.node.Now())+more) // else the next time: a busy machine may be slow
		}
		pause(t.Context(), 200*time.Millisecond)
	}
	left, err := w.left(context.Background())
	t.Fatalf("it does not come to an end: %+v, %v\n%s", left, err, f.complaints())
}

// pause waits a little, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

var errCutOff = errors.New("cut off in the middle")
