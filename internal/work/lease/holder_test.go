package lease_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"

	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/leases"
	"github.com/counterpart/counterpart/internal/work/lease"
)

func newHolder(db *pg.DB) *lease.Holder {
	return lease.New(leases.New(db), slog.New(slog.DiscardHandler))
}

// has fails the test unless a holder owns so many slices.
func has(t *testing.T, who string, h *lease.Holder, want int) {
	t.Helper()
	if got := len(h.Owned()); got != want {
		t.Errorf("%s owns %d slices, want %d", who, got, want)
	}
}

func exec(t *testing.T, db *pg.DB, sql string, args ...any) {
	t.Helper()
	if _, err := db.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

func TestNodesShareTheSlices(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	one, two, three := newHolder(db), newHolder(db), newHolder(db)
	rounds := func(list ...*lease.Holder) {
		for _, h := range list {
			h.Round(t.Context())
		}
	}
	rounds(one)
	has(t, "the only one", one, 64)
	rounds(two)
	has(t, "the second, which has asked", two, 0)
	rounds(one)
	has(t, "the first, which was asked", one, 32)
	rounds(two)
	has(t, "the second", two, 32)
	rounds(three, one, two, three)
	third := func(when string, h *lease.Holder) {
		t.Helper()
		if n := len(h.Owned()); n < 21 || n > 22 {
			t.Errorf("%s one of three owns %d slices", when, n)
		}
	}
	for range 2 {
		rounds(one, two, three)
		for _, h := range []*lease.Holder{one, two, three} {
			third("soon", h)
		}
	}

	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	three.Run(stopped)
	has(t, "one that has stopped", three, 0)
	rounds(one, two, one)
	has(t, "the first of those who stay", one, 32)
	has(t, "the second of those who stay", two, 32)

	exec(t, db, "UPDATE leases.slices SET expires_at = now() - interval '1 second' WHERE owner = $1", two.Name()) // it has died
	rounds(one)
	has(t, "the only one left", one, 64)
	rounds(two)
	has(t, "one that comes back after it lost all", two, 0)
}

func TestASliceStaysWhileSomethingIsUnderWayInIt(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	one, two := newHolder(db), newHolder(db)
	one.Round(t.Context())
	for slice := range ident.Slice(ident.Slices) {
		if !one.Begin(slice) {
			t.Fatalf("nothing can be begun in slice %d", slice)
		}
	}
	two.Round(t.Context())
	one.Round(t.Context())
	going := one.Going()
	if len(going) != 32 || len(one.Owned()) != 32 {
		t.Fatalf("%d stay and %d go", len(one.Owned()), len(going))
	}
	two.Round(t.Context())
	has(t, "who asked", two, 0)

	one.End(going[0])
	one.Round(t.Context())
	if _, held := one.Lease(going[0]); held || one.Begin(going[0]) {
		t.Error("it is held on though nothing is under way there")
	}
	two.Round(t.Context())
	if got := two.Owned(); len(got) != 1 || got[0] != going[0] {
		t.Errorf("who asked owns %v, want %d alone", got, going[0])
	}

	// Who stops is not counted, and keeps what it has under way.
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	var leaving sync.WaitGroup
	leaving.Go(func() { one.Run(stopped) })
	for n := len(one.Going()); n != 63; n = len(one.Going()) {
		continue
	}
	for slice := range ident.Slice(ident.Slices) {
		if slice != going[0] {
			one.End(slice)
		}
	}
	leaving.Wait()
	two.Round(t.Context())
	has(t, "who is left", two, 64)
}

// While a node reads its leases, the last of what is under way ends in a slice that
// was to go, and that may stay by now. If it were given back all the same, another
// could have it before the answer is noted, and both would work on it.
func TestASliceIsNotLetGoWhileLeasesAreRead(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), pgtest.New(t)
	h := newHolder(db)
	const slice = ident.Slice(5)
	h.Round(ctx)
	h.Begin(slice)
	exec(t, db, "UPDATE leases.slices SET asked_by = 'other', asked_at = now() + interval '1 hour' WHERE shard = $1", slice.Home())
	h.Round(ctx)
	if got := h.Going(); len(got) != 1 || got[0] != slice {
		t.Fatalf("%v go", got)
	}
	exec(t, db, "UPDATE leases.slices SET asked_by = '' WHERE shard = $1", slice.Home())

	var round sync.WaitGroup
	err := db.InTx(ctx, func(tx *pg.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT 1 FROM leases.slices WHERE shard = $1 FOR UPDATE", ident.Slice(0).Home()); err != nil {
			return err
		}
		round.Go(func() { h.Round(ctx) })
		for !pgtest.StatementWaits(t, db, "Renew") {
			continue
		}
		h.End(slice)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	round.Wait()
	if got := h.Owned(); len(got) != ident.Slices {
		t.Errorf("it owns %d slices", len(got))
	}
	var owner string
	if err := db.QueryRow(ctx, "SELECT owner FROM leases.slices WHERE shard = $1", slice.Home()).Scan(&owner); err != nil || owner != h.Name() {
		t.Errorf("the slice is %q's, %v", owner, err)
	}
}

// A node could not tell whether a slice was given back. It must not take it for its
// own again: the statement may still be on its way.
func TestWhatWasGivenBackIsNotHeldUnderTheSameFence(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	h := newHolder(db)
	const slice = ident.Slice(5)
	h.Round(t.Context())
	before, _ := h.Lease(slice)
	exec(t, db, "UPDATE leases.slices SET asked_by = 'other', asked_at = now() WHERE shard = $1", slice.Home())
	h.Round(t.Context())
	exec(t, db, "UPDATE leases.slices SET owner = $2, expires_at = now() + interval '6 seconds', asked_by = '' WHERE shard = $1", slice.Home(), h.Name())
	h.Round(t.Context())
	if _, held := h.Lease(slice); held {
		t.Error("it is held again")
	}
	exec(t, db, "UPDATE leases.slices SET expires_at = now() WHERE shard = $1", slice.Home())
	h.Round(t.Context())
	if after, held := h.Lease(slice); !held || after.Fence <= before.Fence {
		t.Errorf("the lease before was %+v, and after %+v", before, after)
	}
}
