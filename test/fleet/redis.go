package fleet

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/testenv"
)

// Redis is a server that keeps nothing on disk.
type Redis struct{ Address string }

// NewRedis starts one.
func NewRedis(t testing.TB) *Redis {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("redis-server is not installed")
	}
	r := &Redis{Address: testenv.FreeAddress(t)}
	says := &Said{}
	process := Start(t, Engine(t, "redis-server", "--port", portOf(r.Address), "--bind", "127.0.0.1", "--dir", EngineFolder(t, OpenFolder(t), "redis"), "--save", "", "--appendonly", "no"), says)
	t.Cleanup(func() { process.End(syscall.SIGKILL) })
	Until(t, 20*time.Second, "Redis answers", func() bool {
		if !process.Running() {
			t.Fatalf("Redis ended: %s", says.Tail())
		}
		return strings.HasPrefix(r.Ask("PING", 1), "+PONG")
	})
	return r
}

// Ask is so many lines of the answer to a command, or the failure.
func (r *Redis) Ask(command string, lines int) string { return AskRedis(r.Address, command, lines) }

// AskRedis is the same of any Redis, or Sentinel.
func AskRedis(at, command string, lines int) string {
	conn, err := new(net.Dialer).DialContext(context.Background(), "tcp", at)
	if err != nil {
		return err.Error()
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(2 * time.Second))
	if _, err := fmt.Fprint(conn, command, "\r\n"); err != nil {
		return err.Error()
	}
	var all strings.Builder
	for reader := bufio.NewReader(conn); lines > 0; lines-- {
		line, err := reader.ReadString('\n')
		if err != nil {
			return err.Error()
		}
		all.WriteString(line)
	}
	return all.String()
}
