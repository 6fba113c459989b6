package fleet

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/testenv"
)

// Process is a program that runs until it is killed or told to stop.
type Process struct {
	command *exec.Cmd
	ended   chan struct{}
}

// Start starts a program. What it says is kept.
func Start(t testing.TB, command *exec.Cmd, says *Said) *Process {
	t.Helper()
	command.Stdout, command.Stderr = says, says
	if err := command.Start(); err != nil {
		t.Fatalf("start %s: %v", command.Path, err)
	}
	p := &Process{command: command, ended: make(chan struct{})}
	go func() {
		_ = command.Wait() // most are killed
		close(p.ended)
	}()
	return p
}

// End sends a signal and waits for the end.
func (p *Process) End(with syscall.Signal) {
	p.Signal(with)
	<-p.ended
}

// Signal sends a signal, and waits for nothing.
func (p *Process) Signal(with syscall.Signal) { _ = p.command.Process.Signal(with) }

// PID is its id.
func (p *Process) PID() int { return p.command.Process.Pid }

// Running tells whether it has not ended.
func (p *Process) Running() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// KillTree kills a process and its children all at once: none of them does
// anything after the first is dead.
func (p *Process) KillTree() {
	p.Signal(syscall.SIGSTOP)
	for _, child := range testenv.Children(p.PID()) {
		_ = syscall.Kill(child, syscall.SIGKILL)
	}
	p.End(syscall.SIGKILL)
}

// EngineUser is whom engines run as: PostgreSQL refuses to run as root.
func EngineUser(t testing.TB) *syscall.Credential {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	as, err := user.Lookup("postgres")
	if err != nil {
		t.Skip("PostgreSQL does not run as root, and there is no user postgres")
	}
	uid, _ := strconv.Atoi(as.Uid)
	gid, _ := strconv.Atoi(as.Gid)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// Engine is a command that runs as that user.
func Engine(t testing.TB, program string, args ...string) *exec.Cmd {
	t.Helper()
	command := exec.CommandContext(context.Background(), program, args...)
	command.SysProcAttr = &syscall.SysProcAttr{Credential: EngineUser(t), Setpgid: true}
	command.Dir = "/"
	return command
}

// Do runs a command to its end.
func Do(t testing.TB, command *exec.Cmd) string {
	t.Helper()
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", strings.Join(command.Args, " "), err, out)
	}
	return string(out)
}

// EngineFolder is a folder that belongs to the engines' user.
func EngineFolder(t testing.TB, in, name string) string {
	t.Helper()
	folder := filepath.Join(in, name)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if as := EngineUser(t); as != nil {
		if err := os.Chown(folder, int(as.Uid), int(as.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// OpenFolder is a folder of the test's own that others may enter.
func OpenFolder(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	for _, of := range []string{filepath.Dir(folder), folder} {
		if err := os.Chmod(of, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// Until waits for a condition, for no longer than limit.
func Until(t testing.TB, limit time.Duration, what string, condition func() bool) {
	t.Helper()
	tick, over := time.NewTicker(50*time.Millisecond), time.After(limit)
	defer tick.Stop()
	for !condition() {
		select {
		case <-tick.C:
		case <-over:
			t.Fatalf("not within %s: %s", limit, what)
		}
	}
}

// Pause waits, or until ctx ends.
func Pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// Said is what programs said.
type Said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write takes a line.
func (s *Said) Write(line []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(line)
}

// Lines are those that hold one of the words.
func (s *Said) Lines(words ...string) (found []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for line := range strings.Lines(s.text.String()) {
		for _, word := range words {
			if strings.Contains(line, word) {
				found = append(found, strings.TrimSpace(line))
				break
			}
		}
	}
	return found
}

// Tail is what was said last.
func (s *Said) Tail() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := s.text.String()
	return fmt.Sprint("…", text[max(0, len(text)-3000):])
}
