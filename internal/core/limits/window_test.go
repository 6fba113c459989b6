package limits_test

import (
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/clock"
	"github.com/counterpart/counterpart/internal/base/epoch"
	"github.com/counterpart/counterpart/internal/base/pgtest"
	"github.com/counterpart/counterpart/internal/base/rdbtest"
	"github.com/counterpart/counterpart/internal/core/limits"
)

var rule = limits.Rule{Name: "test", Limit: 300, Window: time.Minute}

// nodes are several processes over one Redis and one clock.
func nodes(t *testing.T, n int) ([]*limits.Windows, *clock.Stopped) {
	t.Helper()
	at, prefix := clock.NewStopped(pgtest.Start), rdbtest.Prefix()
	var list []*limits.Windows
	for range n {
		redis := rdbtest.Open(t, rdbtest.URL(t), prefix)
		list = append(list, limits.NewWindows(redis, at.Now, slog.New(slog.DiscardHandler), limits.Hooks{}))
	}
	return list, at
}

func hit(t *testing.T, w *limits.Windows, key string) limits.Count {
	t.Helper()
	counts, err := w.Hit(t.Context(), limits.Hit{Rule: rule, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	return counts[0]
}

func TestNodesTogetherAdmitExactlyTheLimit(t *testing.T) {
	t.Parallel()
	all, _ := nodes(t, 4)
	var admitted atomic.Int64
	var wait sync.WaitGroup
	for i := range 400 {
		wait.Go(func() {
			if !hit(t, all[i%len(all)], "one").Exhausted {
				admitted.Add(1)
			}
		})
	}
	wait.Wait()
	if diff := cmp.Diff(int64(300), admitted.Load()); diff != "" {
		t.Error(diff)
	}
}

func TestAWindowStartsAtItsFirstRequestAndLastsAsLongAsItsRule(t *testing.T) {
	t.Parallel()
	all, at := nodes(t, 1)
	first := hit(t, all[0], "one")
	if diff := cmp.Diff(limits.Count{Rule: rule, Used: 1, ResetsIn: time.Minute}, first); diff != "" {
		t.Error(diff)
	}
	at.Move(time.Minute - time.Millisecond)
	last := hit(t, all[0], "one")
	if diff := cmp.Diff(limits.Count{Rule: rule, Used: 2, ResetsIn: time.Millisecond}, last); diff != "" {
		t.Error(diff)
	}
	at.Move(time.Millisecond)
	if got := hit(t, all[0], "one"); got.Used != 1 {
		t.Errorf("the next window begins with %d", got.Used)
	}
}

func TestKeysAndRulesHaveWindowsOfTheirOwn(t *testing.T) {
	t.Parallel()
	all, _ := nodes(t, 1)
	hit(t, all[0], "one")
	if got := hit(t, all[0], "another"); got.Used != 1 {
		t.Errorf("another key begins with %d", got.Used)
	}
	other := rule
	other.Name = "another"
	counts, err := all[0].Hit(t.Context(), limits.Hit{Rule: other, Key: "one"}, limits.Hit{Rule: rule, Key: "one"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{1, 2}, []int64{counts[0].Used, counts[1].Used}); diff != "" {
		t.Error(diff)
	}
}

func TestWithoutRedisANodeLimitsByItselfAndSaysSoOnce(t *testing.T) {
	t.Parallel()
	var said strings.Builder
	at := clock.NewStopped(pgtest.Start)
	away := rdbtest.Open(t, "redis://127.0.0.1:1", rdbtest.Prefix())
	measured := 0
	alone := limits.NewWindows(away, at.Now, slog.New(slog.NewTextHandler(&said, nil)), limits.Hooks{Alone: func() { measured++ }})
	admitted := 0
	for range 400 {
		if !hit(t, alone, "one").Exhausted {
			admitted++
		}
	}
	if diff := cmp.Diff(300, admitted); diff != "" {
		t.Error(diff)
	}
	if lines := strings.Count(said.String(), "this node limits by itself"); lines != 1 || measured != 400 {
		t.Errorf("said %d times, measured %d", lines, measured)
	}
	at.Move(time.Minute)
	if hit(t, alone, "one").Exhausted {
		t.Error("the node's own window does not end")
	}
}

func TestEveryRefusalIsToldByItsRule(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]string{"with redis": rdbtest.URL(t), "on a node alone": "redis://127.0.0.1:1"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			told := map[limits.Ground]int{}
			at, redis := clock.NewStopped(pgtest.Start), rdbtest.Open(t, url, rdbtest.Prefix())
			log := slog.New(slog.DiscardHandler)
			w := limits.NewWindows(redis, at.Now, log, limits.Hooks{Refused: func(g limits.Ground) { told[g]++ }})
			rights := epoch.NewRegistry(redis, log)
			calls := limits.NewAdmissions(w, rights).Of(limits.Party{})
			for range limits.AppInBusiness.Limit + 3 {
				if _, err := calls.Count(t.Context(), true); err != nil {
					t.Fatal(err)
				}
			}
			for range rule.Limit + 2 {
				hit(t, w, "one")
			}
			for range strict.Failures + 3 { // two come when it is locked
				fails(t, w, strict, "one")
			}
			checks := []limits.Check{limits.Lock{Lockout: strict, Key: "one"}, limits.Hit{Rule: rule, Key: "one"}}
			if _, err := limits.NewEntrance(w, rights).Enter(t.Context(), limits.Request{Checks: checks}); err != nil {
				t.Fatal(err)
			}
			want := map[limits.Ground]int{
				{By: "limit", Rule: limits.AppInBusiness.Name}: 3, {By: "limit", Rule: rule.Name}: 3, {By: "lockout", Rule: strict.Name}: 3,
			}
			if diff := cmp.Diff(want, told); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWithRedisBackLimitsAreSharedAgain(t *testing.T) {
	t.Parallel()
	var said strings.Builder
	server, at := rdbtest.StartServer(t), clock.NewStopped(pgtest.Start)
	shared := limits.NewWindows(rdbtest.Open(t, server.URL(), "p"), at.Now, slog.New(slog.NewTextHandler(&said, nil)), limits.Hooks{})
	hit(t, shared, "one")
	server.Stop(t)
	if got := hit(t, shared, "one"); got.Used != 1 {
		t.Errorf("alone the node begins with %d", got.Used)
	}
	server.Start(t)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !strings.Contains(said.String(), "limits are shared again") {
		<-tick.C
		hit(t, shared, "another")
	}
	if got := hit(t, shared, "one"); got.Used != 1 {
		t.Errorf("the new Redis begins with %d", got.Used)
	}
}

func TestNoTwoRulesShareACounter(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range limits.Rules {
		if seen[r.Name] || r.Limit <= 0 || r.Window <= 0 {
			t.Errorf("%+v is named twice or limits nothing", r)
		}
		seen[r.Name] = true
	}
}

func TestEveryRuleIsExactOverFourNodes(t *testing.T) {
	t.Parallel()
	for _, r := range limits.Rules {
		t.Run("LIM-04 "+r.Name, func(t *testing.T) {
			t.Parallel()
			all, _ := nodes(t, 4)
			var refused atomic.Int64
			var wait sync.WaitGroup
			for i := range all {
				wait.Go(func() {
					// The nodes share limit+1 requests; the first takes what is left over.
					mine := (r.Limit + 1) / int64(len(all))
					if i == 0 {
						mine += (r.Limit + 1) % int64(len(all))
					}
					for range mine {
						if refusedBy(t, all[i], limits.Hit{Rule: r, Key: "198.51.100.7"}) > 0 {
							refused.Add(1)
						}
					}
				})
			}
			wait.Wait()
			if diff := cmp.Diff(int64(1), refused.Load()); diff != "" {
				t.Errorf("of %d requests (-refused +got):\n%s", r.Limit+1, diff)
			}
		})
	}
}

func refusedBy(t *testing.T, w *limits.Windows, check limits.Check) time.Duration {
	t.Helper()
	return waits(t, w, check)[0]
}

// waits is what each of some checks says to a request.
func waits(t *testing.T, w *limits.Windows, checks ...limits.Check) []time.Duration {
	t.Helper()
	return enters(t, limits.NewEntrance(w, nil), limits.Request{Checks: checks}).Waits
}
