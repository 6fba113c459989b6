package doctor_test

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/counterpart/counterpart/internal/app"
	"github.com/counterpart/counterpart/internal/app/doctor"
)

// functions is what the doctor says of them, with nothing else there to look at.
func functions(t *testing.T, config app.Config) (list []doctor.Finding) {
	t.Helper()
	for _, f := range doctor.Examine(t.Context(), config, doctor.Options{}) {
		if f.Name == "Functions" {
			list = append(list, f)
		}
	}
	return list
}

func TestFunctionsThatAreOffOrRunElsewhereAreNotTried(t *testing.T) {
	t.Parallel()
	off := functions(t, app.Config{Functions: "off", Roles: []string{app.RoleWorker}})
	if len(off) != 1 || off[0].State != doctor.OK || !strings.Contains(off[0].Says, "switched off") {
		t.Errorf("switched off: %+v", off)
	}
	if elsewhere := functions(t, app.Config{Roles: []string{app.RoleAPI}}); len(elsewhere) != 0 {
		t.Errorf("no worker: %+v", elsewhere)
	}
}

// A process cannot get rid of a filter, so the test is a process of its own.
func TestARunnerThatCannotShutItselfInIsNamedWithWhatToDo(t *testing.T) {
	t.Parallel()
	const marker = "COUNTERPART_TEST_WITHOUT_SECCOMP"
	if os.Getenv(marker) == "" {
		again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.count=1")
		again.Env = append(os.Environ(), marker+"=1")
		if said, err := again.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		return
	}
	refuseSeccomp(t)
	found := functions(t, app.Config{Roles: []string{app.RoleWorker}})
	if len(found) != 1 || found[0].State != doctor.Wrong || !strings.Contains(found[0].Do, "SystemCallFilter=") || !strings.Contains(found[0].Says, "operation not permitted") {
		t.Errorf("%+v", found)
	}
}

// refuseSeccomp has the kernel refuse further filters, as a unit of systemd may.
func refuseSeccomp(t *testing.T) {
	t.Helper()
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 0},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_SECCOMP, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	runtime.KeepAlive(filter)
	if errno != 0 {
		t.Fatal(errno)
	}
}
