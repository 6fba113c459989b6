//go:build !race

// The race detector needs more memory than a runner may have: make race runs these without it.

package runner_test

import (
	"bufio"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/counterpart/counterpart/internal/base/runner"
)

// hostile is a table of modules that mean no good, and of how each may end: by the
// first limit that it meets. Where it depends on the machine which one that is, or
// on how far the engine gets, there are several.
var hostile = []struct {
	name   string
	source string // of the handler's body, or of a whole module if it exports
	ends   []runner.Outcome
}{
	// Time.
	{"endless loop", `for (;;) {}`, cpu},
	{"endless loop as it loads", `for (;;) {}; export const handler = 1`, cpu},
	{"endless loop in an async handler", `export async function handler() { await 1; for (;;) {} }`, cpu},
	{"endless loop that catches", `for (;;) try { for (;;) {} } catch {} finally { continue }`, cpu},
	{"endless loop in its answer", `return { toJSON() { for (;;) {} } }`, cpu},
	{"endless loop in its error", `throw { get message() { for (;;) {} }, toString() { for (;;) {} }, toJSON() { for (;;) {} } }`, cpu},
	{"endless loop in what it logs", `ctx.log({ toJSON() { for (;;) {} } })`, cpu},
	{"endless loop in a call's body", `return ctx.api("POST", "/", { toJSON() { for (;;) {} } })`, cpu},
	{"endless loop in a call's path", `return ctx.api("POST", { [Symbol.toPrimitive]() { for (;;) {} } })`, cpu},
	{"endless generator", `function* g() { for (;;) yield 1 } for (const x of g()) {}`, cpu},
	{"endless iterator of its own", `return [...{ [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }].length`, either(cpu, memory)},
	{"exploding expression", `return /(a+)+$/.test("a".repeat(50) + "b")`, cpu},
	{"exploding expression, lookahead", `return /^(?=(a*)*b)(a|aa)+$/.test("a".repeat(60))`, cpu},
	{"exploding expression, named and global", `return "x".repeat(3e4).replace(/(?<n>x*x*x*x*)*y/g, "")`, either(cpu, memory, []runner.Outcome{runner.Stack, runner.OK})},
	{"huge power", `return String(3n ** 100000000n).length`, either(cpu, memory, threw)},
	{"huge factorial", `let n = 1n; for (let i = 1n; ; i++) n *= i`, either(cpu, memory, threw)},
	{"sorting with a liar", `return new Array(1e6).fill(0).map(Math.random).sort(() => Math.random() - 0.5).length`, either(cpu, memory, ok)},
	{"splitting", `const s = "a".repeat(2e6); for (;;) s.split("").reverse().join("")`, either(cpu, memory)},
	{"looking for what is not there", `const s = "a".repeat(1e7); for (;;) s.indexOf("a".repeat(5e6) + "b")`, either(cpu, memory)},
	{"sparse array", `const a = []; a[4294967294] = 1; return a.map((x) => x).indexOf(2)`, either(cpu, memory, threw, ok)},
	{"array that says it is long", `return Array.prototype.join.call({ length: 2 ** 53 - 1 })`, either(cpu, memory, threw)},
	{"sorting what says it is long", `Array.prototype.reverse.call({ length: 2 ** 53 - 1 })`, either(cpu, memory)},
	{"waiting on shared memory", `return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`, threw},

	// Promises.
	{"promise that never ends", `return new Promise(() => {})`, unfinished},
	{"promises without end", `export async function handler() { for (;;) await 1 }`, cpu},
	{"promise that waits for itself", `const p = Promise.resolve().then(() => p); return p`, threw},
	{"thenable that is its own answer", `return { then(done) { done(this) } }`, either(cpu, memory)},
	{"thenable that never answers", `return { then() {} }`, unfinished},
	{"module that never loads", `await new Promise(() => {}); export const handler = 1`, unfinished},
	{"promises that multiply", `const f = () => { Promise.resolve().then(f); Promise.resolve().then(f) }; f(); return new Promise(() => {})`, either(cpu, memory)},
	{"work left behind", `const f = () => Promise.resolve().then(f); f(); return 1`, ok},

	// Depth.
	{"recursion", `const f = () => f() + 1; return f()`, stack},
	{"recursion that catches", `const f = () => { try { f() } catch { f() } }; f()`, either(stack, cpu)},
	{"recursion by getters", `const o = { get x() { return this.x } }; return o.x`, stack},
	{"recursion by toString", `const o = { toString() { return "" + this } }; return "" + o`, stack},
	{"recursion by constructors", `class A { constructor() { new A() } } new A()`, stack},
	{"recursion by generators", `function* g() { yield* g() } return [...g()]`, either(stack, memory)},
	{"recursion by promises", `const f = async () => await f(); return f()`, either(stack, memory)},
	{"recursion by replacing", `const f = () => "a".replace(/a/, f); return f()`, stack},
	{"recursion by sorting", `const f = () => [2, 1].sort(f); f()`, stack},
	{"recursion by proxies", `let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x`, either(stack, memory, cpu)},
	{"recursion by Reflect", `const f = () => Reflect.apply(f, null, []); f()`, stack},
	{"recursion by eval", `const f = () => eval("f()"); f()`, stack},
	{"bound functions", `let f = () => 1; for (let i = 0; i < 1e5; i++) f = f.bind(null); return f()`, either(stack, memory, ok)},
	{"prototypes in a row", `let o = {}; for (let i = 0; i < 2e5; i++) o = Object.create(o); return o.x`, either(ok, stack, memory, cpu)},
	{"deep answer", `let a = []; for (let i = 0; i < 2e5; i++) a = [a]; return a`, either(stack, memory, cpu)},
	{"deep JSON", `return JSON.parse("[".repeat(1e6))`, either(invalid, threw, stack)},
	{"deep text of arrays", `let a = []; for (let i = 0; i < 2e5; i++) a = [a]; return String(a)`, either(stack, cpu)},
	{"deep flattening", `let a = []; for (let i = 0; i < 2e5; i++) a = [a]; return a.flat(Infinity)`, either(stack, cpu)},
	{"deep source", `return eval("[".repeat(2e5))`, either(threw, stack)},
	{"deep source of calls", `return eval("a" + "()".repeat(1e5))`, either(threw, stack)},
	{"deep source of functions", `return eval("a=>".repeat(5e4) + "1")`, either(threw, stack, memory)},
	{"deep expression", `return new RegExp("(".repeat(1e5) + ")".repeat(1e5))`, either(threw, stack)},
	{"ropes", `let s = ""; for (let i = 0; i < 1e6; i++) s = "x" + s + "y"; return s.length`, either(ok, cpu, memory)},
	{"what is deep to free", `let a = null; for (let i = 0; i < 3e5; i++) a = { a }; a = null; return 1`, either(ok, cpu)},
	{"what is deep and left", `globalThis.a = null; for (let i = 0; i < 3e5; i++) a = { a }; return 1`, either(ok, cpu)},

	// Memory.
	{"growing array", `const a = []; for (;;) a.push(new Array(1000).fill(1))`, either(memory, cpu)},
	{"growing array that catches", `const a = []; for (;;) try { for (;;) a.push([1]) } catch {}`, either(memory, cpu)},
	{"doubling string", `let s = "x"; for (;;) s += s`, either(memory, threw)},
	{"many doubled strings", `const a = []; for (;;) a.push("x".repeat(1e6))`, either(memory, cpu)},
	{"repeated string", `return "x".repeat(2 ** 29)`, either(memory, threw)},
	{"padded string", `return "x".padEnd(2 ** 30 - 2)`, either(memory, threw)},
	{"buffer", `return new ArrayBuffer(2 ** 32).byteLength`, either(memory, threw)},
	{"buffers", `const a = []; for (;;) a.push(new ArrayBuffer(1e6))`, either(memory, cpu)},
	{"shared buffers", `const a = []; for (;;) a.push(new SharedArrayBuffer(1e6))`, either(memory, cpu)},
	{"resizable buffer", `const b = new ArrayBuffer(1, { maxByteLength: 2 ** 31 }); b.resize(2 ** 31); return 1`, either(memory, threw)},
	{"typed array", `return new Float64Array(2 ** 28).length`, either(memory, threw)},
	{"map", `const m = new Map(); for (let i = 0; ; i++) m.set(i, {})`, either(memory, cpu)},
	{"names", `const o = {}; for (let i = 0; ; i++) o["k" + i] = i`, either(memory, cpu)},
	{"symbols", `const a = []; for (;;) a.push(Symbol("x".repeat(1000)))`, either(memory, cpu)},
	{"closures", `const a = []; for (;;) { const x = [1]; a.push(() => x) }`, either(memory, cpu)},
	{"huge number", `return 2n ** 1000000000n`, either(memory, cpu, threw)},
	{"source of its own", `const a = []; for (let i = 0; ; i++) a.push(new Function("return " + i + "/*" + "x".repeat(1e4) + "*/"))`, either(memory, cpu)},

	// Answers and logs.
	{"large answer", `return "x".repeat(64 << 10)`, output},
	{"huge answer", `return "x".repeat(30e6)`, either(output, memory, cpu)},
	{"answer of many bytes a letter", `return "€".repeat(30000)`, output},
	{"answer that is no JSON", `return 1n`, output},
	{"answer with a circle", `const a = []; a.push(a); return a`, output},
	{"answer that throws", `return { get x() { throw 1 } }`, output},
	{"answer that is a proxy", `return new Proxy({}, { ownKeys() { throw new Error("no") } })`, output},
	{"answer that is a function", `return () => 1`, ok},
	{"log without end", `for (;;) ctx.log("x")`, cpu},
	{"huge line", `ctx.log("x".repeat(20e6)); return 1`, either(ok, memory, cpu)},
	{"line that throws", `ctx.log({ toJSON() { throw 1 } }, { toString: null, valueOf: null, toJSON: () => undefined }, Symbol("s"), null); return 1`, ok},
	{"many values in a line", `ctx.log(...new Array(1e5).fill("xx")); return 1`, either(ok, stack, threw)},

	// What it throws.
	{"throws nothing", `throw undefined`, threw},
	{"throws a huge text", `throw "x".repeat(20e6)`, either(threw, memory, cpu)},
	{"throws a huge error", `throw new Error("x".repeat(20e6))`, either(threw, memory, cpu)},
	{"throws what throws", `throw { toString() { throw 1 }, toJSON() { throw 2 } }`, threw},
	{"throws an error that throws", `const e = new Error("x"); for (const k of ["name", "message", "stack"]) Object.defineProperty(e, k, { get() { throw 1 } }); throw e`, threw},
	{"throws a symbol", `throw Symbol.iterator`, threw},
	{"throws a proxy", `throw new Proxy(new Error("x"), { get() { throw 1 }, getPrototypeOf() { throw 2 } })`, threw},
	{"throws what says it is our limit", `throw new InternalError("interrupted")`, threw},
	{"throws as it loads", `throw new Error("no"); export const handler = 1`, threw},

	// Calls.
	{"calls without end", `for (;;) try { await ctx.api("GET", "/") } catch {}`, cpu},
	{"too many calls", `for (;;) await ctx.api("GET", "/")`, threw},
	{"large body", `return ctx.api("POST", "/", "x".repeat(70000))`, threw},
	{"huge body", `return ctx.api("POST", "/", "x".repeat(20e6))`, either(threw, memory, cpu)},
	{"another host", `return ctx.api("GET", "https://evil.test/")`, threw},
	{"more lines", `return ctx.api("GET", "/ HTTP/1.1\r\nHost: evil.test")`, threw},
	{"another method", `return ctx.api("CONNECT", "/")`, threw},
	{"long path", `return ctx.api("GET", "/" + "x".repeat(1e7))`, threw},
	{"no arguments", `return ctx.api()`, threw},
	{"names of another kind", `return ctx.api(Symbol("GET"), null)`, threw},

	// No module.
	{"no source", ` `, invalid},
	{"no handler", `export const other = 1`, invalid},
	{"handler of another kind", `export const handler = 7`, invalid},
	{"no sense", `export function handler( {`, invalid},
	{"import of files", `import * as fs from "fs"; export const handler = () => fs`, invalid},
	{"import of the engine's own", `import * as std from "std"; import * as os from "os"; export const handler = () => std`, invalid},
}

