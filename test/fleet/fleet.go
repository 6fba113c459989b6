package fleet

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/testenv"
)

// requestLimit is how long a request may take at a node, in every installation.
const requestLimit = 8 * time.Second

// Node is a process of the service, at an address of its own.
type Node struct {
	Name          string
	API, App, Ops string
	Process       *Process
	Says          *Said
	client        *http.Client
}

// Fleet is the nodes of an installation.
type Fleet struct {
	All      []*Node
	program  string
	settings []string // what all nodes share, NAME=value
	turn     atomic.Int64
}

// Build builds the service, as an operator does.
func Build(t testing.TB, in string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "counterpartd")
	command := exec.CommandContext(t.Context(), "go", "build", "-o", program, "./cmd/counterpartd")
	command.Dir = in
	Do(t, command)
	return program
}

// New prepares so many nodes of a program; settings are what they share.
func New(t testing.TB, program string, nodes int, settings []string) *Fleet {
	t.Helper()
	f := &Fleet{program: program, settings: settings}
	for i := range nodes {
		n := &Node{
			Name: fmt.Sprintf("Node-%d", i+1), Says: &Said{},
			API: testenv.FreeAddress(t), App: testenv.FreeAddress(t), Ops: testenv.FreeAddress(t),
			client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: requestLimit + 5*time.Second},
		}
		f.All = append(f.All, n)
	}
	t.Cleanup(func() {
		for _, n := range f.All {
			if n.Process != nil {
				n.Process.End(syscall.SIGKILL)
			}
		}
	})
	return f
}

// Run runs a command of the program.
func (f *Fleet) Run(t testing.TB, args ...string) string {
	t.Helper()
	command := exec.CommandContext(context.Background(), f.program, args...)
	command.Env = append(os.Environ(), f.settings...)
	return Do(t, command)
}

// StartAll starts all nodes, and waits until they are ready.
func (f *Fleet) StartAll(t testing.TB) {
	t.Helper()
	for _, n := range f.All {
		command := exec.CommandContext(context.Background(), f.program, "serve")
		command.Env = append(append(os.Environ(), f.settings...),
			"COUNTERPART_LISTEN_API="+n.API, "COUNTERPART_LISTEN_APP="+n.App, "COUNTERPART_LISTEN_OPS="+n.Ops, "COUNTERPART_SERVICE="+n.Name)
		n.Process = Start(t, command, n.Says)
	}
	for _, n := range f.All {
		Until(t, time.Minute, n.Name+" is ready", func() bool {
			if !n.Process.Running() {
				t.Fatalf("%s ended: %s", n.Name, n.Says.Tail())
			}
			return n.isReady()
		})
	}
}

// isReady tells whether the node says so.
func (n *Node) isReady() bool {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+n.Ops+"/readyz", nil)
	if err != nil {
		return false
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	_ = answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// Figures are the sums of all metrics of the node, by name.
func (n *Node) Figures() (map[string]float64, error) {
	answer, err := http.Get("http://" + n.Ops + "/metrics")
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	sums := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		series, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if series == "#" {
			continue
		}
		name, _, _ := strings.Cut(series, "{")
		figure, err := strconv.ParseFloat(value[strings.LastIndex(value, " ")+1:], 64)
		if err != nil {
			return nil, fmt.Errorf("read %q: %w", line, err)
		}
		sums[name] += figure
	}
	return sums, nil
}

// Transport reaches the node under the names of both hosts.
func (n *Node) Transport() http.RoundTripper {
	at := map[string]string{BaseURL: n.API, AuthURL: n.App}
	return &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, at["http://"+address])
	}}
}

// Pick is the next node, in turn.
func (f *Fleet) Pick() *Node { return f.All[int(f.turn.Add(1))%len(f.All)] }
