package faults

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/testenv"
	"github.com/counterpart/counterpart/test/fleet"
)

const database = "counterpart"

// postgres is a server. Its files outlive its processes.
type postgres struct {
	bin, folder, address string
	place                string // the file system of its own that folder is on, or empty
	nodes                *relay // the nodes' way to it
	standbys             *relay // the way of its standby
	process              *fleet.Process
	says                 *fleet.Said
}

// settings are for a server that may be killed at any time. What the kernel has
// taken survives that, so nothing is synced to the disk: only a power cut would tell.
const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
shared_buffers = 128MB
fsync = off
max_wal_size = 256MB
min_wal_size = 32MB
wal_level = replica
max_wal_senders = 10
wal_keep_size = 64MB
wal_receiver_status_interval = 1s
timezone = 'UTC'
jit = off
include 'standbys.conf'
`

// newPostgres prepares the place of a server.
func newPostgres(t testing.TB, name string) *postgres {
	t.Helper()
	s := &postgres{bin: fleet.PostgresPrograms(t), address: testenv.FreeAddress(t), says: &fleet.Said{}}
	place := fleet.OpenFolder(t)
	if full() {
		s.place = ownFileSystem(t, place)
	}
	s.folder = fleet.EngineFolder(t, place, name)
	s.nodes, s.standbys = newRelay(t, s.address), newRelay(t, s.address)
	t.Cleanup(func() {
		if s.process != nil {
			s.process.KillTree()
		}
	})
	return s
}

// diskSize is room for all that the suite writes, and little enough to fill up.
const diskSize = 2 << 30

// ownFileSystem mounts one that can be full without harm, where that is allowed.
func ownFileSystem(t testing.TB, place string) string {
	t.Helper()
	if err := syscall.Mount("tmpfs", place, "tmpfs", 0, fmt.Sprintf("size=%d", diskSize)); err != nil {
		t.Logf("no file system of its own for PostgreSQL: %v", err)
		return ""
	}
	t.Cleanup(func() { _ = syscall.Unmount(place, syscall.MNT_DETACH) })
	if err := os.Chmod(place, 0o755); err != nil {
		t.Fatal(err)
	}
	return place
}

func (s *postgres) program(t testing.TB, name string, args ...string) *exec.Cmd {
	t.Helper()
	return fleet.Engine(t, filepath.Join(s.bin, name), args...)
}

// create makes an empty server.
func (s *postgres) create(t testing.TB) {
	t.Helper()
	fleet.Do(t, s.program(t, "initdb", "-D", s.folder, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"))
	file, err := os.OpenFile(filepath.Join(s.folder, "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString(settings); err != nil {
		t.Fatal(err)
	}
	s.waitFor(t, "")
	s.start(t)
	fleet.Do(t, s.program(t, "createdb", "-h", "127.0.0.1", "-p", s.port(), "-U", "postgres", database))
}

// copy makes the server a standby of another, from a copy of its files.
func (s *postgres) copy(t testing.TB, primary *postgres) {
	t.Helper()
	if err := os.RemoveAll(s.folder); err != nil {
		t.Fatal(err)
	}
	fleet.EngineFolder(t, filepath.Dir(s.folder), filepath.Base(s.folder))
	host, port, _ := net.SplitHostPort(primary.standbys.address)
	fleet.Do(t, s.program(t, "pg_basebackup", "-D", s.folder, "-h", host, "-p", port, "-U", "postgres", "-R", "-X", "stream", "-c", "fast", "--no-sync"))
	s.waitFor(t, "") // a copy of the primary's setting would have it wait for somebody once it is promoted
	s.start(t)
	primary.waitFor(t, "*")
	primary.reload()
	s.awaitSync(t, primary)
}

// awaitSync waits until commits of the primary wait for the server.
func (s *postgres) awaitSync(t testing.TB, primary *postgres) {
	t.Helper()
	fleet.Until(t, 30*time.Second, "the standby is synchronous", func() bool {
		return primary.asked("SELECT coalesce(string_agg(sync_state, ','), '') FROM pg_stat_replication") == "sync"
	})
}

// waitFor says for whom commits wait.
func (s *postgres) waitFor(t testing.TB, standbys string) {
	t.Helper()
	file := filepath.Join(s.folder, "standbys.conf")
	text := fmt.Sprintf("synchronous_standby_names = '%s'\n", standbys)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (s *postgres) reload() { s.process.Signal(syscall.SIGHUP) }

func (s *postgres) port() string {
	_, port, _ := net.SplitHostPort(s.address)
	return port
}

// start starts the server and waits until it answers.
func (s *postgres) start(t testing.TB) {
	t.Helper()
	_ = os.Remove(filepath.Join(s.folder, "postmaster.pid"))
	s.process = fleet.Start(t, s.program(t, "postgres", "-D", s.folder, "-p", s.port()), s.says)
	fleet.Until(t, time.Minute, "PostgreSQL answers", func() bool {
		if !s.process.Running() {
			t.Fatalf("PostgreSQL ended: %s", s.says.Tail())
		}
		return s.program(t, "pg_isready", "-q", "-h", "127.0.0.1", "-p", s.port()).Run() == nil
	})
}

// promote makes a primary of a standby.
func (s *postgres) promote(t testing.TB) {
	t.Helper()
	fleet.Do(t, s.program(t, "pg_ctl", "promote", "-w", "-t", "60", "-D", s.folder))
}

// asked is the answer of the server to a question, or its failure.
func (s *postgres) asked(question string) string {
	db, err := pg.Open(context.Background(), "postgres://postgres@"+s.address+"/postgres?sslmode=disable", pg.Options{MaxConns: 1})
	if err != nil {
		return err.Error()
	}
	defer db.Close()
	var answer string
	if err := db.QueryRow(context.Background(), question).Scan(&answer); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(answer)
}

// urlOf names servers; the one that takes writes is found.
func urlOf(addresses ...string) string {
	return "postgres://postgres@" + strings.Join(addresses, ",") + "/" + database + "?sslmode=disable"
}
