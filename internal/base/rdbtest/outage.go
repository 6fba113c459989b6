package rdbtest

import (
	"io"
	"net"
	"os"
	"testing"
)

// Outage is a state in which Redis answers, and cannot serve.
type Outage struct {
	Name  string // the code of the errors that it answers with
	Begin func(testing.TB, *Server)
	End   func(testing.TB, *Server)
}

// Outages are those that a Redis can be brought into.
var Outages = []Outage{
	{"READONLY", does("REPLICAOF 127.0.0.1 1"), does("REPLICAOF NO ONE")},
	{"OOM", does("CONFIG SET maxmemory 1"), does("CONFIG SET maxmemory 0")},
	{"NOREPLICAS", does("CONFIG SET min-replicas-to-write 1"), does("CONFIG SET min-replicas-to-write 0")},
	{
		"MASTERDOWN",
		does("CONFIG SET replica-serve-stale-data no", "REPLICAOF 127.0.0.1 1"),
		does("REPLICAOF NO ONE"),
	},
	// The password is asked of new connections.
	{"NOAUTH", does("CONFIG SET requirepass changed", "CLIENT KILL TYPE normal SKIPME yes"), does(`CONFIG SET requirepass ""`)},
	{"MISCONF", cannotSave, does(`CONFIG SET save ""`)},
	{"BUSY", keepBusy, does("SCRIPT KILL")},
}

func does(commands ...string) func(testing.TB, *Server) {
	return func(t testing.TB, s *Server) {
		t.Helper()
		for _, command := range commands {
			s.do(t, command)
		}
	}
}

// cannotSave takes the folder away that snapshots are written to.
func cannotSave(t testing.TB, s *Server) {
	t.Helper()
	if err := os.RemoveAll(s.folder); err != nil {
		t.Fatal(err)
	}
	s.do(t, `CONFIG SET save "3600 1"`)
	s.do(t, "BGSAVE")
	for s.ask(t, "SET saved no")[0] != '-' { // until it has failed
	}
}

// keepBusy has the server run a script that does not end.
func keepBusy(t testing.TB, s *Server) {
	t.Helper()
	s.do(t, "CONFIG SET busy-reply-threshold 1")
	conn, err := net.Dial("tcp", s.operator.RemoteAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, "EVAL \"while true do end\" 0\r\n"); err != nil {
		t.Fatal(err)
	}
	for s.ask(t, "PING")[0] != '-' { // until the script is under way
	}
}