var (
	ok         = []runner.Outcome{runner.OK}
	cpu        = []runner.Outcome{runner.CPU}
	memory     = []runner.Outcome{runner.Memory}
	stack      = []runner.Outcome{runner.Stack}
	threw      = []runner.Outcome{runner.Threw}
	output     = []runner.Outcome{runner.Output}
	invalid    = []runner.Outcome{runner.Invalid}
	unfinished = []runner.Outcome{runner.Unfinished}
)

func either(outcomes ...[]runner.Outcome) []runner.Outcome { return slices.Concat(outcomes...) }

// moduleOf makes a module of a handler's body.
func moduleOf(source string) string {
	if strings.Contains(source, "export") || strings.TrimSpace(source) == "" {
		return source
	}
	if strings.Contains(source, "await ") {
		return "export async function handler(event, ctx) {\n" + source + "\n}"
	}
	return "export function handler(event, ctx) {\n" + source + "\n}"
}

// The limits are shorter than in earnest, so that the table does not take minutes;
// another test has those of earnest.
func TestHostileModules(t *testing.T) {
	const limit = 300 * time.Millisecond
	before := measure(t)
	pool := runner.NewPool(runner.Options{Size: 2, CPU: limit, Wall: 20 * time.Second})
	defer pool.Close()
	quiet := neighbours(t, pool, func() {})
	var slowest time.Duration
	for _, h := range hostile {
		t.Run("FUN-01 "+h.name, func(t *testing.T) {
			var got runner.Result
			loud := neighbours(t, pool, func() { got = run(t, pool, moduleOf(h.source)) })
			slowest = max(slowest, loud)
			t.Logf("%s %q %q: CPU %s, wall %s, %d KB, %d lines, %d dropped; a neighbour took %s at most", got.Outcome, got.Message, got.Stack, got.CPU, got.Wall, got.Memory>>10, len(got.Log), got.Dropped, loud)
			if !slices.Contains(h.ends, got.Outcome) {
				t.Errorf("it ended by %s (%s), not by %v", got.Outcome, got.Message, h.ends)
			}
			if got.Outcome != runner.OK && got.Message == "" {
				t.Error("nothing was said of why")
			}
			if got.CPU > limit+600*time.Millisecond {
				t.Errorf("it used %s of processor time", got.CPU)
			}
			checkSizes(t, got)
		})
	}
	pool.Close()
	after := measure(t)
	t.Logf("neighbours: %s at most beside nobody, %s beside the worst; before: %+v; after: %+v", quiet, slowest, before, after)
	if after.goroutines > before.goroutines || after.descriptors > before.descriptors {
		t.Errorf("something was left behind: %+v, %+v", before, after)
	}
	if after.memory > before.memory+64<<20 {
		t.Errorf("the node's memory grew: %+v, %+v", before, after)
	}
}

