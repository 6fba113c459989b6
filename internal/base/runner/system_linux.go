package runner

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ownProgram is this program, even when its file has been replaced by a newer one.
const ownProgram = "/proc/self/exe"

// bound is how a runner hangs on its node: it does not outlive it. The kernel means
// the thread that started it, and Go's threads stay.
var bound = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}

const (
	// maxData is what a runner may have beyond what it has when it starts: the
	// machine's memory, Go's own, and the stack.
	maxData = MaxMemory + 320<<20
	// maxStack is of one goroutine. The engine ends a recursion long before; what it
	// does not see ends here.
	maxStack = 128 << 20
	// maxLifeCPU is of all runs of a runner's, in seconds: for one that somebody took
	// over, and that goes on between runs.
	maxLifeCPU = 600
)

// shutIn gives up whatever running a function does not need.
func shutIn() error {
	debug.SetMaxStack(maxStack)
	if err := closeInherited(); err != nil {
		return err
	}
	// When memory is short, runners go before their node. Where that cannot be said
	// their own limits still hold.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
	held, err := memoryOf("self", "VmData")
	if err != nil {
		return err
	}
	for _, limit := range []struct {
		of  int
		max uint64
	}{
		{unix.RLIMIT_NOFILE, 0},
		{unix.RLIMIT_FSIZE, 0},
		{unix.RLIMIT_CORE, 0},
		{unix.RLIMIT_CPU, maxLifeCPU},
		{unix.RLIMIT_DATA, held + maxData},
	} {
		if err := unix.Setrlimit(limit.of, &unix.Rlimit{Cur: limit.max, Max: limit.max}); err != nil {
			return fmt.Errorf("set limit %d: %w", limit.of, err)
		}
	}
	return filterCalls()
}

// closeInherited closes what the node itself was started with: Go keeps what it
// opens from its children, but not what it was given.
func closeInherited() error {
	const open = "/proc/self/fd"
	list, err := os.ReadDir(open)
	if err != nil {
		return err
	}
	for _, entry := range list {
		descriptor, err := strconv.Atoi(entry.Name())
		if err != nil || descriptor <= 2 {
			continue
		}
		// Go's own are of this kind; the list itself is closed by now.
		if is, err := os.Readlink(open + "/" + entry.Name()); err == nil && !strings.HasPrefix(is, "anon_inode:[event") {
			_ = unix.Close(descriptor)
		}
	}
	return nil
}

// allowed is what Go's runtime asks of the system once a program runs. All else
// fails: files, sockets, other processes.
var allowed = []uint32{
	unix.SYS_READ, unix.SYS_WRITE, unix.SYS_CLOSE,
	unix.SYS_MUNMAP, unix.SYS_MADVISE, unix.SYS_MREMAP, unix.SYS_MINCORE, unix.SYS_BRK,
	unix.SYS_FUTEX, unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP,
	unix.SYS_CLOCK_GETTIME, unix.SYS_GETTIMEOFDAY, unix.SYS_GETRUSAGE, unix.SYS_GETRANDOM,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK,
	unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ,
	unix.SYS_EPOLL_PWAIT, unix.SYS_EXIT, unix.SYS_EXIT_GROUP, unix.SYS_RESTART_SYSCALL,
}

// filterCalls has the kernel refuse what is not allowed, for all threads, from now on.
func filterCalls() error {
	arch, known := map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]
	if !known {
		return errors.New("functions run on amd64 and arm64")
	}
	filter := callFilter(arch, uint32(os.Getpid()))
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("give up new privileges: %w", err)
	}
	unsynced, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	runtime.KeepAlive(filter)
	if errno != 0 {
		return fmt.Errorf("filter system calls: %w", errno)
	}
	if unsynced != 0 {
		return fmt.Errorf("filter system calls: thread %d stays out", unsynced)
	}
	return nil
}

