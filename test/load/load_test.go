package main

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/testenv"
)

// TestAllPartsRunInOneGo takes every figure, of next to nothing: one part must
// leave the others what they need.
func TestAllPartsRunInOneGo(t *testing.T) {
	t.Chdir(testenv.Root())
	b := &bench{
		load: &load{each: 200 * time.Millisecond, clients: 2},
		bare: bare{program: pgbench()},
		size: size{partners: endpoints, proofs: 2, deliveries: 50, single: 2, due: 100, few: 100, rows: 200, invoices: 1000, lines: 1000},
	}
	at := engines{testenv.Setting(t, "COUNTERPART_TEST_POSTGRES"), testenv.Setting(t, "COUNTERPART_TEST_REDIS")}
	if err := b.run(t.Context(), at, ""); err != nil {
		t.Fatal(err)
	}
	if got := len(b.table.lines); got < len(sections) {
		t.Errorf("there are %d figures", got)
	}
}

// pgbench finds the program where Debian keeps it, or leaves it to the path.
func pgbench() string {
	if installed, err := filepath.Glob("/usr/lib/postgresql/*/bin/pgbench"); err == nil && len(installed) > 0 {
		return installed[len(installed)-1]
	}
	return "pgbench"
}
