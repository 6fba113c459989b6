package faults

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/testenv"
	"github.com/counterpart/counterpart/test/fleet"
)

// alertsSetting asks for the alerts, which take half an hour.
const alertsSetting = "COUNTERPART_ALERTS"

// alarm is an alert, and the fault that it is for.
type alarm struct {
	alert string // its name, without "Counterpart"
	fault string
	// also are alerts that fire, too, and because why says so.
	also []string
	why  string
	// fail makes the fault. What it returns mends it.
	fail func(t *testing.T, w *watchedWorld) (mend func())
}

// watchedWorld is a world that Prometheus watches while a light load runs.
type watchedWorld struct {
	*world
	prometheus *prometheus
	load       *load
}

const (
	// held is how long a fault lasts at least, so that what fires late is seen.
	held = 45 * time.Second
	// firesWithin and endsWithin are for a busy machine: the longest takes two minutes.
	firesWithin = 5 * time.Minute
	endsWithin  = 5 * time.Minute
)

// TestAlerts shows that each alert is fired by its fault, and by nothing else.
func TestAlerts(t *testing.T) {
	if os.Getenv(alertsSetting) == "" {
		t.Skipf("takes half an hour: make alerts-fired, or set %s", alertsSetting)
	}
	w := &watchedWorld{world: newWorld(t), prometheus: newPrometheus(t)}
	w.prometheus.watch(t, w.fleet.all...)
	w.startLightLoad(t)
	t.Run("quiet", w.quiet)
	var table []string
	for _, a := range alarms {
		t.Run(a.alert, func(t *testing.T) { table = append(table, w.sound(t, a)) })
	}
	t.Logf("| alert | fault | s until it fired | also fired | s until it ended |\n|---|---|---|---|---|\n%s", strings.Join(table, "\n"))
}

// quiet is a while in which nothing is wrong: all nodes are restarted one after the
// other, while the load runs.
func (w *watchedWorld) quiet(t *testing.T) {
	fleet.Until(t, eventually, "nothing is about to fire", w.prometheus.calm)
	w.prometheus.fired()
	w.fleet.roll(t, w.fleet.program)
	fleet.Pause(t.Context(), held)
	if list := w.prometheus.fired(); len(list) > 0 {
		t.Errorf("nothing was wrong, and %v fired", list)
	}
}

// sound makes a fault and mends it, and returns the row of the table.
func (w *watchedWorld) sound(t *testing.T, a alarm) string {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Logf("Prometheus: %s", w.prometheus.state())
			w.tell(t)
		}
	}()
	fleet.Until(t, endsWithin, "nothing is about to fire", w.prometheus.calm)
	w.prometheus.fired()
	began := time.Now()
	mend := sync.OnceFunc(a.fail(t, w))
	defer mend()
	fleet.Until(t, firesWithin, a.alert+" fires", func() bool { return w.prometheus.fires(a.alert) })
	fired := time.Since(began)
	fleet.Pause(t.Context(), held-fired)
	mended := time.Now()
	mend()
	fleet.Until(t, endsWithin, a.alert+" ends", func() bool { return !w.prometheus.fires(a.alert) })
	ended := time.Since(mended)
	others := slices.DeleteFunc(w.prometheus.fired(), func(name string) bool { return name == a.alert })
	for i, name := range others {
		switch {
		case slices.Contains(a.also, name):
		case name == "RequestsSlow" && overloaded():
			others[i] += "*" // a fault, too, and not ours
		default:
			t.Errorf("%s fired, too", name)
		}
	}
	row := fmt.Sprintf("| %s | %s | %.0f | %s | %.0f |", a.alert, a.fault, fired.Seconds(), strings.Join(others, ", "), ended.Seconds())
	t.Log(row)
	return row
}

// overloaded tells whether so much waits for the machine's processors that a request
// that takes a second is no surprise.
func overloaded() bool {
	text, err := os.ReadFile("/proc/loadavg")
	var waiting float64
	if _, scanned := fmt.Sscan(string(text), &waiting); err != nil || scanned != nil {
		return false
	}
	return waiting > float64(4*runtime.NumCPU())
}

// startLightLoad has a few partners make suppliers, which are told of by webhook and
// to a function, until the test ends.
func (w *watchedWorld) startLightLoad(t *testing.T) {
	t.Helper()
	const light = 3
	w.load = &load{world: w.world, calls: &scenario{}, began: time.Now()}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for _, p := range w.partners[:light] {
		all.Go(func() {
			w.load.each(ctx, time.Second, func(n int) {
				w.load.supply(ctx, p, fmt.Sprint(n))
				for range 3 {
					w.load.ask(ctx, w.fleet.pick(), http.MethodGet, "/me", "", http.Header{"Authorization": {"Bearer " + p.access}})
				}
			})
		})
	}
	t.Cleanup(func() {
		cancel()
		all.Wait()
	})
}

// supply makes a supplier, whatever is answered.
func (l *load) supply(ctx context.Context, p *partner, key string) {
	l.ask(ctx, l.world.fleet.pick(), http.MethodPost, "/suppliers", `{"name":"Supplier"}`,
		http.Header{"Authorization": {"Bearer " + p.access}, "Content-Type": {"application/json"}, "Idempotency-Key": {key}})
}

var alertName = regexp.MustCompile(`(?m)^ +- alert: Counterpart(\w+)$`)

func TestEveryAlertHasAFault(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(testenv.Root(), "deploy/prometheus/alerts.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, found := range alertName.FindAllStringSubmatch(string(text), -1) {
		names = append(names, found[1])
		if !slices.ContainsFunc(alarms, func(a alarm) bool { return a.alert == found[1] }) {
			t.Errorf("no fault fires %s", found[1])
		}
	}
	for _, a := range alarms {
		for _, name := range append([]string{a.alert}, a.also...) {
			if !slices.Contains(names, name) {
				t.Errorf("there is no alert %s", name)
			}
		}
		if (len(a.also) > 0) != (a.why != "") {
			t.Errorf("%s: what fires, too, and why go together", a.alert)
		}
	}
}
