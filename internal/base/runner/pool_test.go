package runner_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/runner"
)

const empty = `export const handler = () => 1`

// asking is a module that asks the API once, so that a test knows that it runs.
const asking = `export const handler = (e, ctx) => ctx.api("GET", "/")`

func TestTheLimitsOfEarnest(t *testing.T) {
	t.Parallel()
	got := run(t, newPool(t, runner.Options{}), "export function handler() {\n  for (;;) {}\n}")
	t.Run("FUN-01 a second of processor time", func(t *testing.T) {
		if got.Outcome != runner.CPU || got.CPU < runner.MaxCPU || got.CPU > runner.MaxCPU+time.Second || !strings.Contains(got.Stack, "handler (function.js:1:") {
			t.Errorf("%+v", got)
		}
	})
}

func TestWhatIsThrownSaysFromWhere(t *testing.T) {
	t.Parallel()
	pool := newPool(t, runner.Options{})
	for source, want := range map[string][2]int{
		"export function handler(event) {\n  const none = null\n  return none.street\n}":                {3, 1},
		"const inner = () => {\n\n\n  throw new Error('no')\n}\nexport default async () => { inner() }": {4, 1},
		"export default () => { const e = new Error(); e.stack = 'function.js:99999999:1'; throw e }":   {},
		"export default () => { throw 'a text' }":                                                       {},
	} {
		line, column, known := run(t, pool, source).Where()
		t.Run("FUN-01 the line of an error", func(t *testing.T) {
			if line != want[0] || known != (want[0] > 0) || column < want[1] {
				t.Errorf("%q: line %d, column %d, %v", source, line, column, known)
			}
		})
	}
}

func TestWaitingForTheAPITakesNoProcessorTime(t *testing.T) {
	t.Parallel()
	const limit = 400 * time.Millisecond
	pool := newPool(t, runner.Options{CPU: limit / 8, Wall: limit})
	got, err := pool.Run(t.Context(), runner.Job{Source: asking, API: func(ctx context.Context, _ runner.Call) (runner.Answer, error) {
		<-ctx.Done()
		return runner.Answer{}, ctx.Err()
	}})
	t.Run("FUN-01 but wall time", func(t *testing.T) {
		if err != nil || got.Outcome != runner.Wall || got.Wall < limit || got.Message == "" || got.Calls != 1 {
			t.Errorf("%+v, %v", got, err)
		}
	})
	if got := run(t, pool, empty); got.Outcome != runner.OK {
		t.Errorf("afterwards: %+v", got)
	}
}

func TestAnAnswerIsToldToTheFunction(t *testing.T) {
	t.Parallel()
	pool := newPool(t, runner.Options{})
	const source = `export async function handler(e, ctx) { try { return await ctx.api("GET", "/") } catch (e) { return e.message } }`
	for what, c := range map[string]struct {
		answer runner.Answer
		want   string
	}{
		"a refusal":    {runner.Answer{Status: 403, Body: json.RawMessage(`{"code":"NO"}`)}, `{"status":403,"body":{"code":"NO"}}`},
		"without body": {runner.Answer{Status: 204}, `{"status":204,"body":null}`},
		"too large":    {runner.Answer{Status: 200, Body: json.RawMessage(`"` + strings.Repeat("x", runner.MaxAnswer) + `"`)}, `"The answer has more than 1048576 bytes. Ask for less at a time."`},
	} {
		got, err := pool.Run(t.Context(), runner.Job{Source: source, API: func(context.Context, runner.Call) (runner.Answer, error) { return c.answer, nil }})
		if err != nil || string(got.Output) != c.want {
			t.Errorf("%s: %+v %s, %v", what, got, got.Output, err)
		}
	}
	got, err := pool.Run(t.Context(), runner.Job{Source: source})
	if err != nil || string(got.Output) != `"This run has no API."` {
		t.Errorf("without an API: %+v %s, %v", got, got.Output, err)
	}
}

