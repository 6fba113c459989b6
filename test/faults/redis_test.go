package faults

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/testenv"
	"github.com/counterpart/counterpart/test/fleet"
)

// redis is a server, or a Sentinel.
type redis struct {
	address string
	args    []string
	process *fleet.Process
	says    *fleet.Said
}

func newRedis(t testing.TB, args ...string) *redis {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("redis-server is not installed")
	}
	r := &redis{address: testenv.FreeAddress(t), says: &fleet.Said{}}
	r.args = append(args, "--port", r.port(), "--bind", "127.0.0.1", "--dir", fleet.EngineFolder(t, fleet.OpenFolder(t), "redis"))
	r.start(t)
	t.Cleanup(func() { r.process.End(syscall.SIGKILL) })
	return r
}

// newStore is a Redis that keeps nothing on disk.
func newStore(t testing.TB, args ...string) *redis {
	t.Helper()
	return newRedis(t, append([]string{"--save", "", "--appendonly", "no", "--repl-diskless-sync-delay", "0"}, args...)...)
}

// newSentinel watches a primary.
func newSentinel(t testing.TB, primary *redis) *redis {
	t.Helper()
	folder := fleet.EngineFolder(t, fleet.OpenFolder(t), "sentinel")
	file := filepath.Join(folder, "sentinel.conf")
	text := fmt.Sprintf("sentinel monitor %[1]s 127.0.0.1 %[2]s 2\nsentinel down-after-milliseconds %[1]s 1000\nsentinel failover-timeout %[1]s 5000\n",
		primaryName, primary.port())
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if as := fleet.EngineUser(t); as != nil {
		if err := os.Chown(file, int(as.Uid), int(as.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	return newRedis(t, file, "--sentinel")
}

// primaryName is what Sentinels call the Redis that they watch.
const primaryName = "counterpart"

func (r *redis) port() string {
	_, port, _ := net.SplitHostPort(r.address)
	return port
}

func (r *redis) start(t testing.TB) {
	t.Helper()
	r.process = fleet.Start(t, fleet.Engine(t, "redis-server", r.args...), r.says)
	fleet.Until(t, 20*time.Second, "Redis answers", func() bool {
		if !r.process.Running() {
			t.Fatalf("Redis ended: %s", r.says.Tail())
		}
		return r.ask("PING") == "+PONG"
	})
}

// ask is the first line of the answer to a command, or the failure.
func (r *redis) ask(command string) string { return strings.TrimSpace(r.askMore(command, 1)) }

// askMore is so many lines of it.
func (r *redis) askMore(command string, lines int) string {
	return fleet.AskRedis(r.address, command, lines)
}

// must carries a command out.
func (r *redis) must(t testing.TB, command string) {
	t.Helper()
	if answer := r.ask(command); strings.HasPrefix(answer, "-") || !strings.ContainsAny(answer[:1], "+:*$") {
		t.Errorf("Redis says %s to %s", answer, command)
	}
}

// watched is a primary with a replica, watched by three Sentinels.
type watched struct {
	servers   []*redis
	sentinels []*redis
}

func newWatched(t testing.TB) *watched {
	t.Helper()
	first := newStore(t)
	second := newStore(t, "--replicaof", "127.0.0.1", first.port())
	w := &watched{servers: []*redis{first, second}}
	fleet.Until(t, 20*time.Second, "the replica follows", func() bool { return first.ask("WAIT 1 1000") == ":1" })
	for range 3 {
		w.sentinels = append(w.sentinels, newSentinel(t, first))
	}
	return w
}

// await waits until the Sentinels know each other and the replica.
func (w *watched) await(t testing.TB) {
	t.Helper()
	fleet.Until(t, 30*time.Second, "the Sentinels know each other and the replica", func() bool {
		for _, s := range w.sentinels {
			if !strings.Contains(s.askMore("INFO sentinel", 9), "slaves=1,sentinels=3") {
				return false
			}
		}
		return true
	})
}

// url is where nodes ask for the primary.
func (w *watched) url() string {
	text := "redis://" + w.sentinels[0].address + "?master_set=" + primaryName
	for _, s := range w.sentinels[1:] {
		text += "&addr=" + s.address
	}
	return text
}

// primary is the server that the Sentinels name.
func (w *watched) primary() *redis {
	answer := w.sentinels[0].askMore("SENTINEL GET-MASTER-ADDR-BY-NAME "+primaryName, 5)
	for _, s := range w.servers {
		if strings.Contains(answer, s.port()) {
			return s
		}
	}
	return nil
}

// follows tells whether a server follows the primary, and has all it has.
func (w *watched) follows(s *redis) bool {
	return strings.Contains(s.askMore("INFO replication", 6), "master_link_status:up")
}