// callFilter is a program of the kernel's: for each call it says whether it goes on.
func callFilter(arch, pid uint32) []unix.SockFilter {
	const (
		number, architecture = 0, 4 // where they stand in struct seccomp_data
		argument             = 16   // the first; each has eight bytes
		pass                 = unix.SECCOMP_RET_ALLOW
		refuse               = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
		load                 = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal                = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		anyOf                = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
		end                  = unix.BPF_RET | unix.BPF_K
	)
	f := []unix.SockFilter{
		{Code: load, K: architecture},
		{Code: equal, K: arch, Jt: 1},
		{Code: end, K: unix.SECCOMP_RET_KILL_PROCESS},
		{Code: load, K: number},
	}
	for _, call := range allowed {
		f = append(f, unix.SockFilter{Code: equal, K: call, Jf: 1}, unix.SockFilter{Code: end, K: pass})
	}
	// Memory that RLIMIT_DATA does not count: shared, or a stack.
	f = append(f,
		unix.SockFilter{Code: equal, K: unix.SYS_MMAP, Jf: 4},
		unix.SockFilter{Code: load, K: argument + 8*3},
		unix.SockFilter{Code: anyOf, K: unix.MAP_SHARED | unix.MAP_GROWSDOWN, Jf: 1},
		unix.SockFilter{Code: end, K: refuse},
		unix.SockFilter{Code: load, K: number})
	// These go on if an argument is, or has, what it must.
	for _, c := range []struct {
		call     uint32
		argument uint32
		test     uint16
		with     uint32
		then     uint32 // if the test holds
		or       uint32
	}{
		{unix.SYS_CLONE, 0, anyOf, unix.CLONE_THREAD, pass, refuse},
		{unix.SYS_TGKILL, 0, equal, pid, pass, refuse}, // Go's way to preempt
		{unix.SYS_MMAP, 2, anyOf, unix.PROT_EXEC, refuse, pass},
		{unix.SYS_MPROTECT, 2, anyOf, unix.PROT_EXEC, refuse, pass},
	} {
		f = append(f,
			unix.SockFilter{Code: equal, K: c.call, Jf: 4},
			unix.SockFilter{Code: load, K: argument + 8*c.argument},
			unix.SockFilter{Code: c.test, K: c.with, Jf: 1},
			unix.SockFilter{Code: end, K: c.then},
			unix.SockFilter{Code: end, K: c.or})
	}
	// A C library that does not know this call tries clone.
	f = append(f,
		unix.SockFilter{Code: equal, K: unix.SYS_CLONE3, Jf: 1},
		unix.SockFilter{Code: end, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)})
	return append(f, unix.SockFilter{Code: end, K: refuse})
}

// ownCPU is how much processor time this process has used.
func ownCPU() time.Duration {
	used, _ := clock(unix.CLOCK_PROCESS_CPUTIME_ID)
	return used
}

// cpuOf is how much processor time another process has used.
func cpuOf(pid int) (time.Duration, error) {
	const all = 2 // user and system time, exactly (MAKE_PROCESS_CPUCLOCK of the kernel)
	return clock(int32(^pid<<3 | all))
}

func clock(id int32) (time.Duration, error) {
	var t unix.Timespec
	if err := unix.ClockGettime(id, &t); err != nil {
		return 0, err
	}
	return time.Duration(t.Nano()), nil
}

// watchMemory begins to watch how much memory a process has at most. What is
// returned says how much it was beyond what it had.
func watchMemory(pid int) (peak func() int64) {
	process := strconv.Itoa(pid)
	before, err := memoryOf(process, "VmRSS")
	if err == nil {
		const forgetPeak = "5" // proc_pid_clear_refs(5)
		err = os.WriteFile("/proc/"+process+"/clear_refs", []byte(forgetPeak), 0)
	}
	return func() int64 {
		most, errNow := memoryOf(process, "VmHWM")
		if err != nil || errNow != nil || most < before {
			return 0
		}
		return int64(most - before)
	}
}

// memoryOf reads a line about memory of /proc/…/status.
func memoryOf(process, line string) (bytes uint64, err error) {
	text, err := os.ReadFile("/proc/" + process + "/status")
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), "\n"+line+":")
	rest, _, _ = strings.Cut(rest, " kB")
	kilobytes, err := strconv.ParseUint(strings.TrimSpace(rest), 10, 64)
	return kilobytes << 10, err
}
