package lease_test

import (
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/ident"
	"github.com/counterpart/counterpart/internal/base/pg"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/core/leases"
	"github.com/counterpart/counterpart/internal/work/lease"
)

// behind are the slices of a server, and those of all others.
func behind(t *testing.T, db *pg.DB, group int) (there, others []ident.Slice) {
	t.Helper()
	for slice := range ident.Slice(ident.Slices) {
		var is bool
		err := db.QueryRow(t.Context(), `
			SELECT groupid = $2
			FROM   pg_dist_placement
			WHERE  shardid = get_shard_id_for_distribution_column('leases.slices', $1::smallint)`, slice.Home(), group).Scan(&is)
		if err != nil {
			t.Fatal(err)
		}
		if is {
			there = append(there, slice)
		} else {
			others = append(others, slice)
		}
	}
	if len(there) == 0 || len(others) == 0 {
		t.Fatalf("the server has %d slices, and others have %d", len(there), len(others))
	}
	return there, others
}

func TestAServerThatIsAwayTakesItsOwnSlicesAlong(t *testing.T) {
	t.Parallel()
	if !pgtest.OnCluster(t) {
		return
	}
	url := pgtest.Clone(t)
	relay, group := pgtest.RelayWorker(t, url)
	db := pgtest.Open(t, url, pg.Options{})
	there, others := behind(t, db, group)
	service := leases.New(db)
	one, two, three := newHolder(db), newHolder(db), newHolder(db)
	rounds := func(times int, list ...*lease.Holder) {
		for range times {
			for _, h := range list {
				h.Round(t.Context())
			}
		}
	}
	until := func(there func() bool, list ...*lease.Holder) {
		for began := clock.System(); !there() && clock.System().Sub(began) < time.Minute; {
			rounds(1, list...)
		}
	}
	rounds(2, one, two)
	has(t, "one", one, 32)
	has(t, "the other", two, 32)

	// stale are the slices among some whose lease was neither renewed nor handed over.
	stale := func(among []ident.Slice, since time.Time) (list []ident.Slice) {
		read := service.Renew(t.Context(), "", false, nil, among, clock.System())
		for _, s := range read.States {
			if s.Owner != "" && !s.ExpiresAt.After(since.Add(leases.Life)) {
				list = append(list, s.Slice)
			}
		}
		return append(list, read.Away...)
	}
	t.Run("CLU-04 while a server refuses connections the leases of all others are renewed", func(t *testing.T) {
		relay.Cut()
		began := clock.System()
		rounds(1, one, two)
		if got := stale(others, began); len(got) > 0 {
			t.Errorf("not those of slices %v", got)
		}
		if got := stale(there, began); len(got) != len(there) {
			t.Errorf("those of slices %v are, of %v on the server that is away", got, there)
		}
	})
	t.Run("CLU-04 and shared out", func(t *testing.T) {
		until(func() bool { return len(three.Owned()) >= len(others)/3 }, one, two, three)
		if n := len(three.Owned()); n < len(others)/3 {
			t.Errorf("a newcomer gets %d of %d slices", n, len(others))
		}
	})
	t.Run("CLU-04 once it is back its slices are held again", func(t *testing.T) {
		relay.Mend()
		mended := clock.System()
		until(func() bool { return len(stale(there, mended)) == 0 }, one, two, three)
		until(func() bool { return len(one.Owned())+len(two.Owned())+len(three.Owned()) == ident.Slices }, one, two, three)
		if n := len(one.Owned()) + len(two.Owned()) + len(three.Owned()); n != ident.Slices {
			t.Errorf("%d slices are owned", n)
		}
	})
	t.Run("CLU-04 while a server answers nothing the leases of all others are renewed", func(t *testing.T) {
		relay.Freeze()
		defer relay.Mend()
		began := clock.System()
		rounds(1, one, two, three)
		if got := stale(others, began); len(got) > 0 {
			t.Errorf("not those of slices %v", got)
		}
	})
}
