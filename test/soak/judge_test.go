package soak

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// bound is by how much a figure may grow over the second half of a run: by a share of
// what it was, or by an amount, whichever is more.
type bound struct {
	share, amount float64
	long          bool // judged in long runs alone: it takes a while until it is even
}

// bounds of the figures. A leak of one for each request is far beyond all of them.
var bounds = map[string]bound{
	resident:    {share: 0.25, long: true},
	used:        {share: 0.10, long: true},
	heap:        {share: 0.10, long: true},
	goroutines:  {share: 0.05, amount: 15},
	files:       {share: 0.05, amount: 10},
	connections: {amount: 3},
	backends:    {share: 0.10, long: true},
	lastingKeys: {share: 0.05, amount: 50},
	redisMemory: {share: 0.10, amount: 1, long: true},
	dead:        {share: 0.25, amount: 20_000},
}

// shortRuns may grow by so many times as much: few samples tell little of what goes up
// and down with the load. A leak of one for each request is beyond that, too.
const shortRuns = 5

// judge fails the test for what has grown. Of tables, bloat is judged always; that
// rows are purged, where the run is longer than they are kept.
func (m *meter) judge(t *testing.T, long, purged bool) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(m.figures)) {
		_, what, ofNode := strings.Cut(name, ": ")
		if !ofNode {
			what = name
		}
		limit, judged := bounds[what]
		if !judged || limit.long && !long {
			continue
		}
		by, from := growth(m.figures[name])
		most := max(limit.amount, limit.share*from)
		if !long {
			most *= shortRuns
		}
		if by > most {
			t.Errorf("%s grew by %.1f over the second half, from %.1f: %.1f", name, by, from, m.figures[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.tables)) {
		m.judgeTable(t, name, purged)
	}
}

// growth is by how much the least value of the last quarter is above that of the
// quarter before, and that one. Load makes peaks, and a leak lifts what is between
// them.
func growth(values []float64) (by, from float64) {
	second := half(values)
	if len(second) < 2 {
		return 0, values[len(values)-1]
	}
	from = slices.Min(second[:len(second)/2])
	return slices.Min(half(second)) - from, from
}

// half is the second one.
func half[T any](values []T) []T { return values[len(values)/2:] }

// kept are tables whose rows stay, or stay for longer than a year.
var kept = map[string]string{
	"books.":                 "books are kept",
	"activity.entries":       "13 months",
	"audit.control_entries":  "the audit log is kept",
	"audit.business_entries": "the audit log is kept",
	"journal.usage":          "400 days",
	"journal.app_usage":      "400 days",
	"journal.attempts":       "400 days",
}

func isKept(table string) bool {
	for name := range kept {
		if table == name || strings.HasSuffix(name, ".") && strings.HasPrefix(table, name) {
			return true
		}
	}
	return false
}

const (
	// bloat is by how much more than its rows a table may grow, and slack is what is
	// not looked at: every partition and index has pages of its own.
	bloat = 1.15
	slack = 2 * mega
	// rowsMore is by what share the rows of a purged table may grow, and few how many
	// they may be more in any case.
	rowsMore, few = 0.05, 100
	// deadShare is autovacuum's own: it comes when a fifth of a table is dead. Half of
	// it, and some thousands in small tables, is what nobody removes.
	deadShare, deadFew = 0.5, 10_000
)

func (m *meter) judgeTable(t *testing.T, name string, purged bool) {
	t.Helper()
	second := half(m.tables[name])
	var rows []float64
	for _, s := range m.tables[name] {
		rows = append(rows, s.rows)
	}
	if by, from := growth(rows); purged && !isKept(name) && by > max(few, rowsMore*from) {
		t.Errorf("the rows of %s grew by %.0f over the second half, and should be purged: %.0f", name, by, rows)
	}
	first, last := second[0], second[len(second)-1]
	more := max(1, last.rows/max(1, first.rows)) * bloat
	if last.bytes > first.bytes*more+slack {
		t.Errorf("%s grew from %.1f to %.1f MB with %.0f and then %.0f rows", name, first.bytes/mega, last.bytes/mega, first.rows, last.rows)
	}
	if last.indexes > first.indexes*more+slack {
		t.Errorf("the indexes of %s grew from %.1f to %.1f MB with %.0f and then %.0f rows", name, first.indexes/mega, last.indexes/mega, first.rows, last.rows)
	}
	if last.dead > deadShare*last.rows+deadFew {
		t.Errorf("%s has %.0f dead tuples beside %.0f rows", name, last.dead, last.rows)
	}
}

// table prints the figures as docs/reliability.md shows them: at the start, after
// each quarter, and the growth that is judged.
func (m *meter) table(t *testing.T) {
	t.Helper()
	var text strings.Builder
	text.WriteString("\n| figure | first | after ¼ | after ½ | after ¾ | last | growth |\n|---|---|---|---|---|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(m.figures)) {
		row(&text, name, m.figures[name])
	}
	for _, name := range slices.Sorted(maps.Keys(m.tables)) {
		var rows, bytes []float64
		for _, s := range m.tables[name] {
			rows, bytes = append(rows, s.rows), append(bytes, s.bytes/mega)
		}
		if slices.Max(rows) > few {
			row(&text, name+", rows", rows)
			row(&text, name+", MB", bytes)
		}
	}
	t.Log(text.String())
}

func row(text *strings.Builder, name string, values []float64) {
	last := len(values) - 1
	by, from := growth(values)
	share := 0.0
	if from > 0 {
		share = 100 * by / from
	}
	fmt.Fprintf(text, "| %s |", name)
	for quarter := range 5 {
		fmt.Fprintf(text, " %.*f |", digits(values[last]), values[last*quarter/4])
	}
	fmt.Fprintf(text, " %+.1f %% |\n", share)
}

// digits are as many as tell something.
func digits(value float64) int {
	if value < 100 && value != float64(int(value)) {
		return 1
	}
	return 0
}
