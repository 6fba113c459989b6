package ledger

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/ident"
)

// atOnce runs fn n times at the same moment, by turns on each node.
func atOnce(n int, nodes []*Service, fn func(i int, on *Service)) {
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-start
			fn(i, nodes[i%len(nodes)])
		})
	}
	close(start)
	wg.Wait()
}

func TestEntriesPostedAtOnceAreNumberedWithoutAGap(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	b := f.business(t)
	numbers, want := make([]Number, 20), make([]Number, 20)
	atOnce(len(numbers), []*Service{f.node(t), f.node(t)}, func(i int, on *Service) {
		posted, err := f.post(ctx, on, b.ID, "1.00")
		if err != nil {
			t.Error(err)
		}
		numbers[i], want[i] = posted.Number, Number(i+1)
	})
	slices.Sort(numbers)
	if diff := cmp.Diff(want, numbers); diff != "" {
		t.Error(diff)
	}
}

func TestAnEntryIsReversedOnceEvenAtOnce(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	b := f.business(t)
	posted, err := f.post(ctx, f.Service, b.ID, "1.00")
	if err != nil {
		t.Fatal(err)
	}
	errs := make([]error, 8)
	atOnce(len(errs), []*Service{f.node(t), f.node(t)}, func(i int, on *Service) {
		_, errs[i] = on.ReverseEntry(ctx, b.ID, posted.ID, nil, "")
	})
	reversed := 0
	for _, err := range errs {
		if err == nil {
			reversed++
		} else if !errors.Is(err, errAlreadyReversed) {
			t.Error(err)
		}
	}
	if reversed != 1 {
		t.Errorf("it was reversed %d times", reversed)
	}
}

// What races a lock is posted before it, or not at all: afterwards nothing gets
// into the locked days any more.
func TestAPostThatRacesALockLandsBeforeItOrIsRefused(t *testing.T) {
	t.Parallel()
	ctx, f := t.Context(), newService(t)
	b := f.business(t)
	yesterday := time.Date(2026, time.November, 7, 0, 0, 0, 0, time.UTC)
	var landed atomic.Int64
	atOnce(21, []*Service{f.node(t), f.node(t)}, func(i int, on *Service) {
		if i == 10 {
			if err := on.LockThrough(ctx, b.ID, &yesterday); err != nil {
				t.Error(err)
			}
			return
		}
		err := write(ctx, on, b.ID, func(b *Books) error {
			p, err := b.cashSale(ctx, "1.00")
			if err != nil {
				return err
			}
			p.Date = yesterday
			_, err = b.Post(ctx, p)
			return err
		})
		if err == nil {
			landed.Add(1)
		} else if !errors.Is(err, errPeriodLocked) {
			t.Error(err)
		}
	})
	if got := f.eventOrder(t, b.ID); slices.Contains(got[slices.Index(got, "period.locked"):], "journal_entry.posted") {
		t.Errorf("something was posted after the lock: %v", got)
	}
	if got, want := f.count(t, b.ID), landed.Load(); got != want {
		t.Errorf("%d entries are in the journal, %d posts succeeded", got, want)
	}
	_, err := f.PostEntry(ctx, b.ID, NewEntry{Date: yesterday, Lines: f.twoLines(t, b.ID)})
	wantRefusal(t, err, "PERIOD_LOCKED", "The books are locked through 2026-11-07.")
}

// eventOrder lists the names of a business's events in their order.
func (f *fixture) eventOrder(t *testing.T, business ident.Business) (names []string) {
	t.Helper()
	err := f.deps.DB.QueryRow(t.Context(), "SELECT array_agg(type ORDER BY seq) FROM events.log WHERE shard = $1 AND business_id = $2",
		business.Shard, business.UUID).Scan(&names)
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// count reports how many entries a business has.
func (f *fixture) count(t *testing.T, business ident.Business) (n int64) {
	t.Helper()
	err := f.deps.DB.QueryRow(t.Context(), "SELECT count(*) FROM books.entries WHERE shard = $1 AND business_id = $2",
		business.Shard, business.UUID).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func (f *fixture) twoLines(t *testing.T, business ident.Business) (lines []PostingLine) {
	t.Helper()
	err := f.write(t.Context(), business, func(b *Books) error {
		p, err := b.cashSale(t.Context(), "1.00")
		lines = p.Lines
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}
