package limits_test

import (
	"log/slog"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/limits"
)

// strict locks for longer than it looks back, so that the two cannot be mixed up.
var strict = limits.Lockout{Name: "test", Failures: 3, Window: 10 * time.Second, Lasts: 25 * time.Second}

func fails(t *testing.T, w *limits.Windows, l limits.Lockout, key string) time.Duration {
	t.Helper()
	led, err := w.Fail(t.Context(), limits.Lock{Lockout: l, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	return led.LockedFor
}

// everywhere runs a test with Redis and without it.
func everywhere(t *testing.T, test func(t *testing.T, w *limits.Windows, at *clock.Stopped)) {
	t.Helper()
	for name, url := range map[string]string{"with redis": rdbtest.URL(t), "LIM-10 on a node alone": "redis://127.0.0.1:1"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := clock.NewStopped(pgtest.Start)
			test(t, limits.NewWindows(rdbtest.Open(t, url, rdbtest.Prefix()), at.Now, slog.New(slog.DiscardHandler), limits.Hooks{}), at)
		})
	}
}

func TestTheFailureThatLocksIsReportedOnce(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, w *limits.Windows, at *clock.Stopped) {
		for round := range 2 {
			for i := range strict.Failures + 3 {
				led, err := w.Fail(t.Context(), limits.Lock{Lockout: strict, Key: "one"})
				if err != nil {
					t.Fatal(err)
				}
				if want := i == strict.Failures; led.Began != want {
					t.Errorf("round %d, failure %d: %+v", round, i+1, led)
				}
			}
			at.Move(strict.Lasts + strict.Window)
		}
	})
}

func TestOneFailureTooManyLocks(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, w *limits.Windows, at *clock.Stopped) {
		lock := limits.Lock{Lockout: strict, Key: "one"}
		for i := range strict.Failures + 1 {
			if wait := refusedBy(t, w, lock); wait != 0 {
				t.Fatalf("locked after %d failures", i)
			}
			if locked := fails(t, w, strict, "one"); locked != 0 {
				t.Fatalf("failure %d finds a lock", i+1)
			}
		}
		if diff := cmp.Diff(strict.Lasts, refusedBy(t, w, lock)); diff != "" {
			t.Error(diff)
		}
		if wait := refusedBy(t, w, limits.Lock{Lockout: strict, Key: "another"}); wait != 0 {
			t.Error("another key is locked too")
		}

		at.Move(strict.Lasts - time.Second)
		if diff := cmp.Diff(time.Second, fails(t, w, strict, "one")); diff != "" {
			t.Error(diff)
		}
		at.Move(time.Second)
		if wait := refusedBy(t, w, lock); wait != 0 {
			t.Error("a failure during the lock extended it")
		}
		for range strict.Failures {
			fails(t, w, strict, "one")
		}
		if wait := refusedBy(t, w, lock); wait != 0 {
			t.Error("failures from before the lock count again")
		}
	})
}

func TestTheWindowOfFailuresSlides(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, w *limits.Windows, at *clock.Stopped) {
		lock := limits.Lock{Lockout: strict, Key: "one"}
		fails(t, w, strict, "one")
		at.Move(9 * time.Second)
		fails(t, w, strict, "one")
		fails(t, w, strict, "one")
		at.Move(time.Second) // the first is ten seconds old, the other two are one
		fails(t, w, strict, "one")
		if wait := refusedBy(t, w, lock); wait != 0 {
			t.Error("a failure as old as the window counts")
		}
		at.Move(8*time.Second + 999*time.Millisecond)
		fails(t, w, strict, "one")
		if wait := refusedBy(t, w, lock); wait == 0 {
			t.Error("four failures in less than the window do not lock")
		}
	})
}

func TestEveryLockoutIsExactOverFourNodes(t *testing.T) {
	t.Parallel()
	for _, l := range limits.Lockouts {
		t.Run("CLI-05 CLI-06 "+l.Name, func(t *testing.T) {
			t.Parallel()
			all, _ := nodes(t, 4)
			var noted atomic.Int64
			var wait sync.WaitGroup
			for i := range l.Failures + 50 {
				wait.Go(func() {
					if fails(t, all[int(i)%len(all)], l, "one") == 0 {
						noted.Add(1)
					}
				})
			}
			wait.Wait()
			if diff := cmp.Diff(l.Failures+1, noted.Load()); diff != "" {
				t.Error(diff)
			}
			for _, node := range all {
				if diff := cmp.Diff(l.Lasts, refusedBy(t, node, limits.Lock{Lockout: l, Key: "one"})); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestNoTwoLockoutsShareARecord(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, l := range limits.Lockouts {
		if seen[l.Name] || l.Failures <= 0 || l.Window <= 0 || l.Lasts < l.Window {
			t.Errorf("%+v is named twice, locks nobody, or remembers failures for longer than it lasts", l)
		}
		seen[l.Name] = true
	}
}

func TestANodeAloneLocksAsRedisDoes(t *testing.T) {
	t.Parallel()
	shared, at := nodes(t, 1)
	alone := limits.NewWindows(rdbtest.Open(t, "redis://127.0.0.1:1", rdbtest.Prefix()), at.Now, slog.New(slog.DiscardHandler), limits.Hooks{})
	count := 0
	rapid.Check(t, func(r *rapid.T) {
		count++
		key := time.Duration(count).String()
		for range rapid.IntRange(1, 12).Draw(r, "failures") {
			at.Move(time.Duration(rapid.IntRange(0, 12_000).Draw(r, "pause")) * time.Millisecond)
			if with, without := fails(t, shared[0], strict, key), fails(t, alone, strict, key); with != without {
				r.Fatalf("redis says %s, a node alone %s", with, without)
			}
		}
	})
}

func TestChecksAreAnsweredInTheirOrder(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, w *limits.Windows, _ *clock.Stopped) {
		once := limits.Hit{Rule: limits.Rule{Name: "once", Limit: 1, Window: time.Minute}, Key: "one"}
		for range strict.Failures + 1 {
			fails(t, w, strict, "one")
		}
		want := [][]time.Duration{{strict.Lasts, 0, 0}, {strict.Lasts, time.Minute, 0}}
		var got [][]time.Duration
		for range 2 {
			got = append(got, waits(t, w, limits.Lock{Lockout: strict, Key: "one"}, once, limits.Lock{Lockout: strict, Key: "another"}))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestANetworkOfIPv6IsOnePlace(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"198.51.100.7":         "198.51.100.7",
		"2001:db8:1:2:3::4":    "2001:db8:1:2::",
		"2001:db8:1:2:ffff::1": "2001:db8:1:2::",
		"2001:db8:1:3::1":      "2001:db8:1:3::",
	} {
		if got := limits.Place(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s is counted as %s, want %s", text, got, want)
		}
	}
}
