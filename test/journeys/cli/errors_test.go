package cli

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"github.com/counterpart/counterpart/internal/base/testenv"
	"github.com/counterpart/counterpart/internal/vocab/fault"
)

var update = flag.Bool("update", false, "write what the service says of its codes")

// statuses are the kinds of refusals over HTTP.
var statuses = map[fault.Kind]int{
	fault.Invalid: 400, fault.Unauthenticated: 401, fault.Forbidden: 403, fault.NotFound: 404,
	fault.Conflict: 409, fault.Stale: 412, fault.Unprocessable: 422, fault.TooMany: 429,
}

type explained struct {
	Status  int    `yaml:"status"`
	Message string `yaml:"message"`
	Cause   string `yaml:"cause"`
	Do      string `yaml:"do"`
}

// Every code that the service may answer with is explained offline, in its own words,
// and so is no other; docs/guides/errors.md is the same table.
func TestEveryCodeIsExplained(t *testing.T) {
	table := read(t)
	for _, declared := range fault.All() {
		row, known := table[declared.Code]
		if !known || row.Cause == "" || row.Do == "" {
			t.Errorf("%s has no cause, or nothing to do: write both in internal/cli/errors.yaml", declared.Code)
			continue
		}
		said := explained{Status: statuses[declared.Kind], Message: message(declared.Error()), Cause: row.Cause, Do: row.Do}
		if *update {
			table[declared.Code] = said
		} else if diff := cmp.Diff(said, row); diff != "" {
			t.Errorf("%s (run with -update):\n%s", declared.Code, diff)
		}
	}
	for code := range table {
		if !slices.ContainsFunc(fault.All(), func(d *fault.Declared) bool { return d.Code == code }) {
			t.Errorf("%s is explained, and nobody answers with it", code)
		}
	}
	for path, want := range map[string]string{"internal/cli/errors.yaml": asYAML(t, table), "docs/guides/errors.md": asPage(table)} {
		path = filepath.Join(testenv.Root(), path)
		if *update && !t.Failed() {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%s (run with -update):\n%s", path, diff)
		}
	}
}

func read(t *testing.T) map[string]explained {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(testenv.Root(), "internal/cli/errors.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	table := map[string]explained{}
	if err := yaml.Unmarshal(text, &table); err != nil {
		t.Fatal(err)
	}
	return table
}

var verb = regexp.MustCompile(`%(?:\[(\d)\])?[sqd]`)

// message shows the values of a message by the names that answers give them.
func message(form string) string {
	next := 0
	return verb.ReplaceAllStringFunc(form, func(found string) string {
		if numbered := verb.FindStringSubmatch(found)[1]; numbered != "" {
			next, _ = strconv.Atoi(numbered)
			next--
		}
		next++
		return fmt.Sprintf("{p%d}", next-1)
	})
}

func asYAML(t *testing.T, table map[string]explained) string {
	t.Helper()
	var out bytes.Buffer
	out.WriteString("# What each code of the service means, and what to do. cause and do are written by\n" +
		"# hand; status and message are the service's own:\n" +
		"# go test ./test/journeys/cli -run Explained -update\n")
	for _, code := range slices.Sorted(maps.Keys(table)) {
		row := table[code]
		fmt.Fprintf(&out, "%s:\n  status: %d\n  message: %q\n  cause: %q\n  do: %q\n", code, row.Status, row.Message, row.Cause, row.Do)
	}
	return out.String()
}

func asPage(table map[string]explained) string {
	var out strings.Builder
	out.WriteString("# Error codes\n\n" +
		"Every refusal has a `code`. Branch on the code; the message is for people, and may change. " +
		"`{p0}`, `{p1}` stand for values that the answer also has in `params`. In a terminal: `counterpart errors CODE`. " +
		"A 400 without a code lists what is wrong with the request's form. A 5xx is the service's fault: repeat it after a pause, and send us `X-Request-Id` if it stays.\n\n" +
		"| code | status | message | cause | what to do |\n|---|---|---|---|---|\n")
	cell := strings.NewReplacer("|", `\|`)
	for _, code := range slices.Sorted(maps.Keys(table)) {
		row := table[code]
		fmt.Fprintf(&out, "| `%s` | %d | %s | %s | %s |\n", code, row.Status, cell.Replace(row.Message), cell.Replace(row.Cause), cell.Replace(row.Do))
	}
	return out.String()
}
