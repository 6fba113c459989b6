package fleet

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/testenv"
)

const database = "counterpart"

// Postgres is a server, with a database that is empty at first.
type Postgres struct {
	Address string
	Process *Process
	bin     string
}

// settings are for a server that is thrown away with its test: nothing is synced to
// the disk.
const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
shared_buffers = 128MB
fsync = off
max_wal_size = 256MB
min_wal_size = 32MB
timezone = 'UTC'
jit = off
`

// NewPostgres makes and starts one.
func NewPostgres(t testing.TB) *Postgres {
	t.Helper()
	s := &Postgres{bin: PostgresPrograms(t), Address: testenv.FreeAddress(t)}
	folder := EngineFolder(t, OpenFolder(t), "postgres")
	Do(t, s.program(t, "initdb", "-D", folder, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"))
	file, err := os.OpenFile(filepath.Join(folder, "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString(settings); err != nil {
		t.Fatal(err)
	}
	s.start(t, folder)
	Do(t, s.program(t, "createdb", "-h", "127.0.0.1", "-p", portOf(s.Address), "-U", "postgres", database))
	return s
}

// start starts the server, until the test ends, and waits until it answers.
func (s *Postgres) start(t testing.TB, folder string) {
	t.Helper()
	says := &Said{}
	s.Process = Start(t, s.program(t, "postgres", "-D", folder, "-p", portOf(s.Address)), says)
	t.Cleanup(s.Process.KillTree)
	Until(t, time.Minute, "PostgreSQL answers", func() bool {
		if !s.Process.Running() {
			t.Fatalf("PostgreSQL ended: %s", says.Tail())
		}
		return s.program(t, "pg_isready", "-q", "-h", "127.0.0.1", "-p", portOf(s.Address)).Run() == nil
	})
}

func (s *Postgres) program(t testing.TB, name string, args ...string) *exec.Cmd {
	t.Helper()
	return Engine(t, filepath.Join(s.bin, name), args...)
}

// PostgresPrograms is where Debian keeps them, or where the path says.
func PostgresPrograms(t testing.TB) string {
	t.Helper()
	if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb"); len(found) > 0 {
		return filepath.Dir(found[len(found)-1])
	}
	found, err := exec.LookPath("initdb")
	if err != nil {
		t.Skip("PostgreSQL's programs are not installed")
	}
	return filepath.Dir(found)
}

// URL is where it is found.
func (s *Postgres) URL() string {
	return "postgres://postgres@" + s.Address + "/" + database + "?sslmode=disable"
}

func portOf(address string) string {
	_, port, _ := net.SplitHostPort(address)
	return port
}
