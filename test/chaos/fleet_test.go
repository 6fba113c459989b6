package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/base/ident"
)

// fleet is the workers: processes that come and go.
type fleet struct {
	world *world

	mu      sync.Mutex
	started int
	running []*worker
	all     []*worker
}

type worker struct {
	name    string
	process *exec.Cmd
	logs    *lines
	ended   chan struct{}
	killed  time.Time // zero unless it was killed
	stopped time.Time // zero unless it was asked to stop
}

func newFleet(t *testing.T, w *world) *fleet {
	t.Helper()
	f := &fleet{world: w}
	t.Cleanup(f.end)
	for range workers {
		f.start(t)
	}
	return f
}

// start starts a worker. Its requests tell its name, since the service's name is
// what receivers see.
func (f *fleet) start(t *testing.T) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.started++
	config := f.world.config
	config.Service, config.Roles = fmt.Sprintf("Worker-%d", f.started), []string{app.RoleWorker}
	text, err := json.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	w := &worker{name: config.Service, process: exec.CommandContext(context.Background(), os.Args[0]), logs: &lines{}, ended: make(chan struct{})}
	w.process.Env = append(os.Environ(), nodeSetting+"="+string(text))
	w.process.Stderr, w.process.Stdout = w.logs, w.logs
	if err := w.process.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = w.process.Wait() // most are killed
		close(w.ended)
	}()
	f.running, f.all = append(f.running, w), append(f.all, w)
}

// churn ends workers at random and starts others in their place, every few seconds.
func (f *fleet) churn(ctx context.Context, t *testing.T) {
	for n := 0; ; n++ {
		if pause(ctx, time.Duration(1000+rand.IntN(2000))*time.Millisecond); ctx.Err() != nil {
			return
		}
		f.replace(t, n)
	}
}

// replace ends a worker and starts another in its place: two of three are killed, the
// third may finish what it has under way.
func (f *fleet) replace(t *testing.T, n int) {
	f.mu.Lock()
	i := rand.IntN(len(f.running))
	leaving := f.running[i]
	f.running = append(f.running[:i], f.running[i+1:]...)
	if n%3 == 2 {
		_ = leaving.process.Process.Signal(syscall.SIGTERM)
		leaving.stopped = time.Now()
	} else {
		_ = leaving.process.Process.Kill()
		leaving.killed = time.Now()
	}
	f.mu.Unlock()
	f.start(t)
}

// end ends all that still run.
func (f *fleet) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, w := range f.all {
		_ = w.process.Process.Kill()
		<-w.ended
	}
}

// fates tells what became of the workers, for whoever has to find out why.
func (f *fleet) fates() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var told strings.Builder
	for _, w := range f.all {
		fmt.Fprintf(&told, "%s: killed %s, stopped %s\n%s", w.name, clockTime(w.killed), clockTime(w.stopped), w.logs)
	}
	return told.String()
}

func clockTime(at time.Time) string {
	if at.IsZero() {
		return "never"
	}
	return at.Format("15:04:05.000")
}

// killedAt tells when a worker was killed.
func (f *fleet) killedAt(name string) (time.Time, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, w := range f.all {
		if w.name == name {
			return w.killed, !w.killed.IsZero()
		}
	}
	return time.Time{}, false
}

// tooLate tells how often workers said of a delivery, perhaps among others, that
// its result came too late.
func (f *fleet) tooLate(id ident.Delivery) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, w := range f.all {
		for line := range strings.Lines(w.logs.String()) {
			if strings.Contains(line, "came too late") && strings.Contains(line, id.String()) {
				n++
			}
		}
	}
	return n
}

// complaints is what workers say that no trouble explains: what cannot be, and where
// nothing of theirs was killed, what they did not send.
func (f *fleet) complaints(more ...string) string {
	unexplained := append([]string{"panic", "DATA RACE"}, more...)
	f.mu.Lock()
	defer f.mu.Unlock()
	var found strings.Builder
	for _, w := range f.all {
		for line := range strings.Lines(w.logs.String()) {
			if slices.ContainsFunc(unexplained, func(text string) bool { return strings.Contains(line, text) }) {
				fmt.Fprintf(&found, "%s: %s", w.name, line)
			}
		}
	}
	return found.String()
}

// lines is what a worker has logged.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write takes a line.
func (l *lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// String is all that was logged.
func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
