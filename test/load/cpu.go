package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// spent is CPU time, which says what work costs however busy the machine is: of
// this process (node, load and receivers), and of PostgreSQL's processes.
type spent struct{ process, engine time.Duration }

func (s spent) since(before spent) spent {
	return spent{s.process - before.process, s.engine - before.engine}
}

func (s spent) plus(more spent) spent { return spent{s.process + more.process, s.engine + more.engine} }

// cpu tells what has been spent so far.
func (b *bench) cpu(ctx context.Context) (s spent, err error) {
	if s.process, err = used(syscall.RUSAGE_SELF); err != nil {
		return s, err
	}
	s.engine, _, err = b.engines(ctx)
	return s, err
}

// used is what this process has used, or what it started.
func used(by int) (time.Duration, error) {
	var u syscall.Rusage
	err := syscall.Getrusage(by, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), err
}

// tick is what /proc counts in.
const tick = time.Second / 100

// process is what /proc tells of one.
type process struct {
	name        string
	parent      int
	used, ended time.Duration // by itself, and by its children that have ended
}

// processOf reads /proc; all is zero where there is no such file.
func processOf(pid int) (p process) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return p
	}
	name, rest, _ := strings.Cut(string(text), ") ")
	_, name, _ = strings.Cut(name, "(")
	fields := strings.Fields(rest)
	if len(fields) < 15 {
		return p
	}
	number := func(i int) int {
		n, _ := strconv.Atoi(fields[i])
		return n
	}
	return process{name: name, parent: number(1), used: time.Duration(number(11)+number(12)) * tick, ended: time.Duration(number(13)+number(14)) * tick}
}
