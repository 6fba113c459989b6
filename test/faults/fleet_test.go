package faults

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/testenv"
	"github.com/counterpart/counterpart/test/fleet"
)

const (
	nodes = 3
	// How often the balancer looks, how long a stopping node waits for it, and how
	// long a request may take: less than by default, so that scenarios are short, and
	// more than the 5 s that a revocation takes without Redis.
	look         = 200 * time.Millisecond
	drain        = 2 * time.Second
	requestLimit = 8 * time.Second
)

// node is a process of the service, at an address of its own.
type node struct {
	name          string
	api, app, ops string
	process       *fleet.Process
	says          *fleet.Said
	client        *http.Client
	ready         atomic.Bool // as the balancer saw it last
}

// group is the nodes, and what a balancer knows of them.
type group struct {
	program  string
	settings []string // what all nodes share, NAME=value
	all      []*node
	turn     atomic.Int64
	mu       sync.Mutex
}

func newNode(t testing.TB, name string) *node {
	t.Helper()
	return &node{
		name: name, says: &fleet.Said{},
		api: testenv.FreeAddress(t), app: testenv.FreeAddress(t), ops: testenv.FreeAddress(t),
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: requestLimit + 5*time.Second},
	}
}

func newFleet(t testing.TB, program string, settings []string) *group {
	t.Helper()
	f := &group{program: program, settings: settings}
	for i := range nodes {
		f.all = append(f.all, newNode(t, fmt.Sprintf("Node-%d", i+1)))
	}
	watching, stop := context.WithCancel(context.Background())
	var watchers sync.WaitGroup
	for _, n := range f.all {
		watchers.Go(func() {
			for ; watching.Err() == nil; fleet.Pause(watching, look) {
				n.ready.Store(n.is(http.StatusOK))
			}
		})
	}
	t.Cleanup(func() {
		stop()
		watchers.Wait()
		for _, n := range f.all {
			if n.process != nil {
				n.process.End(syscall.SIGKILL)
			}
		}
	})
	return f
}

// environment is what a node, or a command, is told.
func (f *group) environment(more ...string) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append(append(os.Environ(), f.settings...), more...)
}

// set changes a setting for all nodes that start from now on.
func (f *group) set(name, value string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.settings = append(f.settings, "COUNTERPART_"+name+"="+value) // the last one counts
}

// run runs a command of the program.
func (f *group) run(t testing.TB, args ...string) string {
	t.Helper()
	command := exec.CommandContext(context.Background(), f.program, args...)
	command.Env = f.environment()
	return fleet.Do(t, command)
}

// start starts a node of the given program, with settings of its own if there are.
func (f *group) start(t testing.TB, n *node, program string, own ...string) {
	t.Helper()
	command := exec.CommandContext(context.Background(), program, "serve")
	command.Env = f.environment(append([]string{
		"COUNTERPART_LISTEN_API=" + n.api, "COUNTERPART_LISTEN_APP=" + n.app, "COUNTERPART_LISTEN_OPS=" + n.ops, "COUNTERPART_SERVICE=" + n.name,
	}, own...)...)
	n.process = fleet.Start(t, command, n.says)
}

// startAll starts those that do not run, and waits until all are ready.
func (f *group) startAll(t testing.TB) {
	t.Helper()
	for _, n := range f.all {
		if n.process == nil || !n.process.Running() {
			f.start(t, n, f.program)
		}
	}
	f.awaitAll(t)
}

func (f *group) awaitAll(t testing.TB) {
	t.Helper()
	for _, n := range f.all {
		f.await(t, n)
	}
}

func (f *group) await(t testing.TB, n *node) {
	t.Helper()
	fleet.Until(t, time.Minute, n.name+" is ready", func() bool {
		if !n.process.Running() {
			t.Fatalf("%s ended: %s", n.name, n.says.Tail())
		}
		return n.ready.Load()
	})
}

// restartAll stops all nodes at once and starts them with the settings of now.
func (f *group) restartAll(t testing.TB) {
	t.Helper()
	var all sync.WaitGroup
	for _, n := range f.all {
		all.Go(func() { n.process.End(syscall.SIGTERM) })
	}
	all.Wait()
	for _, n := range f.all {
		n.ready.Store(false)
	}
	f.startAll(t)
}

// roll replaces one node after the other, as an operator does: stop one, start it
// anew, wait until the balancer takes it, go on.
func (f *group) roll(t testing.TB, program string) {
	t.Helper()
	for _, n := range f.all {
		n.process.End(syscall.SIGTERM)
		f.start(t, n, program)
		fleet.Until(t, time.Minute, n.name+" is ready again", func() bool { return n.process.Running() && n.is(http.StatusOK) })
		f.await(t, n)
	}
}

// is tells how the node says it is.
func (n *node) is(status int) bool {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+n.ops+"/readyz", nil)
	if err != nil {
		return false
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	_ = answer.Body.Close()
	return answer.StatusCode == status
}

// figure is the sum of a metric of the node.
func (n *node) figure(name string) (sum float64, err error) {
	answer, err := http.Get("http://" + n.ops + "/metrics")
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		series, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if before, _, _ := strings.Cut(series, "{"); before == name {
			var n float64
			if _, err := fmt.Sscan(value, &n); err != nil {
				return 0, err
			}
			sum += n
		}
	}
	return sum, nil
}

// countedAlone is how often nodes counted a call by themselves, without Redis, since
// they were started.
func (f *group) countedAlone() (sum float64) {
	for _, n := range f.all {
		alone, _ := n.figure("counterpart_limits_counted_alone_total") // a node that is dead counts nothing
		sum += alone
	}
	return sum
}

// pick is the next node that the balancer takes for ready, or any if none is.
func (f *group) pick() *node {
	first := int(f.turn.Add(1))
	for i := range nodes {
		if n := f.all[(first+i)%nodes]; n.ready.Load() {
			return n
		}
	}
	return f.all[first%nodes]
}

// taken are the nodes that the balancer takes for ready.
func (f *group) taken() (list []*node) {
	for _, n := range f.all {
		if n.ready.Load() {
			list = append(list, n)
		}
	}
	return list
}
