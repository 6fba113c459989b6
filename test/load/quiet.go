package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A machine is busy when others take more than this of its processors' time, or when
// whoever runs the machine does. What the kernel does for our disk counts as others'.
const (
	othersAtMost = 0.10
	stolenAtMost = 0.05
)

// machine is what its processors have done so far.
type machine struct {
	total, busy, stolen time.Duration
	ours                time.Duration // of this process and the engines
}

// noise is what disturbed a measurement, in shares of the machine.
type noise struct{ Others, Stolen float64 }

func (n noise) busy() bool { return n.Others > othersAtMost || n.Stolen > stolenAtMost }

func (n noise) String() string {
	return fmt.Sprintf("others %.0f %%, stolen %.0f %%", 100*n.Others, 100*n.Stolen)
}

func (m machine) since(before machine) noise {
	total := float64(m.total - before.total)
	if total <= 0 {
		return noise{}
	}
	others := float64(m.busy-before.busy) - float64(m.ours-before.ours)
	return noise{Others: max(0, others/total), Stolen: float64(m.stolen-before.stolen) / total}
}

// look reads what the machine and we have done; nothing where there is no /proc.
func (b *bench) look(ctx context.Context) (m machine, err error) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return m, nil
	}
	line, _, _ := strings.Cut(string(text), "\n")
	const idle, waiting, stolen, guests = 3, 4, 7, 8
	for i, field := range strings.Fields(line)[1:] {
		n, _ := strconv.Atoi(field)
		took := time.Duration(n) * tick
		switch {
		case i >= guests: // among the others already
			continue
		case i == stolen:
			m.stolen += took
		case i != idle && i != waiting:
			m.busy += took
		}
		m.total += took
	}
	m.ours, err = b.ours(ctx)
	return m, err
}

// ours is the CPU time of this process and what it started, of all of PostgreSQL's
// processes and of Redis.
func (b *bench) ours(ctx context.Context) (sum time.Duration, err error) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var used syscall.Rusage
		if err := syscall.Getrusage(who, &used); err != nil {
			return 0, err
		}
		sum += time.Duration(used.Utime.Nano() + used.Stime.Nano())
	}
	var one int
	if err := b.node.DB.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&one); err != nil {
		return 0, err
	}
	server := processOf(one).parent
	known, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0, err
	}
	for _, file := range known {
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		p := processOf(pid)
		if p.parent == server || p.name == "redis-server" {
			sum += p.used
		}
		if pid == server {
			sum += p.used + p.ended
		}
	}
	return sum, nil
}