func TestWhatAnAnswerIsNotedWithIsInTheLog(t *testing.T) {
	t.Parallel()
	const source = `export async function handler(e, ctx) {
		for (let i = 0; i < 60; i++) ctx.log(i)
		const answer = await ctx.api("GET", "/")
		for (let i = 60; i < 101; i++) ctx.log(i)
		return Object.keys(answer)
	}`
	got, err := newPool(t, runner.Options{}).Run(t.Context(), runner.Job{Source: source, API: func(context.Context, runner.Call) (runner.Answer, error) {
		return runner.Answer{Status: 403, Note: "no\x00"}, nil
	}})
	// It takes no line from the function, and is not the function's to see.
	if err != nil || got.Outcome != runner.OK || len(got.Log) != runner.MaxLines+1 || got.Log[60].Text != "no?" || got.Dropped != 1 || string(got.Output) != `["status","body"]` {
		t.Errorf("%+v %s, %v", got, got.Output, err)
	}
}

func TestAJobNeedsNothingButItsSource(t *testing.T) {
	t.Parallel()
	got, err := newPool(t, runner.Options{}).Run(t.Context(), runner.Job{Source: `export const handler = (event, ctx) => [event, ctx.config]`})
	if err != nil || string(got.Output) != `[null,{}]` {
		t.Errorf("%+v %s, %v", got, got.Output, err)
	}
}

func TestOurOwnFaultsAreErrors(t *testing.T) {
	t.Parallel()
	pool := newPool(t, runner.Options{})
	fault := errors.New("no database")
	ended, cancel := context.WithCancel(t.Context())
	for what, c := range map[string]struct {
		ctx  context.Context
		job  runner.Job
		want error
	}{
		"of the API":       {t.Context(), runner.Job{Source: asking, API: func(context.Context, runner.Call) (runner.Answer, error) { return runner.Answer{}, fault }}, fault},
		"who asks is gone": {ended, runner.Job{Source: asking, API: func(context.Context, runner.Call) (runner.Answer, error) { cancel(); return runner.Answer{}, nil }}, context.Canceled},
		"an answer is no JSON": {t.Context(), runner.Job{Source: asking, API: func(context.Context, runner.Call) (runner.Answer, error) {
			return runner.Answer{Body: []byte("{")}, nil
		}}, nil},
		"an event is no JSON":    {t.Context(), runner.Job{Source: empty, Event: []byte("{")}, nil},
		"an event is too large":  {t.Context(), runner.Job{Source: empty, Event: make([]byte, runner.MaxInput+1)}, nil},
		"a config is too large":  {t.Context(), runner.Job{Source: empty, Config: map[string]string{"a": strings.Repeat("x", runner.MaxInput)}}, nil},
		"who asks was gone then": {ended, runner.Job{Source: empty}, context.Canceled},
	} {
		if what == "who asks was gone then" {
			cancel()
		}
		if got, err := pool.Run(c.ctx, c.job); err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %+v, %v", what, got, err)
		}
	}
	if got := run(t, pool, empty); got.Outcome != runner.OK {
		t.Errorf("afterwards: %+v", got)
	}
}

func TestASourceThatIsTooLarge(t *testing.T) {
	t.Parallel()
	pool := newPool(t, runner.Options{})
	if got := run(t, pool, empty+strings.Repeat(" ", runner.MaxSource)); got.Outcome != runner.Invalid || got.Message == "" {
		t.Errorf("%+v", got)
	}
	largest := empty + "//" + strings.Repeat("\u0001", runner.MaxSource-len(empty)-2)
	if got := run(t, pool, largest); got.Outcome != runner.OK {
		t.Errorf("%+v", got)
	}
}

