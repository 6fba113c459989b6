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

// ours is the CPU time of this process and what it started, and of the engines.
func (b *bench) ours(ctx context.Context) (time.Duration, error) {
	sum, err := used(syscall.RUSAGE_SELF)
	if err != nil {
		return 0, err
	}
	started, err := used(syscall.RUSAGE_CHILDREN)
	if err != nil {
		return 0, err
	}
	postgres, redis, err := b.engines(ctx)
	return sum + started + postgres + redis, err
}

// engines is the CPU time of all of PostgreSQL's processes, those that have ended
// among them, and of Redis.
func (b *bench) engines(ctx context.Context) (postgres, redis time.Duration, err error) {
	var one int
	if err := b.node.DB.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&one); err != nil {
		return 0, 0, err
	}
	server := processOf(one).parent
	known, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0, 0, err
	}
	for _, file := range known {
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		p := processOf(pid)
		switch {
		case pid == server:
			postgres += p.used + p.ended
		case p.parent == server:
			postgres += p.used
		case p.name == "redis-server":
			redis += p.used
		}
	}
	return postgres, redis, nil
}
