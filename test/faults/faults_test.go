package faults

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/test/fleet"
)

// allSetting asks for every scenario, not the short ones alone.
const allSetting = "COUNTERPART_FAULTS"

func full() bool { return os.Getenv(allSetting) != "" }

// scenario makes something fail while the load runs.
type scenario struct {
	rule  string // of docs/contract.md
	name  string
	short bool // every go test runs it
	// before and after are done without load, where they are needed.
	before, after func(t *testing.T, w *world)
	// fail injects the fault, holds it and mends it.
	fail func(t *testing.T, w *world, r *record)

	without int           // requests that may fail; -1: as many as it takes
	within  time.Duration // from the mending to the last failure, at most; 0: 15 s
	stale   time.Duration // how long a token may be good after the answer that it is not
	windows int64         // how many counters there are of one limit while Redis is away; 0: one
}

// record is when a fault began and was mended.
type record struct {
	began, mended time.Time
}

func (r *record) now()  { r.began = time.Now() }
func (r *record) mend() { r.mended = time.Now() }

// answering is how soon after the mending all is answered again.
const answering = 15 * time.Second

func TestFaults(t *testing.T) {
	w := newWorld(t)
	var table []string
	for i, s := range scenarios {
		if !s.short && !full() {
			continue
		}
		t.Run(s.rule+" "+s.name, func(t *testing.T) { table = append(table, w.play(t, &s, w.partners[partners-greedy+i])) })
	}
	t.Logf("| scenario | requests/s | failed | counted alone | lost | duplicated | delivered again | delivered, not there | wrong answers | token good after its revocation | s to recover |\n|---|---|---|---|---|---|---|---|---|---|---|\n%s", strings.Join(table, "\n"))
}

// play plays a scenario and returns its row of the table.
func (w *world) play(t *testing.T, s *scenario, greed *partner) string {
	t.Helper()
	defer func() {
		if t.Failed() {
			w.tell(t)
		}
	}()
	if s.before != nil {
		s.before(t, w)
	}
	if s.after != nil {
		defer s.after(t, w)
	}
	l, stop := w.startLoad(t, s, greed)
	fleet.Until(t, eventually, "the load runs", func() bool { return l.written.Load() > 3*writers && l.revoked.Load() > revokers })
	var r record
	before := w.fleet.countedAlone()
	s.fail(t, w, &r)
	l.awaitCalm(t)
	stop()
	counted := w.fleet.countedAlone() - before
	if s.windows == alone && counted <= 0 {
		t.Error("no node noticed that Redis failed")
	}
	v := w.judge(t, l)
	recovered := w.judgeFailures(t, s, l, r)
	return fmt.Sprintf("| %s | %.0f | %d | %.0f | %d | %d | %d | %d | %d | %.1f s | %.1f |", s.name, float64(l.requests.Load())/l.took.Seconds(),
		len(l.failed), max(0, counted), v.lost, v.duplicated, v.again, v.ghosts, v.wrong, l.late.Seconds(), recovered.Seconds())
}

// judgeFailures holds the requests that failed to what the scenario allows, and
// tells how long after the mending the last one was.
func (w *world) judgeFailures(t *testing.T, s *scenario, l *load, r record) (recovered time.Duration) {
	t.Helper()
	if s.without >= 0 && len(l.failed) > s.without {
		t.Errorf("%d requests failed, want %d at most", len(l.failed), s.without)
		for i, f := range l.failed {
			if i < 10 {
				t.Logf("%s after it began: %s", f.at.Sub(r.began).Round(time.Millisecond), f.what)
			}
		}
	}
	for _, f := range l.failed {
		if f.at.Before(r.began) {
			t.Errorf("before anything was done: %s", f.what)
		}
		recovered = max(recovered, f.at.Sub(r.mended))
	}
	if limit := max(s.within, answering); recovered > limit {
		t.Errorf("requests failed for %s after it was mended: %s", recovered, l.failed[len(l.failed)-1].what)
	}
	return recovered
}

// tell shows what nodes complained of.
func (w *world) tell(t *testing.T) {
	t.Helper()
	for _, n := range w.fleet.all {
		list := n.says.Lines(`"level":"ERROR"`, "panic", "fatal")
		for _, line := range list[max(0, len(list)-10):] {
			t.Logf("%s: %s", n.name, line)
		}
	}
}