func TestARunnerWorksForOneOwner(t *testing.T) {
	t.Parallel()
	pool := newPool(t, runner.Options{Size: 1, Idle: 2, Runs: 3})
	for _, c := range []struct {
		owner   string
		started int
	}{{"a", 1}, {"b", 2}, {"a", 2}, {"b", 2}, {"a", 2}, {"a", 3}, {"c", 4}, {"b", 5}} {
		if got, err := pool.Run(t.Context(), runner.Job{Owner: c.owner, Source: empty}); err != nil || got.Outcome != runner.OK {
			t.Fatalf("%+v, %v", got, err)
		}
		// The third run of a's is its last, and for c the one that waited longest goes.
		if got := pool.Stats(); got.Started != c.started || got.Idle > 2 || got.Running != 0 {
			t.Errorf("after a run of %s: %+v, want %d started", c.owner, got, c.started)
		}
	}
}

func TestCallersWaitForTheirTurn(t *testing.T) {
	t.Parallel()
	pool := newPool(t, runner.Options{Size: 1})
	begun, goOn := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		got, err := pool.Run(t.Context(), runner.Job{Source: asking, API: func(context.Context, runner.Call) (runner.Answer, error) {
			close(begun)
			<-goOn
			return runner.Answer{Status: 200}, nil
		}})
		if err != nil || got.Outcome != runner.OK {
			t.Errorf("%+v, %v", got, err)
		}
	})
	<-begun
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := pool.Run(gone, runner.Job{Source: empty}); !errors.Is(err, context.Canceled) {
		t.Errorf("whoever is gone was waited for: %v", err)
	}
	all.Go(func() { run(t, pool, empty) })
	for pool.Stats().Waiting == 0 {
		runtime.Gosched()
	}
	close(goOn)
	all.Wait()
	if got := pool.Stats(); got.Waiting != 0 || got.Running != 0 {
		t.Errorf("%+v", got)
	}
}

func TestAClosedPoolRunsNothing(t *testing.T) {
	t.Parallel()
	pool := newPool(t, runner.Options{Size: 2})
	run(t, pool, empty)
	_, err := pool.Run(t.Context(), runner.Job{Source: asking, API: func(ctx context.Context, _ runner.Call) (runner.Answer, error) {
		pool.Close()
		return runner.Answer{}, nil
	}})
	if err == nil {
		t.Error("a run under way went on")
	}
	if _, err := pool.Run(t.Context(), runner.Job{Source: empty}); err == nil {
		t.Error("a run began")
	}
	if got := pool.Stats(); got.Idle != 0 || got.Running != 0 {
		t.Errorf("%+v", got)
	}
	pool.Close()
}

// TestRunnersAreKilled kills runners at any time, as the kernel does when memory is
// short. Each run ends, by its end or by that, and the pool goes on.
func TestRunnersAreKilled(t *testing.T) {
	pool := newPool(t, runner.Options{Size: 4})
	const owners, runs = 4, 100
	var calls, died, fine, killed, unstarted atomic.Int32
	job := runner.Job{
		Source: `export async function handler(e, ctx) { ctx.log("begun"); await ctx.api("GET", "/"); return (await ctx.api("GET", "/")).body.n }`,
		API: func(ctx context.Context, call runner.Call) (runner.Answer, error) {
			if n := calls.Add(1); n%10 == 0 {
				if pids := runners(t); len(pids) > 0 && syscall.Kill(pids[int(n)%len(pids)], syscall.SIGKILL) == nil {
					killed.Add(1)
				}
			}
			return echo(ctx, call)
		},
	}
	var all sync.WaitGroup
	for owner := range owners {
		job := job
		job.Owner = strconv.Itoa(owner)
		all.Go(func() {
			for range runs {
				got, err := pool.Run(t.Context(), job)
				switch {
				case err != nil && strings.HasPrefix(err.Error(), "start a runner"):
					unstarted.Add(1) // killed before it could begin
				case err != nil:
					t.Error(err)
				case got.Outcome == runner.OK && string(got.Output) == "2":
					fine.Add(1)
				case got.Outcome == runner.Died && strings.Contains(got.Message, "signal: killed"):
					died.Add(1)
				default:
					t.Errorf("%+v", got)
				}
			}
		})
	}
	all.Wait()
	t.Run("FUN-01 every run ends", func(t *testing.T) {
		t.Logf("%d killed: %d runs died, %d did not begin, %d went well", killed.Load(), died.Load(), unstarted.Load(), fine.Load())
		if died.Load()+unstarted.Load()+fine.Load() != owners*runs || killed.Load() < 10 || fine.Load() < runs {
			t.Errorf("of %d runs", owners*runs)
		}
	})
	for range 3 {
		if got := run(t, pool, empty); got.Outcome != runner.OK {
			t.Errorf("afterwards: %+v", got)
		}
	}
}

