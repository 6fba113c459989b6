package esmodule_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/esmodule"
)

func TestAModuleTellsWhatItExportsAndImports(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]esmodule.Module{
		`export function handler(event, ctx) { return event.id }`:    {Exports: []string{"handler"}},
		`export const handler = async () => {}`:                      {Exports: []string{"handler"}},
		`const run = () => 1; export { run as handler }`:             {Exports: []string{"handler"}},
		`export default async function (event) { await event }`:      {Exports: []string{"default"}},
		`export const a = 1, b = 2; export default a`:                {Exports: []string{"a", "b", "default"}},
		`module.exports = { handler: function () {} }`:               {},
		`// export function handler() {}`:                            {},
		"const text = `export function handler() {}`":                {},
		`import fs from "fs"; export const handler = () => fs`:       {Exports: []string{"handler"}, Imports: []string{"fs"}},
		`export { handler } from "/etc/passwd"`:                      {Exports: []string{"handler"}, Imports: []string{"/etc/passwd"}},
		`export const handler = () => import("https://evil.test/x")`: {Exports: []string{"handler"}, Imports: []string{"https://evil.test/x"}},
		``: {},
	} {
		got, err := esmodule.Parse(t.Context(), []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", source, diff)
		}
	}
}

func TestWhatIsNoModuleIsToldWhere(t *testing.T) {
	t.Parallel()
	for source, want := range map[string][2]int{
		"export function handler( {":                {1, 27},
		"let a = 1\nlet a = 2":                      {2, 5},
		"export const handler = (e: string) => e":   {1, 26},
		"\n\nwith (window) { export default 1 }":    {3, 17},
		"export default function () { return 08n }": {1, 39},
	} {
		got, err := esmodule.Parse(t.Context(), []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Errors) == 0 {
			t.Errorf("%q was taken: %+v", source, got)
			continue
		}
		if first := got.Errors[0]; [2]int{first.Line, first.Column} != want || first.Text == "" || got.Exports != nil {
			t.Errorf("%q: %+v", source, got)
		}
	}
}

// Such texts can use up the stack of whoever parses them, which no Go program
// survives.
func TestATextThatIsTooDeepEndsNobodyElse(t *testing.T) {
	t.Parallel()
	const size = 256 << 10
	for name, source := range map[string]string{
		"brackets":  strings.Repeat("[", size),
		"functions": strings.Repeat("a=>", size/3) + "1",
		"calls":     "a" + strings.Repeat("()", size/2),
		"templates": strings.Repeat("`${", size/3),
	} {
		got, err := esmodule.Parse(t.Context(), []byte(source))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if name == "brackets" && (len(got.Errors) != 1 || !strings.Contains(got.Errors[0].Text, "too deeply")) {
			t.Errorf("the parser got through: %+v", got)
		}
	}
}

func TestManyParseAtOnceAndSomeGiveUp(t *testing.T) {
	t.Parallel()
	given, cancel := context.WithCancel(t.Context())
	cancel()
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			if got, err := esmodule.Parse(t.Context(), []byte("export default 1")); err != nil || len(got.Exports) != 1 {
				t.Errorf("%+v, %v", got, err)
			}
			if _, err := esmodule.Parse(given, []byte("export default 1")); err == nil {
				t.Error("whoever is gone was waited for")
			}
		})
	}
	all.Wait()
}