func TestAFailureNamesItsLimit(t *testing.T) {
	t.Parallel()
	pool := newPool(t, runner.Options{})
	for source, want := range map[string]string{
		`export const handler = () => { for (;;) {} }`:                                               "The run needed more than 1s of processor time.",
		`export const handler = () => { const a = []; for (;;) a.push(new Array(10000).fill(7)) }`:   "The run needed more than 64 MB of memory.",
		`export const handler = () => { const deeper = (n) => deeper(n + 1) + 1; return deeper(0) }`: "The function called itself too deeply.",
	} {
		if got := run(t, pool, source); got.Message != want {
			t.Errorf("%s: %q", source, got.Message)
		}
	}
}

// An error about memory needs memory, and where there is none the engine throws null.
func TestMemoryThatIsGoneIsTold(t *testing.T) {
	t.Parallel()
	pool := newPool(t, runner.Options{CPU: 10 * time.Second, Wall: time.Minute})
	for _, c := range []struct {
		source  string
		want    runner.Outcome
		runners int
	}{
		{`export function handler() { const m = new Map(); for (let i = 0; ; i++) m.set(i, {}) }`, runner.Memory, 1},
		{`export function handler() { throw null }`, runner.Threw, 2}, // what was pressed so hard is replaced
		{`export function handler() { throw null }`, runner.Threw, 2},
	} {
		got := run(t, pool, c.source)
		if got.Outcome != c.want || got.Message == "" || pool.Stats().Started != c.runners {
			t.Errorf("%+v, %+v", got, pool.Stats())
		}
	}
}

