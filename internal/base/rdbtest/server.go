package rdbtest

import (
	"context"
	"io"
	"net"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Server is a Redis of a test's own, for tests in which Redis goes away.
type Server struct {
	port    int
	process *exec.Cmd
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
	// Not the test's context: the server is stopped after that has ended.
	s.process = exec.CommandContext(context.Background(), "redis-server", "--port", strconv.Itoa(s.port),
		"--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", t.TempDir())
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
	s.process = nil
}

func (s *Server) await(t testing.TB) {
	t.Helper()
	address := strings.TrimPrefix(s.URL(), "redis://")
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
		if conn, err := net.Dial("tcp", address); err == nil {
			_ = conn.Close()
			return
		}
	}
	t.Fatalf("the Redis at %s does not answer", address)
}

// freePort is a port of the loopback that nobody listens on.
func freePort(t testing.TB) int {
	t.Helper()
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	return socket.Addr().(*net.TCPAddr).Port
}

// Flush empties the server.
func (s *Server) Flush(t testing.TB) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "redis://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	answer := make([]byte, len("+OK\r\n"))
	if _, err := conn.Write([]byte("FLUSHALL\r\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(conn, answer); err != nil || string(answer) != "+OK\r\n" {
		t.Fatalf("flush a Redis: %s, %v", answer, err)
	}
}
