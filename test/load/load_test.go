package main

import (
	"path/filepath"
	"strings"
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
		size: size{partners: endpoints, proofs: 2, deliveries: 50, single: 2, due: 100, few: 100, rows: 200, invoices: 1000, lines: 1000, runs: 20},
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

// A run is compared with one that was kept, and a busy machine tells no ratio.
func TestFiguresAreKeptAndCompared(t *testing.T) {
	var before, now table
	before.rate("GET /me", []float64{100, 120, 110}, []float64{200, 200, 200}, "0.85")
	file := filepath.Join(t.TempDir(), "kept.json")
	if err := before.keep(file); err != nil {
		t.Fatal(err)
	}
	kept, err := readKept(file)
	if err != nil {
		t.Fatal(err)
	}
	now.rate("GET /me", []float64{220, 230, 210}, []float64{250, 250, 250}, "0.85")
	now.rate("refresh", []float64{10}, []float64{20}, "")
	now.disturbed(1, noise{Others: 0.4})
	var out strings.Builder
	now.print(&out, kept)
	for _, want := range []string{"220/s", "0.88 (0.84–0.92)", "110/s (0.55 (0.50–0.60))", "2.00", "busy machine: others 40 %, stolen 0 %"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}
