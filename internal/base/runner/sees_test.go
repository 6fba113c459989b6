package runner_test

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/runner"
)

var update = flag.Bool("update", false, "write testdata/sees.golden anew")

// TestWhatAFunctionSees lists all that a module can name: the language, and ctx. A
// new version of the engine may bring more, which is then a decision.
func TestWhatAFunctionSees(t *testing.T) {
	t.Parallel()
	got := run(t, newPool(t, runner.Options{}), `
		const names = (o) => Reflect.ownKeys(o).map(String).sort();
		export function handler(event, ctx) {
			const all = [];
			for (const name of names(globalThis)) {
				const value = globalThis[name];
				const inside = value !== null && /object|function/.test(typeof value) && value !== globalThis ? names(value) : [];
				all.push([name, ...inside.filter((n) => !/^(length|name|prototype)$/.test(n))].join(" "));
			}
			return [...all, "this: " + typeof this, "arguments: " + arguments.length,
				"ctx: " + names(ctx).join(" "), "import.meta: " + names(import.meta).join(" ")];
		}`)
	var lines []string
	if err := json.Unmarshal(got.Output, &lines); err != nil {
		t.Fatalf("%+v: %v", got, err)
	}
	text := strings.Join(lines, "\n") + "\n"
	const golden = "testdata/sees.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("FUN-02 the language and ctx", func(t *testing.T) {
		if diff := cmp.Diff(string(want), text); diff != "" {
			t.Errorf("(-want +got), -update writes it:\n%s", diff)
		}
	})
}

// TestWaysOut tries what would lead out of a machine, if it were there. Each must
// find nothing, and the handler goes on: it returns true where it was refused.
func TestWaysOut(t *testing.T) {
	t.Parallel()
	pool := newPool(t, runner.Options{})
	for _, name := range []string{"fs", "node:fs", "os", "std", "qjs:os", "bjson", "./other.js", "../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "https://evil.test/x.js", "data:text/javascript,1", "/proc/self/environ", "", "<eval>"} {
		refuses(t, pool, "import of "+name, `await import(`+quote(name)+`)`)
		refuses(t, pool, "import as JSON of "+name, `await import(`+quote(name)+`, { with: { type: "json" } })`)
	}
	for _, name := range []string{"require", "process", "module", "Deno", "Bun", "fetch", "XMLHttpRequest", "WebSocket", "Worker", "setTimeout", "setInterval", "queueMicrotask", "console", "print", "scriptArgs", "std", "os", "loadScript", "WebAssembly", "navigator", "performance", "callHost", "logHost", "endHost", "gc", "__loadScript", "bjson"} {
		refuses(t, pool, "global "+name, name)
		refuses(t, pool, "global by Function "+name, `new Function("return " + `+quote(name)+`)()`)
	}
	for what, code := range map[string]string{
		"caller":                `(function f() { return f.caller.name })()`,
		"caller of the harness": `(() => { const f = new Function("return arguments.callee.caller.name"); return f() })()`,
		"call sites":            `(() => { Error.prepareStackTrace = (e, sites) => sites; return new Error().stack[0].getFunction() })()`,
		"blocking":              `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)`,
	} {
		refuses(t, pool, what, code)
	}
}

func refuses(t *testing.T, pool *runner.Pool, what, code string) {
	t.Helper()
	t.Run("FUN-02 "+what, func(t *testing.T) {
		got := run(t, pool, `export async function handler() { try { `+code+` } catch { return true } return false }`)
		if got.Outcome != runner.OK || string(got.Output) != "true" {
			t.Errorf("%s: %+v", code, got)
		}
	})
}

func quote(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}

// TestChangedLanguage has modules change what the language is made of. What they do
// to themselves is theirs; the harness goes on as if nothing were.
func TestChangedLanguage(t *testing.T) {
	t.Parallel()
	pool := newPool(t, runner.Options{})
	for what, c := range map[string]struct{ code, want string }{
		"JSON":              {`JSON.stringify = () => "stolen"; JSON.parse = () => "stolen"`, `["evt_1","/x",1]`},
		"slice":             {`String.prototype.slice = () => "stolen"; String.prototype.toString = () => "stolen"`, `["evt_1","/x",1]`},
		"call and bind":     {`Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => "stolen"`, `["evt_1","/x",1]`},
		"String":            {`globalThis.String = () => "stolen"; globalThis.Error = 1; globalThis.Object = 2; globalThis.Promise = 3`, `["evt_1","/x",1]`},
		"iterators":         {`Array.prototype[Symbol.iterator] = () => { throw 1 }`, `["evt_1","/x",1]`},
		"then":              {`Promise.prototype.then = () => { throw 1 }`, `["evt_1","/x",1]`},
		"setters of Object": {`for (const k of ["status", "body", "message"]) Object.defineProperty(Object.prototype, k, { set() { throw 1 }, get() { return "stolen" } })`, `["evt_1","/x",1]`},
		"frozen":            {`for (const o of [Object, Array, String, Promise, Function, JSON, globalThis]) { Object.freeze(o); o.prototype && Object.freeze(o.prototype) }`, `["evt_1","/x",1]`},
		"toJSON of Object":  {`Object.prototype.toJSON = () => "own fault"`, `"own fault"`},
		"toJSON of Array":   {`Array.prototype.toJSON = () => "own fault"`, `"own fault"`},
		"its own host":      {`globalThis.endHost = globalThis.callHost = globalThis.logHost = () => { throw 1 }`, `["evt_1","/x",1]`},
	} {
		t.Run("FUN-02 "+what, func(t *testing.T) {
			got := run(t, pool, c.code+`; export async function handler(event, ctx) { ctx.log("a", { b: 1 }); const a = await ctx.api("GET", "/x"); return [event.id, a.body.path, a.body.n] }`)
			if got.Outcome != runner.OK || string(got.Output) != c.want || len(got.Log) != 1 {
				t.Errorf("%+v: %s", got, got.Output)
			}
		})
	}
}

// TestNothingStays runs two modules of one owner after the other, in one runner.
func TestNothingStays(t *testing.T) {
	t.Parallel()
	pool := newPool(t, runner.Options{Size: 1})
	run(t, pool, `globalThis.kept = Object.prototype.kept = 1; export let n = 0; export const handler = () => ++n`)
	got := run(t, pool, `export const handler = () => [typeof kept, typeof {}.kept]`)
	t.Run("FUN-02 one run knows nothing of another", func(t *testing.T) {
		if string(got.Output) != `["undefined","undefined"]` || pool.Stats().Started != 1 {
			t.Errorf("%+v: %s", got, got.Output)
		}
	})
}

func TestTimeIsUTC(t *testing.T) {
	t.Parallel()
	got := run(t, newPool(t, runner.Options{}), `export const handler = () => [new Date().getTimezoneOffset(), new Date(0).toString()]`)
	if !strings.HasPrefix(string(got.Output), `[0,"Thu Jan 01 1970 00:00:00 GMT+0000`) {
		t.Errorf("%+v: %s", got, got.Output)
	}
}
