package faults

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/testenv"
	"github.com/counterpart/counterpart/test/fleet"
)

const (
	// shorter is by what all times of the alerts are divided, so that minutes are
	// seconds.
	shorter = 30
	// A machine that is busy for a moment is no fault. So nothing is shortened beyond
	// what a few scrapes take.
	leastFor   = 15 * time.Second
	leastRange = 20 * time.Second
	leastAge   = 20 * time.Second
	// scrapeEvery is also how long a scrape may take. A node whose engine hangs takes
	// up to four seconds.
	scrapeEvery = 5 * time.Second
)

var (
	forTime   = regexp.MustCompile(`\b(for|interval): (\d+[smhd])\b`)
	rangeTime = regexp.MustCompile(`\[(\d+[smhd])\]`)
	backTime  = regexp.MustCompile(`\boffset (\d+[smhd])\b`)
	// Ages in seconds stand behind the figure. Those below five minutes are kept.
	age = regexp.MustCompile(`(_seconds\) > |_seconds > |seconds\) > )(\d{3,})\b`)
)

// shorten divides all times of the alerts.
func shorten(text string) string {
	text = forTime.ReplaceAllStringFunc(text, func(found string) string {
		part := forTime.FindStringSubmatch(found)
		return part[1] + ": " + divided(part[2], leastFor)
	})
	text = rangeTime.ReplaceAllStringFunc(text, func(found string) string {
		return "[" + divided(strings.Trim(found, "[]"), leastRange) + "]"
	})
	text = backTime.ReplaceAllStringFunc(text, func(found string) string {
		return "offset " + divided(strings.TrimPrefix(found, "offset "), leastRange)
	})
	return age.ReplaceAllStringFunc(text, func(found string) string {
		part := age.FindStringSubmatch(found)
		return part[1] + strings.TrimSuffix(divided(part[2]+"s", leastAge), "s")
	})
}

// divided is a time of Prometheus, shortened.
func divided(text string, least time.Duration) string {
	if days, is := strings.CutSuffix(text, "d"); is {
		n, _ := strconv.Atoi(days)
		text = fmt.Sprintf("%dh", 24*n)
	}
	whole, err := time.ParseDuration(text)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("%.0fs", max(least, whole/shorter).Seconds())
}

func TestShortenedAlerts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"for: 1m":                           "for: 15s",
		"for: 20m":                          "for: 40s",
		"interval: 5m":                      "interval: 15s",
		"rate(x[5m]) > 1":                   "rate(x[20s]) > 1",
		"rate(x[1d] offset 10m)":            "rate(x[2880s] offset 20s)",
		"max(a_oldest_due_seconds) > 3600":  "max(a_oldest_due_seconds) > 120",
		"a_oldest_waiting_seconds > 30":     "a_oldest_waiting_seconds > 30",
		"a_timestamp_seconds < 14 * 86400":  "a_timestamp_seconds < 14 * 86400",
		"increase(a_total[10m]) > 100":      "increase(a_total[20s]) > 100",
		"- on (x) a_beat_seconds) > 600\nx": "- on (x) a_beat_seconds) > 20\nx",
	} {
		if got := shorten(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// prometheus watches nodes by the alerts of deploy/prometheus, with all times
// shortened.
type prometheus struct {
	address string
	nodes   string // the file that names whom it watches
	process *fleet.Process
	says    *fleet.Said

	mu    sync.Mutex
	since map[string]time.Time // when each alert that fires began to
	ever  map[string]bool      // alerts that have fired since forget
	near  []string             // alerts that would fire if it went on
}

func newPrometheus(t *testing.T) *prometheus {
	t.Helper()
	program, err := exec.LookPath("prometheus")
	if err != nil {
		t.Fatal("Prometheus is not installed: Debian's package prometheus has it")
	}
	alerts, err := os.ReadFile(filepath.Join(testenv.Root(), "deploy/prometheus/alerts.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	p := &prometheus{address: testenv.FreeAddress(t), nodes: filepath.Join(folder, "nodes.json"), says: &fleet.Said{}, since: map[string]time.Time{}, ever: map[string]bool{}}
	for name, text := range map[string]string{
		"alerts.yaml": shorten(string(alerts)),
		"nodes.json":  "[]",
		"prometheus.yaml": fmt.Sprintf(`
global: {scrape_interval: %[1]s, scrape_timeout: %[1]s, evaluation_interval: 1s}
rule_files: [alerts.yaml]
scrape_configs: [{job_name: counterpart, file_sd_configs: [{files: [nodes.json]}]}]
`, scrapeEvery),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p.process = fleet.Start(t, exec.CommandContext(t.Context(), program, "--config.file="+filepath.Join(folder, "prometheus.yaml"),
		"--storage.tsdb.path="+filepath.Join(folder, "data"), "--web.listen-address="+p.address), p.says)
	t.Cleanup(func() { p.process.End(syscall.SIGKILL) })
	fleet.Until(t, time.Minute, "Prometheus answers", func() bool {
		if !p.process.Running() {
			t.Fatalf("Prometheus ended: %s", p.says.Tail())
		}
		return p.look() == nil
	})
	return p
}

// watch says whom it watches from now on.
func (p *prometheus) watch(t *testing.T, nodes ...*node) {
	t.Helper()
	type target struct {
		Targets []string          `json:"targets"`
		Labels  map[string]string `json:"labels"`
	}
	var list []target
	for _, n := range nodes {
		list = append(list, target{[]string{n.ops}, map[string]string{"instance": n.name}})
	}
	text, err := json.Marshal(list)
	if err == nil {
		err = os.WriteFile(p.nodes+".new", text, 0o600)
	}
	if err == nil {
		err = os.Rename(p.nodes+".new", p.nodes) // Prometheus never sees half of it
	}
	if err != nil {
		t.Fatal(err)
	}
}

// look reads which alerts fire.
func (p *prometheus) look() error {
	got, err := http.Get("http://" + p.address + "/api/v1/alerts")
	if err != nil {
		return err
	}
	defer got.Body.Close()
	var answer struct {
		Data struct {
			Alerts []struct {
				Labels map[string]string
				State  string
			}
		}
	}
	if err := json.NewDecoder(got.Body).Decode(&answer); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.since
	p.since, p.near = map[string]time.Time{}, nil
	for _, a := range answer.Data.Alerts {
		name := strings.TrimPrefix(a.Labels["alertname"], "Counterpart")
		if a.State != "firing" {
			p.near = append(p.near, name)
			continue
		}
		p.ever[name], p.since[name] = true, time.Now()
		if at, firing := before[name]; firing {
			p.since[name] = at
		}
	}
	return nil
}

// fires tells whether an alert fires.
func (p *prometheus) fires(name string) bool {
	_ = p.look() // what it does not answer has not changed
	p.mu.Lock()
	defer p.mu.Unlock()
	_, firing := p.since[name]
	return firing
}

// pending tells whether an alert would fire if it went on.
func (p *prometheus) pending(name string) bool {
	_ = p.look()
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Contains(p.near, name)
}

// calm tells whether no alert fires or is about to.
func (p *prometheus) calm() bool {
	if p.look() != nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.since)+len(p.near) == 0
}

// fired are the alerts that have fired since the last time that it was asked.
func (p *prometheus) fired() (list []string) {
	_ = p.look()
	p.mu.Lock()
	defer p.mu.Unlock()
	for name := range p.ever {
		list = append(list, name)
	}
	p.ever = map[string]bool{}
	slices.Sort(list)
	return list
}

// state says what fires and what is about to.
func (p *prometheus) state() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return fmt.Sprintf("firing %v, pending %v", p.since, p.near)
}