func checkSizes(t *testing.T, got runner.Result) {
	t.Helper()
	size := len(got.Output)
	for _, line := range got.Log {
		if len(line.Text) > runner.MaxLine {
			t.Errorf("a line of %d bytes", len(line.Text))
		}
	}
	if size > runner.MaxOutput || len(got.Log) > runner.MaxLines || got.Calls > runner.MaxCalls || len(got.Message)+len(got.Stack) > 8<<10 {
		t.Errorf("more was let out than may be: %d bytes, %d lines, %d calls", size, len(got.Log), got.Calls)
	}
}

// neighbours runs another's function a few times while something goes on, and says
// how long the slowest run took.
func neighbours(t *testing.T, pool *runner.Pool, during func()) (slowest time.Duration) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		during()
	}()
	const enough = 20
	for range enough {
		result, err := pool.Run(t.Context(), runner.Job{Owner: "neighbour", Source: `export const handler = (e) => e`, Event: []byte(`7`)})
		if err != nil || result.Outcome != runner.OK || string(result.Output) != "7" {
			t.Errorf("a neighbour noticed: %+v, %v", result, err)
			<-done
			return slowest
		}
		slowest = max(slowest, result.Wall)
	}
	<-done
	return slowest
}

// use is what this process has.
type use struct {
	goroutines  int
	descriptors int
	memory      int // bytes that are resident
}

func measure(t *testing.T) use {
	t.Helper()
	runtime.GC()
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return use{goroutines: runtime.NumGoroutine(), descriptors: len(open), memory: resident(t)}
}

func resident(t *testing.T) int {
	t.Helper()
	status, err := os.Open("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	defer status.Close()
	for lines := bufio.NewScanner(status); lines.Scan(); {
		if fields := strings.Fields(lines.Text()); len(fields) > 1 && fields[0] == "VmRSS:" {
			kilobytes, err := strconv.Atoi(fields[1])
			if err != nil {
				t.Fatal(err)
			}
			return kilobytes << 10
		}
	}
	t.Fatal("the system says nothing of memory")
	return 0
}
