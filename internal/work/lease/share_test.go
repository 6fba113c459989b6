package lease

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/core/leases"
)

// fleet is a model of nodes and leases: nodes take their rounds one after the
// other, and hand over at once.
type fleet struct {
	now   time.Time
	rows  map[ident.Slice]*leases.State
	nodes []string
}

func newFleet() *fleet {
	f := &fleet{now: time.Date(2026, time.November, 8, 9, 30, 0, 0, time.UTC), rows: map[ident.Slice]*leases.State{}}
	for slice := range ident.Slice(ident.Slices) {
		f.rows[slice] = &leases.State{Lease: leases.Lease{Slice: slice}}
	}
	return f
}

// round is what a node does every two seconds, as Holder.round does it.
func (f *fleet) round(me string) {
	var seen []leases.State
	for _, row := range f.rows {
		if row.Owner == me {
			row.ExpiresAt = f.now.Add(leases.Life)
		}
		seen = append(seen, *row)
	}
	m := share(me, seen, f.now)
	for _, slice := range m.give {
		f.rows[slice].Owner, f.rows[slice].ExpiresAt = "", f.now
	}
	for _, slice := range m.take {
		row := f.rows[slice]
		row.Owner, row.ExpiresAt, row.AskedBy = me, f.now.Add(leases.Life), ""
	}
	for _, slice := range m.ask {
		f.rows[slice].AskedBy, f.rows[slice].AskedAt = me, f.now
	}
}

// pass lets rounds pass.
func (f *fleet) pass(rounds int) {
	for range rounds {
		for _, node := range f.nodes {
			f.round(node)
		}
		f.now = f.now.Add(renewEvery)
	}
}

func TestSlicesComeToBeSharedEvenly(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f, started := newFleet(), 0
		for range rapid.IntRange(1, 8).Draw(t, "changes") {
			for range rapid.IntRange(0, 5).Draw(t, "come") {
				started++
				f.nodes = append(f.nodes, fmt.Sprint("node ", started))
			}
			if len(f.nodes) > 1 {
				f.nodes = f.nodes[rapid.IntRange(0, len(f.nodes)-1).Draw(t, "die"):]
			}
			f.pass(rapid.IntRange(0, 3).Draw(t, "rounds"))
		}
		if len(f.nodes) == 0 {
			return
		}
		f.pass(20)
		owns := map[string]int{}
		for _, row := range f.rows {
			owns[row.Owner]++
		}
		fair := (ident.Slices + len(f.nodes) - 1) / len(f.nodes)
		for _, node := range f.nodes {
			if n := owns[node]; n == 0 || n > fair {
				t.Fatalf("of %d nodes, one owns %d slices: %v", len(f.nodes), n, owns)
			}
		}
		before := fmt.Sprint(owns)
		f.pass(5)
		clear(owns)
		for _, row := range f.rows {
			owns[row.Owner]++
		}
		if fmt.Sprint(owns) != before {
			t.Fatalf("slices wander: %s, then %v", before, owns)
		}
	})
}
