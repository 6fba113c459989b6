package rdbtest

import (
	"bufio"
	"context"
	"io"
	"net"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/testenv"
)

// Server is a Redis of a test's own, for tests in which Redis goes away, hangs or
// cannot serve.
type Server struct {
	port    int
	process *exec.Cmd
	folder  string
	// operator is a connection that was there before any trouble.
	operator net.Conn
}

// StartServer runs a Redis until the test ends.
func StartServer(t testing.TB) *Server {
	t.Helper()
	s := &Server{port: freePort(t)}
	s.Start(t)
	t.Cleanup(func() { s.Stop(t) })
	return s
}

// URL is where the server is, or will be again.
func (s *Server) URL() string { return "redis://127.0.0.1:" + strconv.Itoa(s.port) }

// Start brings the server up, empty, where it was before.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	s.folder = t.TempDir()
	// Not the test's context: the server is stopped after that has ended.
	s.process = exec.CommandContext(context.Background(), "redis-server", "--port", strconv.Itoa(s.port),
		"--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", s.folder)
	if err := s.process.Start(); err != nil {
		t.Fatalf("start a Redis: %v", err)
	}
	s.await(t)
}

// Stop ends the server, and all its connections with it.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	if s.process == nil {
		return
	}
	if err := s.process.Process.Kill(); err != nil {
		t.Errorf("stop a Redis: %v", err)
	}
	_ = s.process.Wait() // says that it was killed
	_ = s.operator.Close()
	s.process = nil
}

func (s *Server) await(t testing.TB) {
	t.Helper()
	address := strings.TrimPrefix(s.URL(), "redis://")
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
		if conn, err := net.Dial("tcp", address); err == nil {
			s.operator = conn
			return
		}
	}
	t.Fatalf("the Redis at %s does not answer", address)
}

// freePort is a port of the loopback that nobody listens on.
func freePort(t testing.TB) int {
	t.Helper()
	_, text, _ := net.SplitHostPort(testenv.FreeAddress(t))
	port, _ := strconv.Atoi(text)
	return port
}

// Replica runs a second Redis that follows this one until the test ends, and has
// all that was written so far.
func (s *Server) Replica(t testing.TB) *Server {
	t.Helper()
	replica := StartServer(t)
	replica.do(t, "REPLICAOF 127.0.0.1 "+strconv.Itoa(s.port))
	for s.ask(t, "WAIT 1 1000") != ":1\r\n" {
	}
	return replica
}

// Promote makes a primary of a replica, with what it has by then.
func (s *Server) Promote(t testing.TB) {
	t.Helper()
	s.do(t, "REPLICAOF NO ONE")
}

// Flush empties the server.
func (s *Server) Flush(t testing.TB) {
	t.Helper()
	s.do(t, "FLUSHALL")
}

// Freeze stops the server in the middle of whatever it does: connections stay and
// are taken, and nothing is answered.
func (s *Server) Freeze(t testing.TB) {
	t.Helper()
	s.signal(t, syscall.SIGSTOP)
}

// Thaw lets a frozen server go on.
func (s *Server) Thaw(t testing.TB) {
	t.Helper()
	s.signal(t, syscall.SIGCONT)
}

func (s *Server) signal(t testing.TB, signal syscall.Signal) {
	t.Helper()
	if err := s.process.Process.Signal(signal); err != nil {
		t.Fatalf("%v a Redis: %v", signal, err)
	}
}

// do has the server carry out a command, which is written as in redis-cli.
func (s *Server) do(t testing.TB, command string) {
	t.Helper()
	if answer := s.ask(t, command); answer[0] == '-' {
		t.Fatalf("%s: %s", command, answer)
	}
}

// ask is the line that the server answers a command with.
func (s *Server) ask(t testing.TB, command string) string {
	t.Helper()
	if _, err := io.WriteString(s.operator, command+"\r\n"); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(s.operator).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return line
}
