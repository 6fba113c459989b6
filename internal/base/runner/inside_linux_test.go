package runner

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// insider is a program that shuts itself in as a runner does, and then tries what
// nobody could try from within a machine, or what would kill it.
const insider = "counterpart-function-insider"

func init() {
	if os.Args[0] != insider {
		return
	}
	if err := shutIn(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	switch os.Args[1] {
	case "escape":
		for name, attempt := range escapes() {
			if err := attempt(); err == nil {
				fmt.Println("nothing held back:", name)
			} else if !errors.Is(err, syscall.EPERM) && !errors.Is(err, syscall.ENOSYS) {
				fmt.Println(name, "was held back by something else:", err)
			}
		}
	case "recurse":
		fmt.Println(recurse(1))
	case "fill":
		for all := [][]byte{}; ; {
			all = append(all, bytes.Repeat([]byte{1}, 1<<20))
		}
	}
	os.Exit(0)
}

// recurse ends for no stack that there is.
func recurse(n int) int {
	if n < 0 {
		return 0
	}
	return recurse(n+1) + n
}

// escapes is what a runner that somebody took over would try. os.Args[2] is the
// process of its pool.
func escapes() map[string]func() error {
	pool, _ := strconv.Atoi(os.Args[2])
	raw := func(number uintptr, args ...uintptr) func() error {
		return func() error {
			args := append(args, 0, 0, 0, 0, 0, 0)
			if _, _, errno := syscall.RawSyscall6(number, args[0], args[1], args[2], args[3], args[4], args[5]); errno != 0 {
				return errno
			}
			return nil
		}
	}
	return map[string]func() error{
		"read a file":           func() error { _, err := os.ReadFile("/etc/passwd"); return err },
		"read its environment":  func() error { _, err := os.ReadFile("/proc/self/environ"); return err },
		"list files":            func() error { _, err := os.ReadDir("/"); return err },
		"write a file":          func() error { return os.WriteFile("/tmp/counterpart-escape", nil, 0o600) },
		"remove a file":         func() error { return os.Remove("/tmp/counterpart-escape") },
		"connect":               func() error { _, err := net.Dial("tcp", "127.0.0.1:5432"); return err },
		"make a socket":         raw(syscall.SYS_SOCKET, syscall.AF_UNIX, syscall.SOCK_STREAM),
		"make a raw socket":     raw(syscall.SYS_SOCKET, syscall.AF_PACKET, syscall.SOCK_RAW),
		"start a program":       func() error { return exec.Command("/bin/true").Run() },
		"become a program":      func() error { return syscall.Exec("/bin/true", []string{"true"}, nil) },
		"fork":                  raw(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD)),
		"leave its namespaces":  func() error { return syscall.Unshare(syscall.CLONE_NEWUSER) },
		"signal its pool":       func() error { return syscall.Kill(pool, 0) },
		"signal a thread of it": raw(syscall.SYS_TGKILL, uintptr(pool), uintptr(pool), 0),
		"trace its pool":        raw(syscall.SYS_PTRACE, syscall.PTRACE_ATTACH, uintptr(pool)),
		"run what it wrote":     func() error { return mapped(syscall.PROT_READ|syscall.PROT_EXEC, syscall.MAP_PRIVATE) },
		"share memory":          func() error { return mapped(syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED) }, // which no limit counts
		"add a stack": func() error {
			return mapped(syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_GROWSDOWN)
		},
		"raise its limits":         func() error { return syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: 1, Max: 1}) },
		"become another user":      raw(syscall.SYS_SETUID, 0),
		"load into the kernel":     raw(syscall.SYS_INIT_MODULE),
		"duplicate a descriptor":   raw(syscall.SYS_DUP, 1),
		"outlive its pool":         raw(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, 0),
		"lead a session":           raw(syscall.SYS_SETSID),
		"watch by a new interface": raw(425), // io_uring_setup
	}
}

func mapped(prot, flags int) error {
	_, err := syscall.Mmap(-1, 0, 4096, prot, syscall.MAP_ANON|flags)
	return err
}

// inside runs the insider, and returns what it printed and what it died with.
func inside(t *testing.T, what string) (said string, died *head) {
	t.Helper()
	died = &head{}
	c := &exec.Cmd{Path: ownProgram, Args: []string{insider, what, strconv.Itoa(os.Getpid())}, Env: []string{"GOTRACEBACK=none"}, Stderr: died}
	out, err := c.Output()
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		t.Fatal(err)
	}
	return string(out), died
}

func TestWhoeverTakesOverARunnerIsShutIn(t *testing.T) {
	t.Parallel()
	t.Run("FUN-01 FUN-02 every way out is refused by the system", func(t *testing.T) {
		if said, died := inside(t, "escape"); said != "" || died.String() != "" {
			t.Errorf("%s%s", said, died)
		}
	})
}

func TestWhatNoRunnerSaysIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{}`, `null`, `[]`, `7`, `{"ready":true,"log":"x"}`, `{"other":1}`, `{"log":"x"} {}`, `{`,
		`{"log":"` + strings.Repeat("x", MaxLine+1) + `"}`,
		`{"end":{"outcome":"great"}}`, `{"end":{"outcome":"ok"}}`, `{"end":{"outcome":"threw","output":1}}`, `{"end":{"outcome":"ok","output":1,"dropped":-1}}`,
		`{"end":{"outcome":"ok","output":"` + strings.Repeat("x", MaxOutput) + `"}}`,
		`{"end":{"outcome":"threw","message":"` + strings.Repeat("x", maxTold+1) + `"}}`,
		`{"call":{"method":"GET","path":"x"}}`, `{"call":{"method":"TRACE","path":"/"}}`, `{"call":{"method":"GET","path":"/ x"}}`,
		`{"call":{"method":"POST","path":"/","body":"` + strings.Repeat("x", MaxRequest) + `"}}`,
		strings.Repeat(" ", maxToPool) + `{"log":"x"}`,
	} {
		if m, err := understand(frame(text)); err == nil {
			t.Errorf("%.80s was taken: %+v", text, m)
		}
	}
}

func understand(bytes *bytes.Buffer) (m toPool, err error) {
	if err := readFrame(bytes, maxToPool, &m); err != nil {
		return m, err
	}
	return m, m.check()
}

func frame(text string) *bytes.Buffer {
	n := len(text)
	return bytes.NewBufferString(string([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}) + text)
}

func FuzzFrames(f *testing.F) {
	line := "a line"
	for _, m := range []toPool{
		{Ready: true}, {Log: &line},
		{Call: &request{Method: "POST", Path: "/v1/x?y", Body: json.RawMessage(`{"a":[1]}`)}},
		{End: &end{Outcome: OK, Output: json.RawMessage(`null`)}},
		{End: &end{Outcome: Threw, Message: "Error: x", Stack: "at f (function.js:1:1)", Dropped: 3}},
	} {
		var b bytes.Buffer
		if err := writeFrame(&b, m); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte{0xff, 0xff, 0xff, 0xff})
	f.Add([]byte{0, 0, 0, 9, '{'})
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := understand(bytes.NewBuffer(data))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := writeFrame(&again, m); err != nil {
			t.Fatalf("what was read cannot be said: %v", err)
		}
		if _, err := understand(&again); err != nil {
			t.Fatalf("what was said is not understood: %v: %q", err, again.Bytes())
		}
	})
}