// TestWhatStopsANodeDoesNotStopARun asks runners to end as systemd asks all processes
// of a service, and a terminal all of a program: their node has yet to end its runs.
func TestWhatStopsANodeDoesNotStopARun(t *testing.T) {
	pool := newPool(t, runner.Options{})
	for _, sign := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		t.Run("FUN-01 "+sign.String(), func(t *testing.T) {
			asked := false
			got, err := pool.Run(t.Context(), runner.Job{
				Owner: "app", Source: `export async function handler(e, ctx) { await ctx.api("GET", "/"); return (await ctx.api("GET", "/")).body.n }`,
				API: func(ctx context.Context, call runner.Call) (runner.Answer, error) {
					for _, pid := range runners(t) {
						asked = syscall.Kill(pid, sign) == nil
					}
					return echo(ctx, call)
				},
			})
			if err != nil || !asked || got.Outcome != runner.OK || string(got.Output) != "2" {
				t.Errorf("asked %v: %+v %v", asked, got, err)
			}
		})
	}
}

// runners finds the runners that are children of this process, once they serve.
func runners(t *testing.T) (pids []int) {
	t.Helper()
	processes, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range processes {
		pid, err := strconv.Atoi(p.Name())
		if err != nil {
			continue
		}
		// One of them may just have ended.
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if strings.HasPrefix(string(name), "counterpart-function-runner\x00") && strings.Contains(string(status), fmt.Sprintf("\nPPid:\t%d\n", os.Getpid())) && strings.Contains(string(status), "\nSeccomp:\t2\n") {
			pids = append(pids, pid)
		}
	}
	return pids
}

// TestARunnerIsShutIn looks at a runner as the system sees it.
func TestARunnerIsShutIn(t *testing.T) {
	pool := newPool(t, runner.Options{Size: 1})
	t.Setenv("SECRET_OF_THE_NODE", "x")
	// A supervisor may give its node something open, which Go passes on.
	inherited, err := syscall.Dup(2)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(inherited)
	_, err = pool.Run(t.Context(), runner.Job{Source: asking, API: func(context.Context, runner.Call) (runner.Answer, error) {
		pids := runners(t)
		if len(pids) != 1 {
			t.Fatalf("%d runners", len(pids))
		}
		of := func(file string) string {
			text, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pids[0], file))
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		t.Run("FUN-01 FUN-02 by the system", func(t *testing.T) {
			if got := of("environ"); strings.Contains(got, "SECRET") || strings.Count(got, "\x00") > 3 {
				t.Errorf("environment %q", got)
			}
			for _, want := range []string{"\nNoNewPrivs:\t1\n", "\nSeccomp:\t2\n"} {
				if !strings.Contains(of("status"), want) {
					t.Errorf("no %q in its status", want)
				}
			}
			if got := strings.TrimSpace(of("oom_score_adj")); got != "1000" {
				t.Errorf("it goes last when memory is short: %s", got)
			}
			limits := strings.Join(strings.Fields(of("limits")), " ")
			for _, want := range []string{"Max open files 0 0", "Max file size 0 0", "Max core file size 0 0"} {
				if !strings.Contains(limits, want) {
					t.Errorf("no %q in %s", want, limits)
				}
			}
			if open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pids[0])); err != nil || len(open) > 3+2 { // and two of Go's own
				t.Errorf("it has %d descriptors open, %v", len(open), err)
			}
		})
		return runner.Answer{Status: 200}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
}
