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
	process := start(t, engine(t, "redis-server", "--port", portOf(r.Address), "--bind", "127.0.0.1", "--dir", engineFolder(t, openFolder(t), "redis"), "--save", "", "--appendonly", "no"), says)
	t.Cleanup(func() { process.end(syscall.SIGKILL) })
	Until(t, 20*time.Second, "Redis answers", func() bool {
		if !process.running() {
			t.Fatalf("Redis ended: %s", says.tail())
		}
		return strings.HasPrefix(r.Ask("PING", 1), "+PONG")
	})
	return r
}

// Ask is so many lines of the answer to a command, or the failure.
func (r *Redis) Ask(command string, lines int) string {
	conn, err := new(net.Dialer).DialContext(context.Background(), "tcp", r.Address)
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
